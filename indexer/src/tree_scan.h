// What lies on disk, compared with what a view recorded: stat data first, then content.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/store.h"
#include "indexer/indexer.h"
#include "source_file.h"

namespace waymark::indexer {

struct TreeScan {
  std::vector<SourceFile> files;  // in byte order of their paths; project files too
  std::vector<SkippedFileReport> unreadable_paths;
  std::string commit;
  // Paths, ordered, that differ from the view in content.
  std::vector<std::string> changed;
  std::vector<std::string> added;
  std::vector<std::string> removed;
  bool stale_stat = false;  // some file has other stat data than recorded, and the same content

  bool Differs() const { return !changed.empty() || !added.empty() || !removed.empty(); }
};

// A published view as far as a scan needs it.
struct PublishedState {
  graph::ViewRecord record;
  std::vector<graph::FileState> states;  // ordered by path
  std::shared_ptr<const graph::ReadView> view;
};

// Whether a file can matter to the view of a tree, by its name.
bool IsRelevantPath(std::string_view path);

// Walks the tree and compares it with `published`, when there is one. Files that are as recorded
// are marked as known, with what the view says of them: by their stat data, or, where that differs
// or was recorded too soon after the file was written, by their content.
absl::StatusOr<TreeScan> ScanTree(const std::filesystem::path& root,
                                  const PublishedState* published, unsigned threads,
                                  const std::atomic<bool>* cancelled);

}  // namespace waymark::indexer
