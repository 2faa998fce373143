#include "tree_scan.h"

#include <algorithm>

#include "graph/hash.h"
#include "graph/status.h"
#include "parallel.h"
#include "project.h"
#include "read_file.h"
#include "resolve/path_index.h"

namespace waymark::indexer {
namespace {

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;

bool SameStat(const graph::FileState& state, const WalkedFile& file) {
  return state.size_bytes == file.size_bytes && state.mtime_ns == file.mtime_ns &&
         state.ctime_ns == file.ctime_ns && state.inode == file.inode;
}

// A file written while or after the recorded run looked at it can change again without its times
// changing, as far as the clock's grain goes.
bool WrittenTooLate(const graph::ViewRecord& record, const WalkedFile& file) {
  const auto began = static_cast<std::int64_t>(record.indexed_unix_seconds) * kNanosecondsPerSecond;
  return file.mtime_ns >= began || file.ctime_ns >= began;
}

// The grammar that a language's file was parsed with, where the name alone does not tell.
const GrammarRow* GrammarOf(std::string_view path, Language language) {
  const GrammarRow* by_name = DetectGrammar(path, {});
  if (by_name != nullptr && by_name->language == language) return by_name;
  for (const GrammarRow& row : AllGrammars()) {
    if (row.language == language) return &row;
  }
  return nullptr;
}

// Takes over what the view knows of an unchanged file. False when it does not know enough.
bool TakeKnown(const graph::FileState& state, const graph::ReadView& view, SourceFile& file) {
  file.content = state.content;
  if (state.skip_reason != 0) {
    file.skip = static_cast<SkipReason>(state.skip_reason);
    file.grammar = DetectGrammar(file.path(), {});
    return true;
  }
  const std::optional<FileId> id = view.FindFile(file.path());
  // Without a row it is a project file, or a script that is none.
  if (!id.has_value()) return true;
  const FileRow row = view.File(*id);
  file.grammar = GrammarOf(file.path(), row.language);
  file.flags = row.flags;
  file.line_count = row.line_count;
  return file.grammar != nullptr;
}

bool SameContent(const std::filesystem::path& root, const graph::FileState& state,
                 const SourceFile& file) {
  if (file.stat.size_bytes != state.size_bytes) return false;
  // What was skipped for its size was never read.
  if (state.skip_reason == static_cast<std::uint8_t>(SkipReason::kTooLarge)) return true;
  const absl::StatusOr<std::string> bytes =
      ReadFile(root / file.path(), std::max(kMaxFileBytes, kMaxProjectFileBytes));
  return bytes.ok() && HashContent(*bytes) == state.content;
}

// Pairs files with their recorded states, and notes what has no partner.
std::vector<const graph::FileState*> MatchStates(const std::vector<graph::FileState>& states,
                                                 TreeScan& scan) {
  std::vector<const graph::FileState*> matched;
  auto state = states.begin();
  for (const SourceFile& file : scan.files) {
    for (; state != states.end() && state->path < file.path(); ++state) {
      scan.removed.push_back(state->path);
    }
    const bool same = state != states.end() && state->path == file.path();
    if (!same) scan.added.push_back(file.path());
    matched.push_back(same ? &*state++ : nullptr);
  }
  for (; state != states.end(); ++state) scan.removed.push_back(state->path);
  return matched;
}

// How a file relates to its recorded state.
enum class Relation : std::uint8_t { kNew, kSame, kSameContent, kChanged };

void Compare(const std::filesystem::path& root, const PublishedState& published, unsigned threads,
             TreeScan& scan) {
  const auto matched = MatchStates(published.states, scan);
  std::vector<Relation> relations(scan.files.size(), Relation::kNew);
  ParallelFor(threads, scan.files.size(), [&](unsigned, std::size_t i) {
    SourceFile& file = scan.files[i];
    const graph::FileState* state = matched[i];
    if (state == nullptr) return;
    const bool same_stat = SameStat(*state, file.stat);
    if (same_stat && !WrittenTooLate(published.record, file.stat)) {
      relations[i] = Relation::kSame;
    } else if (SameContent(root, *state, file)) {
      relations[i] = same_stat ? Relation::kSame : Relation::kSameContent;
    } else {
      relations[i] = Relation::kChanged;
      return;
    }
    file.known = TakeKnown(*state, *published.view, file);
  });
  for (std::size_t i = 0; i < scan.files.size(); ++i) {
    if (relations[i] == Relation::kChanged) scan.changed.push_back(scan.files[i].path());
    if (relations[i] == Relation::kSameContent) scan.stale_stat = true;
  }
}

}  // namespace

bool IsRelevantPath(std::string_view path) {
  if (IsProjectFile(path) || DetectGrammar(path, {}) != nullptr) return true;
  // A script may have no extension; its first line tells.
  return FileNameOf(path).find('.') == std::string_view::npos;
}

absl::StatusOr<TreeScan> ScanTree(const std::filesystem::path& root,
                                  const PublishedState* published, unsigned threads,
                                  const std::atomic<bool>* cancelled) {
  WM_ASSIGN_OR_RETURN(FileWalk walk, WalkFiles(root, IsRelevantPath, cancelled));
  TreeScan scan;
  scan.commit = std::move(walk.commit);
  scan.unreadable_paths = std::move(walk.skipped);
  scan.files.resize(walk.files.size());
  for (std::size_t i = 0; i < walk.files.size(); ++i) {
    scan.files[i].stat = std::move(walk.files[i]);
  }
  if (published != nullptr) Compare(root, *published, threads, scan);
  return scan;
}

}  // namespace waymark::indexer
