// The file `daemon` in a store's directory: locked by the daemon that serves the store, and naming
// its process and socket.
#pragma once

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
};

// Held by the daemon as long as it lives. The system drops the lock with the process, however it
// ends; the file stays, since deleting it would let two processes lock two files of one name.
class DaemonFile {
 public:
  // Unavailable when another process holds the lock.
  static absl::StatusOr<DaemonFile> Lock(const std::filesystem::path& store_directory);
  DaemonFile(DaemonFile&& other) noexcept;
  DaemonFile& operator=(DaemonFile&&) = delete;
  ~DaemonFile();

  // From here on clients find the daemon.
  absl::Status Announce(const DaemonAddress& address);
  // From here on they do not.
  void Withdraw();
  // Whether it is still the one that its path names: not when the store was removed or replaced.
  bool IsInPlace() const;

 private:
  DaemonFile(std::filesystem::path path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}

  std::filesystem::path path_;
  int descriptor_;
};

// Whether a process holds the lock: a daemon that serves, or is about to.
bool IsDaemonFileHeld(const std::filesystem::path& store_directory);

// What the file says, be the daemon alive or not. nullopt without a file or with one that announces
// nothing.
std::optional<DaemonAddress> ReadDaemonFile(const std::filesystem::path& store_directory);

}  // namespace waymark::services
