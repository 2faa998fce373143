// `config`: shows and changes the configuration.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "operate/config_changes.h"
#include "options/command.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/notes.h"
#include "output/output.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

std::string_view OriginName(ConfigurationOrigin origin) {
  switch (origin) {
    case ConfigurationOrigin::kUsual:
      return "default";
    case ConfigurationOrigin::kFile:
      return "file";
    case ConfigurationOrigin::kProject:
      return "project";
    case ConfigurationOrigin::kEnvironment:
      return "environment";
  }
  return "";
}

std::string PlaceText(const ConfiguredValue& value) {
  return value.place.empty() ? "default" : VisibleLine(value.place);
}

std::string KeyOptionText(const ConfigurationKey& key) {
  return key.command.empty() ? std::string(key.option)
                             : fmt::format("{} {}", key.command, key.option);
}

std::string Render(const Configuration& configuration) {
  std::string text;
  auto out = std::back_inserter(text);
  if (configuration.file.empty()) {
    fmt::format_to(out, "there is no place for a file: neither XDG_CONFIG_HOME nor HOME is set\n");
  } else {
    fmt::format_to(out, "file  {}{}\n", VisibleLine(configuration.file.string()),
                   configuration.file_exists ? "" : " (not there)");
  }
  if (!configuration.project_file.empty()) {
    fmt::format_to(out, "project file  {}{}\n", VisibleLine(configuration.project_file.string()),
                   configuration.project_file_exists ? "" : " (not there)");
  }
  std::size_t key_width = 0;
  std::size_t value_width = 0;
  for (const ConfiguredValue& value : configuration.values) {
    key_width = std::max(key_width, value.key->name.size());
    value_width = std::max(value_width, VisibleLine(value.value).size());
  }
  for (const ConfiguredValue& value : configuration.values) {
    fmt::format_to(out, "{:{}}  {:{}}  {}\n", value.key->name, key_width, VisibleLine(value.value),
                   value_width, PlaceText(value));
  }
  return text;
}

Json JsonOf(const ConfiguredValue& value) {
  return {{"key", value.key->name},
          {"value", value.value},
          {"origin", OriginName(value.origin)},
          {"place", value.place},
          {"environment", EnvironmentName(*value.key)},
          {"option", KeyOptionText(*value.key)},
          {"type", NameOf(value.key->type)},
          {"for_projects", value.key->is_for_projects},
          {"default", value.key->usual},
          {"meaning", value.meaning}};
}

std::string Dumped(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string ToJson(const Configuration& configuration) {
  Json keys = Json::array();
  for (const ConfiguredValue& value : configuration.values) keys.push_back(JsonOf(value));
  return Dumped({{"file", configuration.file.string()},
                 {"file_exists", configuration.file_exists},
                 {"project_file", configuration.project_file.string()},
                 {"project_file_exists", configuration.project_file_exists},
                 {"keys", std::move(keys)}});
}

enum class ConfigAction : std::uint8_t { kList, kGet, kSet, kUnset, kEdit };

class ConfigCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    const std::map<std::string, ConfigAction> actions = {{"list", ConfigAction::kList},
                                                         {"get", ConfigAction::kGet},
                                                         {"set", ConfigAction::kSet},
                                                         {"unset", ConfigAction::kUnset},
                                                         {"edit", ConfigAction::kEdit}};
    app.add_option("action", action_,
                   "list: show every key. get: print the value of KEY, and on standard error where "
                   "it comes from. set: set KEY to VALUE in your file. unset: remove KEY from it. "
                   "edit: open it in $VISUAL or $EDITOR (default: list)")
        ->type_name("list|get|set|unset|edit")
        ->transform(NameOf(actions));
    app.add_option("key", key_, "Key of the configuration, such as context.budget")
        ->type_name("KEY");
    app.add_option("value", value_, "Value, in the form of the option of the key")
        ->type_name("VALUE");
    app.add_flag(
        "--project", is_of_project_,
        "With set, unset and edit: change .waymark.json, which everybody who works in this "
        "checkout shares, in place of your own file");
    format_.AddTo(app, {kTextFormat, kJsonFormat});
  }

  std::optional<std::string> asked_directory() const override { return ""; }

  bool refuses_project_faults() const override { return true; }

  // A file that other commands refuse can still be changed.
  bool is_configurable() const override {
    return action_ == ConfigAction::kList || action_ == ConfigAction::kGet;
  }

  int Run(const Settings& settings) override {
    if (const std::string misuse = FindMisuse(); !misuse.empty()) return FailUsage(misuse);
    const absl::Status status = Act(settings);
    return status.ok() ? kExitDone : Fail(status);
  }

 private:
  std::string FindMisuse() const {
    const bool takes_key = action_ != ConfigAction::kList && action_ != ConfigAction::kEdit;
    if (takes_key && key_.empty()) return "name the key; `waymark config` lists them";
    if (!takes_key && !key_.empty()) return "list and edit take no key";
    const bool takes_value = action_ == ConfigAction::kSet;
    if (takes_value && !value_.has_value()) return fmt::format("say the value of {}", key_);
    if (!takes_value && value_.has_value()) return "a value goes with set";
    const bool changes = action_ != ConfigAction::kList && action_ != ConfigAction::kGet;
    if (is_of_project_ && !changes) return "--project goes with set, unset and edit";
    const bool is_known = action_ != ConfigAction::kGet || FindConfigurationKey(key_) != nullptr;
    return is_known ? "" : UnknownKeyText(key_, origin());
  }

  absl::Status Act(const Settings& settings) const {
    switch (action_) {
      case ConfigAction::kList:
        return WriteText(IsJson(settings) ? ToJson(settings.configuration)
                                          : Render(settings.configuration));
      case ConfigAction::kGet:
        return WriteValue(settings);
      case ConfigAction::kSet: {
        WM_ASSIGN_OR_RETURN(const ConfigChange change,
                            SetConfigured(key_, *value_, origin(), settings));
        WM_RETURN_IF_ERROR(NoteOverride(settings));
        return WriteChange(change, settings);
      }
      case ConfigAction::kUnset: {
        WM_ASSIGN_OR_RETURN(const ConfigChange change, UnsetConfigured(key_, origin(), settings));
        return WriteChange(change, settings);
      }
      case ConfigAction::kEdit:
        return EditConfiguration(origin(), settings);
    }
    return absl::OkStatus();
  }

  bool IsJson(const Settings& settings) const { return format_.Resolve(settings) == kJsonFormat; }

  absl::Status WriteValue(const Settings& settings) const {
    for (const ConfiguredValue& value : settings.configuration.values) {
      if (value.key->name != key_) continue;
      if (IsJson(settings)) return WriteText(Dumped(JsonOf(value)));
      PrintNote(fmt::format("waymark: {} is from {}\n", key_, PlaceText(value)));
      return WriteText(fmt::format("{}\n", VisibleLine(value.value)));
    }
    return absl::OkStatus();
  }

  // Says that another place has a value of its own, which counts instead.
  absl::Status NoteOverride(const Settings& settings) const {
    WM_ASSIGN_OR_RETURN(Configuration now, FindConfiguration(settings.config_directory));
    // Other commands tell what is wrong in the project file.
    AddProject(EnclosingRepository(settings.working_directory), now);
    for (const ConfiguredValue& value : now.values) {
      if (value.key->name != key_ || value.origin == origin()) continue;
      PrintNote(fmt::format("waymark: {} is set, and counts instead of the file\n",
                            VisibleLine(value.place)));
    }
    return absl::OkStatus();
  }

  ConfigurationOrigin origin() const {
    return is_of_project_ ? ConfigurationOrigin::kProject : ConfigurationOrigin::kFile;
  }

  absl::Status WriteChange(const ConfigChange& change, const Settings& settings) const {
    const std::string file = change.file.string();
    if (IsJson(settings)) {
      const Json value = change.value.empty() ? Json() : Json::parse(change.value);
      return WriteText(Dumped({{"file", file}, {"key", key_}, {"value", value}}));
    }
    const std::string done = change.value.empty() ? fmt::format("{} is no longer set", key_)
                                                  : fmt::format("{} is {}", key_, change.value);
    return WriteText(fmt::format("{} in {}\n", VisibleLine(done), VisibleLine(file)));
  }

  ConfigAction action_ = ConfigAction::kList;
  std::string key_;
  std::optional<std::string> value_;
  bool is_of_project_ = false;
  FormatOption format_;
};

}  // namespace

std::unique_ptr<Command> MakeConfigCommand() { return std::make_unique<ConfigCommand>(); }

}  // namespace waymark::services
