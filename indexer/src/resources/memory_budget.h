// How much anonymous memory an index run may use, and what uses it.
//
// Part of it is set aside for the program and for each thread. What is kept of every file
// grows until the run ends; once a quarter of the limit is used, further tables spill to a file
// beside the store. What a large file needs while it is parsed is taken before and waited for, so
// that two of them are parsed one after the other rather than beyond the limit. A run that cannot
// keep within it ends with an error that says what to do; its outcome never depends on the limit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/mutex.h"
#include "graph/spill.h"

namespace waymark::indexer {

// Measured on dense sources, with the room that the allocator leaves between blocks.
inline constexpr std::uint64_t kProgramBytes = 32u << 20;    // code, queues and maps of the store
inline constexpr std::uint64_t kThreadBytes = 24u << 20;     // tables, chunks that wait
inline constexpr std::uint64_t kParseTokenBytes = 224;       // syntax tree, its copy, facts
inline constexpr std::uint64_t kSmallParseBytes = 8u << 20;  // of a parse, part of kThreadBytes

// What parsing a text may need beyond what each thread has: an upper bound by its tokens.
std::uint64_t ParseBytes(std::string_view text);

// Threads that a run of `wanted` ones has room for: they get half of the memory at most.
unsigned ThreadsWithin(std::uint64_t memory_bytes, unsigned wanted);

// Thread-safe.
class MemoryBudget {
 public:
  // Tables spill to a file in the directory.
  MemoryBudget(std::uint64_t memory_bytes, unsigned threads, std::filesystem::path directory);

  // Gives back at its end what was taken.
  class Lease {
   public:
    Lease(MemoryBudget& budget, std::uint64_t bytes) : budget_(&budget), bytes_(bytes) {}

    Lease(Lease&& other) noexcept : budget_(other.budget_), bytes_(other.bytes_) {
      other.budget_ = nullptr;
    }

    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Lease& operator=(Lease&&) = delete;

    ~Lease() {
      if (budget_ != nullptr) budget_->Return(bytes_);
    }

   private:
    MemoryBudget* budget_;
    std::uint64_t bytes_;
  };

  // Waits for other leases to end while there is no room. InvalidArgument when there would be
  // none even then; `what` is what needs the memory.
  absl::StatusOr<Lease> Take(std::uint64_t bytes, std::string_view what) WM_EXCLUDES(mutex_);

  // From now on, besides what was kept before, in tables that can spill. Called before they grow.
  void Keep(std::uint64_t bytes) WM_EXCLUDES(mutex_);

  // InvalidArgument when what is kept, and `more` besides, goes beyond the limit; the error of the
  // file when it cannot take what spills. `what` is what the memory is kept for.
  absl::Status Check(std::uint64_t more, std::string_view what) const WM_EXCLUDES(mutex_);

 private:
  void Return(std::uint64_t bytes) WM_EXCLUDES(mutex_);
  absl::Status TooLittle(std::uint64_t needed, std::string_view what) const;

  const std::uint64_t limit_;
  const std::uint64_t set_aside_;
  const std::filesystem::path directory_;
  mutable Mutex mutex_;
  CondVar returned_;
  std::uint64_t kept_ WM_GUARDED_BY(mutex_) = 0;
  std::uint64_t leased_ WM_GUARDED_BY(mutex_) = 0;
  std::optional<graph::SpillScope> spill_ WM_GUARDED_BY(mutex_);
  absl::Status spill_status_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::indexer
