#include "operate/open_browser.h"

#include <algorithm>
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
  pid_t process = 0;
  const int error = posix_spawnp(&process, kOpener, &files, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
  if (error == 0) return absl::OkStatus();
  return absl::UnavailableError(fmt::format("run {}: {}", kOpener, std::strerror(error)));
}

}  // namespace waymark::services
