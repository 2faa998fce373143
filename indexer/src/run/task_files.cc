#include "indexer/task_files.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <set>
#include <utility>

#include "git/root_directory.h"
#include "graph/ascii.h"
#include "graph/status.h"
#include "graph/tokenize.h"
#include "indexer/indexer.h"
#include "indexer/read_file.h"
#include "project/project.h"
#include "resources/parallel.h"
#include "scan/file_walk.h"
#include "scan/tree_scan.h"

namespace waymark::indexer {
namespace {

using SearchClock = std::chrono::steady_clock;

// The first words of a task, which are searched for: one bit each.
constexpr std::size_t kMaxWords = 64;
constexpr std::size_t kMinTaskWordBytes = 3;
// The weight of a word in the path relative to one in the text.
constexpr double kPathWeight = 2;
// Project files are few and small; beyond these limits they are not worth the time.
constexpr std::size_t kMaxProjectFiles = 32;

struct Candidate {
  WalkedFile file;
  std::uint64_t in_path = 0;  // words of the task, by bit
  std::uint64_t in_text = 0;
  double score = 0;
};

// The stems of the task's words: "handling" matches "handler" as "handl".
std::vector<std::string> WordsOf(std::string_view task) {
  graph::Tokenizer tokenizer;
  std::set<std::string> seen;
  std::vector<std::string> words;
  tokenizer.Visit(task, [&](std::string_view token) {
    if (token.size() < kMinTaskWordBytes || words.size() == kMaxWords) return;
    if (seen.emplace(token).second) words.emplace_back(token);
  });
  return words;
}

std::uint64_t TaskWordsIn(const std::string& text, const std::vector<std::string>& words) {
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (text.find(words[i]) != std::string::npos) found |= std::uint64_t{1} << i;
  }
  return found;
}

// Files whose paths have most of the words are searched first, smaller ones before larger.
bool IsLookedIntoFirst(const Candidate& a, const Candidate& b) {
  const int in_a = std::popcount(a.in_path);
  const int in_b = std::popcount(b.in_path);
  if (in_a != in_b) return in_a > in_b;
  if (a.file.size_bytes != b.file.size_bytes) return a.file.size_bytes < b.file.size_bytes;
  return a.file.path < b.file.path;
}

void LookIntoTexts(const std::filesystem::path& root, const std::vector<std::string>& words,
                   const TaskFilesOptions& options, std::vector<Candidate>& candidates) {
  const SearchClock::time_point end = SearchClock::now() + options.patience;
  ParallelFor(ThreadCount(0), candidates.size(), [&](unsigned, std::size_t i) {
    if (SearchClock::now() >= end || (options.cancelled != nullptr && *options.cancelled)) return;
    const absl::StatusOr<std::string> text =
        ReadFile(root / candidates[i].file.path, kMaxFileBytes);
    if (text.ok()) candidates[i].in_text = TaskWordsIn(LowerCase(*text), words);
  });
}

// A word counts more the fewer files have it.
void Score(std::size_t words, std::vector<Candidate>& candidates) {
  std::vector<double> weights(words);
  for (std::size_t word = 0; word < words; ++word) {
    const std::uint64_t bit = std::uint64_t{1} << word;
    const auto having =
        std::count_if(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
          return ((candidate.in_path | candidate.in_text) & bit) != 0;
        });
    weights[word] = std::log1p(static_cast<double>(candidates.size()) /
                               static_cast<double>(std::max<std::ptrdiff_t>(having, 1)));
  }
  for (Candidate& candidate : candidates) {
    for (std::size_t word = 0; word < words; ++word) {
      const std::uint64_t bit = std::uint64_t{1} << word;
      if ((candidate.in_path & bit) != 0) candidate.score += kPathWeight * weights[word];
      if ((candidate.in_text & bit) != 0) candidate.score += weights[word];
    }
  }
}

bool IsBetter(const Candidate& a, const Candidate& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.file.size_bytes != b.file.size_bytes) return a.file.size_bytes < b.file.size_bytes;
  return a.file.path < b.file.path;
}

}  // namespace

absl::StatusOr<TaskFiles> FilesForTask(const std::filesystem::path& root, std::string_view task,
                                       const TaskFilesOptions& options) {
  WM_ASSIGN_OR_RETURN(const std::filesystem::path canonical, CanonicalRoot(root));
  WM_ASSIGN_OR_RETURN(FileWalk walk, WalkFiles(canonical, IsRelevantPath, options.cancelled));
  const std::vector<std::string> words = WordsOf(task);
  TaskFiles chosen;
  std::vector<Candidate> candidates;
  std::size_t project_files = 0;
  for (WalkedFile& file : walk.files) {
    if (IsProjectFile(file.path) && project_files++ < kMaxProjectFiles) {
      chosen.project_files.push_back(file.path);
    }
    if (!IsCodePath(file.path) || file.size_bytes > kMaxFileBytes) continue;
    const std::uint64_t in_path = TaskWordsIn(LowerCase(file.path), words);
    candidates.push_back({.file = std::move(file), .in_path = in_path});
  }
  std::sort(candidates.begin(), candidates.end(), IsLookedIntoFirst);
  LookIntoTexts(canonical, words, options, candidates);
  Score(words.size(), candidates);
  std::sort(candidates.begin(), candidates.end(), IsBetter);
  std::uint64_t bytes = 0;
  for (Candidate& candidate : candidates) {
    // A later, smaller file may still fit.
    if (bytes + candidate.file.size_bytes > options.max_bytes) {
      ++chosen.left_out;
      continue;
    }
    bytes += candidate.file.size_bytes;
    chosen.files.push_back({std::move(candidate.file.path), candidate.file.size_bytes});
  }
  return chosen;
}

}  // namespace waymark::indexer
