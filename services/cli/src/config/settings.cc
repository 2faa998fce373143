#include "config/settings.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

// An absolute path from the environment. Other values count as unset, as in the XDG specification.
std::optional<fs::path> AbsolutePath(const char* variable) {
  const char* value = std::getenv(variable);
  if (value == nullptr || !fs::path(value).is_absolute()) return std::nullopt;
  return fs::path(value);
}

std::optional<fs::path> DefaultStore() {
  if (const std::optional<fs::path> data = AbsolutePath("XDG_DATA_HOME")) return *data / "waymark";
  if (const std::optional<fs::path> home = AbsolutePath("HOME")) {
    return *home / ".local/share/waymark";
  }
  return std::nullopt;
}

// The directory in the variable, otherwise a directory in the home.
std::optional<fs::path> DirectoryOf(const char* variable, std::string_view in_home) {
  if (std::optional<fs::path> named = AbsolutePath(variable)) return named;
  if (const std::optional<fs::path> home = AbsolutePath("HOME")) return *home / in_home;
  return std::nullopt;
}

fs::path RuntimeDirectory() {
  if (const std::optional<fs::path> runtime = AbsolutePath("XDG_RUNTIME_DIR")) {
    return *runtime / "waymark";
  }
  return fmt::format("/tmp/waymark-{}", ::geteuid());
}

std::string Editor() {
  for (const char* const variable : {"VISUAL", "EDITOR"}) {
    const char* const value = std::getenv(variable);
    if (value != nullptr && *value != '\0') return value;
  }
  return "vi";
}

std::optional<std::string> TextIn(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

bool TakesColor() {
  const std::string terminal = TextIn("TERM").value_or("");
  return !terminal.empty() && terminal != "dumb" && TextIn("NO_COLOR").value_or("").empty();
}

std::string HostName() {
  constexpr std::size_t kMaxHostName = 256;
  char name[kMaxHostName] = {};
  return ::gethostname(name, kMaxHostName - 1) == 0 ? name : "";
}

// All zeros where there is no terminal.
winsize SizeOf(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return {};
  return size;
}

std::vector<fs::path> ProgramDirectories() {
  std::vector<fs::path> directories;
  const char* const value = std::getenv("PATH");
  std::string_view rest = value == nullptr ? "" : value;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const fs::path directory(rest.substr(0, end));
    if (directory.is_absolute()) directories.push_back(directory);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return directories;
}

}  // namespace

Settings ReadSettings() {
  Settings settings;
  settings.store_directory = DefaultStore();
  settings.runtime_directory = RuntimeDirectory();
  std::error_code ignored;  // the path stays empty if the working directory was removed
  settings.working_directory = fs::current_path(ignored);
  settings.home_directory = AbsolutePath("HOME");
  settings.config_directory = DirectoryOf("XDG_CONFIG_HOME", ".config");
  settings.state_directory = DirectoryOf("XDG_STATE_HOME", ".local/state");
  settings.codex_directory = DirectoryOf("CODEX_HOME", ".codex");
  settings.claude_directory = DirectoryOf("CLAUDE_CONFIG_DIR", "");
  settings.step_summary = AbsolutePath("GITHUB_STEP_SUMMARY");
  settings.editor = Editor();
  settings.copilot_directory = DirectoryOf("COPILOT_HOME", ".copilot");
  settings.program_directories = ProgramDirectories();
  settings.stdin_is_terminal = ::isatty(STDIN_FILENO) == 1;
  settings.stdout_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  settings.stderr_is_terminal = ::isatty(STDERR_FILENO) == 1;
  if (const winsize size = SizeOf(STDERR_FILENO); size.ws_col != 0) {
    settings.stderr_columns = size.ws_col;
  }
  const winsize size = SizeOf(STDOUT_FILENO);
  settings.stdout_columns = size.ws_col;
  settings.stdout_lines = size.ws_row;
  settings.takes_color = TakesColor();
  settings.pager = TextIn("PAGER");
  settings.host_name = HostName();
  return settings;
}

bool IsOnPath(const Settings& settings, std::string_view program) {
  return std::any_of(settings.program_directories.begin(), settings.program_directories.end(),
                     [&](const fs::path& directory) {
                       return ::access((directory / program).c_str(), X_OK) == 0;
                     });
}

bool IsRepositoryRoot(const fs::path& directory) {
  std::error_code error;
  return fs::exists(directory / ".git", error);
}

fs::path EnclosingRepository(const fs::path& directory) {
  std::error_code error;
  fs::path start = fs::canonical(directory, error);
  if (error) return directory;
  for (fs::path candidate = start;; candidate = candidate.parent_path()) {
    if (IsRepositoryRoot(candidate)) return candidate;
    if (candidate == candidate.root_path()) return start;
  }
}

}  // namespace waymark::services
