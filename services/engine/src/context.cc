#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "convert.h"
#include "cost_model.h"
#include "freshness.h"
#include "graph/status.h"
#include "requests.h"
#include "services/engine.h"
#include "workspace_pool.h"

namespace waymark::services {
namespace {

constexpr char kContextTool[] = "context";

// A ranking considers every indexed symbol; what it cannot have seen are the files that were not
// indexed.
wire::Completeness CompletenessOf(const graph::ReadView& view) {
  const std::size_t skipped = view.Skipped().size();
  if (skipped == 0) return {.certainty = wire::Certainty::kExact, .count = 0, .reason = ""};
  return {.certainty = wire::Certainty::kLowerBound,
          .count = skipped,
          .reason = "files that were not indexed"};
}

Explanation Explain(retrieval::Question question, const retrieval::Pack& pack) {
  Explanation explanation{.question = std::move(question), .symbols = {}};
  explanation.symbols.reserve(pack.symbols.size());
  for (const retrieval::PackedSymbol& packed : pack.symbols) {
    explanation.symbols.push_back({.lexical = packed.ranked.lexical,
                                   .cohesion = packed.ranked.cohesion,
                                   .walk = packed.ranked.walk});
  }
  return explanation;
}

}  // namespace

absl::StatusOr<ContextAnswer> Engine::Context(const ContextRequest& request,
                                              const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckText("the task", request.task, kMaxTaskBytes));
  WM_RETURN_IF_ERROR(CheckRange("the token budget", request.budget_tokens, 0, kMaxBudgetTokens));
  WM_RETURN_IF_ERROR(codecs_.Find(request.encoding.format).status());
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);

  const WorkspacePool::Lease workspace(*workspaces_);
  WM_ASSIGN_OR_RETURN(retrieval::ContextResult ranked,
                      retrieval::RankForTask(view, request.task,
                                             {.max_symbols = request.max_symbols,
                                              .cancelled = control.cancelled,
                                              .workspace = workspace.get()}));
  WM_RETURN_IF_ERROR(control.Check());

  const wire::IndexInfo index = ToIndexInfo(view, freshness.Wait());
  const PayloadFinisher finish = [&](wire::Payload& payload) {
    payload.tool = kContextTool;
    // A budget of none is refused, with the cost of the header that a real budget has.
    payload.token_budget = std::max(request.budget_tokens, 1U);
    payload.index = index;
    payload.completeness = CompletenessOf(view);
    const std::size_t omitted = ranked.ranking.size() - payload.symbols.size();
    if (omitted != 0) payload.truncation.emplace().omitted = omitted;
  };
  WM_ASSIGN_OR_RETURN(const retrieval::CostModel cost,
                      MakeCostModel(view, codecs_, request.encoding, finish));
  WM_ASSIGN_OR_RETURN(const retrieval::Pack pack,
                      retrieval::PackRanking(view, ranked.ranking, request.budget_tokens, cost));

  ContextAnswer answer;
  answer.payload = ToPayload(view, pack);
  finish(answer.payload);
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, answer.payload).status());
  if (request.explain) answer.explanation = Explain(std::move(ranked.question), pack);
  return answer;
}

}  // namespace waymark::services
