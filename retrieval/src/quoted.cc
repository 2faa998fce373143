#include "retrieval/quoted.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "constants.h"
#include "graph/tokenize.h"
#include "mentions.h"
#include "multipliers.h"
#include "prose.h"
#include "question.h"

namespace waymark::retrieval {
namespace {

using Words = std::vector<std::string>;

Words WordsIn(std::string_view text, graph::Tokenizer& tokenizer) {
  Words words;
  tokenizer.Visit(text, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

// The most words of `quoted` that `text` has in a row.
std::uint32_t LongestRun(const Words& quoted, const Words& text) {
  std::vector<std::uint32_t> ending(quoted.size() + 1);  // runs that end with a word, from 1
  std::uint32_t longest = 0;
  for (const std::string& word : text) {
    for (std::size_t i = quoted.size(); i > 0; --i) {
      ending[i] = word == quoted[i - 1] ? ending[i - 1] + 1 : 0;
      longest = std::max(longest, ending[i]);
    }
  }
  return longest;
}

// Several words on one line; what begins or ends with a blank stands between two quotations.
bool IsSentence(std::string_view quoted) {
  return quoted.find(' ') != std::string_view::npos &&
         quoted.find('\n') == std::string_view::npos && quoted.front() != ' ' &&
         quoted.back() != ' ';
}

// The words in a row that a symbol must have: of two to four all, else kLeastQuotedShare. Numbers
// are values.
std::uint32_t LeastRun(const Words& quoted) {
  constexpr std::uint32_t kWhole = 4;
  const auto words = static_cast<std::uint32_t>(
      std::count_if(quoted.begin(), quoted.end(), [](const std::string& word) {
        return word.find_first_not_of("0123456789") != std::string::npos;
      }));
  const auto share = static_cast<std::uint32_t>(std::ceil(kLeastQuotedShare * words));
  return std::max({2U, std::min(words, kWhole), share});
}

bool IsText(Field field) {
  return field == Field::kStrings || field == Field::kDocumentation || field == Field::kComments;
}

struct Hit {
  std::uint32_t words = 0;
  double standing = 0;
  SymbolId symbol = SymbolId::kNone;
};

void SortBestFirst(const graph::ReadView& view, std::vector<Hit>& hits) {
  std::sort(hits.begin(), hits.end(), [&](const Hit& a, const Hit& b) {
    if (a.words != b.words) return a.words > b.words;
    if (a.standing != b.standing) return a.standing > b.standing;
    return a.symbol != b.symbol && view.CompareCanonical(a.symbol, b.symbol) < 0;
  });
}

// The symbols that have the most of the words, in any order; words that very many have do not
// count.
std::vector<Hit> CandidatesFor(const graph::ReadView& view, const Multipliers& multipliers,
                               const Words& quoted) {
  Words distinct = quoted;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::map<SymbolId, std::uint32_t> counts;
  std::vector<Posting> postings;
  for (const std::string& word : distinct) {
    const std::optional<graph::TermStatistics> statistics = view.Term(word);
    if (!statistics || statistics->document_frequency > kMaxPushedNames) continue;
    view.Postings(word, postings);
    SymbolId last = SymbolId::kNone;
    for (const Posting& posting : postings) {
      if (!IsText(posting.field) || posting.symbol == last) continue;
      last = posting.symbol;
      ++counts[posting.symbol];
    }
  }
  std::vector<Hit> hits;
  for (const auto& [symbol, words] : counts) {
    if (IsProse(view, symbol) || (view.Flags(symbol) & kSymbolTest) != 0) continue;
    hits.push_back({.words = words, .standing = multipliers.Standing(symbol), .symbol = symbol});
  }
  SortBestFirst(view, hits);
  if (hits.size() > kMaxQuotationCandidates) hits.resize(kMaxQuotationCandidates);
  return hits;
}

// The lines of a symbol and its documentation.
std::string_view SourceOf(const SymbolRow& row, std::string_view text) {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint32_t line = 1;
  for (std::size_t at = 0; at < text.size() && line <= row.range.end.line; ++line) {
    if (line == row.range.begin.line) begin = at;
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
    end = at;
  }
  if (row.doc_end > row.doc_begin && row.doc_end <= text.size()) {
    begin = std::min<std::size_t>(begin, row.doc_begin);
    end = std::max<std::size_t>(end, row.doc_end);
  }
  return text.substr(begin, end - begin);
}

}  // namespace

ContextResult RankQuoted(const graph::ReadView& view, std::string_view task, const FileText& text) {
  ContextResult result;
  const AnalyzedQuestion no_words;
  const Multipliers multipliers(view, no_words);
  graph::Tokenizer tokenizer;
  std::map<FileId, std::optional<std::string>> texts;
  std::vector<Hit> hits;
  std::uint32_t quotations = 0;
  for (const std::string_view quoted : QuotedTexts(task.substr(0, kMaxQuestionBytes))) {
    const Words words = WordsIn(quoted, tokenizer);
    if (!IsSentence(quoted) || words.size() < 2) continue;
    if (++quotations > kMaxQuotations) break;
    const std::uint32_t least = LeastRun(words);
    for (Hit hit : CandidatesFor(view, multipliers, words)) {
      const SymbolRow row = view.Symbol(hit.symbol);
      const auto [file, is_new] = texts.try_emplace(row.file);
      if (is_new) file->second = text(view.File(row.file));
      if (!file->second) continue;
      hit.words = LongestRun(words, WordsIn(SourceOf(row, *file->second), tokenizer));
      if (hit.words >= least) hits.push_back(hit);
    }
  }
  SortBestFirst(view, hits);
  for (const Hit& hit : hits) {
    const bool is_known =
        std::any_of(result.ranking.begin(), result.ranking.end(),
                    [&](const RankedSymbol& ranked) { return ranked.symbol == hit.symbol; });
    if (is_known) continue;
    RankedSymbol& ranked = result.ranking.emplace_back(RankedSymbol{.symbol = hit.symbol});
    ranked.score = static_cast<float>(hit.words) / static_cast<float>(hits.front().words);
    ranked.lexical = ranked.score;
  }
  return result;
}

}  // namespace waymark::retrieval
