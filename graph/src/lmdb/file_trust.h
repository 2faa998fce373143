// Whether the file of an open environment can be trusted: it is the one in the store's directory,
// and nothing but LMDB wrote to it since its pages were checked.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <utility>

#include <absl/status/status.h>

#include "graph/mutex.h"

namespace waymark::graph {

// Thread-safe.
class FileTrust {
 public:
  explicit FileTrust(std::filesystem::path directory) : directory_(std::move(directory)) {}

  // Trusts nothing yet about the file, which the environment keeps open.
  void Follow(int file) { file_ = file; }

  // DataLoss if the file was removed or replaced: what this process writes would be lost, and what
  // it reads nobody else sees. Cost: 1 us.
  absl::Status CheckInPlace() const;

  // Checks the pages of the state of a commit, which a transaction protects, if the file changed in
  // another way than by the commits of this process. Errors are those of CheckPages(). Cost without
  // a change: 1 us.
  absl::Status Check(std::uint64_t commit);

  // Between these calls changes are those of this process.
  void BeginOwnWrite() { ++own_writes_; }

  void EndOwnWrite(std::uint64_t commit);

  // Counts changes of the file without a commit: what was compared with its hash before may differ
  // now.
  std::uint64_t changes() const { return changes_; }

 private:
  // The attributes that every write to the file changes.
  struct Stamp {
    std::uint64_t bytes = 0;
    std::int64_t changed_ns = 0;

    auto operator<=>(const Stamp&) const = default;
  };

  Stamp Now() const;

  const std::filesystem::path directory_;
  int file_ = -1;
  std::atomic<int> own_writes_ = 0;
  std::atomic<std::uint64_t> changes_ = 0;
  Mutex mutex_;
  Stamp trusted_ WM_GUARDED_BY(mutex_);
  std::uint64_t commit_ WM_GUARDED_BY(mutex_) = ~std::uint64_t{0};
};

// Makes damage that no check foresaw, such as a file that is cut off while it is mapped, end the
// process with a message and exit code 3 instead of SIGBUS. Once for each process.
void GuardAgainstCutFiles(const std::filesystem::path& directory);

// Ends the process in the same way.
[[noreturn]] void EndOnDamage();

}  // namespace waymark::graph
