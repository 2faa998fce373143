// SearchSymbols: matches every distinct name of the view against the query and looks up the best.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/ascii.h"
#include "graph/tokenize.h"
#include "lookup/exact_match.h"
#include "lookup/mentions.h"
#include "retrieval/declarations.h"
#include "retrieval/lookup.h"
#include "text/letter_case.h"
#include "traits/constants.h"
#include "traits/kind_traits.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {
namespace {

bool IsLetterOrDigit(char c) {
  return IsLower(ToLower(c)) || IsDigit(c) || static_cast<unsigned char>(c) >= 0x80;
}

// The words of a query or a name, in their own case: "get_userName" -> get, user, Name.
void SplitWords(std::string_view text, std::vector<std::string_view>& words) {
  words.clear();
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    while (i < text.size() && (IsLetterOrDigit(text[i]) || text[i] == '_')) ++i;
    if (i > begin) graph::SplitIdentifier(text.substr(begin, i - begin), words);
    i = std::max(i, begin + 1);
  }
}

// A bit for each ASCII letter, without its case, and for each digit; none for other bytes.
constexpr std::array<std::uint64_t, 256> kLetterBits = [] {
  std::array<std::uint64_t, 256> bits{};
  unsigned next = 0;
  for (char c = 'a'; c <= 'z'; ++c, ++next) {
    bits[static_cast<unsigned char>(c)] = std::uint64_t{1} << next;
    bits[static_cast<unsigned char>(c - 'a' + 'A')] = std::uint64_t{1} << next;
  }
  for (char c = '0'; c <= '9'; ++c, ++next) {
    bits[static_cast<unsigned char>(c)] = std::uint64_t{1} << next;
  }
  return bits;
}();

// The letters and digits of a text.
std::uint64_t LettersOf(std::string_view text) {
  std::uint64_t letters = 0;
  for (const char c : text) letters |= kLetterBits[static_cast<unsigned char>(c)];
  return letters;
}

bool BeginsIgnoringCase(std::string_view text, std::string_view lower) {
  return EqualsIgnoringCase(text.substr(0, lower.size()), lower);
}

// Share of `name`'s letters that the letters of `query` cover in order, where those at the start of
// a word count double; 0 if `name` lacks one of them.
double SubsequenceShare(std::string_view query, std::string_view name) {
  double matched = 0;
  std::size_t q = 0;
  for (std::size_t i = 0; i < name.size() && q < query.size(); ++i) {
    if (ToLower(name[i]) != query[q]) continue;
    const bool starts_word = i == 0 || !IsLetterOrDigit(name[i - 1]) ||
                             (ToLower(name[i]) != name[i] && ToLower(name[i - 1]) == name[i - 1]);
    matched += starts_word ? 2 : 1;
    ++q;
  }
  if (q < query.size()) return 0;
  return matched / (2 * static_cast<double>(name.size()));
}

// A parsed query: the last component is matched, the previous ones restrict the scope.
struct Query {
  std::string text;  // last component, folded, without blanks
  std::string as_written;
  std::uint64_t letters = 0;       // of the last component
  std::vector<std::string> words;  // of the last component, folded
  std::vector<std::string> scope;  // enclosing names, folded
};

// Matches names against a query; keeps memory between them, since there are many.
class NameMatcher {
 public:
  explicit NameMatcher(const Query& query) : query_(query) {}

  // 0 if the name does not match. Each class of match has its own band, so that a better class
  // always comes first.
  double ScoreOf(std::string_view name) {
    // Any match has all letters of the query; most names lack one.
    if ((query_.letters & ~LettersOf(name)) != 0) return 0;
    if (name == query_.as_written) return 1;
    const double length_share = static_cast<double>(query_.text.size()) /
                                static_cast<double>(std::max<std::size_t>(name.size(), 1));
    if (BeginsIgnoringCase(name, query_.text)) {
      return name.size() == query_.text.size() ? kSearchFolded
                                               : kSearchPrefix + kSearchBand * length_share;
    }
    if (const double share = WordShare(name); share > 0) {
      return kSearchWords + kSearchBand * std::min(share, 1.0);
    }
    const double share = SubsequenceShare(query_.text, name);
    return share > 0 ? kSearchSubsequence + kSearchBand * std::min(share, 1.0) : 0;
  }

 private:
  // Every word of the query must begin a word of the name; returns the share of the name's words
  // that are matched.
  double WordShare(std::string_view name) {
    SplitWords(name, words_);
    used_.assign(words_.size(), false);
    for (const std::string& wanted : query_.words) {
      std::size_t i = 0;
      while (i < words_.size() && (used_[i] || !BeginsIgnoringCase(words_[i], wanted))) ++i;
      if (i == words_.size()) return 0;
      used_[i] = true;
    }
    return static_cast<double>(query_.words.size()) / static_cast<double>(words_.size());
  }

  const Query& query_;
  std::vector<std::string_view> words_;  // of the current name
  std::vector<bool> used_;
};

Query ParseQuery(std::string_view text) {
  Query query;
  const std::vector<std::string_view> components = NameComponents(text);
  if (components.empty()) return query;
  for (std::size_t i = 0; i + 1 < components.size(); ++i) {
    query.scope.push_back(LowerCase(components[i]));
  }
  query.as_written = components.back();
  std::vector<std::string_view> words;
  SplitWords(query.as_written, words);
  for (const std::string_view word : words) query.words.push_back(LowerCase(word));
  for (const char c : components.back()) {
    if (IsLetterOrDigit(c) || c == '_') query.text += ToLower(c);
  }
  query.letters = LettersOf(query.text);
  return query;
}

// Whether the enclosing names of a symbol contain those of the query, in order.
bool ScopeFits(const Query& query, const graph::ReadView& view, SymbolId symbol) {
  if (query.scope.empty()) return true;
  std::size_t wanted = 0;
  for (const std::string_view component : NameComponents(view.Symbol(symbol).scope)) {
    if (wanted < query.scope.size() && LowerCase(component).starts_with(query.scope[wanted]))
      ++wanted;
  }
  return wanted == query.scope.size();
}

struct NameHit {
  double score = 0;
  std::string_view name;
};

void AddHit(const graph::ReadView& view, SymbolId symbol, double score, SymbolSlots& taken,
            std::vector<SearchHit>& hits) {
  if (taken.Find(symbol) != SymbolSlots::kNone) return;
  taken.Set(symbol, 0);
  const std::uint16_t flags = view.Flags(symbol);
  double static_prior = TraitsOf(view.Kind(symbol)).factor;
  if ((flags & kSymbolTest) != 0) static_prior *= kTestFactor;
  if ((flags & kSymbolConstructor) != 0) static_prior *= kRepeatedNameFactor;
  const double scale = kSearchLeastPrior + (1 - kSearchLeastPrior) * static_prior;
  hits.push_back(SearchHit{.symbol = symbol, .score = static_cast<float>(score * scale)});
}

std::vector<NameHit> MatchingNames(const graph::ReadView& view, const Query& query) {
  std::vector<NameHit> names;
  NameMatcher matcher(query);
  view.VisitNames("", [&](std::string_view name) {
    const double score = matcher.ScoreOf(name);
    if (score > 0) names.push_back(NameHit{.score = score, .name = name});
    return true;
  });
  std::sort(names.begin(), names.end(), [](const NameHit& a, const NameHit& b) {
    return a.score != b.score ? a.score > b.score : a.name < b.name;
  });
  return names;
}

// Adds the hits that may be among the best `limit`, and returns the number of further matches.
std::uint64_t AddFuzzyHits(const graph::ReadView& view, const Query& query, std::size_t limit,
                           SymbolSlots& taken, std::vector<SearchHit>& hits) {
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> scratch;
  std::uint64_t others = 0;
  double least = 0;  // score of the hit that filled the limit, at its lowest static prior
  for (const NameHit& name : MatchingNames(view, query)) {
    view.WithName(name.name, symbols);
    for (const SymbolId symbol : symbols) {
      if (DefinitionOf(view, symbol, scratch) != symbol) continue;
      if (!ScopeFits(query, view, symbol)) continue;
      if (name.score >= least) {
        AddHit(view, symbol, name.score, taken, hits);
      } else if (taken.Find(symbol) == SymbolSlots::kNone) {
        ++others;
      }
    }
    if (least == 0 && hits.size() >= limit) least = kSearchLeastPrior * name.score;
  }
  return others;
}

}  // namespace

SearchResult SearchSymbols(const graph::ReadView& view, std::string_view query_text,
                           std::size_t limit) {
  SearchResult result;
  std::vector<SearchHit>& hits = result.hits;
  SymbolSlots taken;
  taken.Reset(view.symbol_bound());
  for (const SymbolId symbol : FindExact(view, query_text)) {
    AddHit(view, symbol, 1, taken, hits);
  }
  const Query query = ParseQuery(query_text);
  if (!query.text.empty()) result.omitted = AddFuzzyHits(view, query, limit, taken, hits);

  std::sort(hits.begin(), hits.end(), [&](const SearchHit& a, const SearchHit& b) {
    if (a.score != b.score) return a.score > b.score;
    return view.CompareCanonical(a.symbol, b.symbol) < 0;
  });
  if (hits.size() > limit) {
    result.omitted += hits.size() - limit;
    hits.resize(limit);
  }
  return result;
}

}  // namespace waymark::retrieval
