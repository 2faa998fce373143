#include "options/usual_source.h"

#include <charconv>
#include <string>
#include <system_error>

#include "graph/status.h"
#include "options/project_faults.h"

namespace waymark::services {
namespace {

UsualNumbers NumbersIn(const Configuration& configuration) {
  UsualNumbers numbers;
  for (const ConfiguredValue& value : configuration.values) {
    const bool is_set = value.origin != ConfigurationOrigin::kUsual;
    if (!is_set || value.key->type != ConfigurationType::kNumber) continue;
    UsualNumber number{.command = std::string(value.key->command),
                       .option = std::string(value.key->option)};
    const char* const end = value.value.data() + value.value.size();
    const auto [at, error] = std::from_chars(value.value.data(), end, number.value);
    if (error == std::errc() && at == end) numbers.push_back(std::move(number));
  }
  return numbers;
}

}  // namespace

UsualNumbersSource MakeUsualSource(const Settings& settings) {
  return [directory = settings.config_directory](
             const std::filesystem::path& root) -> absl::StatusOr<UsualNumbers> {
    WM_ASSIGN_OR_RETURN(Configuration configuration, FindConfiguration(directory));
    NoteProjectFaults(AddProject(root, configuration));
    return NumbersIn(configuration);
  };
}

}  // namespace waymark::services
