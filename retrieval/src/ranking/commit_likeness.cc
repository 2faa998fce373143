#include "ranking/commit_likeness.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>

#include "graph/tokenize.h"

namespace waymark::retrieval {
namespace {

using graph::History;

// A term of the question with its number in the history.
struct WantedTerm {
  std::uint32_t term = 0;
  std::string_view text;
  double weight = 0;  // of a message that has it
  double square = 0;  // of the term's weight in the question
};

struct WantedTerms {
  std::vector<WantedTerm> terms;  // in order of numbers
  double length = 0;              // square of the question's length
};

WantedTerms WantedIn(const History& history, const AnalyzedQuestion& analyzed, CommitNotes& notes) {
  WantedTerms wanted;
  for (std::size_t i = 0; i < analyzed.emphasis.size(); ++i) {
    const std::string_view text = analyzed.question.terms[i].term;
    const std::optional<std::uint32_t> term = history.FindTerm(text);
    if (!term) continue;
    const double weight = analyzed.emphasis[i] * notes.SquareOf(*term);
    const double square = weight * analyzed.emphasis[i];
    wanted.length += square;
    wanted.terms.push_back({.term = *term, .text = text, .weight = weight, .square = square});
  }
  std::sort(wanted.terms.begin(), wanted.terms.end(),
            [](const WantedTerm& a, const WantedTerm& b) { return a.term < b.term; });
  return wanted;
}

// The commits with something above 0, in order.
std::vector<CommitLikeness> Positive(const std::vector<double>& values) {
  std::vector<CommitLikeness> positive;
  for (std::uint32_t commit = 0; commit < values.size(); ++commit) {
    if (values[commit] > 0) positive.push_back({commit, values[commit]});
  }
  return positive;
}

// Sets of terms of the question, as bits.
using TermSet = std::uint64_t;
constexpr std::size_t kMaxTermsOfSet = 64;

// The terms that each name of the history has, by its number.
class TermsOfNames {
 public:
  TermsOfNames(const History& history, const std::vector<WantedTerm>& wanted)
      : history_(history), wanted_(wanted), known_(history.name_bound(), kUnknown) {}

  TermSet Of(std::uint32_t name) {
    TermSet& terms = known_[name];
    if (terms != kUnknown) return terms;
    terms = 0;
    tokenizer_.Visit(history_.Name(name), [&](std::string_view token) {
      for (std::size_t i = 0; i < wanted_.size(); ++i) {
        if (wanted_[i].text == token) terms |= TermSet{1} << i;
      }
    });
    return terms;
  }

 private:
  // A set of more terms than a question has.
  static constexpr TermSet kUnknown = ~TermSet{0};

  const History& history_;
  const std::vector<WantedTerm>& wanted_;
  graph::Tokenizer tokenizer_;
  std::vector<TermSet> known_;
};

}  // namespace

double PartOf(double worth, std::size_t count) {
  return worth / (1 + std::log2(std::max(1.0, static_cast<double>(count))));
}

std::size_t NamesChangedBy(const History& history, std::uint32_t commit) {
  std::size_t names = 0;
  for (std::uint32_t i = 0; i < history.touch_count(commit); ++i) {
    names += history.TouchOf(commit, i).names.size();
  }
  return names;
}

std::vector<CommitLikeness> LikeMessages(const History& history, const AnalyzedQuestion& question,
                                         CommitNotes& notes) {
  const WantedTerms wanted = WantedIn(history, question, notes);
  std::vector<double> shared(history.commit_count());
  for (const WantedTerm& term : wanted.terms) {
    for (const std::uint32_t commit : history.CommitsWith(term.term)) shared[commit] += term.weight;
  }
  std::vector<CommitLikeness> like = Positive(shared);
  for (CommitLikeness& one : like) {
    one.like /= std::sqrt(notes.LengthOf(one.commit) * wanted.length);
  }
  return like;
}

std::vector<CommitLikeness> LikeNames(const History& history, const AnalyzedQuestion& question,
                                      CommitNotes& notes) {
  WantedTerms wanted = WantedIn(history, question, notes);
  const auto heavier = [](const WantedTerm& a, const WantedTerm& b) { return a.square > b.square; };
  std::stable_sort(wanted.terms.begin(), wanted.terms.end(), heavier);
  if (wanted.terms.size() >= kMaxTermsOfSet) wanted.terms.resize(kMaxTermsOfSet - 1);
  TermsOfNames names(history, wanted.terms);
  std::vector<double> named(history.commit_count());
  for (std::uint32_t commit = 0; commit < named.size(); ++commit) {
    TermSet terms = 0;
    for (std::uint32_t i = 0; i < history.touch_count(commit); ++i) {
      for (const std::uint32_t name : history.TouchOf(commit, i).names) terms |= names.Of(name);
    }
    double square = 0;
    for (std::size_t i = 0; i < wanted.terms.size(); ++i) {
      if (((terms >> i) & 1) != 0) square += wanted.terms[i].square;
    }
    if (square > 0) named[commit] = PartOf(square / wanted.length, NamesChangedBy(history, commit));
  }
  return Positive(named);
}

}  // namespace waymark::retrieval
