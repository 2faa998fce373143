#include "operate/open_browser.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

namespace waymark::services {
namespace {

#ifdef __APPLE__
constexpr char kOpener[] = "open";
constexpr bool kNeedsDisplay = false;
#else
constexpr char kOpener[] = "xdg-open";
constexpr bool kNeedsDisplay = true;
#endif

constexpr const char* kDisplayVariables[] = {"DISPLAY", "WAYLAND_DISPLAY"};

bool HasDisplay() {
  return !kNeedsDisplay || std::any_of(std::begin(kDisplayVariables), std::end(kDisplayVariables),
                                       [](const char* name) {
                                         const char* const value = std::getenv(name);
                                         return value != nullptr && *value != '\0';
                                       });
}

}  // namespace

absl::Status OpenInBrowser(const std::string& address) {
  if (!HasDisplay()) return absl::UnavailableError("there is no display");
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  // Its output is of no use here.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
  }
  std::string words[] = {kOpener, address};
  char* arguments[] = {words[0].data(), words[1].data(), nullptr};
  // This program ignores signals that a browser needs, and Ctrl-C in its terminal is not for the
  // browser.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigfillset(&defaults);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
  pid_t process = 0;
  const int error = posix_spawnp(&process, kOpener, &files, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error == 0) return absl::OkStatus();
  return absl::UnavailableError(fmt::format("run {}: {}", kOpener, std::strerror(error)));
}

}  // namespace waymark::services
