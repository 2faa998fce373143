// Tools whose answers are no payloads: JSON, and for every other format the same compact text.
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "paged.h"
#include "services/analyze_text.h"
#include "services/explanation_text.h"
#include "services/outline_text.h"
#include "services/sources_text.h"
#include "services/test_scope_text.h"
#include "tool.h"

namespace waymark::services {
namespace {

template <typename Answer>
ToolAnswer WrittenAs(const ToolCall& call, const Answer& answer) {
  return Written(call, TextOf(answer), JsonOf(answer));
}

// In GCX1 too, where it has a layout.
template <typename Answer>
absl::StatusOr<ToolAnswer> WrittenAs(const ToolCall& call, const Answer& answer,
                                     const absl::StatusOr<std::string>& gcx) {
  if (call.arguments.Text("format") != "gcx") return WrittenAs(call, answer);
  WM_RETURN_IF_ERROR(gcx.status());
  return ToolAnswer{.text = *gcx, .structured = nullptr};
}

template <typename Request, typename Answer>
absl::StatusOr<ToolAnswer> WrittenPage(const ToolCall& call, Request request,
                                       absl::StatusOr<Answer> (Verbs::*verb)(const Request&,
                                                                             const CallControl&)) {
  return Paged(call, std::move(request), verb,
               [&](const Answer& answer) { return WrittenAs(call, answer, GcxOf(answer)); });
}

absl::StatusOr<ToolAnswer> AnalysisPage(const ToolCall& call, AnalyzeRequest request) {
  return Paged(call, std::move(request), &Verbs::Analyze,
               [&](const AnalyzeAnswer& answer) { return AnalysisWritten(call, answer); });
}

}  // namespace

absl::StatusOr<ToolAnswer> AnalysisWritten(const ToolCall& call, const AnalyzeAnswer& answer) {
  if (call.arguments.Text("format") != "gcx") {
    return Written(call, TextOf(answer, CallStyle::kTool), JsonOf(answer));
  }
  ToolAnswer told;
  WM_ASSIGN_OR_RETURN(told.text, GcxOf(answer));
  return told;
}

ToolAnswer Written(const ToolCall& call, std::string text, std::string json) {
  if (call.arguments.Text("format") != "json") {
    return {.text = std::move(text), .structured = nullptr};
  }
  Json structured = Json::parse(json);
  return {.text = std::move(json), .structured = std::move(structured)};
}

absl::StatusOr<ToolAnswer> TestScopeOf(const ToolCall& call) {
  TestScopeRequest request{.root = call.root,
                           .symbols = call.arguments.Texts("symbols"),
                           .base = call.arguments.Text("base"),
                           .depth = call.arguments.Number("depth"),
                           .cursor = call.arguments.Text("cursor"),
                           .state = {.at = call.arguments.Text("at")}};
  if (request.symbols.empty() == request.base.empty()) {
    return absl::InvalidArgumentError("name what changes: either 'symbols' or 'base'");
  }
  return WrittenPage(call, std::move(request), &Verbs::TestScope);
}

absl::StatusOr<ToolAnswer> GetRepoOutline(const ToolCall& call) {
  return WrittenPage(call, OutlineRequest{.root = call.root, .state = StateOf(call)},
                     &Verbs::Outline);
}

absl::StatusOr<ToolAnswer> AnalyzeRepository(const ToolCall& call) {
  const std::optional<Analysis> analysis = AnalysisFromName(call.arguments.Text("kind"));
  if (!analysis.has_value()) {
    return absl::InvalidArgumentError("'kind' has to be dead_code, hotspots, cycles or contracts");
  }
  return AnalysisPage(call, {.root = call.root,
                             .analysis = *analysis,
                             .cursor = call.arguments.Text("cursor"),
                             .state = StateOf(call)});
}

absl::StatusOr<ToolAnswer> ListContracts(const ToolCall& call) {
  const std::string action = call.arguments.Text("action");
  if (!action.empty() && action != "list" && action != "check") {
    return absl::InvalidArgumentError("'action' has to be list or check");
  }
  if (call.members.size() > 1) {
    return WithinBudget(call, [&](std::uint32_t limit) { return ContractsAcross(call, limit); });
  }
  return AnalysisPage(call, {.root = call.root,
                             .analysis = Analysis::kContracts,
                             .only_orphans = action == "check",
                             .cursor = call.arguments.Text("cursor"),
                             .state = StateOf(call)});
}

absl::StatusOr<ToolAnswer> ExplainRanking(const ToolCall& call) {
  ContextRequest request;
  request.root = call.root;
  request.task = call.arguments.Text("task_description");
  request.budget_tokens = call.arguments.Number("token_budget");
  request.encoding.call_style = CallStyle::kTool;
  request.explain = true;
  request.explained = call.arguments.Text("symbol");
  request.state = StateOf(call);
  WM_ASSIGN_OR_RETURN(const ContextAnswer answer, call.verbs.Context(request, call.control));
  if (!answer.explanation.has_value() || !answer.explanation->symbol.has_value()) {
    return absl::InternalError("the answer explains nothing");
  }
  const SymbolExplanation& symbol = *answer.explanation->symbol;
  return Written(call, TextOf(symbol, request.budget_tokens, CallStyle::kTool), JsonOf(symbol));
}

absl::StatusOr<ToolAnswer> GetSymbolSource(const ToolCall& call) {
  const SourcesRequest request{.root = call.root,
                               .symbols = {call.arguments.Text("symbol")},
                               .context_lines = call.arguments.Number("context_lines"),
                               .state = StateOf(call)};
  WM_ASSIGN_OR_RETURN(const SourcesAnswer answer, call.verbs.Sources(request, call.control));
  const SymbolSource& source = answer.symbols.front();
  if (!source.error.empty()) return absl::FailedPreconditionError(source.error);
  WM_ASSIGN_OR_RETURN(ToolAnswer told, WrittenAs(call, answer, GcxOfSource(answer)));
  told.content_tag = source.etag;
  return told;
}

absl::StatusOr<ToolAnswer> BatchSymbols(const ToolCall& call) {
  const SourcesRequest request{.root = call.root,
                               .symbols = call.arguments.Texts("symbols"),
                               .with_text = call.arguments.Flag("include_source"),
                               .state = StateOf(call)};
  WM_ASSIGN_OR_RETURN(const SourcesAnswer answer, call.verbs.Sources(request, call.control));
  return WrittenAs(call, answer, GcxOfBatch(answer, request.with_text));
}

absl::StatusOr<ToolAnswer> SayFeedback(const ToolCall& call) {
  const std::string verdict = call.arguments.Text("verdict");
  if (verdict != "useful" && verdict != "noise") {
    return absl::InvalidArgumentError("'verdict' has to be useful or noise");
  }
  if (!call.arguments.Text("at").empty()) {
    return absl::InvalidArgumentError("feedback is about the files on disk; leave out 'at'");
  }
  const FeedbackRequest request{.root = call.root,
                                .action = FeedbackAction::kSay,
                                .task = call.arguments.Text("task_description"),
                                .symbols = call.arguments.Texts("symbols"),
                                .useful = verdict == "useful"};
  if (request.symbols.empty()) return absl::InvalidArgumentError("'symbols' names none");
  WM_ASSIGN_OR_RETURN(const FeedbackAnswer answer, call.verbs.Feedback(request, call.control));
  ToolAnswer told;
  for (const FeedbackLesson& lesson : answer.lessons) {
    told.text += fmt::format("{}: {}\n", verdict, lesson.symbol);
  }
  told.text += fmt::format("lessons kept: {}\n", answer.kept);
  return told;
}

}  // namespace waymark::services
