#include "lmdb/store_directory.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "graph/status.h"

namespace waymark::graph {
namespace {

constexpr mode_t kDirectoryMode = 0700;
constexpr mode_t kLockMode = 0600;
constexpr char kDataFile[] = "data.mdb";
constexpr char kLockFile[] = "writer.lock";

struct FileSystemRow {
  std::uint64_t magic;
  std::string_view name;
};

// Source: statfs(2) and linux/magic.h.
constexpr FileSystemRow kNetworkFileSystems[] = {
    {0x6969, "nfs"},        {0x517B, "smb"},       {0xFF534D42, "cifs"},  {0xFE534D42, "smb2"},
    {0x01021997, "9p"},     {0x00C36400, "ceph"},  {0x5346414F, "afs"},   {0x73757245, "coda"},
    {0x0BD00BD0, "lustre"}, {0x47504653, "gpfs"},  {0x7461636F, "ocfs2"}, {0x01161970, "gfs2"},
    {0x19830326, "fhgfs"},  {0x6B414653, "k-afs"},
};

// Beginnings of file names that a store's directory may contain before the store exists: other
// parts of this program keep these files beside it.
constexpr std::string_view kOwnFiles[] = {"data.mdb", "lock.mdb",  "writer.lock",
                                          "daemon",   "under-way", "waymark."};

bool IsOwnFile(const std::string& name) {
  for (const std::string_view own : kOwnFiles) {
    if (name.compare(0, own.size(), own) == 0) return true;
  }
  return false;
}

absl::Status CreateDirectory(const std::filesystem::path& directory) {
  std::error_code error;
  const std::filesystem::path parent = directory.parent_path();
  if (!parent.empty()) std::filesystem::create_directories(parent, error);
  if (error) return SystemError(error.value(), "create directory", parent);
  if (mkdir(directory.c_str(), kDirectoryMode) == 0 || errno == EEXIST) return absl::OkStatus();
  return SystemError(errno, "create store", directory);
}

absl::Status CheckFileSystem(const std::filesystem::path& directory) {
  struct statfs attributes;
  if (statfs(directory.c_str(), &attributes) != 0) {
    return SystemError(errno, "open store", directory);
  }
  const auto magic = static_cast<std::uint64_t>(attributes.f_type) & 0xFFFFFFFF;
  if (const auto name = NetworkFileSystem(magic)) {
    return absl::FailedPreconditionError(
        fmt::format("open store {}: the directory is on a network file system ({}), whose locks "
                    "and shared maps a store cannot trust; choose a local directory with --store",
                    directory.string(), *name));
  }
  return absl::OkStatus();
}

// The process id in a lock file. The holder writes it just after locking, so it may take a moment
// to appear.
std::string ReadHolder(int descriptor) {
  constexpr int kAttempts = 20;
  constexpr std::chrono::milliseconds kPause(1);
  std::array<char, 32> text{};
  for (int i = 0; i < kAttempts; ++i) {
    const ssize_t size = pread(descriptor, text.data(), text.size(), 0);
    if (size > 0) return std::string(text.data(), static_cast<std::size_t>(size));
    std::this_thread::sleep_for(kPause);
  }
  return "(unknown)";
}

// A directory with files of another program was most likely given by mistake.
absl::Status CheckForeignFiles(const std::filesystem::path& directory) {
  std::error_code error;
  if (std::filesystem::exists(directory / kDataFile, error)) return absl::OkStatus();
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    const std::string name = entry.path().filename().string();
    if (IsOwnFile(name)) continue;
    return absl::FailedPreconditionError(
        fmt::format("open store {}: the directory holds '{}' and no store; choose an empty or new "
                    "directory with --store",
                    directory.string(), name));
  }
  return error ? SystemError(error.value(), "open store", directory) : absl::OkStatus();
}

}  // namespace

absl::Status SystemError(int code, std::string_view attempted, const std::filesystem::path& path) {
  const std::string message =
      fmt::format("{} {}: {}", attempted, path.string(), std::generic_category().message(code));
  switch (code) {
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::PermissionDeniedError(message + "; choose another directory or mend its mode");
    case ENOSPC:
    case EDQUOT:
      return absl::ResourceExhaustedError(message + "; free some space and try again");
    case ENOENT:
      return absl::NotFoundError(message);
    case ENOTDIR:
    case ENAMETOOLONG:
    case ELOOP:
      return absl::InvalidArgumentError(message);
    default:
      return absl::InternalError(message);
  }
}

std::optional<std::string_view> NetworkFileSystem(std::uint64_t magic) {
  for (const FileSystemRow& row : kNetworkFileSystems) {
    if (row.magic == magic) return row.name;
  }
  return std::nullopt;
}

absl::Status PrepareDirectory(const std::filesystem::path& directory, bool create) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(directory, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    if (!create) {
      return absl::NotFoundError(fmt::format(
          "open store {}: there is none; index a repository first", directory.string()));
    }
    WM_RETURN_IF_ERROR(CreateDirectory(directory));
  } else if (error) {
    return SystemError(error.value(), "open store", directory);
  } else if (status.type() != std::filesystem::file_type::directory) {
    return absl::InvalidArgumentError(
        fmt::format("open store {}: it is not a directory", directory.string()));
  }
  WM_RETURN_IF_ERROR(CheckFileSystem(directory));
  WM_RETURN_IF_ERROR(CheckForeignFiles(directory));
  // A first run that was killed before it wrote anything leaves an empty file.
  if (!create && std::filesystem::file_size(directory / kDataFile, error) == 0) {
    return absl::NotFoundError(
        fmt::format("open store {}: it is empty; index a repository first", directory.string()));
  }
  if (create && faccessat(AT_FDCWD, directory.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    return SystemError(errno, "write to store", directory);
  }
  return absl::OkStatus();
}

absl::StatusOr<bool> HasWriterLock(const std::filesystem::path& directory) {
  std::error_code error;
  const bool exists = std::filesystem::exists(directory / kLockFile, error);
  if (error) return SystemError(error.value(), "open store", directory);
  return exists;
}

absl::StatusOr<WriterLock> WriterLock::Acquire(const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / kLockFile;
  const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kLockMode);
  if (descriptor < 0) return SystemError(errno, "open", path);
  WriterLock lock(descriptor);
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return SystemError(errno, "lock", path);
    return absl::UnavailableError(
        fmt::format("write to store {}: process {} is writing; try again when it is done",
                    directory.string(), ReadHolder(descriptor)));
  }
  const std::string pid = std::to_string(getpid());
  if (ftruncate(descriptor, 0) != 0 ||
      pwrite(descriptor, pid.data(), pid.size(), 0) != static_cast<ssize_t>(pid.size())) {
    return SystemError(errno, "write", path);
  }
  return lock;
}

WriterLock::WriterLock(WriterLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

WriterLock::~WriterLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace waymark::graph
