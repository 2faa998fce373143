#include "adaptation/telemetry_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graph/status.h"
#include "services/telemetry.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSecretBytes = 32;
constexpr ::mode_t kOwnersFile = 0600;
constexpr Milliseconds kDay = Milliseconds{24} * 60 * 60 * 1000;

absl::Status FileFailure(std::string_view verb, const fs::path& path) {
  return absl::UnavailableError(
      fmt::format("{} {}: {}", verb, path.string(), std::strerror(errno)));
}

absl::StatusOr<std::string> ReadSecret(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string secret(kSecretBytes + 1, '\0');
  in.read(secret.data(), static_cast<std::streamsize>(secret.size()));
  secret.resize(static_cast<std::size_t>(in.gcount()));
  if (secret.size() == kSecretBytes) return secret;
  return absl::DataLossError(fmt::format(
      "{} has {} bytes instead of {}; remove it to begin with another one (`waymark telemetry "
      "purge`)",
      file.string(), secret.size(), kSecretBytes));
}

// The file appears with its content, so that another process never reads a part.
absl::Status MakeSecret(const fs::path& file) {
  std::array<char, kSecretBytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    return absl::UnavailableError("make a secret for telemetry: the system gives no random bytes");
  }
  std::string temporary = file.string() + "-XXXXXX";
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) return FileFailure("make", file);
  const bool is_written =
      ::write(descriptor, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  ::close(descriptor);
  // If two processes make one, the first one's counts.
  const bool is_there =
      is_written && (::link(temporary.c_str(), file.c_str()) == 0 || errno == EEXIST);
  absl::Status status = is_there ? absl::OkStatus() : FileFailure("make", file);
  ::unlink(temporary.c_str());
  return status;
}

// A file that is being written is younger than a day, whatever its events' age.
void DropOldEvents(const TelemetryPaths& paths, Milliseconds now) {
  for (const fs::path& file : EventFilesOf(paths)) {
    struct stat status {};

    if (::stat(file.c_str(), &status) != 0) continue;
    if (Milliseconds{status.st_mtime} * 1000 < now - kEventDays * kDay) ::unlink(file.c_str());
  }
}

// Keeps other processes from the file of sessions, by a lock on the directory: the file itself may
// be replaced while they wait.
class SessionsLock {
 public:
  explicit SessionsLock(const TelemetryPaths& paths)
      : descriptor_(::open(paths.sessions.parent_path().c_str(), O_RDONLY | O_CLOEXEC)) {
    int outcome = -1;
    do {
      outcome = ::flock(descriptor_, LOCK_EX);
    } while (outcome != 0 && errno == EINTR);
    is_held_ = outcome == 0;
  }

  ~SessionsLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  SessionsLock(const SessionsLock&) = delete;
  SessionsLock& operator=(const SessionsLock&) = delete;

  // False where directories cannot be locked.
  bool is_held() const { return is_held_; }

 private:
  const int descriptor_;
  bool is_held_ = false;
};

// A damaged line is as old as the one before it, since lines are appended.
void DropOldSessions(const TelemetryPaths& paths, Milliseconds now) {
  const SessionsLock lock(paths);
  if (!lock.is_held()) return;
  std::string kept;
  bool is_old = true;
  bool has_old = false;
  const absl::Status read = EachLine(paths.sessions, [&](std::string_view line) {
    const absl::StatusOr<SessionSummary> summary = ReadSummaryLine(line);
    if (summary.ok()) {
      is_old = summary->ended_at_ms < now - kSessionDays * kDay;
      has_old = has_old || is_old;
    }
    if (!is_old) kept += fmt::format("{}\n", line);
  });
  if (!read.ok() || !has_old) return;
  const fs::path beside = paths.sessions.string() + fmt::format("-{}", ::getpid());
  std::error_code ignored;
  fs::remove(beside, ignored);
  if (AppendToFile(beside, kept).ok()) fs::rename(beside, paths.sessions, ignored);
}

}  // namespace

std::vector<fs::path> EventFilesOf(const TelemetryPaths& paths) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(paths.events, error), end; !error && it != end;
       it.increment(error)) {
    if (it->path().extension() == ".jsonl") files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

absl::StatusOr<std::uint64_t> AppendToFile(const fs::path& file, std::string_view text) {
  const int descriptor =
      ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kOwnersFile);
  if (descriptor < 0) return FileFailure("write", file);
  absl::StatusOr<std::uint64_t> outcome = 0;
  const ssize_t count = ::write(descriptor, text.data(), text.size());
  if (count != static_cast<ssize_t>(text.size())) {
    if (count >= 0) errno = ENOSPC;
    outcome = FileFailure("write", file);
  } else if (const off_t size = ::lseek(descriptor, 0, SEEK_CUR); size >= 0) {
    outcome = static_cast<std::uint64_t>(size);
  }
  ::close(descriptor);
  return outcome;
}

absl::Status AppendSession(const TelemetryPaths& paths, std::string_view line) {
  const SessionsLock lock(paths);
  return AppendToFile(paths.sessions, fmt::format("{}\n", line)).status();
}

absl::Status EachLine(const fs::path& file, const std::function<void(std::string_view)>& take) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return FileFailure("read", file);
  std::array<char, std::size_t{1} << 16> buffer{};
  std::string line;
  const auto add = [&](std::string_view part) {
    line += part.substr(0, kMaxTelemetryLine + 1 - std::min(line.size(), kMaxTelemetryLine + 1));
  };
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0) {
    std::string_view rest(buffer.data(), static_cast<std::size_t>(in.gcount()));
    for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
      add(rest.substr(0, end));
      if (!line.empty()) take(line);
      line.clear();
      rest.remove_prefix(end + 1);
    }
    add(rest);
  }
  if (!line.empty()) take(line);
  return in.bad() ? FileFailure("read", file) : absl::OkStatus();
}

absl::StatusOr<std::string> PrepareTelemetry(const fs::path& directory) {
  const TelemetryPaths paths(directory);
  std::error_code error;
  fs::create_directories(paths.events, error);
  if (!error) fs::permissions(directory, fs::perms::owner_all, error);
  if (error) {
    return absl::UnavailableError(
        fmt::format("make the directory {}: {}", paths.events.string(), error.message()));
  }
  if (!fs::exists(paths.secret, error)) WM_RETURN_IF_ERROR(MakeSecret(paths.secret));
  return ReadSecret(paths.secret);
}

void DropOldTelemetry(const TelemetryPaths& paths, Milliseconds now) {
  DropOldEvents(paths, now);
  DropOldSessions(paths, now);
}

}  // namespace waymark::services
