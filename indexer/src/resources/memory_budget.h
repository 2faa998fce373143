// The anonymous memory that an index run may use, and its users.
//
// Parts are reserved for the program and for each thread. Data kept per file grows until the run
// ends; once it takes a quarter of the limit, further tables spill to a file beside the store. The
// memory to parse a large file is leased beforehand, so that two large files are parsed one after
// the other rather than beyond the limit. A run that cannot stay within the limit ends with an
// error that says what to do. Its result never depends on the limit.
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

// Measured on dense sources, including the allocator's overhead.
inline constexpr std::uint64_t kProgramBytes = 32u << 20;    // code, queues and maps of the store
inline constexpr std::uint64_t kThreadBytes = 24u << 20;     // tables, waiting chunks
inline constexpr std::uint64_t kParseTokenBytes = 224;       // syntax tree, its copy, facts
inline constexpr std::uint64_t kSmallParseBytes = 8u << 20;  // of a parse, part of kThreadBytes

// An upper bound, by tokens, of the memory to parse a text beyond kThreadBytes.
std::uint64_t ParseBytes(std::string_view text);

// How many of `wanted` threads fit into half of the memory.
unsigned ThreadsWithin(std::uint64_t memory_bytes, unsigned wanted);

// Thread-safe.
class MemoryBudget {
 public:
  // Tables spill to a file in `directory`.
  MemoryBudget(std::uint64_t memory_bytes, unsigned threads, std::filesystem::path directory);

  // Returns the memory when it is destroyed.
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

  // Waits for other leases to end if there is no room. InvalidArgument if there would be no room
  // even then; `what` names the user in the message.
  absl::StatusOr<Lease> Take(std::uint64_t bytes, std::string_view what) WM_EXCLUDES(mutex_);

  // Adds to the memory that is kept in tables that can spill. Must be called before they grow.
  void Keep(std::uint64_t bytes) WM_EXCLUDES(mutex_);

  // InvalidArgument if the kept memory plus `more` exceeds the limit; the error of the spill file
  // if it cannot grow. `what` names the user in the message.
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
