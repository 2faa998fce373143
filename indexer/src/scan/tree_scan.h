// First stage of an index run: which files exist, and which of them differ from the published view.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/store.h"
#include "indexer/indexer.h"
#include "scan/source_file.h"

namespace waymark::indexer {

// The files of a published view, as recorded.
struct KnownTree {
  std::vector<SourceFile> files;         // in byte order of their paths; all known
  std::uint64_t began_unix_seconds = 0;  // before any of them was read
};

struct TreeScan {
  std::vector<SourceFile> files;  // in byte order of their paths; project files too
  std::vector<SkippedFileReport> unreadable_paths;
  std::vector<KindCount> unindexed;  // by number of files, descending
  std::string commit;
  // Ordered paths whose content differs from the view.
  std::vector<std::string> changed;
  std::vector<std::string> added;
  std::vector<std::string> removed;
  std::vector<SourceFile> former;         // changed and removed files as the view has them; ordered
  std::vector<std::string> stale_stat;    // same content with other stat data than recorded
  std::vector<graph::GitObjectId> blobs;  // of a commit: parallel to `files`

  bool Differs() const { return !changed.empty() || !added.empty() || !removed.empty(); }
};

// How a file relates to its recorded state.
enum class Relation : std::uint8_t {
  kNew,
  kSame,         // by stat data, or by git's object id
  kSameContent,  // with other stat data
  kChanged,
};

// Whether a file can belong to the view of a tree, by its name.
bool IsRelevantPath(std::string_view path);
// Whether the name alone says that a file is source code of an indexed language, and no document.
bool IsCodePath(std::string_view path);

// The store's record of the files of a view. `states` are ordered by path.
KnownTree KnownTreeOf(const graph::ViewRecord& record, const std::vector<graph::FileState>& states,
                      const graph::ReadView& view, unsigned threads);

// Walks the tree and compares it with `known`, if given, whose files move into the scan. Files as
// recorded are marked as known and keep their recorded data. They are recognised by their stat
// data, or by their content if that differs or was recorded too soon after the file was written.
absl::StatusOr<TreeScan> ScanTree(const std::filesystem::path& root, KnownTree* known,
                                  unsigned threads, const std::atomic<bool>* cancelled);

// Completes a scan that has its files: compares them with `known`, whose files move into it.
// `relate` compares the file at a position of the scan with the known one of its path; it is called
// from several threads.
void CompareWithKnown(
    KnownTree& known, unsigned threads, TreeScan& scan,
    const std::function<Relation(const SourceFile& known, std::size_t position)>& relate);

// Like ScanTree() for these paths alone, and for files written too late to be certain of. nullopt
// if that is not enough: a path is new, removed or no file, or decides what belongs to the view.
// `known` is unchanged then.
std::optional<TreeScan> ScanPaths(const std::filesystem::path& root,
                                  std::span<const std::string> paths, KnownTree& known);

}  // namespace waymark::indexer
