#include "retrieval/relevance_judgements.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <fmt/format.h>

#include "graph/status.h"
#include "lookup/file_places.h"
#include "question/question.h"
#include "ranking/learned_relevance.h"
#include "retrieval/declarations.h"
#include "text/symbol_text.h"
#include "traits/constants.h"
#include "traits/kind_traits.h"

namespace waymark::retrieval {
namespace {

// Does not cut a character.
std::string_view Beginning(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  while (max_bytes > 0 && (static_cast<unsigned char>(text[max_bytes]) & 0xC0) == 0x80) --max_bytes;
  return text.substr(0, max_bytes);
}

std::optional<SymbolId> FindSymbol(const graph::ReadView& view,
                                   const RelevanceJudgement& judgement) {
  std::vector<SymbolId> named;
  view.WithName(judgement.name, named);
  for (const SymbolId symbol : named) {
    if (view.Identity(symbol) == judgement.symbol) return symbol;
  }
  return std::nullopt;
}

// The fields of a type, in order of their beginnings; empty for a file.
std::vector<SymbolId> FieldsOf(const graph::ReadView& view, SymbolId type) {
  std::vector<SymbolId> fields;
  if (TraitsOf(view.Kind(type)).holds_files) return fields;
  fields = DefinitionsIn(view, view.FileOf(type));
  std::erase_if(fields, [&](SymbolId symbol) {
    return view.Parent(symbol) != type || !IsValue(view.Kind(symbol));
  });
  return fields;
}

// Hash of the text of a symbol and the code that encloses it; nothing if its file is not the
// indexed one.
std::optional<ContentHash> TextAround(const graph::ReadView& view, SymbolTexts& texts,
                                      SymbolId symbol) {
  const SymbolText* own = texts.Of(symbol);
  if (own == nullptr) return std::nullopt;
  const SymbolId parent = view.Parent(symbol);
  const SymbolText* around = parent == SymbolId::kNone ? nullptr : texts.Of(parent);
  if (around == nullptr) return own->text;
  std::string all = own->text.ToHex() + around->code.ToHex();
  for (const SymbolId field : FieldsOf(view, parent)) {
    const SymbolText* text = field == symbol ? nullptr : texts.Of(field);
    if (text != nullptr) all += text->code.ToHex();
  }
  return HashContent(all);
}

// If the file is not the indexed one, the judgement stays valid: it cannot be checked, and the
// ranking uses the index anyway.
bool StillHolds(const graph::ReadView& view, SymbolTexts& texts, SymbolId symbol,
                const RelevanceJudgement& judgement) {
  const std::optional<ContentHash> now = TextAround(view, texts, symbol);
  return !now.has_value() || *now == judgement.text;
}

double JudgementWeight(const RelevanceJudgement& judgement) {
  const double weight =
      judgement.source == JudgementSource::kExplicit ? kExplicitWeight : kImplicitWeight;
  return judgement.useful ? weight : -weight;
}

// Similarity of the tasks of judgements to one question.
class TaskLikeness {
 public:
  TaskLikeness(const graph::ReadView& view, const AnalyzedQuestion& question) : view_(view) {
    for (const QuestionTerm& term : question.question.terms) {
      question_ += SquareOf(term.term);
      wanted_.insert(term.term);
    }
  }

  double Of(const RelevanceJudgement& judgement) {
    double shared = 0;
    double all = 0;
    for (const std::string& term : judgement.terms) {
      const double square = SquareOf(term);
      all += square;
      if (wanted_.count(term) != 0) shared += square;
    }
    return shared == 0 ? 0 : shared / std::sqrt(all * question_);
  }

 private:
  double SquareOf(const std::string& term) {
    const auto [at, is_new] = squares_.emplace(term, 0);
    if (is_new) {
      const double idf = TermIdf(view_, term);
      at->second = idf * idf;
    }
    return at->second;
  }

  const graph::ReadView& view_;
  std::map<std::string, double> squares_;
  std::set<std::string> wanted_;
  double question_ = 0;
};

}  // namespace

absl::StatusOr<RelevanceJudgement> MakeJudgement(const DifferenceSide& side, std::string_view task,
                                                 SymbolId symbol, bool useful,
                                                 JudgementSource source) {
  const graph::ReadView& view = side.view;
  WM_ASSIGN_OR_RETURN(const AnalyzedQuestion analyzed, AnalyzeQuestion(view, task));
  RelevanceJudgement judgement;
  judgement.task = Beginning(task, kMaxJudgementTaskBytes);
  judgement.useful = useful;
  judgement.source = source;
  for (const QuestionTerm& term : analyzed.question.terms) {
    if (judgement.terms.size() < kMaxJudgementTerms) judgement.terms.push_back(term.term);
  }
  std::sort(judgement.terms.begin(), judgement.terms.end());

  std::vector<Neighbor> scratch;
  const SymbolId definition = DefinitionOf(view, symbol, scratch);
  SymbolTexts texts(side);
  const std::optional<ContentHash> text = TextAround(view, texts, definition);
  if (!text.has_value()) {
    return absl::FailedPreconditionError(fmt::format(
        "'{}' has changed since it was indexed; run `waymark index`, then give the feedback again",
        view.File(view.FileOf(definition)).path));
  }
  judgement.symbol = view.Identity(definition);
  judgement.name = view.Symbol(definition).name;
  judgement.shown = view.QualifiedName(definition);
  judgement.text = *text;
  return judgement;
}

std::optional<SymbolId> SubjectOf(const DifferenceSide& side, const RelevanceJudgement& judgement) {
  const std::optional<SymbolId> symbol = FindSymbol(side.view, judgement);
  SymbolTexts texts(side);
  return symbol && StillHolds(side.view, texts, *symbol, judgement) ? symbol : std::nullopt;
}

std::vector<LearnedRelevance> LearnedFor(const graph::ReadView& view,
                                         const AnalyzedQuestion& question,
                                         const RelevanceJudgements& judgements) {
  const DifferenceSide side{.view = view, .text = judgements.text};
  SymbolTexts texts(side);
  TaskLikeness likeness(view, question);
  std::map<SymbolId, double> said;
  for (const RelevanceJudgement& judgement : judgements.said) {
    const double like = likeness.Of(judgement);
    if (like < kLeastJudgementLikeness) continue;
    const std::optional<SymbolId> symbol = FindSymbol(view, judgement);
    if (symbol && StillHolds(view, texts, *symbol, judgement)) {
      said[*symbol] += JudgementWeight(judgement) * like;
    }
  }
  std::vector<LearnedRelevance> learned;
  for (const auto& [symbol, sum] : said) {
    if (sum != 0) learned.push_back({symbol, std::clamp(sum, -kExplicitWeight, kExplicitWeight)});
  }
  std::sort(learned.begin(), learned.end(),
            [&](const LearnedRelevance& a, const LearnedRelevance& b) {
              if (std::abs(a.said) != std::abs(b.said)) return std::abs(a.said) > std::abs(b.said);
              return view.CompareCanonical(a.symbol, b.symbol) < 0;
            });
  return learned;
}

}  // namespace waymark::retrieval
