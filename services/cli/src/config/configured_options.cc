#include "config/configured_options.h"

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "graph/status.h"

namespace waymark::services {
namespace {

constexpr std::string_view kNoteStart = " [key ";

// The options for which a key stands.
std::vector<CLI::Option*> OptionsOf(CLI::App& app, const ConfigurationKey& key) {
  std::vector<CLI::Option*> options;
  for (CLI::App* command : app.get_subcommands({})) {
    if (!key.command.empty() && command->get_name() != key.command) continue;
    CLI::Option* option = command->get_option_no_throw(std::string(key.option));
    if (option != nullptr) options.push_back(option);
  }
  return options;
}

absl::Status Set(CLI::Option& option, const ConfiguredValue& value) {
  if (value.key->type == ConfigurationType::kFlag && value.value == "false") {
    return absl::OkStatus();
  }
  try {
    option.add_result(value.value);
    option.run_callback();
  } catch (const CLI::Error& error) {
    std::string_view reason = error.what();
    const std::string prefix = fmt::format("{}: ", value.key->option);
    if (reason.starts_with(prefix)) reason.remove_prefix(prefix.size());
    return absl::InvalidArgumentError(
        fmt::format("{}: {}: {}", value.place, value.key->name, reason));
  }
  return absl::OkStatus();
}

}  // namespace

void NoteConfigurationKeys(CLI::App& app) {
  for (const ConfigurationKey& key : AllConfigurationKeys()) {
    for (CLI::Option* option : OptionsOf(app, key)) {
      option->description(fmt::format("{}{}{}]", option->get_description(), kNoteStart, key.name));
    }
  }
}

absl::Status ApplyConfiguration(CLI::App& app, Configuration& configuration) {
  for (ConfiguredValue& value : configuration.values) {
    for (CLI::Option* option : OptionsOf(app, *value.key)) {
      const std::string& description = option->get_description();
      value.meaning = description.substr(0, description.rfind(kNoteStart));
      // The directory of the store goes to the settings, so that answers do not repeat it like an
      // option on the command line.
      const bool is_decided = value.origin != ConfigurationOrigin::kUsual;
      if (!is_decided || option->count() != 0 || value.key->name == kStoreKey) continue;
      WM_RETURN_IF_ERROR(Set(*option, value));
    }
  }
  return absl::OkStatus();
}

}  // namespace waymark::services
