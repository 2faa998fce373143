// The file `daemon` in a store's directory. The daemon that serves the store holds a lock on it and
// writes its process, its socket and its log file into it, each on a line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <sys/types.h>

namespace waymark::services {

struct DaemonAddress {
  ::pid_t process = 0;
  std::filesystem::path socket;
  std::filesystem::path log = {};  // of the daemon, absolute; empty: its standard error
};

// Held by the daemon for its whole life. The system releases the lock when the process ends for any
// reason. The file stays, because deleting it would let two processes lock two files of the same
// name.
class DaemonFile {
 public:
  // Unavailable if another process holds the lock. The store is open.
  static absl::StatusOr<DaemonFile> Lock(const std::filesystem::path& store_directory);
  DaemonFile(DaemonFile&& other) noexcept;
  DaemonFile& operator=(DaemonFile&&) = delete;
  ~DaemonFile();

  // Lets clients find the daemon.
  absl::Status Announce(const DaemonAddress& address);
  // Clients no longer find the daemon.
  void Withdraw();
  // Whether the paths still lead to this file and to the store's data; false if the store was
  // removed or replaced.
  bool IsInPlace() const;

 private:
  DaemonFile(std::filesystem::path path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}

  using FileIdentity = std::pair<std::uint64_t, std::uint64_t>;  // device, inode

  // Nothing if there is no such file.
  static std::optional<FileIdentity> IdentityOf(const std::filesystem::path& path);

  std::filesystem::path path_;
  int descriptor_;
  std::optional<FileIdentity> data_;  // of the store
};

// Whether a process holds the lock: a daemon that serves or starts.
bool IsDaemonFileHeld(const std::filesystem::path& store_directory);

// The content of the file, whether or not the daemon is alive. nullopt if the file is missing or
// empty.
std::optional<DaemonAddress> ReadDaemonFile(const std::filesystem::path& store_directory);

}  // namespace waymark::services
