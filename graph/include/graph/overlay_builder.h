// Builds an overlay segment: how one state of a repository differs from a base.
//
// A view is one base plus at most one cumulative overlay. An overlay replaces files as a whole
// (their symbols get new rows and the old rows are masked), removes files, and rebinds files that
// did not change themselves: their symbols stay, but their outgoing edges and unresolved references
// are new. Whatever the overlay of the starting state already replaced, removed or rebound is
// carried over, so an update gives only what is new since that state.
//
// Order of calls: Plan; then, in any order, AddFile for every replaced file and RebindFile;
// SetSkipped; Finish or FinishUnpublished.
//
// Ids: base symbols keep theirs. Replaced files get ids from the base's bound up, in (path,
// position) order, so the ids are known after Plan and may be used as targets, parents and
// candidates before the file is added. Edges from unchanged files into a replaced file follow the
// identity of their target, and so do parents and candidates. When the identity is gone, the file
// with the edge or candidate must be rebound, and the file with the child symbol must be replaced.
// Otherwise the builder drops the edge or nesting and counts it in `dangling_edges`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/base_builder.h"
#include "graph/ids.h"
#include "graph/read_view.h"
#include "graph/records.h"

namespace waymark::graph {

// Beyond either limit an update writes a new base instead: by then each publication of the overlay
// would write as much as it saves. The builder itself has no such limit.
inline constexpr std::uint32_t kMaxOverlayFiles = 64;
inline constexpr std::uint64_t kMaxOverlayBytes = 4 << 20;

// A new or changed file, with the number of symbols that AddFile will give it.
struct PlannedFile {
  std::string_view path;
  std::uint32_t symbol_count = 0;
};

// The new outgoing edges and references of a file whose symbols stay. `source` counts within the
// file.
struct ReboundFile {
  std::string_view path;
  std::span<const EdgeInput> edges;
  std::span<const UnresolvedInput> unresolved;
};

struct OverlaySummary {
  SegmentId segment = SegmentId::kNone;
  RootHash root;  // of the whole state: equal to that of a base built from the same files
  std::uint64_t file_count = 0;
  std::uint64_t symbol_count = 0;
  std::uint64_t edge_count = 0;
  std::uint64_t unresolved_count = 0;
  std::uint32_t replaced_files = 0;  // files in the overlay, including those carried over
  std::uint32_t rebound_files = 0;
  std::uint64_t bytes = 0;           // encoded size; with replaced_files it decides when to fold
  std::uint64_t dangling_edges = 0;  // 0 unless the caller failed to rebind
};

// Not thread-safe. Errors: InvalidArgument when the order of calls or a count is broken,
// ResourceExhausted when the map or the disk is full.
class OverlayBuilder {
 public:
  virtual ~OverlayBuilder() = default;

  // Takes every file whose rows are new and every path that is gone: both in byte order of paths,
  // no path in both. A removed path that the starting state does not have is ignored.
  virtual absl::Status Plan(std::span<const PlannedFile> replaced,
                            std::span<const std::string_view> removed) = 0;

  // Id of the file's own symbol in the state being built; its other symbols follow. Nothing for
  // paths that are not in that state. The symbols of files that the starting state's overlay holds
  // may have other ids than in the starting state.
  virtual std::optional<SymbolId> FirstSymbolOf(std::string_view path) const = 0;

  virtual absl::Status AddFile(const FileInput& file) = 0;
  virtual absl::Status RebindFile(const ReboundFile& file) = 0;
  // Replaces the list of skipped files; without a call the list of the starting state stays.
  virtual void SetSkipped(std::span<const SkippedFile> skipped) = 0;

  // The segment is invisible until published. FailedPrecondition when the builder comes from
  // Store::NewUnpublished().
  virtual absl::StatusOr<OverlaySummary> Finish() = 0;
  // The state as a view in memory that nobody else sees, for unsaved buffers. Nothing is written.
  virtual absl::StatusOr<std::shared_ptr<const ReadView>> FinishUnpublished() = 0;
};

}  // namespace waymark::graph
