#include "config/configuration.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/argument_checks.h"
#include "config/json_scan.h"
#include "graph/status.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

// The mode of a new project file, which others read too.
constexpr ::mode_t kProjectFileMode = 0644;

absl::Status WrongValue(std::string_view place, const ConfigurationKey& key,
                        std::string_view written) {
  return absl::InvalidArgumentError(
      fmt::format("{}: {} must be {}, not {}", place, key.name, NameOf(key.type), written));
}

// The value as the text of an option; nothing if it has another type.
std::optional<std::string> ArgumentText(const nlohmann::json& value, ConfigurationType type) {
  const bool is_number = value.is_number_unsigned();
  switch (type) {
    case ConfigurationType::kFlag:
      if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
      return std::nullopt;
    case ConfigurationType::kNumber:
      if (is_number) return std::to_string(value.get<std::uint64_t>());
      return std::nullopt;
    case ConfigurationType::kSize:
      if (is_number) return std::to_string(value.get<std::uint64_t>());
      [[fallthrough]];
    case ConfigurationType::kText:
    case ConfigurationType::kPath:
      if (value.is_string()) return value.get<std::string>();
      return std::nullopt;
  }
  return std::nullopt;
}

bool SuitsType(std::string_view text, ConfigurationType type) {
  if (type == ConfigurationType::kFlag) return text == "true" || text == "false";
  if (type == ConfigurationType::kPath) return fs::path(text).is_absolute();
  return !text.empty();
}

absl::Status CheckWord(const ConfiguredValue& value) {
  if (value.key->words.empty()) return absl::OkStatus();
  const std::vector<std::string> words = SplitWords(value.key->words);
  if (std::find(words.begin(), words.end(), value.value) != words.end()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("{}: {}: {}", value.place, value.key->name, NoneOf(value.value, words)));
}

// Refuses a value that only the user may set.
absl::Status CheckForProject(const ConfiguredValue& value) {
  const ConfigurationKey& key = *value.key;
  if (!key.is_for_projects) {
    return absl::InvalidArgumentError(fmt::format("{}: {}", value.place, NotForProjectsText(key)));
  }
  if (key.type != ConfigurationType::kNumber) return absl::OkStatus();
  std::uint64_t number = 0;
  const char* const end = value.value.data() + value.value.size();
  const auto [at, error] = std::from_chars(value.value.data(), end, number);
  const bool is_number = error == std::errc() && at == end;
  if (is_number && number >= key.least_in_project && number <= key.most_in_project) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(fmt::format("{}: {} is from {} to {} in a project file, not {}",
                                                value.place, key.name, key.least_in_project,
                                                key.most_in_project, value.value));
}

absl::StatusOr<ConfiguredValue> ReadMember(const fs::path& file, std::string_view text,
                                           ConfigurationOrigin origin, const JsonMember& member) {
  ConfiguredValue read{
      .key = FindConfigurationKey(member.key),
      .origin = origin,
      .place = fmt::format("{}:{}", file.string(), LineOf(text, member.key_range.begin))};
  if (read.key == nullptr) {
    return absl::InvalidArgumentError(
        fmt::format("{}: {}", read.place, UnknownKeyText(member.key, origin)));
  }
  const std::string_view written =
      text.substr(member.value.begin, member.value.end - member.value.begin);
  const nlohmann::json value =
      nlohmann::json::parse(PlainJson(written), nullptr, /*allow_exceptions=*/false);
  const std::optional<std::string> taken = ArgumentText(value, read.key->type);
  if (!taken.has_value() || !SuitsType(*taken, read.key->type)) {
    return WrongValue(read.place, *read.key, written);
  }
  read.value = *taken;
  WM_RETURN_IF_ERROR(CheckWord(read));
  if (origin == ConfigurationOrigin::kProject) WM_RETURN_IF_ERROR(CheckForProject(read));
  return read;
}

absl::Status ReadEnvironment(ConfiguredValue& value) {
  const std::string name = EnvironmentName(*value.key);
  const char* const text = std::getenv(name.c_str());
  if (text == nullptr || *text == '\0') return absl::OkStatus();
  if (!SuitsType(text, value.key->type)) {
    return WrongValue(name, *value.key, fmt::format("'{}'", text));
  }
  value.origin = ConfigurationOrigin::kEnvironment;
  value.value = text;
  value.place = name;
  return CheckWord(value);
}

}  // namespace

std::string UnknownKeyText(std::string_view written, ConfigurationOrigin origin) {
  std::vector<std::string> names;
  for (const ConfigurationKey& key : AllConfigurationKeys()) {
    if (origin != ConfigurationOrigin::kProject || key.is_for_projects)
      names.emplace_back(key.name);
  }
  const std::optional<std::string> nearest = NearestName(written, names);
  return fmt::format("there is no key '{}'; {}", written,
                     nearest.has_value() ? fmt::format("did you mean '{}'?", *nearest)
                                         : fmt::format("the keys are: {}", fmt::join(names, ", ")));
}

std::optional<std::string> Configuration::Find(std::string_view key) const {
  for (const ConfiguredValue& value : values) {
    if (value.key->name == key && value.origin != ConfigurationOrigin::kUsual) return value.value;
  }
  return std::nullopt;
}

fs::path ConfigurationFile(const fs::path& config_directory) {
  return config_directory / "waymark" / "config.json";
}

ConfigurationText ScanConfiguration(const fs::path& file, std::string_view text,
                                    ConfigurationOrigin origin) {
  ConfigurationText read;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return read;
  const absl::StatusOr<JsonObject> object = ScanJsonFile(text);
  if (!object.ok()) {
    read.faults.push_back(
        fmt::format("{}: {}", file.string(), std::string(object.status().message())));
    return read;
  }
  for (const JsonMember& member : object->members) {
    absl::StatusOr<ConfiguredValue> value = ReadMember(file, text, origin, member);
    if (value.ok()) {
      read.values.push_back(*std::move(value));
    } else {
      read.faults.emplace_back(value.status().message());
    }
  }
  return read;
}

absl::StatusOr<std::vector<ConfiguredValue>> ReadConfiguration(const fs::path& file,
                                                               std::string_view text,
                                                               ConfigurationOrigin origin) {
  ConfigurationText read = ScanConfiguration(file, text, origin);
  if (!read.faults.empty()) return absl::InvalidArgumentError(read.faults.front());
  return std::move(read.values);
}

std::string NotForProjectsText(const ConfigurationKey& key) {
  std::vector<std::string_view> names;
  for (const ConfigurationKey& known : AllConfigurationKeys()) {
    if (known.is_for_projects) names.push_back(known.name);
  }
  return fmt::format(
      "a project file cannot set {}, since whoever writes to the repository would "
      "set it for you; it can set: {}; set it for yourself with: waymark config set "
      "{} VALUE",
      key.name, fmt::join(names, ", "), key.name);
}

absl::StatusOr<ConfigFile> ReadProjectFile(const fs::path& root) {
  const fs::path path = root / kProjectFileName;
  std::error_code error;
  // The link of a repository must not lead to a file of the user, which messages would quote.
  if (fs::is_symlink(path, error)) {
    return absl::InvalidArgumentError(fmt::format(
        "{} is a symbolic link, which is not followed; put a file there", path.string()));
  }
  WM_ASSIGN_OR_RETURN(ConfigFile file, ReadConfigFile(path, kMaxProjectFileBytes));
  if (!file.exists) file.mode = kProjectFileMode;
  return file;
}

std::vector<std::string> AddProject(const fs::path& root, Configuration& configuration) {
  const absl::StatusOr<ConfigFile> file = ReadProjectFile(root);
  if (!file.ok()) return {std::string(file.status().message())};
  configuration.project_file = file->path;
  configuration.project_file_exists = file->exists;
  ConfigurationText read = ScanConfiguration(file->path, file->text, ConfigurationOrigin::kProject);
  for (const ConfiguredValue& one : read.values) {
    for (ConfiguredValue& value : configuration.values) {
      const bool is_overridden = value.origin == ConfigurationOrigin::kEnvironment;
      if (value.key != one.key || is_overridden) continue;
      value.origin = one.origin;
      value.value = one.value;
      value.place = one.place;
    }
  }
  return std::move(read.faults);
}

absl::StatusOr<Configuration> FindConfiguration(const std::optional<fs::path>& config_directory) {
  Configuration configuration;
  std::vector<ConfiguredValue> said;
  if (config_directory.has_value()) {
    configuration.file = ConfigurationFile(*config_directory);
    WM_ASSIGN_OR_RETURN(const ConfigFile file, ReadConfigFile(configuration.file));
    configuration.file_exists = file.exists;
    if (file.exists) {
      WM_ASSIGN_OR_RETURN(
          said, ReadConfiguration(configuration.file, file.text, ConfigurationOrigin::kFile));
    }
  }
  for (const ConfigurationKey& key : AllConfigurationKeys()) {
    ConfiguredValue value{.key = &key, .value = std::string(key.usual)};
    for (const ConfiguredValue& one : said) {
      if (one.key == &key) value = one;
    }
    value.meaning = key.meaning;
    WM_RETURN_IF_ERROR(ReadEnvironment(value));
    configuration.values.push_back(std::move(value));
  }
  return configuration;
}

}  // namespace waymark::services
