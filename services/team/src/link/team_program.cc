#include "services/team_program.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "graph/status.h"
#include "link/linked_store.h"
#include "services/start_process.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr char kTeamProgram[] = "waymark-team";
// Bytes of the standard error of the program that are shown.
constexpr std::size_t kMaxComplaint = 2000;
// How the dynamic linker ends a program whose libraries it does not find.
constexpr int kExitNotLoaded = 127;
// The time that a program has to end after its socket is closed.
constexpr std::chrono::milliseconds kEndGrace{5'000};

constexpr std::string_view kInstallLibpq =
    "it needs the library libpq.so.5, which is not installed: apt install libpq5 (Debian, Ubuntu), "
    "dnf install libpq (Fedora), apk add libpq (Alpine), pacman -S postgresql-libs (Arch), zypper "
    "install libpq5 (openSUSE)";

// Beside this program, in ../lib/waymark, or on the PATH.
std::vector<fs::path> PlacesOf(const fs::path& program) {
  std::vector<fs::path> places;
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    places.push_back(self.parent_path() / program);
    places.push_back(self.parent_path().parent_path() / "lib" / "waymark" / program);
  }
  const char* const path = std::getenv("PATH");
  for (std::string_view rest = path == nullptr ? "" : path; !rest.empty();) {
    const std::string_view directory = rest.substr(0, rest.find(':'));
    // A relative entry, and the empty one, would start a program of the current directory.
    if (directory.starts_with('/')) places.push_back(fs::path(directory) / program);
    rest.remove_prefix(std::min(rest.size(), directory.size() + 1));
  }
  return places;
}

absl::StatusOr<fs::path> FindTeamProgram() {
  for (const fs::path& place : PlacesOf(kTeamProgram)) {
    if (::access(place.c_str(), X_OK) == 0) return place;
  }
  return absl::UnavailableError(
      "the program waymark-team, which knows PostgreSQL, is neither beside waymark nor on the "
      "PATH; "
      "install it from the package that waymark came from");
}

// The started program. Its destructor waits for its end, which the end of the socket causes.
class TeamProcess final : public LinkPeer {
 public:
  TeamProcess(::pid_t process, std::FILE* complaints)
      : process_(process), complaints_(complaints) {}

  ~TeamProcess() override {
    static_cast<void>(Await());
    std::fclose(complaints_);
  }

  TeamProcess(const TeamProcess&) = delete;
  TeamProcess& operator=(const TeamProcess&) = delete;

  // Why it ended without an answer.
  absl::Status End() override {
    const int status = Await();
    const std::string complaint = Complaint();
    if (WIFEXITED(status) && WEXITSTATUS(status) == kExitNotLoaded) {
      if (complaint.find("libpq.so") != std::string::npos) {
        return absl::UnavailableError(fmt::format("start waymark-team: {}", kInstallLibpq));
      }
      return absl::UnavailableError(fmt::format("start waymark-team: {}", complaint));
    }
    const std::string how = WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                                                : fmt::format("exit code {}", WEXITSTATUS(status));
    return absl::UnavailableError(fmt::format("waymark-team ended ({}){}{}; try again", how,
                                              complaint.empty() ? "" : ": ", complaint));
  }

 private:
  int Await() {
    if (process_ <= 0) return status_;
    const std::int64_t deadline = NowMs() + kEndGrace.count();
    while (::waitpid(process_, &status_, WNOHANG) == 0) {
      constexpr int kLookMs = 2;
      ::poll(nullptr, 0, kLookMs);
      if (NowMs() > deadline) ::kill(process_, SIGKILL);
    }
    process_ = -1;
    return status_;
  }

  static std::int64_t NowMs() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

  std::string Complaint() const {
    std::string text(kMaxComplaint, '\0');
    const ::ssize_t size = ::pread(::fileno(complaints_), text.data(), text.size(), 0);
    text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }

  ::pid_t process_;
  std::FILE* complaints_;
  int status_ = 0;
};

// A group of its own: an interrupt of the terminal is for this program to deal with.
absl::StatusOr<::pid_t> SpawnTeam(const fs::path& program, int socket, int complaints) {
  absl::StatusOr<::pid_t> process =
      StartProcess({.program = program.string(),
                    .arguments = {kTeamProgram},
                    .streams = {{.stream = STDIN_FILENO, .descriptor = socket},
                                {.stream = STDOUT_FILENO, .file = "/dev/null", .flags = O_WRONLY},
                                {.stream = STDERR_FILENO, .descriptor = complaints}},
                    .group = ProcessGroup::kOwn});
  if (process.ok()) return process;
  return absl::UnavailableError(
      fmt::format("start {}: {}", program.string(), std::string(process.status().message())));
}

absl::StatusOr<std::unique_ptr<SharedStore>> StartTeam(const TeamOptions& options,
                                                       InitialisedStore* initialises) {
  fs::path program = options.program;
  if (program.empty()) {
    WM_ASSIGN_OR_RETURN(program, FindTeamProgram());
  }
  int sockets[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    return absl::UnavailableError(fmt::format("start waymark-team: {}", std::strerror(errno)));
  }
  std::FILE* const complaints = std::tmpfile();
  absl::StatusOr<::pid_t> process =
      complaints == nullptr
          ? absl::UnavailableError("start waymark-team: no temporary file can be made")
          : SpawnTeam(program, sockets[1], ::fileno(complaints));
  ::close(sockets[1]);
  if (!process.ok()) {
    ::close(sockets[0]);
    if (complaints != nullptr) std::fclose(complaints);
    return process.status();
  }
  return OpenLinkedStore(sockets[0], std::make_unique<TeamProcess>(*process, complaints),
                         options.url, initialises, options.cancelled);
}

}  // namespace

absl::StatusOr<InitialisedStore> InitialiseTeamStore(const TeamOptions& options) {
  InitialisedStore made;
  WM_RETURN_IF_ERROR(StartTeam(options, &made).status());
  return made;
}

absl::StatusOr<std::unique_ptr<SharedStore>> OpenTeamStore(const TeamOptions& options) {
  return StartTeam(options, nullptr);
}

}  // namespace waymark::services
