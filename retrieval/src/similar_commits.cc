#include "similar_commits.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>

#include "constants.h"

namespace waymark::retrieval {
namespace {

using graph::History;

struct Likeness {
  std::uint32_t commit = 0;
  double like = 0;
};

// Squares of idf, by term of the history.
std::vector<double> SquaredIdf(const History& history) {
  std::vector<std::uint32_t> frequency(history.term_bound(), 0);
  std::uint32_t documents = 0;
  for (std::uint32_t commit = 0; commit < history.commit_count(); ++commit) {
    const auto terms = history.Terms(commit);
    documents += terms.empty() ? 0 : 1;
    for (const std::uint32_t term : terms) ++frequency[term];
  }
  std::vector<double> squares(frequency.size());
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const double idf = std::log(1 + (documents - frequency[i] + 0.5) / (frequency[i] + 0.5));
    squares[i] = idf * idf;
  }
  return squares;
}

// Those most like the question, the most alike first, then the newest.
std::vector<Likeness> MostAlike(const History& history, const AnalyzedQuestion& analyzed) {
  const std::vector<double> squares = SquaredIdf(history);
  std::vector<double> wanted(squares.size(), 0);
  double question = 0;
  for (std::size_t i = 0; i < analyzed.emphasis.size(); ++i) {
    const std::optional<std::uint32_t> term = history.FindTerm(analyzed.question.terms[i].term);
    if (!term) continue;
    wanted[*term] = analyzed.emphasis[i] * squares[*term];
    question += wanted[*term] * analyzed.emphasis[i];
  }
  std::vector<Likeness> alike;
  for (std::uint32_t commit = 0; commit < history.commit_count(); ++commit) {
    double shared = 0;
    double length = 0;
    for (const std::uint32_t term : history.Terms(commit)) {
      shared += wanted[term];
      length += squares[term];
    }
    if (shared == 0) continue;
    const double like = shared / std::sqrt(length * question);
    if (like >= kLeastLikeness) alike.push_back({commit, like});
  }
  std::stable_sort(alike.begin(), alike.end(),
                   [](const Likeness& a, const Likeness& b) { return a.like > b.like; });
  if (alike.size() > kSimilarCommits) alike.resize(kSimilarCommits);
  return alike;
}

struct Touched {
  double file = 0;
  std::map<std::uint32_t, double> names;  // by number in the history
};

// What one of `count` files or names of a commit gets of it.
double PartOf(double like, std::size_t count) {
  return like / (1 + std::log2(std::max(1.0, static_cast<double>(count))));
}

// By number of the path.
std::map<std::uint32_t, Touched> TouchedBy(const History& history,
                                           const std::vector<Likeness>& alike) {
  std::map<std::uint32_t, Touched> touched;
  for (const auto& [commit, like] : alike) {
    const std::uint32_t files = history.touch_count(commit);
    std::size_t names = 0;
    for (std::uint32_t i = 0; i < files; ++i) names += history.TouchOf(commit, i).names.size();
    for (std::uint32_t i = 0; i < files; ++i) {
      const History::Touch touch = history.TouchOf(commit, i);
      Touched& file = touched[touch.path];
      file.file += PartOf(like, files);
      for (const std::uint32_t name : touch.names) file.names[name] += PartOf(like, names);
    }
  }
  return touched;
}

// Share of the commits that touched each file, by number of the path.
std::vector<double> TouchRates(const History& history) {
  std::vector<double> rates(history.path_bound(), 0);
  std::uint32_t commits = 0;
  for (std::uint32_t commit = 0; commit < history.commit_count(); ++commit) {
    const std::uint32_t files = history.touch_count(commit);
    commits += files > 0 ? 1 : 0;
    for (std::uint32_t i = 0; i < files; ++i) ++rates[history.TouchOf(commit, i).path];
  }
  for (double& rate : rates) rate /= std::max(commits, 1U);
  return rates;
}

// The name's score among those that were touched; 0 when it was not.
double ScoreOf(const History& history, const Touched& touched, std::string_view name) {
  for (const auto& [number, score] : touched.names) {
    if (history.Name(number) == name) return score;
  }
  return 0;
}

}  // namespace

std::vector<HistoryShare> SharesOfSimilarCommits(const graph::ReadView& view,
                                                 const graph::History& history,
                                                 const AnalyzedQuestion& question) {
  std::vector<HistoryShare> shares;
  const std::vector<Likeness> alike = MostAlike(history, question);
  if (alike.empty()) return shares;
  double all = 0;
  for (const Likeness& one : alike) all += one.like;
  const std::vector<double> rates = TouchRates(history);
  std::vector<SymbolId> symbols;
  for (const auto& [path, touched] : TouchedBy(history, alike)) {
    const std::optional<FileId> file = view.FindFile(history.Path(path));
    const double beyond = std::max(0.0, 1 - rates[path] * all / touched.file);
    if (!file || beyond == 0) continue;
    const double of_file = kFileHistory * std::tanh(beyond * touched.file);
    view.SymbolsOf(*file, symbols);
    for (const SymbolId symbol : symbols) {
      const double name = ScoreOf(history, touched, view.Symbol(symbol).name);
      shares.push_back({symbol, of_file + kNameHistory * std::tanh(beyond * name)});
    }
  }
  std::sort(shares.begin(), shares.end(),
            [](const HistoryShare& a, const HistoryShare& b) { return a.symbol < b.symbol; });
  return shares;
}

}  // namespace waymark::retrieval
