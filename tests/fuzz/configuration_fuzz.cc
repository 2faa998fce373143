// The user's configuration: whatever a file holds, it is refused with a reason or says a value of
// the right type for keys that there are, each once.
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string_view>

#include "config/configuration.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto values = waymark::services::ReadConfiguration("/config.json", text);
  if (!values.ok()) {
    if (values.status().message().find("/config.json:") != 0) std::abort();
    return 0;
  }
  std::set<std::string_view> seen;
  for (const waymark::services::ConfiguredValue& value : *values) {
    if (value.key == nullptr || value.value.empty()) std::abort();
    if (!seen.insert(value.key->name).second) std::abort();
  }
  return 0;
}
