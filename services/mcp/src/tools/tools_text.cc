// Tools whose answers are not payloads: JSON, and the same compact text for every other format.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/analyze_text.h"
#include "services/answer_pages.h"
#include "services/explanation_text.h"
#include "services/limits.h"
#include "services/outline_text.h"
#include "services/sources_text.h"
#include "services/state_text.h"
#include "services/test_scope_text.h"
#include "services/visible_text.h"
#include "tools/argument_hints.h"
#include "tools/paged.h"
#include "tools/refused_call.h"
#include "tools/tool.h"
#include "wire/gcx.h"

namespace waymark::services {
namespace {

template <typename Answer>
ToolAnswer WrittenAs(const ToolCall& call, const Answer& answer) {
  return Written(call, TextOf(answer), JsonOf(answer));
}

// Also in GCX1, if it has a layout.
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
               [&](const Answer& answer) -> absl::StatusOr<ToolAnswer> {
                 WM_ASSIGN_OR_RETURN(ToolAnswer reply, WrittenAs(call, answer, GcxOf(answer)));
                 return WithRest(call, std::move(reply), RestFrom(answer.cursor));
               });
}

absl::StatusOr<ToolAnswer> AnalysisPage(const ToolCall& call, AnalyzeRequest request) {
  return Paged(call, std::move(request), &Verbs::Analyze,
               [&](const AnalyzeAnswer& answer) { return AnalysisWritten(call, answer); });
}

// A value for which GCX1 has no layout.
absl::StatusOr<ToolAnswer> WrittenPlain(const ToolCall& call, std::string_view text,
                                        const std::string& json) {
  if (call.arguments.Text("format") != "gcx") return Written(call, text, json);
  ToolAnswer reply;
  WM_ASSIGN_OR_RETURN(reply.text, EncodedRows(call.tool.name, Json::parse(json)));
  return reply;
}

absl::StatusOr<std::string> GcxOfTexts(const SourcesAnswer& page) { return GcxOfBatch(page, true); }

absl::StatusOr<std::string> GcxOfHeads(const SourcesAnswer& page) {
  return GcxOfBatch(page, false);
}

using GcxOfSources = absl::StatusOr<std::string> (*)(const SourcesAnswer& page);

absl::StatusOr<ToolAnswer> SourcesPage(const ToolCall& call, const SourcesAnswer& whole,
                                       const GcxOfSources gcx) {
  return PagedWhole(call, CountRows(whole), PageState(whole.index),
                    [&](RowRange rows, const Json& rest) -> absl::StatusOr<ToolAnswer> {
                      const SourcesAnswer page = PageOf(whole, rows);
                      WM_ASSIGN_OR_RETURN(ToolAnswer reply, WrittenAs(call, page, gcx(page)));
                      const bool is_whole = rows.begin == 0 && rest.is_null();
                      if (is_whole && whole.symbols.size() == 1) {
                        reply.content_tag = whole.symbols.front().etag;
                      }
                      return WithRest(call, std::move(reply), rest);
                    });
}

// The sources as a payload; what it cannot hold makes it incomplete.
wire::Payload PayloadOf(std::string_view tool, const SourcesAnswer& answer) {
  wire::Payload payload{
      .tool = std::string(tool), .name_note = NameNoteOf(answer), .index = answer.index};
  std::string gaps;
  const auto tell = [&gaps](const std::string& gap) {
    gaps += (gaps.empty() ? "" : ", ") + VisibleLine(gap);
  };
  std::set<std::string_view> ids;
  for (const SymbolSource& source : answer.symbols) {
    if (!source.error.ok()) tell(std::string(source.error.message()));
    if (source.id.empty() || !ids.insert(source.id).second) continue;
    wire::Symbol& symbol = payload.symbols.emplace_back();
    symbol.handle = source.id;
    symbol.qualified_name = source.name;
    if (const auto kind = KindFromName(source.kind)) symbol.kind = *kind;
    symbol.score = 1;
    symbol.signature = source.signature;
    symbol.provenance = Provenance::kStructural;
    symbol.path = source.path;
    symbol.start_line = source.start_line;
    symbol.end_line = source.end_line;
    symbol.text = source.text;
    if (source.from_line != 0) wire::NumberLines(source.from_line, symbol);
    if (source.lines_omitted != 0) {
      tell(fmt::format("the last {} lines of {}", source.lines_omitted, source.name));
    }
  }
  if (!gaps.empty()) {
    payload.completeness.certainty = wire::Certainty::kIncomplete;
    payload.completeness.reason = std::move(gaps);
  }
  return payload;
}

}  // namespace

absl::StatusOr<std::string> EncodedRows(std::string_view tool, const Json& value) {
  WM_ASSIGN_OR_RETURN(std::vector<wire::GcxSection> sections,
                      wire::GcxFromJson(tool, Compact(value)));
  return wire::EncodeGcxAnswer(std::move(sections));
}

absl::StatusOr<ToolAnswer> AnalysisWritten(const ToolCall& call, const AnalyzeAnswer& answer) {
  ToolAnswer reply;
  if (call.arguments.Text("format") == "gcx") {
    WM_ASSIGN_OR_RETURN(reply.text, GcxOf(answer));
  } else {
    reply = Written(call, TextOf(answer, CallStyle::kTool), JsonOf(answer));
  }
  return WithRest(call, std::move(reply), RestFrom(answer.cursor));
}

ToolAnswer Written(const ToolCall& call, std::string_view text, std::string json) {
  if (call.arguments.Text("format") != "json") {
    return {.text = VisibleText(text), .structured = nullptr};
  }
  Json structured = Json::parse(json);
  return {.text = std::move(json), .structured = std::move(structured)};
}

absl::StatusOr<ToolAnswer> TestScopeOf(const ToolCall& call) {
  return WrittenPage(call, RequestOf<TestScopeRequest>(call), &Verbs::TestScope);
}

absl::StatusOr<ToolAnswer> GetRepoOutline(const ToolCall& call) {
  auto request = RequestOf<OutlineRequest>(call);
  // The beginning of a page is known only from the whole answer.
  if (!call.arguments.Text("cursor").empty()) request.limit = kMaxOutlineLimit;
  WM_ASSIGN_OR_RETURN(const OutlineAnswer whole, call.verbs.Outline(request, call.control));
  return PagedWhole(call, std::min(CountRows(whole), kMaxOutlineLimit), PageState(whole.index),
                    [&](RowRange rows, const Json& rest) -> absl::StatusOr<ToolAnswer> {
                      const OutlineAnswer page = PageOf(whole, rows);
                      WM_ASSIGN_OR_RETURN(ToolAnswer reply, WrittenAs(call, page, GcxOf(page)));
                      return WithRest(call, std::move(reply), rest);
                    });
}

absl::StatusOr<ToolAnswer> AnalyzeRepository(const ToolCall& call) {
  return AnalysisPage(call, RequestOf<AnalyzeRequest>(call));
}

absl::StatusOr<ToolAnswer> ListContracts(const ToolCall& call) {
  const std::string action = call.arguments.Text("action");
  if (call.members.size() > 1) return ContractsAcross(call);
  auto request = RequestOf<AnalyzeRequest>(call);
  request.analysis = Analysis::kContracts;
  request.only_orphans = action == "check";
  return AnalysisPage(call, std::move(request));
}

absl::StatusOr<ToolAnswer> ExplainRanking(const ToolCall& call) {
  // The answer is about one symbol and has one page. The budget is that of the explained answer.
  WM_RETURN_IF_ERROR(PageOf(call, "", 1).status());
  auto request = RequestOf<ContextRequest>(call, ExplainFields());
  request.encoding = {.call_style = CallStyle::kTool};
  request.explain = true;
  if (request.task.empty() && request.around.empty() && request.base.empty()) {
    const Json example = Json::parse(FindArgumentHint("task_description")->example);
    return WithRemedy(absl::InvalidArgumentError(
                          "say what was asked about: 'task_description', 'files' or 'base'"),
                      WithField("task_description", example.get<std::string>()));
  }
  WM_ASSIGN_OR_RETURN(const ContextAnswer answer, call.verbs.Context(request, call.control));
  if (!answer.explanation.has_value() || !answer.explanation->symbol.has_value()) {
    return absl::InternalError("the answer explains nothing");
  }
  const SymbolExplanation& symbol = *answer.explanation->symbol;
  return WrittenPlain(call, TextOf(symbol, request.budget_tokens, CallStyle::kTool),
                      JsonOf(symbol));
}

absl::StatusOr<ToolAnswer> GetSymbolSource(const ToolCall& call) {
  const auto request = RequestOf<SourcesRequest>(call, SourceFields());
  WM_ASSIGN_OR_RETURN(const bool is_held, HoldsAnswers(call));
  if (is_held && request.context_lines != 0) {
    return WithRemedy(absl::InvalidArgumentError(
                          "the lines around a symbol belong to no symbol that could be held; leave "
                          "out 'context_lines', or both 'pack_root' and 'session'"),
                      WithoutField("context_lines"));
  }
  WM_ASSIGN_OR_RETURN(const SourcesAnswer answer, call.verbs.Sources(request, call.control));
  const SymbolSource& source = answer.symbols.front();
  WM_RETURN_IF_ERROR(source.error);
  if (is_held) {
    const wire::Payload whole = PayloadOf(call.tool.name, answer);
    return PagedPayload(call, whole, CountTextRows(whole), TextPageOf);
  }
  return SourcesPage(call, answer, GcxOfSource);
}

absl::StatusOr<ToolAnswer> BatchSymbols(const ToolCall& call) {
  const auto request = RequestOf<SourcesRequest>(call);
  WM_ASSIGN_OR_RETURN(const bool is_held, HoldsAnswers(call));
  WM_ASSIGN_OR_RETURN(SourcesAnswer answer, call.verbs.Sources(request, call.control));
  for (SymbolSource& source : answer.symbols) source.error = WithCall(source.error, call);
  if (is_held) {
    const wire::Payload whole = PayloadOf(call.tool.name, answer);
    return PagedPayload(call, whole, CountRows(whole),
                        [](const wire::Payload& all, RowRange rows) { return PageOf(all, rows); });
  }
  return SourcesPage(call, answer, request.with_text ? GcxOfTexts : GcxOfHeads);
}

absl::StatusOr<ToolAnswer> SayFeedback(const ToolCall& call) {
  const std::string verdict = call.arguments.Text("verdict");
  if (!call.arguments.Text(kRevisionArgument).empty()) {
    return WithRemedy(
        absl::InvalidArgumentError("feedback is about the files on disk; leave out 'at'"),
        WithoutField(kRevisionArgument));
  }
  auto request = RequestOf<FeedbackRequest>(call);
  request.action = FeedbackAction::kSay;
  request.useful = verdict == "useful";
  if (request.symbols.empty()) return absl::InvalidArgumentError("'symbols' names none");
  WM_RETURN_IF_ERROR(PageOf(call, "", 1).status());  // checked before anything is written
  WM_ASSIGN_OR_RETURN(const FeedbackAnswer answer, call.verbs.Feedback(request, call.control));
  const auto total = static_cast<std::uint32_t>(answer.judgements.size());
  // Repeating the call for the next page changes nothing.
  return PagedWhole(
      call, total, "", [&](RowRange rows, const Json& rest) -> absl::StatusOr<ToolAnswer> {
        std::string text;
        Json symbols = Json::array();
        for (std::uint32_t i = rows.begin; i < rows.end; ++i) {
          text += fmt::format("{}: {}\n", verdict, VisibleLine(answer.judgements[i].symbol));
          symbols.push_back(answer.judgements[i].symbol);
        }
        text += fmt::format("judgements kept: {}\n", answer.kept);
        const Json object = {{"verdict", verdict}, {"symbols", symbols}, {"kept", answer.kept}};
        WM_ASSIGN_OR_RETURN(ToolAnswer reply,
                            WrittenPlain(call, std::move(text), Compact(object) + "\n"));
        return WithRest(call, std::move(reply), rest);
      });
}

}  // namespace waymark::services
