// The user's configuration for all runs: $XDG_CONFIG_HOME/waymark/config.json, which is JSON with
// comments, and environment variables, which override it.
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

// A key and its value.
struct ConfiguredValue {
  const ConfigurationKey* key = nullptr;
  ConfigurationOrigin origin = ConfigurationOrigin::kUsual;
  std::string value;  // as the text of an option; the default in words if the key is not set
  std::string place;  // "/home/me/.config/waymark/config.json:3", "WAYMARK_STORE"; empty: not set
  // that of the key, otherwise the help text of the option, which is known after the configuration
  // is applied
  std::string meaning = {};
};

struct Configuration {
  std::filesystem::path file;  // its path, whether or not it exists; empty without a home
  bool file_exists = false;
  std::vector<ConfiguredValue> values;  // for every key, in the order of the table

  // Nothing if the key is not set.
  std::optional<std::string> Find(std::string_view key) const;
};

// "there is no key 'stor'; did you mean 'store'?"
std::string UnknownKeyText(std::string_view written);

// config.json in the directory `waymark` of `config_directory`.
std::filesystem::path ConfigurationFile(const std::filesystem::path& config_directory);

// The values in the text of a file, one for each key in it. Messages call the file `file`.
// InvalidArgument, with the line, for an unknown key (the message names the most similar one), for
// a repeated key, and for a value of the wrong type.
absl::StatusOr<std::vector<ConfiguredValue>> ReadConfiguration(const std::filesystem::path& file,
                                                               std::string_view text);

// The file and the environment together. An empty variable counts as unset, a missing file as
// empty. Errors are those above and those of reading the file.
absl::StatusOr<Configuration> FindConfiguration(
    const std::optional<std::filesystem::path>& config_directory);

}  // namespace waymark::services
