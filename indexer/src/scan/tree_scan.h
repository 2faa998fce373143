// First stage of an index run: which files there are, and which of them differ from the published
// view.
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

// The files of a published view, as they were seen then.
struct KnownTree {
  std::vector<SourceFile> files;         // in byte order of their paths; all known
  std::uint64_t began_unix_seconds = 0;  // before any of them was looked at
};

struct TreeScan {
  std::vector<SourceFile> files;  // in byte order of their paths; project files too
  std::vector<SkippedFileReport> unreadable_paths;
  std::string commit;
  // Paths, ordered, that differ from the view in content.
  std::vector<std::string> changed;
  std::vector<std::string> added;
  std::vector<std::string> removed;
  std::vector<SourceFile> former;         // changed and removed files as the view has them; ordered
  std::vector<std::string> stale_stat;    // other stat data than recorded, and the same content
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

// Whether a file can matter to the view of a tree, by its name.
bool IsRelevantPath(std::string_view path);
// Whether the name alone says that a file is source code: of a language that is indexed, and no
// document.
bool IsCodePath(std::string_view path);

// What a store says of the files of a view. `states` are ordered by path.
KnownTree KnownTreeOf(const graph::ViewRecord& record, const std::vector<graph::FileState>& states,
                      const graph::ReadView& view, unsigned threads);

// Walks the tree and compares it with `known`, when there is one, whose files move into the scan.
// Files that are as recorded are marked as known, with what is known of them: by their stat data,
// or, where that differs or was recorded too soon after the file was written, by their content.
absl::StatusOr<TreeScan> ScanTree(const std::filesystem::path& root, KnownTree* known,
                                  unsigned threads, const std::atomic<bool>* cancelled);

// Completes a scan that has its files by comparing them with `known`, whose files move into it.
// `relate` tells how the file at a position of the scan relates to the known one of its path; it is
// called from several threads.
void CompareWithKnown(
    KnownTree& known, unsigned threads, TreeScan& scan,
    const std::function<Relation(const SourceFile& known, std::size_t position)>& relate);

// Like ScanTree() for these paths alone, and those written too late to be sure of. No value when
// that does not tell enough: a path is new, gone or no file, or decides what belongs to the view.
// `known` is unchanged then.
std::optional<TreeScan> ScanPaths(const std::filesystem::path& root,
                                  std::span<const std::string> paths, KnownTree& known);

}  // namespace waymark::indexer
