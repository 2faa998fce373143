// IndexRepository: from a directory to a published view.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/store.h"

namespace waymark::indexer {

// Limits. Whatever exceeds one is reported, never dropped silently.
inline constexpr std::uint64_t kMaxFileBytes = 4ull << 20;  // larger files are skipped (kTooLarge)
inline constexpr std::uint32_t kMaxLineBytes = 1u << 20;    // a longer line: skipped (kLineTooLong)
inline constexpr std::uint32_t kMaxNesting =
    1000;  // deeper scopes and expressions are cut (FileFacts::truncated)
inline constexpr std::uint64_t kDefaultMemoryBytes = 1ull << 30;
// Processor time for parsing a file or resolving its references. Counted limits normally end both
// long before, even in the slowest build. Beyond this time the process ends (exit code 3), and a
// file that was being parsed is skipped from then on.
inline constexpr std::chrono::milliseconds kMaxFileTime = std::chrono::minutes(5);

enum class Stage : std::uint8_t { kScanning, kExtracting, kResolving, kPublishing };

struct Progress {
  Stage stage = Stage::kScanning;
  std::uint64_t files_done = 0;
  std::uint64_t files_total = 0;
  std::uint64_t bytes_done = 0;
  std::uint64_t bytes_total = 0;
};

// Views of commits that are kept of a repository; a further one replaces the one that was indexed
// first.
inline constexpr std::size_t kMaxCommitViews = 10;

struct IndexOptions {
  std::filesystem::path root;   // directory to index
  std::string commit;           // from ResolveRevision(); empty: the files on disk
  std::string repository_name;  // overrides the recorded or detected name
  unsigned threads = 0;         // 0: one per core
  std::uint64_t memory_bytes = kDefaultMemoryBytes;
  std::chrono::milliseconds max_file_time = kMaxFileTime;
  bool force = false;  // also index / or $HOME, and read files whose stat data did not change
  bool whole = false;  // publish a whole base and no overlay, so that the view can be exported
  // FailedPrecondition instead of a run, if more files than this differ from the published states
  // of the repository.
  std::optional<std::uint64_t> max_changed_files;
  // Called from the calling thread, at most ten times a second and once at the end of each stage;
  // may be empty.
  std::function<void(const Progress&)> progress;
  const std::atomic<bool>* cancelled =
      nullptr;  // polled between files; Cancelled when it becomes true
};

struct SkippedFileReport {
  std::string path;
  SkipReason reason = SkipReason::kUnreadable;
};

struct LanguageCount {
  Language language = Language::kNone;
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
};

struct IndexReport {
  graph::ViewKey key;
  std::string root_path;
  std::uint64_t generation = 0;
  RootHash root;
  std::string commit;
  bool unchanged = false;  // equal to the published state; nothing was written
  std::uint64_t files_indexed = 0;
  std::uint64_t files_parsed = 0;  // files that were not known by content
  std::uint64_t files_with_syntax_errors = 0;
  std::uint64_t bytes_indexed = 0;
  std::uint64_t symbols = 0;
  std::uint64_t edges = 0;
  std::uint64_t unresolved = 0;
  std::vector<LanguageCount> languages;    // by bytes, descending
  std::vector<SkippedFileReport> skipped;  // by path
  std::vector<KindCount> unindexed;        // kinds that are not indexed, by files, descending
  std::vector<std::string> damaged;        // what a repair left out of the store, in words
  double scan_seconds = 0;
  double extract_seconds = 0;
  double resolve_seconds = 0;
  double publish_seconds = 0;
};

// Errors: NotFound (no such directory), InvalidArgument (a file, "/" or $HOME without force),
// FailedPrecondition (nothing to index), Unavailable (another process writes), Cancelled,
// ResourceExhausted (disk or map full). The previous state stays published in every error.
absl::StatusOr<IndexReport> IndexRepository(graph::Store& store, const IndexOptions& options);

// Identifies, in a view's record, everything that turns the sources into the graph.
std::uint32_t IndexerVersion();

// Whether a view shows a commit. Such a view never changes.
bool IsCommitView(const graph::ViewKey& key);

// The view of a checkout, as IndexRepository names it. The repository is the name recorded in the
// store for this path, otherwise the remote, otherwise the directory; the view comes from the
// canonical path. Cheap: reads only git configuration.
absl::StatusOr<graph::ViewKey> ViewKeyOf(graph::Store& store, const std::filesystem::path& root,
                                         const std::string& repository_name);

// The view of a commit of the checkout's repository, as IndexRepository names it. `commit` comes
// from ResolveRevision(). Errors of ResolveRevision().
absl::StatusOr<graph::ViewKey> CommitViewKeyOf(graph::Store& store,
                                               const std::filesystem::path& root,
                                               const std::string& repository_name,
                                               const std::string& commit);

// How the tree on disk differs from a view, by stat data first and hashes where those differ. A
// view of a commit never differs.
struct TreeDifference {
  bool checked = false;  // false: the tree has more files than the limit and was not compared
  std::uint64_t changed = 0;
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::vector<std::string> paths;  // changed, added and removed paths, ordered
  // The view was indexed by other rules, those of another version of the program, so every file may
  // have other facts: all count as `changed`, and the tree was not read.
  bool by_other_rules = false;
};

absl::StatusOr<TreeDifference> CompareTree(graph::Store& store, const graph::ViewKey& key,
                                           std::uint64_t max_files);

}  // namespace waymark::indexer
