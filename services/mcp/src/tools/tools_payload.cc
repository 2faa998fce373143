// Tools whose answers are payloads.
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/answer_pages.h"
#include "tools/tool.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

constexpr char kJsonFormat[] = "json";

// `,"repo":"..."`: what a call for the rest repeats.
std::string Repeated(const Arguments& arguments, std::string_view name) {
  const std::string value = arguments.Text(name);
  return value.empty() ? "" : fmt::format(",\"{}\":{}", name, Json(value).dump());
}

HeldAnswers HeldOf(const ToolCall& call) {
  return {.pack_root = call.arguments.Text("pack_root"),
          .session = call.arguments.Text("session"),
          .exclude = call.arguments.Texts("exclude")};
}

absl::StatusOr<ToolAnswer> Answered(const ToolCall& call, const ContextRequest& request) {
  WM_ASSIGN_OR_RETURN(const ContextAnswer answer, call.verbs.Context(request, call.control));
  ToolAnswer told;
  if (answer.sent.has_value()) {
    told.text = answer.sent->text;
  } else {
    WM_ASSIGN_OR_RETURN(told, Encoded(answer.payload, request.encoding));
  }
  told.note = answer.memory_note;
  return told;
}

// A page of a payload, a row of which is a symbol.
template <typename Request, typename Answer>
absl::StatusOr<ToolAnswer> EncodedPage(const ToolCall& call, Request request,
                                       absl::StatusOr<Answer> (Verbs::*verb)(const Request&,
                                                                             const CallControl&)) {
  return WithinBudget(call, [&](std::uint32_t limit) -> absl::StatusOr<ToolAnswer> {
    request.limit = limit;
    WM_ASSIGN_OR_RETURN(Answer answer, (call.verbs.*verb)(request, call.control));
    const std::string tool = answer.payload.tool;
    return FittingPage(call, limit, tool, std::move(answer.payload), request.encoding);
  });
}

// A payload that its verb gives whole, by its symbols.
absl::StatusOr<ToolAnswer> PayloadPages(const ToolCall& call, const wire::Payload& whole) {
  return PagedPayload(call, whole, CountRows(whole),
                      [](const wire::Payload& all, RowRange rows) { return PageOf(all, rows); });
}

absl::StatusOr<const wire::Codec*> TextCodec(const wire::CodecRegistry& codecs,
                                             const std::string& format) {
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, codecs.Find(format));
  if (codec->medium == wire::Medium::kBinary) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is binary and cannot be sent as text; use gcf or json", codec->name));
  }
  return codec;
}

ToolAnswer ToldPayload(const wire::Codec& codec, std::string text, const wire::Payload& payload) {
  ToolAnswer answer{.text = std::move(text),
                    .structured = nullptr,
                    .rows = payload.symbols.size(),
                    .is_payload = true};
  if (payload.truncation) answer.rest = RestFrom(payload.truncation->cursor);
  if (codec.name == kJsonFormat) answer.structured = Json::parse(answer.text);
  return answer;
}

absl::StatusOr<std::vector<EdgeType>> EdgeTypesNamed(const std::vector<std::string>& names) {
  std::vector<EdgeType> types;
  for (const std::string& name : names) {
    const std::optional<EdgeType> type = EdgeTypeFromName(name);
    if (!type.has_value() || !IsPublished(*type)) {
      return absl::InvalidArgumentError(
          fmt::format("there is no edge type '{}'; some are: calls, references, extends, "
                      "implements, overrides, "
                      "imports, accesses_field, type_hint_of, decorates",
                      name));
    }
    types.push_back(*type);
  }
  return types;
}

}  // namespace

Encoding EncodingOf(const ToolCall& call) {
  Encoding encoding{.call_style = CallStyle::kTool};
  const std::string format = call.arguments.Text("format");
  if (!format.empty()) encoding.format = format;
  encoding.call_options += Repeated(call.arguments, "format");
  if (call.members.empty()) {
    encoding.call_options += Repeated(call.arguments, kRepoArgument);
  } else {
    Json names = Json::array();
    for (const WorkspaceMember& member : call.members) names.push_back(member.name);
    encoding.call_options += fmt::format(",\"{}\":{}", kRepoArgument, names.dump());
  }
  encoding.call_options += Repeated(call.arguments, "at");
  return encoding;
}

StateChoice StateOf(const ToolCall& call) { return {.at = call.arguments.Text("at")}; }

absl::StatusOr<ToolAnswer> Encoded(const wire::Payload& payload, const Encoding& encoding) {
  const wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, TextCodec(codecs, encoding.format));
  WM_ASSIGN_OR_RETURN(std::string text, codecs.Encode(codec->name, payload, wire::kFullAnswer));
  return ToldPayload(*codec, std::move(text), payload);
}

absl::StatusOr<ToolAnswer> Recounted(wire::Payload payload, const Encoding& encoding) {
  const wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, TextCodec(codecs, encoding.format));
  WM_ASSIGN_OR_RETURN(
      std::string text,
      codecs.EncodeCounted(codec->name, payload, wire::kFullAnswer, encoding.tokenizer));
  return ToldPayload(*codec, std::move(text), payload);
}

absl::StatusOr<ToolAnswer> EncodedAs(std::string_view tool, wire::Payload payload,
                                     const Encoding& encoding) {
  if (payload.tool == tool) return Encoded(payload, encoding);
  payload.tool = tool;  // stands in the text, whose tokens are counted
  return Recounted(std::move(payload), encoding);
}

absl::StatusOr<ToolAnswer> ContextForTask(const ToolCall& call) {
  ContextRequest request{.root = call.root,
                         .task = call.arguments.Text("task_description"),
                         .also = call.arguments.Texts("also"),
                         .budget_tokens = call.arguments.Number("token_budget"),
                         .max_symbols = call.arguments.Number("limit"),
                         .encoding = EncodingOf(call),
                         .state = StateOf(call),
                         .held = HeldOf(call)};
  if (call.members.size() > 1) {
    WM_RETURN_IF_ERROR(AskAcross(call, request));
  }
  return Answered(call, request);
}

absl::StatusOr<ToolAnswer> ContextForFiles(const ToolCall& call) {
  const ContextRequest request{.root = call.root,
                               .around = call.arguments.Texts("files"),
                               .base = call.arguments.Text("base"),
                               .budget_tokens = call.arguments.Number("token_budget"),
                               .max_symbols = call.arguments.Number("limit"),
                               .encoding = EncodingOf(call),
                               .state = StateOf(call),
                               .held = HeldOf(call)};
  if (request.around.empty() == request.base.empty()) {
    return absl::InvalidArgumentError("say what it is about: either 'files' or 'base'");
  }
  return Answered(call, request);
}

absl::StatusOr<ToolAnswer> SearchSymbols(const ToolCall& call) {
  if (call.members.size() > 1) return SearchAcross(call);
  return EncodedPage(call,
                     SearchRequest{.root = call.root,
                                   .query = call.arguments.Text("query"),
                                   .cursor = call.arguments.Text("cursor"),
                                   .encoding = PageEncodingOf(call),
                                   .state = StateOf(call)},
                     &Verbs::Search);
}

absl::StatusOr<ToolAnswer> GraphQuery(const ToolCall& call) {
  return EncodedPage(call,
                     SearchRequest{.root = call.root,
                                   .query = call.arguments.Text("prefix"),
                                   .by_prefix = true,
                                   .cursor = call.arguments.Text("cursor"),
                                   .encoding = PageEncodingOf(call),
                                   .state = StateOf(call)},
                     &Verbs::Search);
}

absl::StatusOr<ToolAnswer> GetSymbol(const ToolCall& call) {
  const SymbolRequest request{.root = call.root,
                              .name = call.arguments.Text("symbol"),
                              .encoding = EncodingOf(call),
                              .state = StateOf(call)};
  WM_ASSIGN_OR_RETURN(const SymbolAnswer answer, call.verbs.Symbol(request, call.control));
  return PagedPayload(call, answer.payload, CountTextRows(answer.payload), TextPageOf);
}

absl::StatusOr<ToolAnswer> BlastRadiusOf(const ToolCall& call) {
  BlastRadiusRequest request{.root = call.root,
                             .symbol = call.arguments.Text("symbol"),
                             .base = call.arguments.Text("base"),
                             .also = call.arguments.Texts("also"),
                             .depth = call.arguments.Number("depth"),
                             .cursor = call.arguments.Text("cursor"),
                             .min_confidence = call.arguments.Confidence("min_confidence"),
                             .encoding = PageEncodingOf(call),
                             .state = StateOf(call)};
  if (request.symbol.empty() == request.base.empty()) {
    return absl::InvalidArgumentError("name what changes: either 'symbol' or 'base'");
  }
  WM_ASSIGN_OR_RETURN(request.edge_types, EdgeTypesNamed(call.arguments.Texts("edge_types")));
  return EncodedPage(call, std::move(request), &Verbs::BlastRadius);
}

namespace {

absl::StatusOr<ToolAnswer> RelatedBy(retrieval::Relation relation, std::string_view tool,
                                     const ToolCall& call) {
  UsagesRequest request{.root = call.root,
                        .symbol = call.arguments.Text("symbol"),
                        .relation = relation,
                        .depth = call.arguments.Number("depth"),
                        .cursor = call.arguments.Text("cursor"),
                        .encoding = PageEncodingOf(call),
                        .state = StateOf(call)};
  return WithinBudget(call, [&](std::uint32_t limit) -> absl::StatusOr<ToolAnswer> {
    request.limit = limit;
    WM_ASSIGN_OR_RETURN(UsagesAnswer answer, call.verbs.Usages(request, call.control));
    auto& truncation = answer.payload.truncation;
    // The rest is of the same tool.
    if (tool != answer.payload.tool && truncation && !truncation->cursor.empty()) {
      truncation->next_call = CallAgain(call, RestFrom(truncation->cursor));
    }
    return FittingPage(call, limit, tool, std::move(answer.payload), request.encoding);
  });
}

}  // namespace

absl::StatusOr<ToolAnswer> FindUsages(const ToolCall& call) {
  if (call.members.size() > 1) return UsagesAcross(call);
  const std::string name = call.arguments.Text("relation");
  if (name.empty()) return RelatedBy(retrieval::Relation::kUsages, "find_usages", call);
  if (const auto relation = retrieval::RelationFromName(name)) {
    return RelatedBy(*relation, "find_usages", call);
  }
  return absl::InvalidArgumentError(kRelations);
}

absl::StatusOr<ToolAnswer> GetCallers(const ToolCall& call) {
  return RelatedBy(retrieval::Relation::kCallers, "get_callers", call);
}

absl::StatusOr<ToolAnswer> GetCallChain(const ToolCall& call) {
  return RelatedBy(retrieval::Relation::kCallees, "get_call_chain", call);
}

absl::StatusOr<ToolAnswer> GetDependencies(const ToolCall& call) {
  return RelatedBy(retrieval::Relation::kDependencies, "get_dependencies", call);
}

absl::StatusOr<ToolAnswer> GetDependents(const ToolCall& call) {
  return RelatedBy(retrieval::Relation::kUsages, "get_dependents", call);
}

absl::StatusOr<ToolAnswer> FindImplementations(const ToolCall& call) {
  return RelatedBy(retrieval::Relation::kImplementations, "find_implementations", call);
}

absl::StatusOr<ToolAnswer> FindPath(const ToolCall& call) {
  const PathRequest request{.root = call.root,
                            .from = call.arguments.Text("from"),
                            .to = call.arguments.Text("to"),
                            .max_hops = call.arguments.Number("max_hops"),
                            .count = call.arguments.Number("count"),
                            .encoding = EncodingOf(call),
                            .state = StateOf(call)};
  WM_ASSIGN_OR_RETURN(const PathAnswer answer, call.verbs.Path(request, call.control));
  return PayloadPages(call, answer.payload);
}

absl::StatusOr<ToolAnswer> GetFileSummary(const ToolCall& call) {
  const FileSymbolsRequest request{
      .root = call.root, .path = call.arguments.Text("file"), .state = StateOf(call)};
  WM_ASSIGN_OR_RETURN(FileSymbolsAnswer answer, call.verbs.FileSymbols(request, call.control));
  answer.payload.tool = "get_file_summary";
  return PayloadPages(call, answer.payload);
}

absl::StatusOr<ToolAnswer> SemanticDiff(const ToolCall& call) {
  return EncodedPage(call,
                     DiffRequest{.root = call.root,
                                 .base = call.arguments.Text("base"),
                                 .cursor = call.arguments.Text("cursor"),
                                 .encoding = PageEncodingOf(call),
                                 .state = StateOf(call)},
                     &Verbs::Diff);
}

}  // namespace waymark::services
