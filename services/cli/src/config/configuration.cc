#include "config/configuration.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/argument_checks.h"
#include "config/config_file.h"
#include "config/json_scan.h"
#include "graph/status.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

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

absl::StatusOr<ConfiguredValue> ReadMember(const fs::path& file, std::string_view text,
                                           const JsonMember& member) {
  ConfiguredValue read{
      .key = FindConfigurationKey(member.key),
      .origin = ConfigurationOrigin::kFile,
      .place = fmt::format("{}:{}", file.string(), LineOf(text, member.key_range.begin))};
  if (read.key == nullptr) {
    return absl::InvalidArgumentError(
        fmt::format("{}: {}", read.place, UnknownKeyText(member.key)));
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

std::string UnknownKeyText(std::string_view written) {
  std::vector<std::string> names;
  for (const ConfigurationKey& key : AllConfigurationKeys()) names.emplace_back(key.name);
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

absl::StatusOr<std::vector<ConfiguredValue>> ReadConfiguration(const fs::path& file,
                                                               std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return std::vector<ConfiguredValue>();
  }
  const absl::StatusOr<JsonObject> object = ScanJsonFile(text);
  if (!object.ok()) {
    return absl::InvalidArgumentError(
        fmt::format("{}: {}", file.string(), std::string(object.status().message())));
  }
  std::vector<ConfiguredValue> values;
  for (const JsonMember& member : object->members) {
    WM_ASSIGN_OR_RETURN(ConfiguredValue value, ReadMember(file, text, member));
    values.push_back(std::move(value));
  }
  return values;
}

absl::StatusOr<Configuration> FindConfiguration(const std::optional<fs::path>& config_directory) {
  Configuration configuration;
  std::vector<ConfiguredValue> said;
  if (config_directory.has_value()) {
    configuration.file = ConfigurationFile(*config_directory);
    WM_ASSIGN_OR_RETURN(const ConfigFile file, ReadConfigFile(configuration.file));
    configuration.file_exists = file.exists;
    if (file.exists) {
      WM_ASSIGN_OR_RETURN(said, ReadConfiguration(configuration.file, file.text));
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
