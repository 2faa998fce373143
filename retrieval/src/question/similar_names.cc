#include "question/similar_names.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "graph/tokenize.h"
#include "lookup/mentions.h"
#include "retrieval/declarations.h"
#include "retrieval/edit_distance.h"
#include "text/letter_case.h"
#include "traits/constants.h"
#include "traits/kind_traits.h"
#include "traits/prose.h"

namespace waymark::retrieval {
namespace {

constexpr bool IsLatinLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// One bit for each letter that occurs.
std::uint32_t LettersIn(std::string_view folded) {
  std::uint32_t letters = 0;
  for (const char c : folded) {
    if (IsLatinLetter(c)) letters |= std::uint32_t{1} << (c - 'a');
  }
  return letters;
}

bool IsSubsequence(std::string_view part, std::string_view whole) {
  std::size_t met = 0;
  for (const char c : whole) met += met < part.size() && part[met] == c ? 1U : 0U;
  return met == part.size();
}

std::vector<std::string> FoldedWords(std::string_view name) {
  std::vector<std::string_view> parts;
  graph::SplitIdentifier(name, parts);
  std::vector<std::string> words;
  words.reserve(parts.size());
  for (const std::string_view part : parts) words.push_back(FoldedName(part));
  return words;
}

std::uint32_t AllowedSlips(std::size_t letters) {
  if (letters >= kTwoSlipLetters) return 2;
  return letters >= kOneSlipLetters ? 1 : 0;
}

// A name that is looked for, split up once.
struct SearchedName {
  SearchedName(std::string text, bool is_one_word)
      : written(std::move(text)),
        folded(FoldedName(written)),
        words(FoldedWords(written)),
        letters(LettersIn(folded)),
        one_word(is_one_word) {}

  std::string written;
  std::string folded;  // without underscores
  std::vector<std::string> words;
  std::uint32_t letters;
  bool one_word;  // of running text
};

// Whether `word` has the first letter of `whole` and otherwise only leaves letters out.
bool Shortens(std::string_view word, std::string_view whole) {
  return word.front() == whole.front() && IsSubsequence(word, whole);
}

// Compares word by word. A single word would be the beginning, or the letters, of too many names.
double LikenessOfShortened(const SearchedName& searched, std::string_view name,
                           std::string_view folded) {
  if (searched.words.size() < 2) return 0;
  if (folded.size() <= searched.folded.size() || !IsSubsequence(searched.folded, folded)) return 0;
  const std::vector<std::string> words = FoldedWords(name);
  if (words.size() != searched.words.size()) return 0;
  if (!std::equal(words.begin(), words.end(), searched.words.begin(),
                  [](const std::string& whole, const std::string& word) {
                    return Shortens(word, whole);
                  })) {
    return 0;
  }
  const double share =
      static_cast<double>(searched.folded.size()) / static_cast<double>(folded.size());
  return kShortenedLikeness * share;
}

// A name of several words is not a misspelling of one word: isSSE is not Issue.
bool HasAsManyWords(const SearchedName& searched, std::string_view name) {
  return searched.words.size() < 2 || FoldedWords(name).size() == searched.words.size();
}

double LikenessOfName(const SearchedName& searched, std::string_view name) {
  const std::string folded = FoldedName(name);
  if (folded == searched.folded) return 1;
  const std::uint32_t allowed =
      std::min(AllowedSlips(searched.folded.size()), searched.one_word ? 1U : 2U);
  const std::size_t longer = std::max(folded.size(), searched.folded.size());
  const std::size_t shorter = std::min(folded.size(), searched.folded.size());
  const auto differing =
      static_cast<std::uint32_t>(std::popcount(LettersIn(folded) ^ searched.letters));
  // A slip replaces at most one letter by another.
  if (allowed > 0 && longer - shorter <= allowed && differing <= 2 * allowed) {
    const std::uint32_t slips = EditDistance(searched.folded, folded, allowed);
    if (slips <= allowed && HasAsManyWords(searched, name)) {
      return 1 - static_cast<double>(slips) / static_cast<double>(longer);
    }
  }
  return LikenessOfShortened(searched, name, folded);
}

// Whether code has the word, perhaps only in longer names, texts and comments.
bool IsWritten(const AnalyzedQuestion& analyzed, std::string_view folded) {
  for (std::size_t i = 0; i < analyzed.weights.size(); ++i) {
    const std::string& word = analyzed.question.terms[i].as_written;
    if (analyzed.weights[i] > 0 && FoldedName(word) == folded) return true;
  }
  return false;
}

// In order of the question: identifiers without a symbol, then words that neither code nor
// documents have. An identifier of one word that code has is not a misspelling, and neither is a
// word that documents use.
std::vector<SearchedName> SearchedNames(const graph::ReadView& view,
                                        const AnalyzedQuestion& analyzed) {
  std::vector<SearchedName> searched;
  std::set<std::string> told;
  std::vector<SymbolId> symbols;
  const auto add = [&](std::string_view name, bool one_word) {
    if (searched.size() == kMaxSearchedNames || name.empty()) return;
    view.WithName(name, symbols);
    if (symbols.empty() && told.insert(FoldedName(name)).second) {
      searched.emplace_back(std::string(name), one_word);
    }
  };
  for (const std::string& identifier : analyzed.question.identifiers) {
    const std::vector<std::string_view> components = NameComponents(identifier);
    if (components.empty()) continue;
    const std::vector<std::string> words = FoldedWords(components.back());
    if (words.size() == 1 && IsWritten(analyzed, words.front())) continue;
    for (const std::string& word : words) told.insert(word);
    told.erase(FoldedName(components.back()));
    add(components.back(), false);
  }
  std::vector<Posting> postings;
  for (std::size_t i = 0; i < analyzed.weights.size(); ++i) {
    const QuestionTerm& term = analyzed.question.terms[i];
    if (analyzed.weights[i] != 0 || term.as_written.size() < kLeastSearchedWord) continue;
    view.Postings(term.term, postings);
    if (postings.empty()) add(term.as_written, true);
  }
  return searched;
}

struct SimilarName {
  double likeness = 0;
  std::string_view name;
};

// The names most similar to `searched` among those with its first letter, in either case and after
// at most one underscore. Empty if a name has exactly the same letters.
std::vector<SimilarName> NamesLike(const graph::ReadView& view, const SearchedName& searched,
                                   std::uint32_t& looked_at) {
  std::vector<SimilarName> hits;
  const std::string lower(1, searched.folded.empty() ? '\0' : searched.folded.front());
  if (!IsLatinLetter(lower.front())) return hits;
  const std::string upper(1, static_cast<char>(lower.front() - 'a' + 'A'));
  for (const std::string& beginning : {lower, upper, "_" + lower, "_" + upper}) {
    view.VisitNames(beginning, [&](std::string_view name) {
      if (!name.starts_with(beginning) || looked_at == kMaxNamesLookedAt) return false;
      ++looked_at;
      const double likeness = LikenessOfName(searched, name);
      if (likeness > 0) hits.push_back({.likeness = likeness, .name = name});
      return true;
    });
  }
  std::sort(hits.begin(), hits.end(), [](const SimilarName& a, const SimilarName& b) {
    return a.likeness != b.likeness ? a.likeness > b.likeness : a.name < b.name;
  });
  if (!hits.empty() && hits.front().likeness == 1) hits.clear();
  if (hits.size() > kMaxSimilarNames) hits.resize(kMaxSimilarNames);
  return hits;
}

struct SymbolHit {
  double likeness = 0;
  double static_prior = 0;
  SymbolId symbol = SymbolId::kNone;
};

// Adds the definitions of that name that can be an answer.
void AddSymbols(const graph::ReadView& view, const SimilarName& hit, const Multipliers& multipliers,
                std::vector<SymbolHit>& found) {
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> scratch;
  view.WithName(hit.name, symbols);
  if (symbols.size() > kMaxNamedUses) return;
  for (const SymbolId symbol : symbols) {
    if (IsProse(view, symbol) || IsSubject(view.Kind(symbol), view.Flags(symbol))) continue;
    if (DefinitionOf(view, symbol, scratch) != symbol) continue;
    found.push_back({.likeness = hit.likeness,
                     .static_prior = multipliers.StaticPrior(symbol),
                     .symbol = symbol});
  }
}

}  // namespace

double NameLikeness(std::string_view written, std::string_view name, bool one_word) {
  return LikenessOfName(SearchedName(std::string(written), one_word), name);
}

SimilarNames FindSimilarNames(const graph::ReadView& view, const AnalyzedQuestion& analyzed,
                              const Multipliers& multipliers) {
  SimilarNames similar;
  std::vector<SymbolHit> found;
  std::uint32_t looked_at = 0;
  for (const SearchedName& searched : SearchedNames(view, analyzed)) {
    std::string names;
    for (const SimilarName& hit : NamesLike(view, searched, looked_at)) {
      const std::size_t before = found.size();
      AddSymbols(view, hit, multipliers, found);
      if (found.size() == before) continue;
      names += names.empty() ? "" : ", ";
      names += hit.name;
    }
    if (!names.empty()) {
      similar.understood.push_back(fmt::format("{} (like {})", searched.written, names));
    }
  }
  std::sort(found.begin(), found.end(), [&](const SymbolHit& a, const SymbolHit& b) {
    if (a.likeness != b.likeness) return a.likeness > b.likeness;
    if (a.static_prior != b.static_prior) return a.static_prior > b.static_prior;
    return a.symbol != b.symbol && view.CompareCanonical(a.symbol, b.symbol) < 0;
  });
  for (const SymbolHit& hit : found) {
    if (similar.symbols.size() == kMaxSimilarSymbols) break;
    const bool is_known = std::find(similar.symbols.begin(), similar.symbols.end(), hit.symbol) !=
                          similar.symbols.end();
    if (!is_known) similar.symbols.push_back(hit.symbol);
  }
  return similar;
}

}  // namespace waymark::retrieval
