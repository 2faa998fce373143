// What the process was given besides its arguments: environment, working directory, terminals. Read
// here and nowhere else.
#pragma once

#include <filesystem>
#include <optional>

#include "config/configuration.h"

namespace waymark::services {

struct Settings {
  // $XDG_DATA_HOME/waymark, else $HOME/.local/share/waymark; nullopt without either.
  std::optional<std::filesystem::path> store_directory;
  // Where sockets go: $XDG_RUNTIME_DIR/waymark, else /tmp/waymark-UID.
  std::filesystem::path runtime_directory;
  std::filesystem::path working_directory;
  // Where programs keep their configuration and state; nullopt without $HOME.
  std::optional<std::filesystem::path> home_directory;
  std::optional<std::filesystem::path> config_directory;  // $XDG_CONFIG_HOME, else ~/.config
  std::optional<std::filesystem::path> state_directory;   // $XDG_STATE_HOME, else ~/.local/state
  std::optional<std::filesystem::path> codex_directory;   // $CODEX_HOME, else ~/.codex
  std::optional<std::filesystem::path> claude_directory;  // $CLAUDE_CONFIG_DIR, else the home
  Configuration configuration;  // what the user decided once; read later than the rest
  bool stdin_is_terminal = false;
  bool stdout_is_terminal = false;
  bool stderr_is_terminal = false;
  unsigned stderr_columns = 80;
};

Settings ReadSettings();

// Whether the directory has an entry `.git`.
bool IsRepositoryRoot(const std::filesystem::path& directory);

// The repository a question without --repo is about: the nearest directory at or above `directory`
// that has an entry `.git`, else `directory` itself. Symbolic links are resolved.
std::filesystem::path EnclosingRepository(const std::filesystem::path& directory);

}  // namespace waymark::services
