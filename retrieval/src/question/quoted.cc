#include "question/quoted.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graph/status.h"
#include "graph/tokenize.h"
#include "lookup/mentions.h"
#include "question/error_messages.h"
#include "question/multipliers.h"
#include "question/question.h"
#include "text/code_text.h"
#include "text/symbol_text.h"
#include "traits/cancel_poll.h"
#include "traits/constants.h"
#include "traits/prose.h"

namespace waymark::retrieval {
namespace {

using Words = std::vector<std::string>;

Words WordsIn(std::string_view text, graph::Tokenizer& tokenizer) {
  Words words;
  tokenizer.Visit(text, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

// The longest run of consecutive words of `quoted` in `text`.
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

// Several words on one line. Text that begins or ends with a blank lies between two quotations.
bool IsSentence(std::string_view quoted) {
  return quoted.find(' ') != std::string_view::npos &&
         quoted.find('\n') == std::string_view::npos && quoted.front() != ' ' &&
         quoted.back() != ' ';
}

// Texts in quotes, and error messages without quotes.
std::vector<std::string_view> QuotationsIn(std::string_view task) {
  std::vector<std::string_view> quotations = QuotedTexts(task);
  const std::vector<std::string_view> messages = ErrorMessagesIn(task);
  quotations.insert(quotations.end(), messages.begin(), messages.end());
  std::erase_if(quotations, [](std::string_view quoted) { return !IsSentence(quoted); });
  return quotations;
}

// The least number of consecutive words that a symbol must have. Numbers do not count, because they
// are values.
std::uint32_t LeastRun(const Words& quoted) {
  const auto words = static_cast<std::uint32_t>(
      std::count_if(quoted.begin(), quoted.end(), [](const std::string& word) {
        return word.find_first_not_of("0123456789") != std::string::npos;
      }));
  const auto share = static_cast<std::uint32_t>(std::ceil(kLeastQuotedShare * words));
  return std::max({2U, std::min(words, kWholeQuotedWords), share});
}

bool IsText(Field field) {
  return field == Field::kStrings || field == Field::kDocumentation || field == Field::kComments;
}

struct Hit {
  std::uint32_t words = 0;
  double static_prior = 0;
  SymbolId symbol = SymbolId::kNone;
};

void SortBestFirst(const graph::ReadView& view, std::vector<Hit>& hits) {
  std::sort(hits.begin(), hits.end(), [&](const Hit& a, const Hit& b) {
    if (a.words != b.words) return a.words > b.words;
    if (a.static_prior != b.static_prior) return a.static_prior > b.static_prior;
    return a.symbol != b.symbol && view.CompareCanonical(a.symbol, b.symbol) < 0;
  });
}

// The symbols with the most of the words, in any order; very frequent words do not count.
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
    hits.push_back(
        {.words = words, .static_prior = multipliers.StaticPrior(symbol), .symbol = symbol});
  }
  SortBestFirst(view, hits);
  if (hits.size() > kMaxQuotationCandidates) hits.resize(kMaxQuotationCandidates);
  return hits;
}

// The words in strings, comments and documentation of symbols, read from their files.
class TextWords {
 public:
  TextWords(const graph::ReadView& view, const FileText& text) : view_(view), text_(text) {}

  // Empty if the file is not the indexed one.
  const Words& Of(SymbolId symbol) {
    const FileId file = view_.FileOf(symbol);
    if (is_read_.insert(file).second) Read(file);
    const auto [at, is_new] = words_.try_emplace(symbol);
    const auto source = sources_.find(symbol);
    if (!is_new || source == sources_.end()) return at->second;
    const CodeText code = CodeOf(source->second.text, view_.File(file).language);
    at->second = WordsIn(source->second.documentation + "\n" + code.texts, tokenizer_);
    return at->second;
  }

 private:
  struct Source {
    std::string text;
    std::string documentation;
  };

  void Read(FileId file) {
    const std::optional<std::string> bytes = text_(view_.File(file));
    if (!bytes) return;
    for (OwnText& own : OwnTexts(view_, file, *bytes)) {
      sources_[own.row.id] = {.text = std::move(own.text),
                              .documentation = std::string(DocumentationIn(*bytes, own.row))};
    }
  }

  const graph::ReadView& view_;
  const FileText& text_;
  graph::Tokenizer tokenizer_;
  std::set<FileId> is_read_;
  std::map<SymbolId, Source> sources_;
  std::map<SymbolId, Words> words_;
};

std::vector<RankedSymbol> Ranked(const std::vector<Hit>& hits) {
  std::vector<RankedSymbol> ranking;
  for (const Hit& hit : hits) {
    const bool is_known =
        std::any_of(ranking.begin(), ranking.end(),
                    [&](const RankedSymbol& ranked) { return ranked.symbol == hit.symbol; });
    if (is_known) continue;
    RankedSymbol& ranked = ranking.emplace_back(RankedSymbol{.symbol = hit.symbol});
    ranked.score = static_cast<float>(hit.words) / static_cast<float>(hits.front().words);
    ranked.parts.quoted = ranked.score;
  }
  return ranking;
}

}  // namespace

absl::StatusOr<std::vector<RankedSymbol>> RankQuoted(const graph::ReadView& view,
                                                     std::string_view task, const FileText& text,
                                                     const std::atomic<bool>* cancelled) {
  const AnalyzedQuestion no_words;
  const Multipliers multipliers(view, no_words);
  graph::Tokenizer tokenizer;
  TextWords texts(view, text);
  std::vector<Hit> hits;
  std::uint32_t quotations = 0;
  for (const std::string_view quoted : QuotationsIn(task.substr(0, kMaxQuestionBytes))) {
    const Words words = WordsIn(quoted, tokenizer);
    if (words.size() < 2) continue;
    if (++quotations > kMaxQuotations) break;
    const std::uint32_t least = LeastRun(words);
    for (Hit hit : CandidatesFor(view, multipliers, words)) {
      WM_RETURN_IF_ERROR(CheckNotCancelled(cancelled, "search quoted texts"));
      hit.words = LongestRun(words, texts.Of(hit.symbol));
      if (hit.words >= least) hits.push_back(hit);
    }
  }
  SortBestFirst(view, hits);
  return Ranked(hits);
}

}  // namespace waymark::retrieval
