// Tools that combine several questions, or show an answer in a different form.
#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/payload_text.h"
#include "services/state_text.h"
#include "services/test_scope_text.h"
#include "services/visible_text.h"
#include "tools/tool.h"
#include "wire/codec.h"
#include "wire/gcx.h"

namespace waymark::services {
namespace {

constexpr char kEditingTool[] = "get_editing_context";
constexpr char kSmartTool[] = "smart_context";

Json NodeRow(const wire::Payload& payload, const wire::Symbol& symbol) {
  return {{"id", symbol.handle},
          {"kind", wire::TermName(payload, symbol.kind)},
          {"name", symbol.qualified_name},
          {"path", symbol.path},
          {"line", symbol.start_line}};
}

// Writes rows made by NodeRow as text.
void AppendNodes(std::string& out, const Json& rows) {
  for (const Json& row : rows) {
    fmt::format_to(std::back_inserter(out), "  {} {}  {}:{}\n", row["kind"].get<std::string>(),
                   VisibleLine(row["name"].get<std::string>()),
                   VisibleLine(row["path"].get<std::string>()), row["line"].get<std::uint32_t>());
  }
}

// The symbols that one relation connects with a symbol.
struct RelatedPart {
  Json rows = Json::array();
  wire::Payload payload;

  bool is_asked = true;  // false: earlier pages showed all of it

  std::uint64_t omitted() const {
    return payload.truncation.has_value() ? payload.truncation->omitted.value_or(0) : 0;
  }

  std::string cursor() const {
    return payload.truncation.has_value() ? payload.truncation->cursor : "";
  }
};

absl::StatusOr<RelatedPart> AskRelated(const ToolCall& call, retrieval::Relation relation,
                                       std::uint32_t limit,
                                       const std::optional<std::string>& cursor) {
  if (!cursor.has_value()) return RelatedPart{.is_asked = false};
  const UsagesRequest request{.root = call.root,
                              .symbol = call.arguments.Text("symbol"),
                              .relation = relation,
                              .limit = limit,
                              .cursor = *cursor,
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

// "callers: 2 (incomplete: 3 possible uses), 5 more"
std::string PartTitle(std::string_view title, std::size_t shown,
                      const wire::Completeness& completeness, std::uint64_t omitted) {
  return fmt::format("{}: {} ({}){}\n", title, shown, CompletenessLine(completeness),
                     omitted == 0 ? "" : fmt::format(", {} more", omitted));
}

void AppendPart(std::string& out, std::string_view title, const RelatedPart& part) {
  if (!part.is_asked) return;
  out += PartTitle(title, part.rows.size(), part.payload.completeness, part.omitted());
  AppendNodes(out, part.rows);
}

struct EditingParts {
  wire::IndexInfo index;
  bool is_of_one_state = true;  // false: the index changed between two of the questions
  SymbolSource target;
  RelatedPart callers;
  RelatedPart dependencies;
  std::vector<std::string> test_files;
  bool has_tests = true;  // false: earlier pages showed all of them
  TestScopeAnswer tests;

  Json rest() const { return RestOfParts({callers.cursor(), dependencies.cursor(), tests.cursor}); }
};

absl::StatusOr<EditingParts> AskEditing(const ToolCall& call, std::uint32_t limit) {
  constexpr std::size_t kParts = 3;
  WM_ASSIGN_OR_RETURN(const PartCursors cursors, PartCursorsOf(call, kParts));
  EditingParts parts;
  WM_ASSIGN_OR_RETURN(
      SourcesAnswer sources,
      call.verbs.Sources(
          {.root = call.root, .symbols = {call.arguments.Text("symbol")}, .state = StateOf(call)},
          call.control));
  parts.target = std::move(sources.symbols.front());
  parts.index = std::move(sources.index);
  if (parts.target.id.empty()) return parts.target.error;
  WM_ASSIGN_OR_RETURN(parts.callers,
                      AskRelated(call, retrieval::Relation::kCallers, limit, cursors[0]));
  WM_ASSIGN_OR_RETURN(parts.dependencies,
                      AskRelated(call, retrieval::Relation::kDependencies, limit, cursors[1]));
  parts.has_tests = cursors[2].has_value();
  if (!parts.has_tests) return parts;
  WM_ASSIGN_OR_RETURN(parts.tests, call.verbs.TestScope({.root = call.root,
                                                         .symbols = {call.arguments.Text("symbol")},
                                                         .limit = limit,
                                                         .cursor = *cursors[2],
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

// The rows with their completeness.
std::string EditingJson(const EditingParts& parts) {
  Json object = EditingRows(parts);
  if (!parts.target.name_note.empty()) object["name_note"] = parts.target.name_note;
  object["completeness"] = {
      {"callers", CompletenessJson(parts.callers.payload.completeness)},
      {"dependencies", CompletenessJson(parts.dependencies.payload.completeness)},
      {"tests", CompletenessJson(parts.tests.completeness)}};
  object["index"] = StateJson(parts.index);
  return Compact(object) + "\n";
}

std::string TestsText(const EditingParts& parts) {
  std::string out = PartTitle("files of tests", parts.test_files.size(), parts.tests.completeness,
                              parts.tests.omitted);
  for (const std::string& path : parts.test_files) out += fmt::format("  {}\n", VisibleLine(path));
  for (const RunnerArguments& runner : parts.tests.runners) {
    out += fmt::format("{} {}\n", runner.runner, VisibleLine(runner.arguments));
  }
  return out;
}

std::string EditingText(const EditingParts& parts) {
  const SymbolSource& target = parts.target;
  std::string out = NoteLine(target.name_note);
  out += fmt::format("{}\n{} {}  {}:{}-{}\n", StateText(parts.index), target.kind,
                     VisibleLine(target.name), VisibleLine(target.path), target.start_line,
                     target.end_line);
  if (!target.signature.empty()) out += fmt::format("  {}\n", VisibleLine(target.signature));
  if (!target.error.ok()) {
    out += fmt::format("# {}\n", VisibleLine(std::string(target.error.message())));
  }
  if (!parts.is_of_one_state) {
    out += "# the index was renewed while this was put together; ask again\n";
  }
  AppendPart(out, "callers", parts.callers);
  AppendPart(out, "dependencies", parts.dependencies);
  return parts.has_tests ? out + TestsText(parts) : out;
}

// For a client that holds earlier answers: two payloads, then the tests.
absl::StatusOr<ToolAnswer> EditingInSession(const ToolCall& call, const EditingParts& parts) {
  ToolAnswer reply;
  for (const RelatedPart* part : {&parts.callers, &parts.dependencies}) {
    if (!part->is_asked) continue;
    wire::Payload payload = part->payload;
    if (payload.truncation) payload.truncation->next_call.clear();  // the whole answer has one
    WM_ASSIGN_OR_RETURN(const ToolAnswer encoded, Recounted(std::move(payload), EncodingOf(call)));
    AddPart(encoded, reply);
  }
  if (parts.has_tests) AddPart({.text = TestsText(parts), .structured = nullptr}, reply);
  return reply;
}

absl::StatusOr<std::string> EditingGcx(const EditingParts& parts) {
  WM_ASSIGN_OR_RETURN(std::vector<wire::GcxSection> sections,
                      wire::GcxFromJson(kEditingTool, Compact(EditingRows(parts))));
  for (wire::GcxSection& section : sections) {
    const auto tell = [&section](std::string_view name, const wire::Completeness& completeness,
                                 std::uint64_t omitted) {
      if (!section.tool.ends_with(name)) return;
      if (omitted != 0) section.meta["omitted"] = fmt::format("{}", omitted);
      AddTruncation(omitted != 0, section);
      wire::AddGcxCompleteness(completeness, section.meta);
    };
    tell(".callers", parts.callers.payload.completeness, parts.callers.omitted());
    tell(".dependencies", parts.dependencies.payload.completeness, parts.dependencies.omitted());
    tell(".tests", parts.tests.completeness, parts.tests.omitted);
  }
  AddTruncation(false, sections.front());
  if (!parts.target.name_note.empty()) {
    sections.front().meta["name_note"] = parts.target.name_note;
  }
  wire::AddGcxIndex(parts.index, sections.front().meta);
  return wire::EncodeGcxAnswer(std::move(sections));
}

// The parts of a score, largest first.
std::string ReasonOf(const retrieval::ScoreParts& score) {
  struct Share {
    std::string_view name;
    float value;
  };

  std::vector<Share> shares;
  for (const retrieval::ScorePartRow& row : retrieval::kScoreParts) {
    shares.push_back({row.name, score.*row.part});
  }
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

// For a client that holds earlier answers: the symbols as a payload, then the reasons.
absl::StatusOr<ToolAnswer> SmartPayload(const ToolCall& call, const ContextAnswer& answer) {
  wire::Payload payload = answer.payload;
  payload.tool = kSmartTool;
  payload.commits.clear();                                        // the tool's own layout has none
  if (payload.truncation) payload.truncation->next_call.clear();  // the whole answer has one
  WM_ASSIGN_OR_RETURN(const ToolAnswer encoded, Recounted(std::move(payload), EncodingOf(call)));
  std::string reasons;
  for (std::size_t i = 0; i < answer.payload.symbols.size(); ++i) {
    const wire::Symbol& symbol = answer.payload.symbols[i];
    fmt::format_to(std::back_inserter(reasons), "{:.2f} {}: {}\n", symbol.score,
                   VisibleLine(symbol.qualified_name), ReasonOf(answer.explanation->symbols[i]));
  }
  ToolAnswer reply;
  AddPart(encoded, reply);
  if (!reasons.empty()) AddPart({.text = reasons, .structured = nullptr}, reply);
  return reply;
}

absl::StatusOr<ToolAnswer> SmartContextOf(const ToolCall& call, std::uint32_t limit, bool is_held) {
  auto request = RequestOf<ContextRequest>(call);
  request.held = {.exclude = request.held.exclude};  // the answer is abridged when it is whole
  request.max_symbols = limit;
  request.explain = true;
  request.most_shown = retrieval::Fidelity::kSignature;
  request.encoding = {.call_style = CallStyle::kTool};
  WM_ASSIGN_OR_RETURN(const ContextAnswer answer, call.verbs.Context(request, call.control));
  const std::vector<wire::Symbol>& symbols = answer.payload.symbols;
  if (!answer.explanation.has_value() || answer.explanation->symbols.size() != symbols.size()) {
    return absl::InternalError("the answer explains other symbols than it has");
  }
  if (is_held) {
    WM_ASSIGN_OR_RETURN(ToolAnswer reply, SmartPayload(call, answer));
    return WithRest(call, std::move(reply), RestOfPack(call, answer.payload));
  }
  Json rows = Json::array();
  std::string text = answer.payload.index.has_value() ? StateText(*answer.payload.index) : "";
  text += fmt::format("\n{}{}\n", CompletenessText(answer.payload.completeness),
                      VisibleLine(request.task));
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
  Json object = {{"task", {{"task", request.task}}}, {"symbols", std::move(rows)}};
  ToolAnswer reply;
  if (call.arguments.Text("format") == "gcx") {
    WM_ASSIGN_OR_RETURN(std::vector<wire::GcxSection> sections,
                        wire::GcxFromJson(kSmartTool, Compact(object)));
    AddTruncation(answer.payload.truncation.has_value(), sections.front());
    if (answer.payload.index) {
      AddState(answer.payload.completeness, *answer.payload.index, sections.front());
    }
    WM_ASSIGN_OR_RETURN(reply.text, wire::EncodeGcxAnswer(std::move(sections)));
  } else {
    object["completeness"] = CompletenessJson(answer.payload.completeness);
    if (answer.payload.index) object["index"] = StateJson(*answer.payload.index);
    reply = Written(call, std::move(text), Compact(object) + "\n");
  }
  return WithRest(call, std::move(reply), RestOfPack(call, answer.payload));
}

}  // namespace

absl::StatusOr<ToolAnswer> GetEditingContext(const ToolCall& call) {
  WM_ASSIGN_OR_RETURN(const bool has_session, HoldsAnswers(call));
  return WithinBudget(call, [&](std::uint32_t limit) -> absl::StatusOr<ToolAnswer> {
    WM_ASSIGN_OR_RETURN(const EditingParts parts, AskEditing(call, limit));
    ToolAnswer reply;
    if (has_session) {
      WM_ASSIGN_OR_RETURN(reply, EditingInSession(call, parts));
    } else if (call.arguments.Text("format") == "gcx") {
      WM_ASSIGN_OR_RETURN(reply.text, EditingGcx(parts));
    } else {
      reply = Written(call, EditingText(parts), EditingJson(parts));
    }
    return WithRest(call, std::move(reply), parts.rest());
  });
}

absl::StatusOr<ToolAnswer> SmartContext(const ToolCall& call) {
  // The budget of the ranking does not cover the reasons.
  const std::uint32_t most = call.arguments.Number("limit");
  WM_ASSIGN_OR_RETURN(const bool is_held, HoldsAnswers(call));
  return Within(call.arguments.Number("token_budget"), most == 0 ? kMaxBlastLimit : most,
                [&](std::uint32_t limit) { return SmartContextOf(call, limit, is_held); });
}

}  // namespace waymark::services
