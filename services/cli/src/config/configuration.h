// What the user decided once for all runs: $XDG_CONFIG_HOME/waymark/config.json, JSON with
// comments, and variables of the environment, which override it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "config/configuration_keys.h"

namespace waymark::services {

enum class ConfigurationOrigin { kUsual, kFile, kEnvironment };

// A key with what holds for it.
struct ConfiguredValue {
  const ConfigurationKey* key = nullptr;
  ConfigurationOrigin origin = ConfigurationOrigin::kUsual;
  std::string value;  // as an option takes it; what holds otherwise, in words, when nobody said
  std::string place;  // "/home/me/.config/waymark/config.json:3", "WAYMARK_STORE"; else empty
  std::string meaning = {};  // in the words of the option; known once it is applied
};

struct Configuration {
  std::filesystem::path file;  // where it is looked for; empty without a home
  bool file_exists = false;
  std::vector<ConfiguredValue> values;  // of every key, in the order of the table

  // Nothing when nobody decided it.
  std::optional<std::string> Find(std::string_view key) const;
};

// config.json in the directory `waymark` of `config_directory`.
std::filesystem::path ConfigurationFile(const std::filesystem::path& config_directory);

// What the text of a file says, one value for each key that it has, `file` naming it in messages.
// InvalidArgument tells the line of a key that there is not, with the nearest one that there is, of
// one that is said twice, and of a value of another type.
absl::StatusOr<std::vector<ConfiguredValue>> ReadConfiguration(const std::filesystem::path& file,
                                                               std::string_view text);

// File and environment together. A variable that is empty counts as unset. Errors as above, and
// those of reading the file; one that is not there says nothing.
absl::StatusOr<Configuration> FindConfiguration(
    const std::optional<std::filesystem::path>& config_directory);

}  // namespace waymark::services
