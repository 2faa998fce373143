// The environment of the process besides its arguments: variables, working directory, terminals.
// Only this file reads them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/configuration.h"

namespace waymark::services {

struct Settings {
  // $XDG_DATA_HOME/waymark, otherwise $HOME/.local/share/waymark; nullopt if neither is set.
  std::optional<std::filesystem::path> store_directory;
  // The directory of sockets: $XDG_RUNTIME_DIR/waymark, otherwise /tmp/waymark-UID.
  std::filesystem::path runtime_directory;
  std::filesystem::path working_directory;
  // Directories for configuration and state of programs; nullopt without $HOME.
  std::optional<std::filesystem::path> home_directory;
  std::optional<std::filesystem::path> config_directory;  // $XDG_CONFIG_HOME, otherwise ~/.config
  // $XDG_STATE_HOME, otherwise ~/.local/state
  std::optional<std::filesystem::path> state_directory;
  std::optional<std::filesystem::path> codex_directory;   // $CODEX_HOME, otherwise ~/.codex
  std::optional<std::filesystem::path> claude_directory;  // $CLAUDE_CONFIG_DIR, otherwise the home
  // $GITHUB_STEP_SUMMARY: the file that a GitHub workflow shows as the summary of a step
  std::optional<std::filesystem::path> step_summary;
  // $VISUAL, otherwise $EDITOR, otherwise vi: a command of the shell
  std::string editor;
  std::optional<std::filesystem::path> copilot_directory;  // $COPILOT_HOME, otherwise ~/.copilot
  std::vector<std::filesystem::path> program_directories;  // $PATH, without relative ones
  Configuration configuration;                             // read after the rest
  bool stdin_is_terminal = false;
  bool stdout_is_terminal = false;
  bool stderr_is_terminal = false;
  unsigned stderr_columns = 80;
  unsigned stdout_columns = 0;  // 0: no terminal, or its size is not known
  unsigned stdout_lines = 0;
  // The terminal shows colours, and the user has not refused them: $TERM is set and not "dumb", and
  // $NO_COLOR is empty.
  bool takes_color = false;
  // $PAGER
  std::optional<std::string> pager;
  std::string host_name;  // empty if it is not known
};

Settings ReadSettings();

// Whether a directory of $PATH has a program of this name.
bool IsOnPath(const Settings& settings, std::string_view program);

// Whether the directory has an entry `.git`.
bool IsRepositoryRoot(const std::filesystem::path& directory);

// The repository for a question without --repo: the nearest directory at or above `directory` that
// has an entry `.git`, otherwise `directory` itself. Resolves symbolic links.
std::filesystem::path EnclosingRepository(const std::filesystem::path& directory);

}  // namespace waymark::services
