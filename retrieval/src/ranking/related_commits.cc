#include "retrieval/related_commits.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "question/question.h"
#include "ranking/commit_likeness.h"
#include "retrieval/symbol_commits.h"
#include "traits/constants.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {
namespace {

using graph::History;

// A commit that changed a symbol of the answer, by its place there.
struct ChangeInAnswer {
  std::uint32_t commit = 0;
  std::uint32_t place = 0;
};

std::vector<ChangeInAnswer> ChangesIn(const graph::ReadView& view, const History& history,
                                      std::span<const RankedSymbol> best) {
  std::vector<ChangeInAnswer> changes;
  for (std::uint32_t place = 0; place < best.size(); ++place) {
    for (const std::uint32_t commit : CommitsThatChanged(view, history, best[place].symbol)) {
      changes.push_back({commit, place});
    }
  }
  return changes;
}

// Scores of the commits by what they say, for the task that each is most like.
std::vector<double> ScoresByWords(const graph::ReadView& view, const History& history,
                                  const Inquiry& inquiry, CommitNotes& notes) {
  std::vector<double> scores(history.commit_count());
  for (const std::string_view task : inquiry.tasks) {
    // A task may have no words: a place in a file.
    const absl::StatusOr<AnalyzedQuestion> analyzed = AnalyzeQuestion(view, task);
    if (!analyzed.ok()) continue;
    std::vector<double> of_task(scores.size());
    for (const CommitLikeness& one : LikeMessages(history, *analyzed, notes)) {
      of_task[one.commit] += one.like;
    }
    for (const CommitLikeness& one : LikeNames(history, *analyzed, notes)) {
      of_task[one.commit] += kChangedNames * one.like;
    }
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = std::max(scores[i], of_task[i]);
  }
  return scores;
}

void AddChanges(const History& history, std::span<const RankedSymbol> best,
                const std::vector<ChangeInAnswer>& changes, std::vector<double>& scores) {
  std::vector<double> changed(scores.size());
  for (const ChangeInAnswer& change : changes) {
    changed[change.commit] += double{best[change.place].score} / double{best[0].score};
  }
  for (std::uint32_t commit = 0; commit < scores.size(); ++commit) {
    if (changed[commit] == 0) continue;
    const double part = PartOf(changed[commit], NamesChangedBy(history, commit));
    scores[commit] += kChangedAnswer * std::tanh(part);
  }
}

}  // namespace

std::vector<RelatedCommit> RelatedCommits(const graph::ReadView& view, const History& history,
                                          const Inquiry& inquiry,
                                          std::span<const RankedSymbol> answer, std::size_t count,
                                          Workspace* workspace) {
  Workspace own_workspace;
  CommitNotes& notes = (workspace == nullptr ? own_workspace : *workspace).buffers().commits;
  notes.Follow(view, history);
  const auto best = answer.first(std::min<std::size_t>(answer.size(), kChangedSymbols));
  const std::vector<ChangeInAnswer> changes = ChangesIn(view, history, best);
  std::vector<double> scores = ScoresByWords(view, history, inquiry, notes);
  AddChanges(history, best, changes, scores);

  std::vector<RelatedCommit> related;
  for (std::uint32_t commit = 0; commit < scores.size(); ++commit) {
    if (scores[commit] < kLeastRelated) continue;
    related.push_back({.commit = commit, .score = scores[commit]});
  }
  std::stable_sort(
      related.begin(), related.end(),
      [](const RelatedCommit& a, const RelatedCommit& b) { return a.score > b.score; });
  if (related.size() > count) related.resize(count);
  for (RelatedCommit& one : related) {
    for (const ChangeInAnswer& change : changes) {
      if (change.commit == one.commit) one.symbols.push_back(best[change.place].symbol);
    }
  }
  return related;
}

}  // namespace waymark::retrieval
