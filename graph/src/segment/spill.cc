#include "graph/spill.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "graph/mutex.h"
#include "graph/status.h"
#include "lmdb/store_directory.h"

namespace waymark::graph {
namespace {

// Reserved size of the address range and of the file, which has holes where nothing was allocated.
constexpr std::size_t kReservedBytes = std::size_t{64} << 30;
// The file grows by this much.
constexpr std::size_t kExtentBytes = std::size_t{64} << 20;

// A file shared by all allocations. Blocks are powers of two; returned blocks are kept by size for
// the next allocation.
class SpillFile {
 public:
  static absl::StatusOr<std::unique_ptr<SpillFile>> Create(const std::filesystem::path& directory) {
    std::string path = (directory / "waymark.spill-XXXXXX").string();
    const int descriptor = mkostemp(path.data(), O_CLOEXEC);
    if (descriptor < 0) return SystemError(errno, "make a file of large tables in", directory);
    unlink(path.c_str());
    void* base = MAP_FAILED;
    if (ftruncate(descriptor, kReservedBytes) == 0) {
      base = mmap(nullptr, kReservedBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                  descriptor, 0);
    }
    if (base == MAP_FAILED) {
      const int error = errno;
      close(descriptor);
      return SystemError(error, "map a file of large tables in", directory);
    }
    return std::unique_ptr<SpillFile>(
        new SpillFile(directory, descriptor, static_cast<char*>(base)));
  }

  bool Owns(const void* memory) const { return memory >= base_ && memory < base_ + kReservedBytes; }

  // Null if the file cannot grow.
  void* Take(std::size_t bytes) WM_EXCLUDES(mutex_) {
    const std::size_t size = std::bit_ceil(bytes);
    const MutexLock lock(mutex_);
    std::vector<char*>& free = free_[std::bit_width(size)];
    if (!free.empty()) {
      char* const block = free.back();
      free.pop_back();
      live_ += size;
      return block;
    }
    if (!GrowTo(used_ + size)) return nullptr;
    char* const block = base_ + used_;
    used_ += size;
    live_ += size;
    return block;
  }

  void Return(void* memory, std::size_t bytes) WM_EXCLUDES(mutex_) {
    const std::size_t size = std::bit_ceil(bytes);
    const MutexLock lock(mutex_);
    free_[std::bit_width(size)].push_back(static_cast<char*>(memory));
    live_ -= size;
    if (live_ == 0) Empty();
  }

  void ForgetErrors() WM_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    status_ = absl::OkStatus();
  }

  absl::Status status() const WM_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    return status_;
  }

 private:
  SpillFile(std::filesystem::path directory, int descriptor, char* base)
      : directory_(std::move(directory)), descriptor_(descriptor), base_(base) {}

  // Space is allocated before it is written, because a mapped page without space causes no error
  // but a signal.
  bool GrowTo(std::size_t end) WM_REQUIRES(mutex_) {
    if (end <= end_) return true;
    const std::size_t wanted = (end + kExtentBytes - 1) / kExtentBytes * kExtentBytes;
    int error = wanted > kReservedBytes ? EFBIG : 0;
    if (error == 0) {
      error =
          posix_fallocate(descriptor_, static_cast<off_t>(end_), static_cast<off_t>(wanted - end_));
    }
    if (error != 0) {
      status_.Update(SystemError(
          error, fmt::format("grow the file of large tables to {} MiB in", wanted >> 20),
          directory_));
      return false;
    }
    end_ = wanted;
    return true;
  }

  // Returns the space. If the file cannot be truncated, it is reused as it is.
  void Empty() WM_REQUIRES(mutex_) {
    for (std::vector<char*>& free : free_) free.clear();
    used_ = 0;
    if (ftruncate(descriptor_, 0) == 0 && ftruncate(descriptor_, kReservedBytes) == 0) end_ = 0;
  }

  const std::filesystem::path directory_;
  const int descriptor_;
  char* const base_;
  mutable Mutex mutex_;
  std::array<std::vector<char*>, 64> free_ WM_GUARDED_BY(mutex_);  // by the bit width of the size
  std::size_t used_ WM_GUARDED_BY(mutex_) = 0;
  std::size_t end_ WM_GUARDED_BY(mutex_) = 0;  // end of the allocated space in the file
  std::size_t live_ WM_GUARDED_BY(mutex_) = 0;
  absl::Status status_ WM_GUARDED_BY(mutex_);
};

struct Spilling {
  std::atomic<SpillFile*> file = nullptr;  // lives as long as the process, since memory of it may
  std::atomic<int> scopes = 0;
};

Spilling& OfTheProcess() {
  static constinit Spilling spilling;
  return spilling;
}

}  // namespace

absl::StatusOr<SpillScope> SpillScope::Begin(const std::filesystem::path& directory) {
  static Mutex beginning;
  const MutexLock lock(beginning);
  Spilling& spilling = OfTheProcess();
  if (spilling.file.load() == nullptr) {
    WM_ASSIGN_OR_RETURN(std::unique_ptr<SpillFile> made, SpillFile::Create(directory));
    spilling.file.store(made.release());
  }
  spilling.file.load()->ForgetErrors();
  ++spilling.scopes;
  return SpillScope();
}

SpillScope::~SpillScope() {
  if (active_) --OfTheProcess().scopes;
}

absl::Status SpillScope::status() {
  const SpillFile* const file = OfTheProcess().file.load();
  return file == nullptr ? absl::OkStatus() : file->status();
}

void* TakeSpillMemory(std::size_t bytes) {
  Spilling& spilling = OfTheProcess();
  if (bytes >= kMinSpillBytes && spilling.scopes.load(std::memory_order_relaxed) > 0) {
    if (void* const memory = spilling.file.load()->Take(bytes); memory != nullptr) return memory;
  }
  return ::operator new(bytes);
}

void ReturnSpillMemory(void* memory, std::size_t bytes) noexcept {
  SpillFile* const file = OfTheProcess().file.load(std::memory_order_acquire);
  if (file != nullptr && file->Owns(memory)) {
    file->Return(memory, bytes);
  } else {
    ::operator delete(memory);
  }
}

}  // namespace waymark::graph
