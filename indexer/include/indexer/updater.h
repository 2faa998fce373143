// Updater: keeps one view of a repository as the tree on disk is.
//
// An update finds what changed, extracts that alone, re-resolves the files whose references the
// change can bind otherwise, and publishes an overlay over the view's base, or a new base where
// there is none or the change is too large. Either way the published state is, root and all, that
// of a fresh index of the same tree.
//
// Which files are re-resolved follows from names. A definition's header is what other files can see
// of it: kind, flags, parameter counts, types, bases, return type or value, what it is bound to.
// The names of headers that differ between two states are dirty, and so are the names of headers
// that mention a dirty name, and so on. A file that mentions no dirty name, whose imports lead
// where they led and which sees the same includes, resolves to what it resolved to before.
//
// In a daemon an Updater lives on between updates and remembers declarations of all files (about
// 1 KB a symbol). For one run it reads them from the store first.
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

// An update that would re-resolve more than this part of the files, and at least this many, takes
// the full path: resolving everything then costs little more and needs no overlay.
inline constexpr std::uint64_t kMaxAffectedPart = 4;  // a quarter
inline constexpr std::uint64_t kMinAffectedFiles = 64;

// Memory an Updater keeps between updates; one that would keep more forgets everything at the end
// of an update, and the next one reads it from the store.
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
  std::uint64_t files_resolved = 0;  // whose references were looked up again
  std::uint64_t files_replaced = 0;  // published with new rows; of a base: all
  std::uint64_t files_rebound = 0;   // published with new edges
  std::uint64_t symbols_resolved = 0;
  std::uint64_t dirty_names = 0;
  std::uint64_t dangling_edges =
      0;                     // of an overlay that was given up; 0 unless the rules are wrong
  bool should_fold = false;  // the overlay is at the limit of overlay_builder.h
  double load_seconds = 0;   // reading what was not in memory
  double link_seconds = 0;
  double impact_seconds = 0;  // finding what to resolve again
};

// Not thread-safe: one call at a time. Holds no transaction and no lock between calls. Errors of
// all calls are those of IndexRepository; Aborted when another process published meanwhile (call
// again). The previous state stays published in every error.
class Updater {
 public:
  // `options.root` need not exist before the first update; `options.cancelled` and
  // `options.progress` serve all calls and outlive the Updater. With `options.force` every update
  // reads every file and publishes a base.
  Updater(graph::Store& store, IndexOptions options);
  ~Updater();
  Updater(const Updater&) = delete;
  Updater& operator=(const Updater&) = delete;

  // Compares the whole tree with the view. Cost: a stat a file, plus what changed.
  absl::StatusOr<UpdateReport> Update();
  // Compares these paths alone (relative to the root, '/' separated, in any order); of everything
  // else, HEAD included, the caller knows that it did not change. Paths that are new, directories
  // and files that decide what belongs to the view make it compare the whole tree.
  absl::StatusOr<UpdateReport> Update(std::span<const std::string> touched_paths);

  // Publishes the current state, as far as the last update saw it, as a base without overlay. Costs
  // as much as resolving everything; does nothing when there is no overlay. Stops with Cancelled
  // soon after `cancelled` (may be null) becomes true, having published nothing.
  absl::StatusOr<UpdateReport> Fold(const std::atomic<bool>* cancelled);

  // Forgets what can be read from the store again.
  void ReleaseMemory();
  // Estimate of what is kept now.
  std::uint64_t remembered_bytes() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace waymark::indexer
