// Shared by the stages of one index run: options, progress, and cancellation.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <absl/status/status.h>

#include "graph/crash_journal.h"
#include "indexer/indexer.h"
#include "indexer/source_reader.h"
#include "resources/memory_budget.h"
#include "resources/watchdog.h"
#include "scan/source_file.h"

namespace waymark::indexer {

// Limits of a chunk, the files that one thread takes at a time: their number and their bytes. The
// last chunk of a run keeps a single thread busy. Chunks follow from the files alone, so the output
// does not depend on the number of threads.
inline constexpr std::size_t kChunkFiles = 64;
inline constexpr std::uint64_t kChunkBytes = 512 << 10;

struct FileChunk {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// `sizes` in bytes, by file.
std::vector<FileChunk> PlanChunks(std::span<const std::uint64_t> sizes);

// For the calling thread only, except for IsCancelled(), memory(), crash_journal() and watchdog().
class RunContext {
 public:
  // Reads from `sources`, which must outlive the context, or if null from the work tree at `root`.
  // Tables without room in memory go to a file in `store_directory`.
  RunContext(const IndexOptions& options, std::filesystem::path root, const SourceReader* sources,
             const std::filesystem::path& store_directory);

  const std::filesystem::path& root() const { return root_; }

  const SourceReader& sources() const { return sources_ == nullptr ? work_tree_ : *sources_; }

  // The requested number, or fewer if memory has no room for them.
  unsigned threads() const { return threads_; }

  MemoryBudget& memory() { return memory_; }

  graph::CrashJournal& crash_journal() { return crash_journal_; }

  Watchdog& watchdog() { return watchdog_; }

  bool IsCancelled() const { return options_.cancelled != nullptr && *options_.cancelled; }

  void BeginStage(Stage stage, std::uint64_t files_total, std::uint64_t bytes_total);
  void Advance(std::uint64_t files, std::uint64_t bytes);
  // Reports progress if it is due. Cancelled if the caller wants to stop.
  absl::Status Tick();
  absl::Status EndStage();
  // Since BeginStage().
  double StageSeconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  const IndexOptions& options_;
  const std::filesystem::path root_;
  const WorkTreeReader work_tree_;
  const SourceReader* const sources_;
  const unsigned threads_;
  MemoryBudget memory_;
  graph::CrashJournal crash_journal_;
  Watchdog watchdog_;
  Progress progress_;
  Clock::time_point stage_began_;
  Clock::time_point last_report_;
};

}  // namespace waymark::indexer
