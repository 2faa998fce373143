#include "ranking/fusion.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

float ReciprocalRank(std::size_t index) {
  return static_cast<float>(1 / (kFusionOffset + static_cast<double>(index) + 1));
}

// Sets a new score; the parts keep their proportions.
void Rescore(float score, RankedSymbol& symbol) {
  const float scale = symbol.score > 0 ? score / symbol.score : 0;
  for (const ScorePartRow& row : kScoreParts) symbol.parts.*row.part *= scale;
  symbol.score = score;
}

// Adds another ranking's score of the same symbol.
void Join(const RankedSymbol& other, RankedSymbol& symbol) {
  symbol.score += other.score;
  for (const ScorePartRow& row : kScoreParts) {
    symbol.parts.*row.part += other.parts.*row.part;
  }
  symbol.confidence = std::max(symbol.confidence, other.confidence);
  if (other.distance >= symbol.distance) return;
  symbol.distance = other.distance;
  symbol.provenance = other.provenance;
}

// Sorts best first and normalises so that the best has 1.
void SortByScore(const graph::ReadView& view, std::vector<RankedSymbol>& ranking) {
  std::sort(ranking.begin(), ranking.end(), [&](const RankedSymbol& a, const RankedSymbol& b) {
    if (a.score != b.score) return a.score > b.score;
    return view.CompareCanonical(a.symbol, b.symbol) < 0;
  });
  if (ranking.empty()) return;
  const float best = ranking.front().score;
  for (RankedSymbol& ranked : ranking) Rescore(ranked.score / best, ranked);
}

// Adds the terms and names of a further task's question to the first one's.
void JoinQuestions(Question other, Question& question) {
  for (QuestionTerm& term : other.terms) {
    const bool is_known =
        std::any_of(question.terms.begin(), question.terms.end(),
                    [&](const QuestionTerm& known) { return known.term == term.term; });
    if (!is_known) question.terms.push_back(std::move(term));
  }
  const auto add = [](std::vector<std::string>& names, std::vector<std::string>& further) {
    for (std::string& name : further) {
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(std::move(name));
      }
    }
  };
  add(question.identifiers, other.identifiers);
  add(question.unknown_words, other.unknown_words);
  question.asked_weight += other.asked_weight;
  question.found_weight += other.found_weight;
  add(question.paths, other.paths);
  question.about_tests = question.about_tests || other.about_tests;
}

}  // namespace

std::vector<RankedSymbol> Fuse(const graph::ReadView& view, std::vector<RankedSymbol> ranking,
                               std::span<const SymbolId> places, std::span<const SymbolId> similar,
                               std::span<const LearnedRelevance> learned) {
  if (places.empty() && similar.empty() && learned.empty()) return ranking;
  std::unordered_map<SymbolId, std::size_t> index_of;
  index_of.reserve(ranking.size() + places.size() + similar.size() + learned.size());
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    index_of.emplace(ranking[i].symbol, i);
    Rescore(ReciprocalRank(i), ranking[i]);
  }
  const auto point_at = [&](SymbolId symbol, float share,
                            float ScoreParts::*part) -> RankedSymbol& {
    const auto [at, is_new] = index_of.emplace(symbol, ranking.size());
    if (is_new) ranking.push_back(RankedSymbol{.symbol = symbol});
    RankedSymbol& ranked = ranking[at->second];
    const float before = std::exchange(ranked.score, std::max(ranked.score + share, kNoiseScore));
    ranked.parts.*part += ranked.score - before;
    return ranked;
  };
  for (std::size_t i = 0; i < places.size(); ++i) {
    point_at(places[i], ReciprocalRank(i), &ScoreParts::places).distance = 0;
  }
  for (std::size_t i = 0; i < similar.size(); ++i) {
    point_at(similar[i], ReciprocalRank(i), &ScoreParts::similar_names).distance = 0;
  }
  for (std::size_t i = 0; i < learned.size(); ++i) {
    const auto [symbol, said] = learned[i];
    if (said < 0 && index_of.count(symbol) == 0) continue;
    const float share = static_cast<float>(said) * ReciprocalRank(i);
    RankedSymbol& ranked = point_at(symbol, share, &ScoreParts::learned);
    if (said > 0) ranked.distance = 0;
  }
  SortByScore(view, ranking);
  return ranking;
}

ContextResult JoinRankings(const graph::ReadView& view, std::vector<ContextResult> results,
                           Parts without) {
  if (without.Has(Part::kFusion)) results.erase(results.begin() + 1, results.end());
  ContextResult joined = std::move(results.front());
  std::vector<RankedSymbol>& ranking = joined.ranking;
  if (results.size() > 1) {
    std::unordered_map<SymbolId, std::size_t> index_of;
    for (std::size_t i = 0; i < ranking.size(); ++i) {
      index_of.emplace(ranking[i].symbol, i);
      Rescore(ReciprocalRank(i), ranking[i]);
    }
    for (std::size_t r = 1; r < results.size(); ++r) {
      joined.omitted = std::max(joined.omitted, results[r].omitted);
      JoinQuestions(std::move(results[r].question), joined.question);
      joined.not_followed = std::max(joined.not_followed, results[r].not_followed);
      for (std::size_t i = 0; i < results[r].ranking.size(); ++i) {
        RankedSymbol& found = results[r].ranking[i];
        const auto [at, is_new] = index_of.emplace(found.symbol, ranking.size());
        Rescore(ReciprocalRank(i), found);
        if (is_new) {
          ranking.push_back(found);
        } else {
          Join(found, ranking[at->second]);
        }
      }
    }
    SortByScore(view, ranking);
  }
  return joined;
}

std::vector<SymbolId> FocusOf(const Inquiry& inquiry, Parts without) {
  std::vector<SymbolId> focus = inquiry.around;
  if (without.Has(Part::kExactNames)) return focus;
  focus.insert(focus.end(), inquiry.named.begin(), inquiry.named.end());
  return focus;
}

namespace {

// If there are several tasks, the error of one says which one it is.
absl::Status RefusalOf(const absl::Status& status, std::size_t number, std::size_t tasks) {
  if (tasks == 1 || !absl::IsInvalidArgument(status)) return status;
  return absl::InvalidArgumentError(
      fmt::format("task {} of {}: {}", number, tasks, std::string(status.message())));
}

// A ranking of the symbols whose name is a whole task. The rankings by words and around the symbol
// also hold symbols that mention the name.
ContextResult RankNamed(const std::vector<SymbolId>& named, const ContextResult& around) {
  ContextResult result;
  for (const RankedSymbol& ranked : around.ranking) {
    if (std::find(named.begin(), named.end(), ranked.symbol) == named.end()) continue;
    result.ranking.push_back(ranked);
  }
  return result;
}

}  // namespace

absl::StatusOr<ContextResult> RankFor(const graph::ReadView& view, const Inquiry& inquiry,
                                      const ContextOptions& options) {
  std::vector<ContextResult> rankings;
  for (const std::string_view task : inquiry.tasks) {
    absl::StatusOr<ContextResult> ranked = RankForTask(view, task, options);
    const std::size_t number = rankings.size() + 1;
    if (!ranked.ok()) return RefusalOf(ranked.status(), number, inquiry.tasks.size());
    rankings.push_back(*std::move(ranked));
  }
  const std::vector<SymbolId> focus = FocusOf(inquiry, options.without);
  if (inquiry.tasks.empty() || !focus.empty()) {
    WM_ASSIGN_OR_RETURN(rankings.emplace_back(), RankAround(view, focus, options));
  }
  if (focus.size() > inquiry.around.size()) {
    ContextResult named = RankNamed(inquiry.named, rankings.back());
    rankings.push_back(std::move(named));
  }
  ContextResult joined = JoinRankings(view, std::move(rankings), options.without);
  const float share = joined.question.found_share();
  for (RankedSymbol& ranked : joined.ranking) Rescore(ranked.score * share, ranked);
  return joined;
}

}  // namespace waymark::retrieval
