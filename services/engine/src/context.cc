#include <algorithm>
#include <optional>
#include <utility>

#include "convert.h"
#include "cost_model.h"
#include "freshness.h"
#include "graph/status.h"
#include "next_call.h"
#include "requests.h"
#include "services/engine.h"
#include "workspace_pool.h"

namespace waymark::services {
namespace {

constexpr char kContextTool[] = "context_for_task";

// What the whole ranking takes, if all of it costs what the part does that fits: whole thousands.
std::uint32_t BudgetForAll(std::uint64_t budget, std::uint64_t shown, std::uint64_t all) {
  constexpr std::uint64_t kStep = 1000;
  const std::uint64_t estimate = budget * all / std::max<std::uint64_t>(shown, 1);
  const std::uint64_t rounded = (estimate / kStep + 1) * kStep;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(rounded, kMaxBudgetTokens));
}

// What was found and is not shown. A larger budget shows more of the ranking, no limit a longer
// one.
std::optional<wire::Truncation> TruncationOf(const ContextRequest& request,
                                             const retrieval::ContextResult& ranked,
                                             std::size_t shown) {
  const std::size_t left = ranked.ranking.size() - shown;
  if (left + ranked.omitted == 0) return std::nullopt;
  wire::Truncation truncation;
  truncation.omitted = left + ranked.omitted;
  if (left == 0) {
    if (request.max_symbols != 0) {
      truncation.next_call = NextContext(request, request.budget_tokens, 0);
    }
  } else if (request.budget_tokens < kMaxBudgetTokens) {
    truncation.next_call =
        NextContext(request, BudgetForAll(request.budget_tokens, shown, ranked.ranking.size()),
                    request.max_symbols);
  }
  return truncation;
}

Explanation Explain(retrieval::Question question, const retrieval::Pack& pack) {
  Explanation explanation{.question = std::move(question), .symbols = {}};
  explanation.symbols.reserve(pack.symbols.size());
  for (const retrieval::PackedSymbol& packed : pack.symbols) {
    explanation.symbols.push_back({.lexical = packed.ranked.lexical,
                                   .cohesion = packed.ranked.cohesion,
                                   .history = packed.ranked.history,
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
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);

  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::History> history,
                      store_->OpenHistory(opened.key));
  const WorkspacePool::Lease workspace(*workspaces_);
  WM_ASSIGN_OR_RETURN(retrieval::ContextResult ranked,
                      retrieval::RankForTask(view, request.task,
                                             {.max_symbols = request.max_symbols,
                                              .history = history.get(),
                                              .cancelled = control.cancelled,
                                              .workspace = workspace.get()}));
  WM_RETURN_IF_ERROR(control.Check());

  const wire::IndexInfo index = ToIndexInfo(view, freshness.Wait(), opened.shown);
  const wire::Completeness completeness = CompletenessOfFiles(view);
  const PayloadFinisher finish = [&](wire::Payload& payload) {
    payload.tool = kContextTool;
    // A budget of none is refused, with the cost of the header that a real budget has.
    payload.token_budget = std::max(request.budget_tokens, 1U);
    payload.index = index;
    payload.completeness = completeness;
    payload.truncation = TruncationOf(request, ranked, payload.symbols.size());
  };
  WM_ASSIGN_OR_RETURN(CountedPacks counted, MakeCostModel(view, codecs_, request.encoding, finish));
  WM_ASSIGN_OR_RETURN(
      const retrieval::Pack pack,
      retrieval::PackRanking(view, ranked.ranking, request.budget_tokens, counted.cost));

  ContextAnswer answer;
  answer.payload = std::move(counted.payloads->at(pack.encoding));
  if (request.explain) answer.explanation = Explain(std::move(ranked.question), pack);
  return answer;
}

}  // namespace waymark::services
