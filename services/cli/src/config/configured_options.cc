#include "config/configured_options.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
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

// Whether the value is a word that one of the options takes, if they take words.
absl::Status CheckSetting(const std::vector<CLI::Option*>& options, const ConfiguredValue& value) {
  std::vector<std::string> words;
  for (CLI::Option* option : options) {
    for (std::string& word : WordsOf(*option)) {
      const bool is_new = std::find(words.begin(), words.end(), word) == words.end();
      if (is_new) words.push_back(std::move(word));
    }
  }
  const bool is_known = std::find(words.begin(), words.end(), value.value) != words.end();
  if (words.empty() || is_known) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("{}: {}: {}", value.place, value.key->name, NoneOf(value.value, words)));
}

absl::Status Apply(const std::vector<CLI::Option*>& options, const ConfiguredValue& value) {
  if (value.key->is_setting) return CheckSetting(options, value);
  for (CLI::Option* option : options) {
    if (option->count() == 0) WM_RETURN_IF_ERROR(Set(*option, value));
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
    const std::vector<CLI::Option*> options = OptionsOf(app, *value.key);
    if (value.key->meaning.empty() && !options.empty()) {
      const std::string& description = options.back()->get_description();
      value.meaning = description.substr(0, description.rfind(kNoteStart));
    }
    if (value.origin == ConfigurationOrigin::kUsual) continue;
    WM_RETURN_IF_ERROR(Apply(options, value));
  }
  return absl::OkStatus();
}

}  // namespace waymark::services
