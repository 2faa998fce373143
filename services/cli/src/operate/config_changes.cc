#include "operate/config_changes.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "config/config_file.h"
#include "config/configured_options.h"
#include "graph/status.h"
#include "help/option_table.h"
#include "install/config_edit.h"
#include "services/start_process.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr char kShell[] = "/bin/sh";
constexpr std::string_view kNewConfiguration =
    "{\n  // `waymark config` shows every key and its value.\n}\n";

absl::StatusOr<ConfigFile> ReadFileOf(ConfigurationOrigin origin, const Settings& settings) {
  if (origin == ConfigurationOrigin::kProject) {
    return ReadProjectFile(EnclosingRepository(settings.working_directory));
  }
  if (!settings.config_directory.has_value()) {
    return absl::FailedPreconditionError(
        "no place for the configuration: neither XDG_CONFIG_HOME nor HOME is set");
  }
  return ReadConfigFile(ConfigurationFile(*settings.config_directory));
}

std::string_view EditCommand(ConfigurationOrigin origin) {
  return origin == ConfigurationOrigin::kProject ? "waymark config edit --project"
                                                 : "waymark config edit";
}

// Begins with the file.
absl::Status InFile(const ConfigFile& file, ConfigurationOrigin origin,
                    const absl::Status& status) {
  return absl::Status(status.code(),
                      fmt::format("{}: {}; mend it with: {}", file.path.string(),
                                  std::string(status.message()), EditCommand(origin)));
}

// InvalidArgument if the commands would refuse a file with this text or leave a part of it out.
absl::Status CheckConfiguration(const fs::path& file, std::string_view text,
                                ConfigurationOrigin origin) {
  Configuration configuration;
  WM_ASSIGN_OR_RETURN(configuration.values, ReadConfiguration(file, text, origin));
  CLI::App app;
  const std::vector<BoundCommand> commands = BindCommands(app);
  return ApplyConfiguration(app, configuration);
}

bool IsJsonNumber(std::string_view text) {
  const bool has_digits_only =
      std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  return has_digits_only && !text.empty() && (text == "0" || !text.starts_with('0'));
}

// A value of the wrong type becomes a text, which CheckConfiguration() refuses.
std::string JsonValueOf(const ConfigurationKey& key, const std::string& value,
                        const Settings& settings) {
  const bool is_flag =
      key.type == ConfigurationType::kFlag && (value == "true" || value == "false");
  const bool may_be_number =
      key.type == ConfigurationType::kNumber || key.type == ConfigurationType::kSize;
  if (is_flag || (may_be_number && IsJsonNumber(value))) return value;
  const bool is_path = key.type == ConfigurationType::kPath && !value.empty();
  const std::string text =
      is_path ? (settings.working_directory / value).lexically_normal().string() : value;
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Waits for the end of `command FILE`, run by the shell.
absl::Status RunEditor(const std::string& command, const fs::path& file) {
  const absl::StatusOr<::pid_t> process = StartProcess(
      {.program = kShell, .arguments = {"sh", "-c", command + " \"$@\"", command, file.string()}});
  if (!process.ok()) {
    return absl::UnavailableError(
        fmt::format("run {}: {}", kShell, std::string(process.status().message())));
  }
  int status = 0;
  while (::waitpid(*process, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return absl::OkStatus();
  return absl::UnavailableError(fmt::format(
      "the editor '{}' failed; set VISUAL or EDITOR to another one, or edit {} yourself", command,
      file.string()));
}

}  // namespace

absl::StatusOr<ConfigChange> SetConfigured(const std::string& key, const std::string& value,
                                           ConfigurationOrigin origin, const Settings& settings) {
  const ConfigurationKey* const known = FindConfigurationKey(key);
  if (known == nullptr) return absl::InvalidArgumentError(UnknownKeyText(key, origin));
  if (origin == ConfigurationOrigin::kProject && !known->is_for_projects) {
    return absl::InvalidArgumentError(NotForProjectsText(*known));
  }
  WM_ASSIGN_OR_RETURN(const ConfigFile file, ReadFileOf(origin, settings));
  const std::string json = JsonValueOf(*known, value, settings);
  const absl::StatusOr<std::string> text = SetJsonMember(file.text, key, json);
  if (!text.ok()) return InFile(file, origin, text.status());
  absl::Status checked = CheckConfiguration(file.path, *text, origin);
  if (!checked.ok()) {
    return absl::InvalidArgumentError(
        fmt::format("nothing was changed: {}", std::string(checked.message())));
  }
  WM_RETURN_IF_ERROR(ReplaceConfigFile(file, *text));
  return ConfigChange{.file = file.path, .value = json};
}

absl::StatusOr<ConfigChange> UnsetConfigured(const std::string& key, ConfigurationOrigin origin,
                                             const Settings& settings) {
  WM_ASSIGN_OR_RETURN(const ConfigFile file, ReadFileOf(origin, settings));
  const absl::StatusOr<std::string> text = RemoveJsonMember(file.text, {.parent = "", .name = key});
  if (absl::IsNotFound(text.status())) {
    return absl::NotFoundError(FindConfigurationKey(key) == nullptr
                                   ? UnknownKeyText(key, origin)
                                   : fmt::format("{} does not set {}", file.path.string(), key));
  }
  if (!text.ok()) return InFile(file, origin, text.status());
  WM_RETURN_IF_ERROR(ReplaceConfigFile(file, *text));
  return ConfigChange{.file = file.path, .value = ""};
}

absl::Status EditConfiguration(ConfigurationOrigin origin, const Settings& settings) {
  WM_ASSIGN_OR_RETURN(const ConfigFile before, ReadFileOf(origin, settings));
  if (!before.exists) WM_RETURN_IF_ERROR(ReplaceConfigFile(before, kNewConfiguration));
  WM_RETURN_IF_ERROR(RunEditor(settings.editor, before.path));
  WM_ASSIGN_OR_RETURN(const ConfigFile after, ReadFileOf(origin, settings));
  absl::Status checked = CheckConfiguration(after.path, after.text, origin);
  if (checked.ok()) return checked;
  return absl::InvalidArgumentError(
      fmt::format("{}; {} until that is mended: {}", std::string(checked.message()),
                  origin == ConfigurationOrigin::kProject ? "other commands leave it out"
                                                          : "no other command works",
                  EditCommand(origin)));
}

}  // namespace waymark::services
