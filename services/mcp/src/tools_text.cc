// Tools whose answers are no payloads: JSON, and for every other format the same compact text.
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/analyze_text.h"
#include "services/outline_text.h"
#include "services/test_scope_text.h"
#include "tool.h"

namespace waymark::services {
namespace {

template <typename Answer>
ToolAnswer Written(const ToolCall& call, const Answer& answer) {
  if (call.arguments.Text("format") != "json") {
    return {.text = TextOf(answer), .structured = nullptr};
  }
  std::string text = JsonOf(answer);
  Json structured = Json::parse(text);
  return {.text = std::move(text), .structured = std::move(structured)};
}

}  // namespace

absl::StatusOr<ToolAnswer> TestScopeOf(const ToolCall& call) {
  const TestScopeRequest request{.root = call.root,
                                 .symbols = call.arguments.Texts("symbols"),
                                 .base = call.arguments.Text("base"),
                                 .depth = call.arguments.Number("depth"),
                                 .limit = call.arguments.Number("limit"),
                                 .cursor = call.arguments.Text("cursor"),
                                 .state = {.at = call.arguments.Text("at")}};
  if (request.symbols.empty() == request.base.empty()) {
    return absl::InvalidArgumentError("name what changes: either 'symbols' or 'base'");
  }
  WM_ASSIGN_OR_RETURN(const TestScopeAnswer answer, call.verbs.TestScope(request, call.control));
  return Written(call, answer);
}

absl::StatusOr<ToolAnswer> GetRepoOutline(const ToolCall& call) {
  const OutlineRequest request{.root = call.root,
                               .limit = call.arguments.Number("limit"),
                               .state = {.at = call.arguments.Text("at")}};
  WM_ASSIGN_OR_RETURN(const OutlineAnswer answer, call.verbs.Outline(request, call.control));
  return Written(call, answer);
}

absl::StatusOr<ToolAnswer> AnalyzeRepository(const ToolCall& call) {
  const std::optional<Analysis> analysis = AnalysisFromName(call.arguments.Text("kind"));
  if (!analysis.has_value()) {
    return absl::InvalidArgumentError("'kind' has to be dead_code, hotspots, cycles or contracts");
  }
  const AnalyzeRequest request{.root = call.root,
                               .analysis = *analysis,
                               .limit = call.arguments.Number("limit"),
                               .cursor = call.arguments.Text("cursor"),
                               .state = {.at = call.arguments.Text("at")}};
  WM_ASSIGN_OR_RETURN(const AnalyzeAnswer answer, call.verbs.Analyze(request, call.control));
  const std::string format = call.arguments.Text("format");
  if (format == "json") return Written(call, answer);
  ToolAnswer told{.text = TextOf(answer, CallStyle::kTool)};
  if (format == "gcx") {
    WM_ASSIGN_OR_RETURN(told.text, GcxOf(answer));
  }
  return told;
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
