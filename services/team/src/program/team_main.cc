// The program `waymark-team`: the shared store of a team, for `waymark`, which starts it with a
// socket as standard input.
#include <cstdio>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "link/link_messages.h"
#include "link/serve_link.h"
#include "services/postgres_store.h"

namespace waymark::services {
namespace {

constexpr int kTeamDone = 0;
constexpr int kTeamMisused = 2;
constexpr int kTeamFailed = 3;

PostgresOptions OptionsOf(const std::string& url, const std::atomic<bool>* cancelled) {
  PostgresOptions options;
  options.url = url;
  options.cancelled = cancelled;
  return options;
}

bool IsSocket(int file) {
  struct stat state {};

  return ::fstat(file, &state) == 0 && S_ISSOCK(state.st_mode);
}

int RunTeam(int count, char** arguments) {
  if (count == 2 && std::string_view(arguments[1]) == "--version") {
    fmt::print("waymark-team {}\n", LinkBuild());
    return kTeamDone;
  }
  if (count != 1 || !IsSocket(STDIN_FILENO)) {
    fmt::print(stderr,
               "waymark-team: waymark starts this program itself; see: waymark help team\n");
    return kTeamMisused;
  }
  const ServedStores stores{.initialise =
                                [](const std::string& url, const std::atomic<bool>* cancelled) {
                                  return InitialisePostgresStore(OptionsOf(url, cancelled));
                                },
                            .open =
                                [](const std::string& url, const std::atomic<bool>* cancelled) {
                                  return OpenPostgresStore(OptionsOf(url, cancelled));
                                }};
  const absl::Status served = ServeLink(STDIN_FILENO, stores);
  if (served.ok()) return kTeamDone;
  fmt::print(stderr, "waymark-team: {}\n", std::string(served.message()));
  return kTeamFailed;
}

}  // namespace
}  // namespace waymark::services

int main(int count, char** arguments) { return waymark::services::RunTeam(count, arguments); }
