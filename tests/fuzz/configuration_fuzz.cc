// The configuration: whatever a file holds, it is refused with a reason or says a value of the
// right type for keys that there are, each once. A project file says no others than projects may
// set.
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string_view>

#include "config/configuration.h"

namespace {

using waymark::services::ConfigurationOrigin;
using waymark::services::ConfiguredValue;

void Check(std::string_view text, ConfigurationOrigin origin) {
  const auto values = waymark::services::ReadConfiguration("/config.json", text, origin);
  if (!values.ok()) {
    if (values.status().message().find("/config.json:") != 0) std::abort();
    return;
  }
  std::set<std::string_view> seen;
  for (const ConfiguredValue& value : *values) {
    if (value.key == nullptr || value.value.empty()) std::abort();
    if (!seen.insert(value.key->name).second) std::abort();
    if (origin == ConfigurationOrigin::kProject && !value.key->is_for_projects) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Check(text, ConfigurationOrigin::kFile);
  Check(text, ConfigurationOrigin::kProject);
  return 0;
}
