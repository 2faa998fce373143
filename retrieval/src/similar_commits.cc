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

double SquaredIdf(const History& history, std::uint32_t term) {
  const auto with_term = static_cast<double>(history.CommitsWith(term).size());
  const double idf = std::log(1 + (history.worded_commits() - with_term + 0.5) / (with_term + 0.5));
  return idf * idf;
}

// A term of the question as commits have it.
struct WantedTerm {
  std::uint32_t term = 0;
  double weight = 0;
};

// In order of terms.
std::vector<WantedTerm> WantedTerms(const History& history, const AnalyzedQuestion& analyzed,
                                    double& length) {
  std::vector<WantedTerm> wanted;
  for (std::size_t i = 0; i < analyzed.emphasis.size(); ++i) {
    const std::optional<std::uint32_t> term = history.FindTerm(analyzed.question.terms[i].term);
    if (!term) continue;
    const double weight = analyzed.emphasis[i] * SquaredIdf(history, *term);
    length += weight * analyzed.emphasis[i];
    wanted.push_back({*term, weight});
  }
  std::sort(wanted.begin(), wanted.end(),
            [](const WantedTerm& a, const WantedTerm& b) { return a.term < b.term; });
  return wanted;
}

// Those that have one of the terms, the newest first.
std::vector<std::uint32_t> CommitsWithAny(const History& history,
                                          const std::vector<WantedTerm>& wanted) {
  std::vector<std::uint32_t> commits;
  for (const WantedTerm& term : wanted) {
    const auto with_term = history.CommitsWith(term.term);
    commits.insert(commits.end(), with_term.begin(), with_term.end());
  }
  std::sort(commits.begin(), commits.end());
  commits.erase(std::unique(commits.begin(), commits.end()), commits.end());
  return commits;
}

// Those most like the question, the most alike first, then the newest.
std::vector<Likeness> MostAlike(const History& history, const AnalyzedQuestion& analyzed) {
  double question = 0;
  const std::vector<WantedTerm> wanted = WantedTerms(history, analyzed, question);
  constexpr double kUnknown = -1;
  std::vector<double> squares(history.term_bound(), kUnknown);
  const auto square_of = [&](std::uint32_t term) {
    if (squares[term] == kUnknown) squares[term] = SquaredIdf(history, term);
    return squares[term];
  };
  std::vector<Likeness> alike;
  for (const std::uint32_t commit : CommitsWithAny(history, wanted)) {
    double shared = 0;
    double length = 0;
    auto next = wanted.begin();
    for (const std::uint32_t term : history.Terms(commit)) {
      while (next != wanted.end() && next->term < term) ++next;
      if (next != wanted.end() && next->term == term) shared += next->weight;
      length += square_of(term);
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

// Share of the commits that touched a file.
double TouchRate(const History& history, std::uint32_t path) {
  return static_cast<double>(history.TouchesOf(path).size()) /
         std::max(history.touching_commits(), 1U);
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
