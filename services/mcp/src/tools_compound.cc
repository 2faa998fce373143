// Tools that ask several questions, or show an answer in another shape.
#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/state_text.h"
#include "services/test_scope_text.h"
#include "services/visible_text.h"
#include "tool.h"
#include "wire/codec.h"
#include "wire/gcx.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

constexpr char kEditingTool[] = "get_editing_context";
constexpr char kSmartTool[] = "smart_context";

Json NodeRow(const wire::Payload& payload, const wire::Symbol& symbol) {
  return {{"id", symbol.id.has_value() ? symbol.id->ToHex() : ""},
          {"kind", wire::TermName(payload, symbol.kind)},
          {"name", symbol.qualified_name},
          {"path", symbol.path},
          {"line", symbol.start_line}};
}

// Rows of symbols as text; `rows` are of the shape of NodeRow.
void AppendNodes(std::string& out, const Json& rows) {
  for (const Json& row : rows) {
    fmt::format_to(std::back_inserter(out), "  {} {}  {}:{}\n", row["kind"].get<std::string>(),
                   VisibleLine(row["name"].get<std::string>()),
                   VisibleLine(row["path"].get<std::string>()), row["line"].get<std::uint32_t>());
  }
}

// What a symbol is tied to by one relation.
struct RelatedPart {
  Json rows = Json::array();
  wire::Payload payload;

  std::uint64_t omitted() const {
    return payload.truncation.has_value() ? payload.truncation->omitted.value_or(0) : 0;
  }
};

absl::StatusOr<RelatedPart> AskRelated(const ToolCall& call, retrieval::Relation relation) {
  const UsagesRequest request{.root = call.root,
                              .symbol = call.arguments.Text("symbol"),
                              .relation = relation,
                              .limit = call.arguments.Number("limit"),
                              .encoding = EncodingOf(call),
                              .state = StateOf(call)};
  WM_ASSIGN_OR_RETURN(UsagesAnswer answer, call.verbs.Usages(request, call.control));
  RelatedPart part;
  for (const wire::Symbol& symbol : answer.payload.symbols) {
    if (symbol.distance != 0) part.rows.push_back(NodeRow(answer.payload, symbol));
  }
  part.payload = std::move(answer.payload);
  return part;
}

// "callers: 2 (lower_bound: why); the next: find_usages {...}", then the rows.
void AppendPart(std::string& out, std::string_view title, const RelatedPart& part) {
  const wire::Completeness& completeness = part.payload.completeness;
  fmt::format_to(std::back_inserter(out), "{}: {} ({}{}{})", title, part.rows.size(),
                 wire::Name(completeness.certainty), completeness.reason.empty() ? "" : ": ",
                 completeness.reason);
  if (part.payload.truncation.has_value()) {
    fmt::format_to(std::back_inserter(out), "; {} more: {}", part.omitted(),
                   part.payload.truncation->next_call);
  }
  out += '\n';
  AppendNodes(out, part.rows);
}

struct EditingParts {
  wire::IndexInfo index;
  bool is_of_one_state = true;  // else the index was renewed between two of the questions
  SymbolSource target;
  RelatedPart callers;
  RelatedPart dependencies;
  std::vector<std::string> test_files;
  TestScopeAnswer tests;
};

absl::StatusOr<EditingParts> AskEditing(const ToolCall& call) {
  EditingParts parts;
  WM_ASSIGN_OR_RETURN(
      SourcesAnswer sources,
      call.verbs.Sources(
          {.root = call.root, .symbols = {call.arguments.Text("symbol")}, .state = StateOf(call)},
          call.control));
  parts.target = std::move(sources.symbols.front());
  parts.index = std::move(sources.index);
  if (parts.target.id.empty()) return absl::FailedPreconditionError(parts.target.error);
  WM_ASSIGN_OR_RETURN(parts.callers, AskRelated(call, retrieval::Relation::kCallers));
  WM_ASSIGN_OR_RETURN(parts.dependencies, AskRelated(call, retrieval::Relation::kDependencies));
  WM_ASSIGN_OR_RETURN(parts.tests, call.verbs.TestScope({.root = call.root,
                                                         .symbols = {call.arguments.Text("symbol")},
                                                         .limit = call.arguments.Number("limit"),
                                                         .state = StateOf(call)},
                                                        call.control));
  parts.is_of_one_state = parts.tests.index.generation == parts.index.generation;
  for (const ScopeTest& test : parts.tests.tests) {
    auto& files = parts.test_files;
    if (std::find(files.begin(), files.end(), test.place.path) == files.end()) {
      files.push_back(test.place.path);
    }
  }
  return parts;
}

Json TargetRow(const SymbolSource& target) {
  return {{"id", target.id},
          {"kind", target.kind},
          {"name", target.name},
          {"path", target.path},
          {"start_line", target.start_line},
          {"end_line", target.end_line},
          {"sig", target.signature},
          {"etag", target.etag}};
}

Json EditingRows(const EditingParts& parts) {
  Json files = Json::array();
  for (const std::string& path : parts.test_files) files.push_back({{"path", path}});
  return {{"target", TargetRow(parts.target)},
          {"callers", parts.callers.rows},
          {"dependencies", parts.dependencies.rows},
          {"tests", std::move(files)}};
}

// The rows, and how much of the truth they are.
std::string EditingJson(const EditingParts& parts) {
  Json object = EditingRows(parts);
  object["completeness"] = {
      {"callers", CompletenessJson(parts.callers.payload.completeness)},
      {"dependencies", CompletenessJson(parts.dependencies.payload.completeness)},
      {"tests", CompletenessJson(parts.tests.completeness)}};
  object["index"] = StateJson(parts.index);
  return Compact(object) + "\n";
}

std::string EditingText(const ToolCall& call, const EditingParts& parts) {
  const SymbolSource& target = parts.target;
  std::string out = fmt::format("{}\n{} {}  {}:{}-{}\n", StateText(parts.index), target.kind,
                                VisibleLine(target.name), VisibleLine(target.path),
                                target.start_line, target.end_line);
  if (!target.signature.empty()) out += fmt::format("  {}\n", VisibleLine(target.signature));
  if (!target.error.empty()) out += fmt::format("# {}\n", VisibleLine(target.error));
  if (!parts.is_of_one_state) {
    out += "# the index was renewed while this was put together; ask again\n";
  }
  AppendPart(out, "callers", parts.callers);
  AppendPart(out, "dependencies", parts.dependencies);
  out += fmt::format("files of tests: {} ({}{}{})", parts.test_files.size(),
                     wire::Name(parts.tests.completeness.certainty),
                     parts.tests.completeness.reason.empty() ? "" : ": ",
                     parts.tests.completeness.reason);
  if (parts.tests.omitted != 0) {
    out += fmt::format(
        "; {} more tests: test_scope {{\"symbols\":[{}],\"limit\":{},\"cursor\":{}{}}}",
        parts.tests.omitted, Compact(call.arguments.Text("symbol")), call.arguments.Number("limit"),
        Compact(parts.tests.cursor), EncodingOf(call).call_options);
  }
  out += '\n';
  for (const std::string& path : parts.test_files) out += fmt::format("  {}\n", VisibleLine(path));
  for (const RunnerArguments& runner : parts.tests.runners) {
    out += fmt::format("{} {}\n", runner.runner, VisibleLine(runner.arguments));
  }
  return out;
}

absl::StatusOr<std::string> EncodedRows(std::string_view tool, const Json& rows) {
  WM_ASSIGN_OR_RETURN(const std::vector<wire::GcxSection> sections,
                      wire::GcxFromJson(tool, Compact(rows)));
  return wire::EncodeGcx(sections);
}

absl::StatusOr<std::string> EditingGcx(const EditingParts& parts) {
  WM_ASSIGN_OR_RETURN(std::vector<wire::GcxSection> sections,
                      wire::GcxFromJson(kEditingTool, Compact(EditingRows(parts))));
  for (wire::GcxSection& section : sections) {
    const auto tell = [&section](std::string_view name, std::uint64_t omitted) {
      if (omitted == 0 || !section.tool.ends_with(name)) return;
      section.meta["omitted"] = fmt::format("{}", omitted);
      section.meta["truncated"] = "true";
    };
    tell(".callers", parts.callers.omitted());
    tell(".dependencies", parts.dependencies.omitted());
    tell(".tests", parts.tests.omitted);
  }
  return wire::EncodeGcx(sections);
}

// What a score is made of, the most first.
std::string ReasonOf(const SymbolScore& score) {
  struct Share {
    std::string_view name;
    float value;
  };

  Share shares[] = {{"lexical", score.lexical}, {"cohesion", score.cohesion},
                    {"history", score.history}, {"walk", score.walk},
                    {"hubs", score.hubs},       {"learned", score.learned}};
  std::stable_sort(std::begin(shares), std::end(shares),
                   [](const Share& a, const Share& b) { return a.value > b.value; });
  std::string reason;
  for (const Share& share : shares) {
    const std::string value = fmt::format("{:.2f}", share.value);
    if (value == "0.00" || value == "-0.00") continue;
    reason += fmt::format("{}{} {}", reason.empty() ? "" : ", ", share.name, value);
  }
  return reason;
}

// GCX1 has no layout for these, so that they take the general one.
absl::StatusOr<ToolAnswer> TestsWritten(const ToolCall& call, const TestScopeAnswer& tests) {
  if (call.arguments.Text("format") != "gcx") return Written(call, TextOf(tests), JsonOf(tests));
  ToolAnswer told;
  WM_ASSIGN_OR_RETURN(told.text, EncodedRows("test_scope", Json::parse(JsonOf(tests))));
  return told;
}

// One part of an answer that is put together, as it is written by itself.
void Append(const ToolAnswer& part, std::string_view name, ToolAnswer& whole) {
  if (!part.structured.is_null()) {
    whole.structured[std::string(name)] = part.structured;
    return;
  }
  whole.text += part.text;
  if (!whole.text.ends_with('\n')) whole.text += '\n';
}

}  // namespace

absl::StatusOr<ToolAnswer> GetEditingContext(const ToolCall& call) {
  WM_ASSIGN_OR_RETURN(const EditingParts parts, AskEditing(call));
  ToolAnswer told;
  if (call.arguments.Text("format") == "gcx") {
    WM_ASSIGN_OR_RETURN(told.text, EditingGcx(parts));
    return told;
  }
  return Written(call, EditingText(call, parts), EditingJson(parts));
}

absl::StatusOr<ToolAnswer> SmartContext(const ToolCall& call) {
  const ContextRequest request{.root = call.root,
                               .task = call.arguments.Text("task_description"),
                               .budget_tokens = call.arguments.Number("token_budget"),
                               .max_symbols = call.arguments.Number("limit"),
                               .encoding = {.call_style = CallStyle::kTool},
                               .explain = true,
                               .most_shown = retrieval::Fidelity::kSignature,
                               .state = StateOf(call)};
  WM_ASSIGN_OR_RETURN(const ContextAnswer answer, call.verbs.Context(request, call.control));
  const std::vector<wire::Symbol>& symbols = answer.payload.symbols;
  if (!answer.explanation.has_value() || answer.explanation->symbols.size() != symbols.size()) {
    return absl::InternalError("the answer explains other symbols than it has");
  }
  Json rows = Json::array();
  std::string text = answer.payload.index.has_value() ? StateText(*answer.payload.index) : "";
  if (answer.payload.completeness.certainty != wire::Certainty::kUnstated) {
    text += fmt::format("; {}", wire::Name(answer.payload.completeness.certainty));
  }
  text += fmt::format("\n{}\n", VisibleLine(request.task));
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    Json row = NodeRow(answer.payload, symbols[i]);
    const std::string reason = ReasonOf(answer.explanation->symbols[i]);
    row["score"] = Json::parse(fmt::format("{:.2f}", symbols[i].score));
    row["reason"] = reason;
    fmt::format_to(std::back_inserter(text), "  {:.2f} {} {}  {}:{}  {}\n", symbols[i].score,
                   wire::TermName(answer.payload, symbols[i].kind),
                   VisibleLine(symbols[i].qualified_name), VisibleLine(symbols[i].path),
                   symbols[i].start_line, reason);
    rows.push_back(std::move(row));
  }
  if (answer.payload.truncation.has_value() && !answer.payload.truncation->next_call.empty()) {
    text += fmt::format("more: {}\n", answer.payload.truncation->next_call);
  }
  const Json object = {{"task", {{"task", request.task}}}, {"symbols", std::move(rows)}};
  ToolAnswer told;
  if (call.arguments.Text("format") == "gcx") {
    WM_ASSIGN_OR_RETURN(told.text, EncodedRows(kSmartTool, object));
    return told;
  }
  return Written(call, std::move(text), Compact(object) + "\n");
}

absl::StatusOr<ToolAnswer> ContextForPr(const ToolCall& call) {
  const std::string base = call.arguments.Text("base");
  const std::uint32_t limit = call.arguments.Number("limit");
  const std::uint32_t budget = call.arguments.Number("token_budget");
  const Encoding encoding = EncodingOf(call);
  const StateChoice state = StateOf(call);
  WM_ASSIGN_OR_RETURN(
      const DiffAnswer diff,
      call.verbs.Diff(
          {.root = call.root, .base = base, .limit = limit, .encoding = encoding, .state = state},
          call.control));
  WM_ASSIGN_OR_RETURN(
      const BlastRadiusAnswer blast,
      call.verbs.BlastRadius(
          {.root = call.root, .base = base, .limit = limit, .encoding = encoding, .state = state},
          call.control));
  WM_ASSIGN_OR_RETURN(
      const TestScopeAnswer tests,
      call.verbs.TestScope({.root = call.root, .base = base, .limit = limit, .state = state},
                           call.control));
  ToolAnswer whole;
  WM_ASSIGN_OR_RETURN(const ToolAnswer of_diff, Encoded(diff.payload, encoding));
  Append(of_diff, "difference", whole);
  WM_ASSIGN_OR_RETURN(const ToolAnswer of_blast, Encoded(blast.payload, encoding));
  Append(of_blast, "blast_radius", whole);
  WM_ASSIGN_OR_RETURN(const ToolAnswer of_tests, TestsWritten(call, tests));
  Append(of_tests, "tests", whole);

  const std::uint64_t used = wire::CountTokens(
      whole.structured.is_null() ? whole.text : Compact(whole.structured), encoding.tokenizer);
  if (used >= budget) {
    return absl::InvalidArgumentError(
        fmt::format("what differs, what it may break and its tests take {} of the {} tokens; raise "
                    "'token_budget' or lower 'limit'",
                    used, budget));
  }
  WM_ASSIGN_OR_RETURN(
      const ContextAnswer context,
      call.verbs.Context({.root = call.root,
                          .base = base,
                          .budget_tokens = budget - static_cast<std::uint32_t>(used),
                          .encoding = encoding,
                          .state = state},
                         call.control));
  WM_ASSIGN_OR_RETURN(const ToolAnswer of_context, Encoded(context.payload, encoding));
  Append(of_context, "context", whole);
  if (!whole.structured.is_null()) whole.text = Compact(whole.structured) + "\n";
  return whole;
}

}  // namespace waymark::services
