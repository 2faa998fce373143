#include "operate/open_browser.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "services/start_process.h"

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
  ProcessStart start{.program = kOpener, .arguments = {kOpener, address}};
  // Its output is of no use here.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    start.streams.push_back({.stream = stream, .file = "/dev/null", .flags = O_RDWR});
  }
  start.group = ProcessGroup::kSession;  // Ctrl-C in this terminal is not for the browser
  const absl::StatusOr<::pid_t> process = StartProcess(std::move(start));
  if (process.ok()) return absl::OkStatus();
  return absl::UnavailableError(
      fmt::format("run {}: {}", kOpener, std::string(process.status().message())));
}

}  // namespace waymark::services
