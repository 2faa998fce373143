// Updater: keeps one view of a repository equal to the tree on disk.
//
// An update finds the changed files, extracts only these, resolves again the files whose references
// the change can bind otherwise, and publishes an overlay over the view's base. It publishes a new
// base if there is none or the change is too large. In both cases the published state, root
// included, is that of a fresh index of the same tree.
//
// Names decide which files are resolved again. The header of a definition is what other files can
// see of it: kind, flags, parameter counts, types, bases, return type or value, and bindings. A
// name is dirty if its headers differ between the two states, or if its header mentions a dirty
// name, and so on. A file keeps its resolution if it mentions no dirty name, its imports lead to
// the same targets, and it sees the same includes.
//
// In a daemon an Updater lives on between updates and remembers the declarations of all files
// (about 1 KB per symbol). For a single run it reads them from the store first.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/store.h"
#include "indexer/indexer.h"

namespace waymark::indexer {

// An update that would resolve more than this part of the files, and at least this many, resolves
// everything: that costs little more and needs no overlay.
inline constexpr std::uint64_t kMaxAffectedPart = 4;  // a quarter
inline constexpr std::uint64_t kMinAffectedFiles = 64;

// Most memory that an Updater keeps between updates. If it would keep more, it forgets everything
// at the end of an update, and the next update reads it from the store.
inline constexpr std::uint64_t kMaxRememberedBytes = 2ull << 30;

enum class Publication : std::uint8_t {
  kNothing,  // the view was current
  kStates,   // the same graph at another commit or with other stat data
  kOverlay,
  kBase,
};

struct UpdateReport {
  IndexReport index;  // of the whole state; its stages' seconds are those of this update
  Publication publication = Publication::kNothing;
  std::uint64_t files_changed = 0;   // changed, added and removed on disk
  std::uint64_t files_resolved = 0;  // files whose references were resolved again
  std::uint64_t files_replaced = 0;  // published with new rows; for a base: all files
  std::uint64_t files_rebound = 0;   // published with new edges
  std::uint64_t symbols_resolved = 0;
  std::uint64_t invalidated_names = 0;
  std::uint64_t dangling_edges = 0;  // of an overlay that was given up; 0 unless a rule is wrong
  bool should_fold = false;          // the overlay is at the limit of overlay_builder.h
  double load_seconds = 0;           // time to read data that was not in memory
  double link_seconds = 0;
  double impact_seconds = 0;  // time to find the files to resolve again
};

// Not thread-safe: one call at a time. Holds no transaction and no lock between calls. All calls
// have the errors of IndexRepository, and Aborted if another process published meanwhile (call
// again). After any error the previous state stays published.
class Updater {
 public:
  // `options.root` need not exist before the first update. `options.cancelled` and
  // `options.progress` apply to all calls and must outlive the Updater. With `options.force` every
  // update reads every file and publishes a base.
  Updater(graph::Store& store, IndexOptions options);
  ~Updater();
  Updater(const Updater&) = delete;
  Updater& operator=(const Updater&) = delete;

  // Compares the whole tree with the view. Cost: one stat per file, plus the changes.
  absl::StatusOr<UpdateReport> Update();
  // Compares only these paths (relative to the root, '/' separated, in any order). The caller knows
  // that nothing else changed, including HEAD. If they include new paths, directories or files that
  // decide what belongs to the view, the whole tree is compared.
  absl::StatusOr<UpdateReport> Update(std::span<const std::string> touched_paths);

  // Publishes the state of the last update as a base without overlay. Costs as much as resolving
  // everything; does nothing if there is no overlay. Returns Cancelled soon after `cancelled` (may
  // be null) becomes true; then nothing is published.
  absl::StatusOr<UpdateReport> Fold(const std::atomic<bool>* cancelled);

  // Frees everything that can be read from the store again.
  void ReleaseMemory();
  // Estimate of the memory that is kept now.
  std::uint64_t remembered_bytes() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace waymark::indexer
