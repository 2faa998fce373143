// The configuration: the user's file for all runs, $XDG_CONFIG_HOME/waymark/config.json; the
// project file of a checkout, which overrides it for questions about that checkout; and environment
// variables, which override both. The files are JSON with comments.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "config/config_file.h"
#include "config/configuration_keys.h"

namespace waymark::services {

enum class ConfigurationOrigin { kUsual, kFile, kProject, kEnvironment };

// The name of the project file, in the root of a checkout. Everybody who writes to a repository
// writes it, so it can set few keys (ConfigurationKey::is_for_projects).
inline constexpr std::string_view kProjectFileName = ".waymark.json";
// A larger one is refused.
inline constexpr std::size_t kMaxProjectFileBytes = std::size_t{64} << 10;

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
  std::filesystem::path project_file;  // empty before AddProject()
  bool project_file_exists = false;
  std::vector<ConfiguredValue> values;  // for every key, in the order of the table

  // Nothing if the key is not set.
  std::optional<std::string> Find(std::string_view key) const;
};

// "there is no key 'stor'; did you mean 'store'?" For a project file only the keys that it may set
// are named.
std::string UnknownKeyText(std::string_view written, ConfigurationOrigin origin);

// config.json in the directory `waymark` of `config_directory`.
std::filesystem::path ConfigurationFile(const std::filesystem::path& config_directory);

// The values of a file, and its faults.
struct ConfigurationText {
  std::vector<ConfiguredValue> values;  // the right ones, one for each key
  std::vector<std::string> faults;      // each begins with the place
};

// Reads the text of a file, which faults call `file`. `origin` is kFile or kProject. Faults are an
// unknown key (the most similar one is named), a value that the key does not take, and in a project
// file a key or a number that it may not set. A text that is no object, or that repeats a key, is
// one fault and says nothing.
ConfigurationText ScanConfiguration(const std::filesystem::path& file, std::string_view text,
                                    ConfigurationOrigin origin);

// The values in the text of a file without faults. InvalidArgument says the first fault.
absl::StatusOr<std::vector<ConfiguredValue>> ReadConfiguration(const std::filesystem::path& file,
                                                               std::string_view text,
                                                               ConfigurationOrigin origin);

// Why a project file may not set the key: a message that names the keys it may set.
std::string NotForProjectsText(const ConfigurationKey& key);

// The project file of a checkout. A missing one reads as empty. InvalidArgument for a symbolic
// link, for something else than a file, and for a file that is too large.
absl::StatusOr<ConfigFile> ReadProjectFile(const std::filesystem::path& root);

// Adds the right values of the project file in `root`. They override those of the user's file.
// Returns what is wrong: the faults of its text, or the error of reading it.
std::vector<std::string> AddProject(const std::filesystem::path& root,
                                    Configuration& configuration);

// The user's file and the environment together. An empty variable counts as unset, a missing file
// as empty. Errors are those above and those of reading the file.
absl::StatusOr<Configuration> FindConfiguration(
    const std::optional<std::filesystem::path>& config_directory);

}  // namespace waymark::services
