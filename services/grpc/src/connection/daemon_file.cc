#include "connection/daemon_file.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace waymark::services {
namespace {

constexpr char kFileName[] = "daemon";
constexpr char kDataFile[] = "data.mdb";
constexpr int kLooks = 5;
constexpr std::chrono::milliseconds kLockLookInterval{20};

absl::Status FileError(const std::filesystem::path& path, const char* attempt) {
  const int error = errno;
  const std::string message =
      fmt::format("{} {}: {}", attempt, path.string(), std::strerror(error));
  return error == EACCES || error == EROFS ? absl::PermissionDeniedError(message)
                                           : absl::UnavailableError(message);
}

// Returns 0, or the error number.
int LockNow(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno; }

}  // namespace

absl::StatusOr<DaemonFile> DaemonFile::Lock(const std::filesystem::path& store_directory) {
  const std::filesystem::path path = store_directory / kFileName;
  DaemonFile file(path, ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (file.descriptor_ < 0) return FileError(path, "open");
  int error = LockNow(file.descriptor_);
  // Another process may hold it briefly to test it.
  for (int looks = 1; error == EWOULDBLOCK && looks < kLooks; ++looks) {
    std::this_thread::sleep_for(kLockLookInterval);
    error = LockNow(file.descriptor_);
  }
  if (error != 0) {
    if (error != EWOULDBLOCK) return FileError(path, "lock");
    const std::optional<DaemonAddress> other = ReadDaemonFile(store_directory);
    return absl::UnavailableError(fmt::format(
        "serve {}: {} serves it already; stop that one first", store_directory.string(),
        other.has_value() ? fmt::format("process {}", other->process) : "another process"));
  }
  file.Withdraw();
  file.data_ = IdentityOf(store_directory / kDataFile);
  return file;
}

DaemonFile::DaemonFile(DaemonFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      data_(other.data_) {}

DaemonFile::~DaemonFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

absl::Status DaemonFile::Announce(const DaemonAddress& address) {
  const std::string text =
      fmt::format("{}\n{}\n{}\n", address.process, address.socket.string(), address.log.string());
  if (::pwrite(descriptor_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
    return FileError(path_, "announce the socket in");
  }
  return absl::OkStatus();
}

void DaemonFile::Withdraw() {
  // If the file cannot be emptied, it names a socket where nobody answers; clients handle that.
  [[maybe_unused]] const int ignored = ::ftruncate(descriptor_, 0);
}

bool DaemonFile::IsInPlace() const {
  struct stat own {};

  struct stat named {};

  if (::fstat(descriptor_, &own) != 0) return false;
  // If the file cannot be examined for a reason other than absence, it may still exist.
  if (::stat(path_.c_str(), &named) != 0) return errno != ENOENT && errno != ENOTDIR;
  if (own.st_dev != named.st_dev || own.st_ino != named.st_ino) return false;
  return IdentityOf(path_.parent_path() / kDataFile) == data_;
}

std::optional<DaemonFile::FileIdentity> DaemonFile::IdentityOf(const std::filesystem::path& path) {
  struct stat info {};

  if (::stat(path.c_str(), &info) != 0) return std::nullopt;
  return FileIdentity(info.st_dev, info.st_ino);
}

bool IsDaemonFileHeld(const std::filesystem::path& store_directory) {
  const std::filesystem::path path = store_directory / kFileName;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  // A daemon that starts at this moment finds the file locked, and tries again.
  const bool is_held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return is_held;
}

std::optional<DaemonAddress> ReadDaemonFile(const std::filesystem::path& store_directory) {
  std::ifstream stream(store_directory / kFileName);
  DaemonAddress address;
  std::string socket;
  if (!(stream >> address.process) || !std::getline(stream >> std::ws, socket)) {
    return std::nullopt;
  }
  address.socket = socket;
  std::string log;
  std::getline(stream, log);  // empty, and missing in the file of an earlier version
  address.log = log;
  return address;
}

}  // namespace waymark::services
