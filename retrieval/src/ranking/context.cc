// The pipeline of context.h in order: question, fields, multipliers, cohesion, walk, ranking.
#include "retrieval/context.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph/status.h"
#include "question/multipliers.h"
#include "question/question.h"
#include "question/quoted.h"
#include "question/similar_names.h"
#include "ranking/bm25f.h"
#include "ranking/candidates.h"
#include "ranking/channels.h"
#include "ranking/cohesion.h"
#include "ranking/file_words.h"
#include "ranking/fusion.h"
#include "ranking/learned_relevance.h"
#include "ranking/ranking.h"
#include "text/fixed_point.h"
#include "text/synonyms.h"
#include "traits/cancel_poll.h"
#include "traits/constants.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {
namespace {

constexpr std::string_view kWork = "rank symbols for a task";

void AddFileWords(const FileWords& files, std::vector<Candidate>& candidates) {
  for (Candidate& candidate : candidates) {
    candidate.cohesion += files.ShareOf(candidate.file) * candidate.static_prior;
  }
}

bool HasTerm(const Question& question, const std::string& term) {
  return std::any_of(question.terms.begin(), question.terms.end(),
                     [&](const QuestionTerm& known) { return known.term == term; });
}

// Adds what the synonyms of a term find to x of the term. A synonym that many symbols have counts
// less, as it says less than the term does.
void FeedSynonyms(const graph::ReadView& view, const Question& question, const QuestionTerm& term,
                  Bm25f& sums, ChannelFeeder& channels) {
  const std::vector<std::string>& synonyms = SynonymsOf(term.term);
  if (synonyms.empty()) return;
  const double idf = InverseDocumentFrequency(view, term.document_frequency);
  for (const std::string& synonym : synonyms) {
    if (HasTerm(question, synonym)) continue;
    const std::optional<graph::TermStatistics> known = view.Term(synonym);
    if (!known.has_value() || known->document_frequency == 0) continue;
    const double own = InverseDocumentFrequency(view, known->document_frequency);
    sums.CountShare(ToFixed(kSynonymShare * std::min(1.0, own / idf)));
    channels.Feed(synonym);
  }
  sums.CountShare(kFixedOne);
}

absl::StatusOr<std::vector<LexicalScore>> LexicalScores(const graph::ReadView& view,
                                                        const AnalyzedQuestion& analyzed,
                                                        const ContextOptions& options,
                                                        Workspace::QueryBuffers& buffers,
                                                        FileWords* files) {
  std::uint64_t total_weight = analyzed.files_weight;
  for (const std::uint32_t weight : analyzed.weights) total_weight += weight;

  Bm25f sums(buffers.scores, view.symbol_bound(), total_weight);
  ChannelFeeder channels(view, sums, buffers, options.without);
  for (std::size_t i = 0; i < analyzed.weights.size(); ++i) {
    if (analyzed.weights[i] == 0) continue;
    WM_RETURN_IF_ERROR(CheckNotCancelled(options.cancelled, kWork));
    const QuestionTerm& term = analyzed.question.terms[i];
    channels.Feed(term.term);
    if (!options.without.Has(Part::kSynonyms)) {
      FeedSynonyms(view, analyzed.question, term, sums, channels);
    }
    sums.FinishTerm(analyzed.weights[i], files);
  }
  if (!options.without.Has(Part::kNamedFiles)) channels.FeedFiles(analyzed.files);
  sums.FinishTerm(analyzed.files_weight, files);
  return sums.TakeScores(options.without.Has(Part::kCoverage) ? 0 : kCoverageBoost);
}

// Joins the ranking with that of the task's quotations.
absl::StatusOr<std::vector<RankedSymbol>> WithQuoted(const graph::ReadView& view,
                                                     std::string_view task,
                                                     const ContextOptions& options,
                                                     std::vector<RankedSymbol> ranking) {
  if (options.text == nullptr || options.without.Has(Part::kQuoted)) return ranking;
  std::vector<ContextResult> both(2);
  WM_ASSIGN_OR_RETURN(both[1].ranking, RankQuoted(view, task, *options.text, options.cancelled));
  if (both[1].ranking.empty()) return ranking;
  both[0].ranking = std::move(ranking);
  return JoinRankings(view, std::move(both), options.without).ranking;
}

}  // namespace

absl::StatusOr<ContextResult> RankForTask(const graph::ReadView& view, std::string_view task,
                                          const ContextOptions& options) {
  WM_ASSIGN_OR_RETURN(AnalyzedQuestion analyzed, AnalyzeQuestion(view, task, options.without));

  Workspace own_workspace;
  Workspace& workspace = options.workspace == nullptr ? own_workspace : *options.workspace;
  Workspace::QueryBuffers& buffers = workspace.buffers();
  FileWords files(view, buffers.files);
  WM_ASSIGN_OR_RETURN(std::vector<LexicalScore> scores,
                      LexicalScores(view, analyzed, options, buffers,
                                    options.without.Has(Part::kFileWords) ? nullptr : &files));

  const std::size_t matched = scores.size();
  const Multipliers multipliers(view, analyzed, options.without);
  std::vector<Candidate> candidates =
      CollectCandidates(view, scores, multipliers, options.without, kPoolSize, buffers.slots);
  if (!options.without.Has(Part::kCohesion)) AddCohesion(buffers.slots, candidates);
  AddFileWords(files, candidates);
  WM_RETURN_IF_ERROR(CheckNotCancelled(options.cancelled, kWork));

  const TestCode test_code =
      analyzed.question.about_tests ? TestCode::kIncluded : TestCode::kLeftOut;
  ContextResult result;
  std::vector<HistoryShare> history;
  if (options.history != nullptr && !options.without.Has(Part::kHistory)) {
    history = SharesOfSimilarCommits(view, *options.history, analyzed, buffers.commits);
  }
  Ranking ranking =
      RankCandidates(view, multipliers, {.test_code = test_code, .without = options.without},
                     history, candidates, buffers);
  const std::size_t ranked = ranking.symbols.size();
  result.ranking = std::move(ranking.symbols);
  std::vector<LearnedRelevance> learned;
  if (options.judgements != nullptr && !options.without.Has(Part::kFeedback)) {
    learned = LearnedFor(view, analyzed, *options.judgements);
  }
  SimilarNames similar;
  if (!options.without.Has(Part::kSimilarNames)) {
    similar = FindSimilarNames(view, analyzed, multipliers);
  }
  if (!options.without.Has(Part::kFusion)) {
    result.ranking =
        Fuse(view, std::move(result.ranking), analyzed.places, similar.symbols, learned);
  }
  WM_ASSIGN_OR_RETURN(result.ranking, WithQuoted(view, task, options, std::move(result.ranking)));
  const std::size_t only_pointed_at = result.ranking.size() - ranked;
  if (options.max_symbols != 0 && result.ranking.size() > options.max_symbols) {
    result.ranking.resize(options.max_symbols);
  }
  result.omitted = matched + ranking.found_by_walk + only_pointed_at - result.ranking.size();
  result.question = std::move(analyzed.question);
  std::move(similar.understood.begin(), similar.understood.end(),
            std::back_inserter(result.question.identifiers));
  return result;
}

}  // namespace waymark::retrieval
