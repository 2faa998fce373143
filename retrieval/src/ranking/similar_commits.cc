#include "ranking/similar_commits.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>

#include "ranking/commit_likeness.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

using graph::History;

// The commits most similar to the question, the most similar first, then the newest.
std::vector<CommitLikeness> MostAlike(const History& history, const AnalyzedQuestion& analyzed,
                                      CommitNotes& notes) {
  std::vector<CommitLikeness> alike = LikeMessages(history, analyzed, notes);
  std::erase_if(alike, [](const CommitLikeness& one) { return one.like < kLeastLikeness; });
  std::stable_sort(
      alike.begin(), alike.end(),
      [](const CommitLikeness& a, const CommitLikeness& b) { return a.like > b.like; });
  if (alike.size() > kSimilarCommits) alike.resize(kSimilarCommits);
  return alike;
}

struct Touched {
  double file = 0;
  std::map<std::uint32_t, double> names;  // by number in the history
};

// Indexed by number of the path.
std::map<std::uint32_t, Touched> TouchedBy(const History& history,
                                           const std::vector<CommitLikeness>& alike) {
  std::map<std::uint32_t, Touched> touched;
  for (const auto& [commit, like] : alike) {
    const std::uint32_t files = history.touch_count(commit);
    const std::size_t names = NamesChangedBy(history, commit);
    for (std::uint32_t i = 0; i < files; ++i) {
      const History::Touch touch = history.TouchOf(commit, i);
      Touched& file = touched[touch.path];
      file.file += PartOf(like, files);
      for (const std::uint32_t name : touch.names) file.names[name] += PartOf(like, names);
    }
  }
  return touched;
}

// Share of the commits that touched a file.
double TouchRate(const History& history, std::uint32_t path) {
  return static_cast<double>(history.TouchesOf(path).size()) /
         std::max(history.touching_commits(), 1U);
}

// The name's score among the touched ones; 0 if it was not touched.
double ScoreOf(const History& history, const Touched& touched, std::string_view name) {
  for (const auto& [number, score] : touched.names) {
    if (history.Name(number) == name) return score;
  }
  return 0;
}

}  // namespace

std::vector<HistoryShare> SharesOfSimilarCommits(const graph::ReadView& view,
                                                 const graph::History& history,
                                                 const AnalyzedQuestion& question,
                                                 CommitNotes& notes) {
  std::vector<HistoryShare> shares;
  notes.Follow(view, history);
  const std::vector<CommitLikeness> alike = MostAlike(history, question, notes);
  if (alike.empty()) return shares;
  double all = 0;
  for (const CommitLikeness& one : alike) all += one.like;
  std::vector<SymbolId> symbols;
  for (const auto& [path, touched] : TouchedBy(history, alike)) {
    const std::optional<FileId> file = view.FindFile(history.Path(path));
    const double beyond = std::max(0.0, 1 - TouchRate(history, path) * all / touched.file);
    if (!file || beyond == 0) continue;
    const double of_file = kFileHistory * std::tanh(beyond * touched.file);
    view.SymbolsOf(*file, symbols);
    for (const SymbolId symbol : symbols) {
      const double name =
          touched.names.empty() ? 0 : ScoreOf(history, touched, view.Symbol(symbol).name);
      shares.push_back({symbol, of_file + kNameHistory * std::tanh(beyond * name)});
    }
  }
  std::sort(shares.begin(), shares.end(),
            [](const HistoryShare& a, const HistoryShare& b) { return a.symbol < b.symbol; });
  return shares;
}

}  // namespace waymark::retrieval
