#include "install/health_checks.h"

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "config/config_file.h"
#include "indexer/watcher.h"
#include "install/install_clients.h"
#include "install/install_record.h"
#include "options/daemon_option.h"
#include "services/quantities.h"
#include "services/remote_engine.h"
#include "services/start_daemon.h"
#include "services/version.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kOthers = 0077;
// An index run on a full disk fails and keeps the old state; this warns before.
constexpr std::uint64_t kFewBytes = std::uint64_t{256} << 20;
// Enough for a daemon with all its views, connections and segments.
constexpr rlim_t kEnoughFiles = 1024;
constexpr char kWatchLimit[] = "/proc/sys/fs/inotify/max_user_watches";
// Files of a store. All of them must be writable; readers also write the lock of LMDB.
constexpr char kDataFile[] = "data.mdb";
constexpr char kLockFile[] = "lock.mdb";
constexpr char kWriterFile[] = "writer.lock";

Finding Good(std::string subject, std::string text) {
  return {Health::kGood, std::move(subject), std::move(text)};
}

Finding Note(std::string subject, std::string text) {
  return {Health::kNote, std::move(subject), std::move(text)};
}

Finding Wrong(std::string subject, std::string text) {
  return {Health::kWrong, std::move(subject), std::move(text)};
}

// Whether other users can enter the directory; false if it does not exist.
bool IsOpenToOthers(const fs::path& directory) {
  struct stat status {};

  return ::stat(directory.c_str(), &status) == 0 && (status.st_mode & kOthers) != 0;
}

bool IsOfAnotherUser(const fs::path& directory) {
  struct stat status {};

  return ::lstat(directory.c_str(), &status) == 0 && status.st_uid != ::geteuid();
}

Finding CheckStore(const fs::path& store) {
  constexpr char kSubject[] = "store";
  std::error_code error;
  const std::uint64_t bytes = fs::file_size(store / kDataFile, error);
  if (error) {
    return Note(kSubject,
                fmt::format("there is none in {}; the first index run makes it", store.string()));
  }
  if (IsOpenToOthers(store)) {
    return Wrong(kSubject, fmt::format("others can enter {}; run: chmod 700 {}", store.string(),
                                       store.string()));
  }

  for (const fs::path& needed :
       {store, store / kDataFile, store / kLockFile, store / kWriterFile}) {
    if (::faccessat(AT_FDCWD, needed.c_str(), W_OK, AT_EACCESS) == 0 || errno == ENOENT) continue;
    return Wrong(kSubject,
                 fmt::format("{} cannot be written ({}): questions are answered, and nothing is "
                             "indexed or remembered",
                             needed.string(), std::generic_category().message(errno)));
  }

  struct statvfs disk {};

  if (::statvfs(store.c_str(), &disk) != 0) return Good(kSubject, store.string());
  const std::uint64_t free = std::uint64_t{disk.f_bavail} * disk.f_frsize;
  std::string text =
      fmt::format("{}, {}; its disk has {} left", store.string(), ByteSize(bytes), ByteSize(free));
  return free < kFewBytes ? Wrong(kSubject, std::move(text)) : Good(kSubject, std::move(text));
}

Finding CheckDaemon(const Place& place) {
  using Clock = std::chrono::steady_clock;
  constexpr char kSubject[] = "daemon";
  const Clock::time_point begin = Clock::now();
  const absl::StatusOr<std::unique_ptr<RemoteEngine>> daemon =
      place.daemon.has_value() ? RemoteEngine::Connect(*place.daemon, kRemoteDaemonPatience)
                               : RemoteEngine::Connect(place.store, kDaemonPatience);
  const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
  if (daemon.ok()) {
    return Good(kSubject,
                fmt::format("answers within {:.0f} ms, version {}", took.count(), kVersion));
  }
  const std::string reason(daemon.status().message());
  if (place.daemon.has_value()) return Wrong(kSubject, reason);
  const std::optional<std::int64_t> process = DaemonProcess(place.store);
  if (!process.has_value()) {
    return Good(kSubject, "none serves the store; `waymark mcp` and `waymark lsp` start one");
  }
  return Wrong(kSubject,
               fmt::format("{}; commands work on the store themselves; to end process {}: waymark "
                           "daemon stop",
                           reason, *process));
}

Finding CheckSockets(const fs::path& directory) {
  constexpr char kSubject[] = "sockets";
  std::error_code error;
  if (!fs::exists(directory, error)) {
    return Good(kSubject, fmt::format("in {}, which the first daemon makes", directory.string()));
  }
  if (IsOfAnotherUser(directory)) {
    return Wrong(kSubject,
                 fmt::format("{} is another user's; set XDG_RUNTIME_DIR", directory.string()));
  }
  if (IsOpenToOthers(directory)) {
    return Wrong(kSubject,
                 fmt::format("others can enter {}, so no daemon starts; run: chmod 700 {}",
                             directory.string(), directory.string()));
  }
  return Good(kSubject, fmt::format("in {}, yours alone", directory.string()));
}

Finding CheckWatches() {
  constexpr char kSubject[] = "watches";
  std::ifstream file(kWatchLimit);
  std::uint64_t limit = 0;
  if (!(file >> limit)) {
    return Note(kSubject, fmt::format("{} cannot be read: trees are walked now and then instead",
                                      kWatchLimit));
  }
  std::string text = fmt::format("the system allows {} directories, a checkout takes {} at most",
                                 Grouped(limit), Grouped(indexer::kMaxWatches));
  if (limit >= indexer::kMaxWatches) return Good(kSubject, std::move(text));
  return Note(kSubject, std::move(text) +
                            "; beyond, trees are walked now and then; to allow more: "
                            "sysctl fs.inotify.max_user_watches=524288");
}

Finding CheckFiles() {
  constexpr char kSubject[] = "open files";
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return Note(kSubject, "their limit is not known");
  if (limit.rlim_cur >= kEnoughFiles) {
    return Good(kSubject, fmt::format("{} allowed", Grouped(limit.rlim_cur)));
  }
  return Note(kSubject, fmt::format("{} allowed; a daemon with many clients may need {}: ulimit -n",
                                    Grouped(limit.rlim_cur), Grouped(kEnoughFiles)));
}

// The program in an entry: for every client of the user it is the first path. "" if there is none.
std::string ProgramIn(const std::string& entry) {
  const std::size_t begin = entry.find("\"/");
  const std::size_t end = begin == std::string::npos ? begin : entry.find('"', begin + 1);
  return end == std::string::npos ? "" : entry.substr(begin + 1, end - begin - 1);
}

// The arguments that name an entry to `install` and `uninstall`.
std::string ArgumentsFor(const InstallEntry& entry) {
  return entry.scope == NameOf(InstallScope::kUser)
             ? entry.client
             : fmt::format("--{} {}", entry.scope, entry.client);
}

Finding CheckClient(const InstallEntry& entry, const Settings& settings) {
  const std::string arguments = ArgumentsFor(entry);
  const std::string again = fmt::format("waymark install {}", arguments);
  const absl::StatusOr<ConfigFile> file = ReadConfigFile(entry.path);
  if (!file.ok() || file->text.find(entry.inserted) == std::string::npos) {
    return Note(entry.client,
                fmt::format("{} no longer has what was installed; run: {}", entry.path, again));
  }
  if (entry.scope == NameOf(InstallScope::kInstructions)) {
    return Good(entry.client, fmt::format("{} has what was installed", entry.path));
  }
  if (entry.scope == NameOf(InstallScope::kProject)) {
    if (IsOnPath(settings, kProgramName)) {
      return Good(entry.client, fmt::format("{} starts {}", entry.path, kProgramName));
    }
    return Wrong(entry.client,
                 fmt::format("{} starts '{}', which no directory of PATH has; add one that has it",
                             entry.path, kProgramName));
  }
  const std::string program = ProgramIn(entry.inserted);
  if (::access(program.c_str(), X_OK) != 0) {
    return Wrong(entry.client, fmt::format("{} starts '{}', which is no program; run: waymark "
                                           "uninstall {}, then {}",
                                           entry.path, program, arguments, again));
  }
  return Good(entry.client, fmt::format("{} starts {}", entry.path, program));
}

void CheckClients(const Settings& settings, std::vector<Finding>& findings) {
  if (!settings.state_directory.has_value()) return;
  const absl::StatusOr<InstallRecord> record =
      InstallRecord::Read(*settings.state_directory / kInstallRecordPath);
  if (!record.ok()) {
    findings.push_back(Wrong("install", std::string(record.status().message())));
    return;
  }
  for (const InstallEntry& entry : record->entries()) {
    findings.push_back(CheckClient(entry, settings));
  }
}

}  // namespace

std::vector<Finding> CheckHealth(const Place& place, const Settings& settings) {
  std::vector<Finding> findings = {CheckStore(place.store), CheckDaemon(place),
                                   CheckSockets(settings.runtime_directory), CheckWatches(),
                                   CheckFiles()};
  CheckClients(settings, findings);
  return findings;
}

}  // namespace waymark::services
