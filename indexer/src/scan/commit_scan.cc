#include "scan/commit_scan.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "graph/hash.h"
#include "graph/status.h"
#include "project/project.h"

namespace waymark::indexer {
namespace {

// Compares blobs with recorded files.
class BlobComparison {
 public:
  BlobComparison(const CommitTree& commit, std::vector<std::optional<graph::GitBlob>> blobs,
                 std::vector<SourceFile>& files)
      : commit_(commit), blobs_(std::move(blobs)), files_(files) {}

  Relation Relate(const SourceFile& known, std::size_t i) {
    if (!known.known) return Relation::kChanged;
    if (!HasContentOf(known, i)) return Relation::kChanged;
    files_[i].stat.size_bytes = known.stat.size_bytes;
    return Relation::kSame;
  }

 private:
  bool HasContentOf(const SourceFile& known, std::size_t i) const {
    if (blobs_[i].has_value()) return blobs_[i]->content == known.content;
    const std::string& path = files_[i].path();
    const absl::StatusOr<std::string> bytes =
        commit_.Read(path, IsProjectFile(path) ? kMaxProjectFileBytes : kMaxFileBytes);
    if (bytes.ok()) return HashContent(*bytes) == known.content;
    // Files above the size limit were never read; a skipped one stands for any such content.
    return absl::IsResourceExhausted(bytes.status()) && known.skip == SkipReason::kTooLarge;
  }

  const CommitTree& commit_;
  const std::vector<std::optional<graph::GitBlob>> blobs_;
  std::vector<SourceFile>& files_;
};

}  // namespace

absl::StatusOr<TreeScan> ScanCommit(const CommitTree& commit, graph::Store& store, KnownTree* known,
                                    unsigned threads, const std::atomic<bool>* cancelled) {
  WM_ASSIGN_OR_RETURN(CommitWalk found, commit.Walk(IsRelevantPath, cancelled));
  TreeScan scan;
  scan.commit = std::move(found.walk.commit);
  scan.unreadable_paths = std::move(found.walk.skipped);
  scan.unindexed = std::move(found.walk.unindexed);
  scan.blobs = std::move(found.blobs);
  scan.files.resize(found.walk.files.size());
  for (std::size_t i = 0; i < found.walk.files.size(); ++i) {
    scan.files[i].stat = std::move(found.walk.files[i]);
  }
  if (known == nullptr) return scan;
  WM_ASSIGN_OR_RETURN(std::vector<std::optional<graph::GitBlob>> blobs,
                      store.FindBlobs(scan.blobs));
  BlobComparison comparison(commit, std::move(blobs), scan.files);
  CompareWithKnown(*known, threads, scan, [&](const SourceFile& before, std::size_t i) {
    return comparison.Relate(before, i);
  });
  return scan;
}

std::vector<graph::GitBlob> BlobsOf(const TreeScan& scan) {
  std::vector<graph::GitBlob> blobs;
  blobs.reserve(scan.blobs.size());
  for (std::size_t i = 0; i < scan.blobs.size(); ++i) {
    const SourceFile& file = scan.files[i];
    if (file.content == ContentHash()) continue;  // never read
    blobs.push_back({scan.blobs[i], file.content, file.stat.size_bytes});
  }
  return blobs;
}

}  // namespace waymark::indexer
