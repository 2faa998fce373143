#include "scan/tree_scan.h"

#include <algorithm>
#include <utility>

#include "graph/hash.h"
#include "graph/languages.h"
#include "graph/status.h"
#include "indexer/read_file.h"
#include "project/project.h"
#include "resolve/program/path_index.h"
#include "resources/parallel.h"

namespace waymark::indexer {
namespace {

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;

// A file that was written during or after the recorded run can change again without a change of its
// times, because of the clock's resolution.
bool WrittenTooLate(std::uint64_t began_unix_seconds, const WalkedFile& file) {
  const auto began = static_cast<std::int64_t>(began_unix_seconds) * kNanosecondsPerSecond;
  return file.mtime_ns >= began || file.ctime_ns >= began;
}

// The grammar with which a file of a language was parsed, if the name alone does not decide.
const GrammarRow* GrammarOf(std::string_view path, Language language) {
  const GrammarRow* by_name = DetectGrammar(path, {});
  if (by_name != nullptr && by_name->language == language) return by_name;
  for (const GrammarRow& row : AllGrammars()) {
    if (row.language == language) return &row;
  }
  return nullptr;
}

// The published view's record of a file.
SourceFile KnownFile(const graph::FileState& state, const graph::ReadView& view) {
  SourceFile file;
  file.stat = {state.path, state.size_bytes, state.mtime_ns, state.ctime_ns, state.inode};
  file.content = state.content;
  file.known = true;
  if (state.skip_reason != 0) {
    file.skip = static_cast<SkipReason>(state.skip_reason);
    file.grammar = DetectGrammar(file.path(), {});
    file.known = file.skip != SkipReason::kMinified;  // skipped by an earlier version
    return file;
  }
  const std::optional<FileId> id = view.FindFile(file.path());
  // A file without a row is a project file, or was classified as no script.
  if (!id.has_value()) return file;
  const FileRow row = view.File(*id);
  file.grammar = (row.flags & kFileMinified) != 0 ? FindGrammar(Grammar::kUnindexedSource)
                                                  : GrammarOf(file.path(), row.language);
  file.flags = row.flags;
  file.line_count = row.line_count;
  file.known = file.grammar != nullptr;
  return file;
}

bool SameContent(const std::filesystem::path& root, const SourceFile& known,
                 const WalkedFile& file) {
  if (file.size_bytes != known.stat.size_bytes) return false;
  // A file that was skipped for its size was never read.
  if (known.skip == SkipReason::kTooLarge) return true;
  const absl::StatusOr<std::string> bytes =
      ReadFile(root / file.path, std::max(kMaxFileBytes, kMaxProjectFileBytes));
  if (!bytes.ok()) return known.skip == SkipReason::kUnreadable;
  return HashContent(*bytes) == known.content;
}

Relation Relate(const std::filesystem::path& root, const SourceFile& known,
                std::uint64_t began_unix_seconds, const WalkedFile& file) {
  if (!known.known) return Relation::kChanged;
  const bool same_stat = SameStat(known.stat, file);
  // The permission to read a file can change without its content.
  const bool may_tell = known.skip != SkipReason::kUnreadable;
  if (same_stat && may_tell && !WrittenTooLate(began_unix_seconds, file)) return Relation::kSame;
  if (!SameContent(root, known, file)) return Relation::kChanged;
  return same_stat ? Relation::kSame : Relation::kSameContent;
}

// For each file of the scan its position among the known files, kNoIndex if it has none. The
// remaining known files are removed ones.
std::vector<std::uint32_t> MatchKnown(std::vector<SourceFile>& known, TreeScan& scan) {
  std::vector<std::uint32_t> matched;
  std::uint32_t next = 0;
  const auto remove_before = [&](const std::string* path) {
    for (; next < known.size() && (path == nullptr || known[next].path() < *path); ++next) {
      scan.removed.push_back(known[next].path());
      scan.former.push_back(std::move(known[next]));
    }
  };
  for (const SourceFile& file : scan.files) {
    remove_before(&file.path());
    const bool same = next < known.size() && known[next].path() == file.path();
    if (!same) scan.added.push_back(file.path());
    matched.push_back(same ? next++ : kNoIndex);
  }
  remove_before(nullptr);
  return matched;
}

// Compares one file of the scan with its known state.
void Settle(Relation relation, SourceFile& known, SourceFile& file, TreeScan& scan) {
  if (relation == Relation::kChanged) {
    scan.changed.push_back(file.path());
    scan.former.push_back(std::move(known));
    return;
  }
  if (relation == Relation::kSameContent) scan.stale_stat.push_back(file.path());
  WalkedFile stat = std::move(file.stat);
  file = std::move(known);
  file.stat = std::move(stat);
}

// Ignore files, and git's list of tracked files.
bool DecidesMembership(std::string_view path) {
  const std::string_view name = FileNameOf(path);
  return name == ".gitignore" || name == ".waymarkignore" || path.substr(0, 5) == ".git/";
}

}  // namespace

bool IsRelevantPath(std::string_view path) {
  if (IsProjectFile(path) || DetectGrammar(path, {}) != nullptr) return true;
  // A script may have no extension; then its first line decides.
  return FileNameOf(path).find('.') == std::string_view::npos;
}

bool IsCodePath(std::string_view path) {
  const GrammarRow* const row = DetectGrammar(path, {});
  return row != nullptr && IsCode(row->language);
}

void CompareWithKnown(
    KnownTree& known, unsigned threads, TreeScan& scan,
    const std::function<Relation(const SourceFile& known, std::size_t position)>& relate) {
  const std::vector<std::uint32_t> matched = MatchKnown(known.files, scan);
  std::vector<Relation> relations(scan.files.size(), Relation::kNew);
  ParallelFor(threads, scan.files.size(), [&](unsigned, std::size_t i) {
    if (matched[i] != kNoIndex) relations[i] = relate(known.files[matched[i]], i);
  });
  for (std::size_t i = 0; i < scan.files.size(); ++i) {
    if (matched[i] == kNoIndex) continue;
    Settle(relations[i], known.files[matched[i]], scan.files[i], scan);
  }
  std::sort(scan.former.begin(), scan.former.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path() < b.path(); });
}

KnownTree KnownTreeOf(const graph::ViewRecord& record, const std::vector<graph::FileState>& states,
                      const graph::ReadView& view, unsigned threads) {
  KnownTree known;
  known.began_unix_seconds = record.indexed_unix_seconds;
  known.files.resize(states.size());
  ParallelFor(threads, states.size(),
              [&](unsigned, std::size_t i) { known.files[i] = KnownFile(states[i], view); });
  return known;
}

absl::StatusOr<TreeScan> ScanTree(const std::filesystem::path& root, KnownTree* known,
                                  unsigned threads, const std::atomic<bool>* cancelled) {
  WM_ASSIGN_OR_RETURN(FileWalk walk, WalkFiles(root, IsRelevantPath, cancelled));
  TreeScan scan;
  scan.commit = std::move(walk.commit);
  scan.unreadable_paths = std::move(walk.skipped);
  scan.unindexed = std::move(walk.unindexed);
  scan.files.resize(walk.files.size());
  for (std::size_t i = 0; i < walk.files.size(); ++i) {
    scan.files[i].stat = std::move(walk.files[i]);
  }
  if (known != nullptr) {
    CompareWithKnown(*known, threads, scan, [&](const SourceFile& before, std::size_t i) {
      return Relate(root, before, known->began_unix_seconds, scan.files[i].stat);
    });
  }
  return scan;
}

std::optional<TreeScan> ScanPaths(const std::filesystem::path& root,
                                  std::span<const std::string> paths, KnownTree& known) {
  // Positions of the files to examine: the given paths, and files whose stat data is not
  // conclusive.
  std::vector<std::size_t> positions;
  for (const std::string& path : paths) {
    if (!IsRelevantPath(path) && !DecidesMembership(path)) {
      WalkedFile ignored;
      if (StatFile((root / path).native(), ignored)) continue;
      return std::nullopt;
    }
    const auto found = std::lower_bound(
        known.files.begin(), known.files.end(), path,
        [](const SourceFile& file, const std::string& p) { return file.path() < p; });
    if (found == known.files.end() || found->path() != path) return std::nullopt;
    positions.push_back(static_cast<std::size_t>(found - known.files.begin()));
  }
  for (std::size_t i = 0; i < known.files.size(); ++i) {
    if (WrittenTooLate(known.began_unix_seconds, known.files[i].stat)) positions.push_back(i);
  }
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  std::vector<SourceFile> files(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    files[i].stat.path = known.files[positions[i]].path();
    if (!StatFile((root / files[i].path()).native(), files[i].stat)) return std::nullopt;
  }
  TreeScan scan;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    SourceFile& before = known.files[positions[i]];
    const Relation relation = Relate(root, before, known.began_unix_seconds, files[i].stat);
    Settle(relation, before, files[i], scan);
    before = std::move(files[i]);
  }
  scan.files = std::move(known.files);
  return scan;
}

}  // namespace waymark::indexer
