#include "questions.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"
#include "page_map.h"
#include "page_request.h"
#include "page_source.h"
#include "services/analyze_text.h"
#include "services/answer_json.h"
#include "services/answer_pages.h"
#include "services/explanation_text.h"
#include "services/grep_json.h"
#include "services/outline_text.h"
#include "services/paging.h"
#include "services/payload_text.h"
#include "services/shell_word.h"
#include "services/sources_text.h"
#include "services/state_text.h"
#include "services/test_scope_text.h"
#include "services/visible_text.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;
using Answer = absl::StatusOr<std::string>;

constexpr char kJson[] = "json";

// Commands write JSON that is no payload without characters that mislead a terminal, so the page
// gets the same bytes.
std::string AsWritten(std::string_view json) { return VisibleText(json); }

template <typename Request, auto kVerb>
Answer AnswerPayload(const PageCall& call) {
  WM_ASSIGN_OR_RETURN(Request request, RequestOf<Request>(call));
  request.encoding = JsonEncoding(call.options, request.state.at);
  WM_ASSIGN_OR_RETURN(const auto answer, (call.verbs.*kVerb)(request, call.control));
  return wire::CodecRegistry::BuiltIn().Encode(kJson, answer.payload, wire::kFullAnswer);
}

// The text that an agent would get in a format, with its tokens and its number of symbols.
Answer AnswerContextIn(const std::string& format, ContextRequest request, const PageCall& call) {
  wire::CodecRegistry registry = wire::CodecRegistry::BuiltIn();
  WM_RETURN_IF_ERROR(registry.Register(TextCodec()));
  const absl::StatusOr<const wire::Codec*> codec = registry.Find(format);
  if (!codec.ok()) return absl::InvalidArgumentError(std::string(codec.status().message()));
  if ((*codec)->medium == wire::Medium::kBinary) {
    return absl::InvalidArgumentError(
        fmt::format("{} is binary; the page shows formats of text", (*codec)->name));
  }
  request.encoding = {.format = (*codec)->name, .call_style = CallStyle::kTool};
  WM_ASSIGN_OR_RETURN(const ContextAnswer answer, call.verbs.Context(request, call.control));
  WM_ASSIGN_OR_RETURN(const std::string text,
                      registry.Encode(format, answer.payload, wire::kFullAnswer));
  const Json shown = {{"format", (*codec)->name},
                      {"tokens", answer.payload.tokens_used},
                      {"symbols", answer.payload.symbols.size()},
                      {"text", text}};
  return Compact(shown) + "\n";
}

Answer AnswerContext(const PageCall& call) {
  PageCall rest = call;
  WM_ASSIGN_OR_RETURN(const std::string format, TakeField("format", rest.fields));
  if (format.empty()) return AnswerPayload<ContextRequest, &Verbs::Context>(rest);
  WM_ASSIGN_OR_RETURN(ContextRequest request, RequestOf<ContextRequest>(rest));
  return AnswerContextIn(format, std::move(request), rest);
}

Answer AnswerExplain(const PageCall& call) {
  WM_ASSIGN_OR_RETURN(ContextRequest request, RequestOf<ContextRequest>(call, ExplainFields()));
  request.explain = true;
  WM_ASSIGN_OR_RETURN(const ContextAnswer answer, call.verbs.Context(request, call.control));
  if (!answer.explanation.has_value() || !answer.explanation->symbol.has_value()) {
    return absl::InternalError("the answer has no explanation");
  }
  return AsWritten(JsonOf(*answer.explanation->symbol));
}

Answer AnswerTestScope(const PageCall& call) {
  WM_ASSIGN_OR_RETURN(const TestScopeRequest request, RequestOf<TestScopeRequest>(call));
  WM_ASSIGN_OR_RETURN(const TestScopeAnswer answer, call.verbs.TestScope(request, call.control));
  return AsWritten(JsonOf(answer));
}

Answer AnswerGrep(const PageCall& call) {
  WM_ASSIGN_OR_RETURN(const GrepRequest request, RequestOf<GrepRequest>(call));
  if (request.only_files && request.only_counts) {
    return absl::InvalidArgumentError(
        "only_files and only_counts exclude each other: ask for the files or for the counts");
  }
  WM_ASSIGN_OR_RETURN(const GrepAnswer answer, call.verbs.Grep(request, call.control));
  return AsWritten(GrepJson(request, answer));
}

Answer AnswerShow(const PageCall& call) {
  WM_ASSIGN_OR_RETURN(SourcesRequest request, RequestOf<SourcesRequest>(call));
  request.with_overloads = true;
  WM_ASSIGN_OR_RETURN(const SourcesAnswer answer, call.verbs.Sources(request, call.control));
  const SymbolSource& first = answer.symbols.front();
  if (answer.symbols.size() == 1 && first.id.empty()) return first.error;
  return AsWritten(JsonOf(answer));
}

Answer AnswerOutline(const PageCall& call) {
  WM_ASSIGN_OR_RETURN(const OutlineRequest request, RequestOf<OutlineRequest>(call));
  WM_ASSIGN_OR_RETURN(const OutlineAnswer whole, call.verbs.Outline(request, call.control));
  WM_ASSIGN_OR_RETURN(const Page page,
                      Page::Of("outline", PageState(whole.index), request.limit, ""));
  const std::uint32_t total = std::min(CountRows(whole), kMaxOutlineLimit);
  const RowRange rows = page.RowsOf(total);
  return AsWritten(OutlineJson(PageOf(whole, rows), rows.end < total ? page.next() : ""));
}

Answer AnswerAnalyze(const PageCall& call) {
  WM_ASSIGN_OR_RETURN(const AnalyzeRequest request, RequestOf<AnalyzeRequest>(call));
  WM_ASSIGN_OR_RETURN(const AnalyzeAnswer answer, call.verbs.Analyze(request, call.control));
  return AsWritten(JsonOf(answer));
}

Answer AnswerStatus(const PageCall& call) {
  WM_RETURN_IF_ERROR(CheckNoFields("status", call));
  WM_ASSIGN_OR_RETURN(const StatusAnswer answer, call.verbs.Status(call.control));
  return AsWritten(call.options.machine.status(answer));
}

Answer AnswerDoctor(const PageCall& call) {
  WM_ASSIGN_OR_RETURN(const DoctorRequest request, RequestOf<DoctorRequest>(call));
  WM_ASSIGN_OR_RETURN(const DoctorAnswer answer, call.verbs.Doctor(request, call.control));
  return AsWritten(call.options.machine.doctor(answer));
}

Answer AnswerSavings(const PageCall& call) {
  WM_RETURN_IF_ERROR(CheckNoFields("savings", call));
  WM_ASSIGN_OR_RETURN(const std::string json, call.options.machine.savings());
  return AsWritten(json);
}

struct QuestionRow {
  std::string_view verb;
  Answer (*answer)(const PageCall& call);
};

constexpr QuestionRow kQuestions[] = {
    {"analyze", AnswerAnalyze},
    {"blast-radius", AnswerPayload<BlastRadiusRequest, &Verbs::BlastRadius>},
    {"context", AnswerContext},
    {"diff", AnswerPayload<DiffRequest, &Verbs::Diff>},
    {"doctor", AnswerDoctor},
    {"explain", AnswerExplain},
    {"grep", AnswerGrep},
    {"lines", AnswerLines},
    {"map", AnswerMap},
    {"outline", AnswerOutline},
    {"path", AnswerPayload<PathRequest, &Verbs::Path>},
    {"savings", AnswerSavings},
    {"search", AnswerPayload<SearchRequest, &Verbs::Search>},
    {"show", AnswerShow},
    {"source", AnswerSource},
    {"status", AnswerStatus},
    {"symbol", AnswerPayload<SymbolRequest, &Verbs::Symbol>},
    {"test-scope", AnswerTestScope},
    {"usages", AnswerPayload<UsagesRequest, &Verbs::Usages>},
};

absl::Status WrongBody(std::string_view why) {
  return absl::InvalidArgumentError(fmt::format(
      R"(a judgement is {{"task": TEXT, "symbols": [NAME, ...], "useful": true or false}}: {})",
      why));
}

absl::StatusOr<FeedbackRequest> FeedbackIn(std::string_view body) {
  const Json json = Json::parse(body, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return WrongBody("the body is no object");
  FeedbackRequest request{.action = FeedbackAction::kSay};
  for (const auto& [name, value] : json.items()) {
    const bool is_list =
        value.is_array() &&
        std::all_of(value.begin(), value.end(), [](const Json& item) { return item.is_string(); });
    if (name == "task" && value.is_string()) {
      request.task = value;
    } else if (name == "symbols" && is_list) {
      request.symbols = value.get<std::vector<std::string>>();
    } else if (name == "useful" && value.is_boolean()) {
      request.useful = value;
    } else {
      return WrongBody(fmt::format("look at '{}'", VisibleLine(name)));
    }
  }
  if (request.task.empty()) return WrongBody("the task is missing");
  if (request.symbols.empty()) return WrongBody("the symbols are missing");
  if (!json.contains("useful")) return WrongBody("'useful' is missing");
  return request;
}

std::string RepeatedOption(std::string_view option, std::string_view value) {
  return value.empty() ? "" : fmt::format(" {} {}", option, ShellWord(value));
}

}  // namespace

Encoding JsonEncoding(const PageOptions& options, const std::string& at) {
  return {.format = kJson,
          .call_options = RepeatedOption("--repo", options.repository) +
                          RepeatedOption("--at", at) + RepeatedOption("--format", kJson) +
                          options.place_options};
}

absl::Status CheckNoFields(std::string_view verb, const PageCall& call) {
  if (call.fields.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(fmt::format("'{}' is no field of {}; it has none",
                                                VisibleLine(call.fields.front().name), verb));
}

absl::StatusOr<UsualNumbers> NumbersFor(const PageOptions& options) {
  if (options.usual == nullptr) return UsualNumbers();
  return options.usual(options.root);
}

absl::StatusOr<std::string> AnswerQuestion(std::string_view verb, const PageCall& call) {
  const auto* const row =
      std::find_if(std::begin(kQuestions), std::end(kQuestions),
                   [&](const QuestionRow& question) { return question.verb == verb; });
  if (row != std::end(kQuestions)) return row->answer(call);
  std::vector<std::string_view> known;
  for (const QuestionRow& question : kQuestions) known.push_back(question.verb);
  return absl::NotFoundError(fmt::format("there is no question '{}'; there are: {}",
                                         VisibleLine(verb), fmt::join(known, ", ")));
}

absl::StatusOr<std::string> AnswerFeedback(std::string_view body, const PageCall& call) {
  WM_ASSIGN_OR_RETURN(FeedbackRequest request, FeedbackIn(body));
  request.root = call.options.root;
  WM_ASSIGN_OR_RETURN(const FeedbackAnswer answer, call.verbs.Feedback(request, call.control));
  return AsWritten(FeedbackJson(answer));
}

}  // namespace waymark::services
