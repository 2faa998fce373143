// Takes the state of a commit over from another store (graph/shared/portable_view.h), as a view
// that later runs start from.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/shared/portable_view.h"
#include "graph/store.h"

namespace waymark::indexer {

struct ImportOptions {
  std::filesystem::path root;   // a checkout of the repository
  std::string repository_name;  // overrides the recorded or detected name
  // Polled while the commit is walked; Cancelled when it becomes true. May be null.
  const std::atomic<bool>* cancelled = nullptr;
};

struct ImportReport {
  graph::ViewKey key;
  std::string root_path;
  std::uint64_t generation = 0;
  bool unchanged = false;  // the store had the state; nothing was written
};

// The place in `others` of the commit that differs from `commit` in the fewest files of the
// directory; the first among equals. Nothing if the checkout has none of them. Cost: that of the
// directories that differ, for each.
absl::StatusOr<std::optional<std::size_t>> FindNearestCommit(const std::filesystem::path& root,
                                                             const std::string& commit,
                                                             std::span<const std::string> others);

// Checks that the state belongs to the checkout, lets `add` add the blobs, and publishes the view
// of the commit. The oldest views of commits beyond kMaxCommitViews are removed, as by
// IndexRepository(). Errors: FailedPrecondition (another repository or directory, a commit that the
// checkout lacks, another version of the indexer, files that are not those of the commit; the
// message says what to do), Unavailable (another process writes; `add` was not called), Aborted
// (another process published the view), Cancelled, ResourceExhausted, those of the writer and of
// `add`. Nothing is published in any error.
absl::StatusOr<ImportReport> ImportCommit(
    graph::Store& store, const ImportOptions& options, const graph::PortableState& state,
    const std::function<absl::Status(graph::PortableWriter& writer)>& add);

}  // namespace waymark::indexer
