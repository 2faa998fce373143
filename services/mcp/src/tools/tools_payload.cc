// Tools whose answers are payloads.
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/answer_pages.h"
#include "services/state_text.h"
#include "tools/tool.h"
#include "wire/codec.h"
#include "wire/gcf_session.h"

namespace waymark::services {
namespace {

constexpr char kJsonFormat[] = "json";

// `,"repo":"..."`: an argument that a call for the rest repeats.
std::string Repeated(const Arguments& arguments, std::string_view name) {
  const std::string value = arguments.Text(name);
  return value.empty() ? "" : fmt::format(",\"{}\":{}", name, Json(value).dump());
}

absl::StatusOr<ToolAnswer> Answered(const ToolCall& call, const ContextRequest& request) {
  WM_ASSIGN_OR_RETURN(const ContextAnswer answer, call.verbs.Context(request, call.control));
  ToolAnswer reply;
  if (answer.sent.has_value()) {
    reply.text = answer.sent->text;
  } else {
    WM_ASSIGN_OR_RETURN(reply, Encoded(answer.payload, request.encoding));
    reply.payload = nullptr;  // it was packed for its client
  }
  reply.note = answer.session_note;
  return reply;
}

// A page of a payload with a symbol in each row.
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

// Pages of a payload that the verb gives whole, with a symbol in each row.
absl::StatusOr<ToolAnswer> PayloadPages(const ToolCall& call, const wire::Payload& whole) {
  return PagedPayload(call, whole, CountRows(whole),
                      [](const wire::Payload& all, RowRange rows) { return PageOf(all, rows); });
}

absl::StatusOr<const wire::Codec*> TextCodec(const wire::CodecRegistry& codecs,
                                             const std::string& format) {
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, codecs.Find(format));
  if (codec->medium == wire::Medium::kBinary) {
    return WithRemedy(
        absl::InvalidArgumentError(
            fmt::format("'{}' is binary and cannot be sent as text; use gcf or json", codec->name)),
        WithoutField(kFormatArgument));
  }
  return codec;
}

ToolAnswer PayloadAnswer(const wire::Codec& codec, std::string text, const wire::Payload& payload) {
  ToolAnswer answer{.text = std::move(text),
                    .structured = nullptr,
                    .rows = payload.symbols.size(),
                    .payload = std::make_shared<const wire::Payload>(payload)};
  if (payload.truncation) answer.rest = RestFrom(payload.truncation->cursor);
  if (codec.name == kJsonFormat) answer.structured = Json::parse(answer.text);
  return answer;
}

HeldAnswers HeldBy(const ToolCall& call) {
  return {.pack_root = call.arguments.Text(kPackRootArgument),
          .session = call.arguments.Text(kSessionArgument)};
}

// The first part begins a session, and the others continue it.
absl::StatusOr<ToolAnswer> AbridgedParts(const ToolCall& call, HeldAnswers held,
                                         ToolAnswer answer) {
  const Encoding encoding = EncodingOf(call);
  std::string text;
  std::size_t whole_bytes = 0;
  for (const AnswerPart& part : answer.parts) {
    whole_bytes += part.text.size();
    if (part.payload == nullptr) {
      text += part.text;
      continue;
    }
    WM_ASSIGN_OR_RETURN(
        const SentAnswer sent,
        call.verbs.Abridge({.payload = *part.payload, .encoding = encoding, .held = held},
                           call.control));
    if (sent.sent.has_value()) {
      text += sent.sent->text;
    } else {
      WM_ASSIGN_OR_RETURN(const ToolAnswer whole, Encoded(sent.payload, encoding));
      text += whole.text;
    }
    if (!sent.session.empty()) held.session = sent.session;
    if (answer.note.empty()) answer.note = sent.session_note;
  }
  answer.text = text + answer.text.substr(whole_bytes);
  return answer;
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
  encoding.call_options += Repeated(call.arguments, kRevisionArgument);
  return encoding;
}

absl::StatusOr<bool> HoldsAnswers(const ToolCall& call) {
  const HeldAnswers held = HeldBy(call);
  if (held.pack_root.empty() && held.session.empty()) return false;
  if (wire::GcfDialectOf(EncodingOf(call).format)) return true;
  return WithRemedy(absl::InvalidArgumentError("'pack_root' and 'session' of this tool need the "
                                               "format gcf or gcf3; leave out 'format'"),
                    WithoutField(kFormatArgument));
}

void AddPart(const ToolAnswer& part, ToolAnswer& whole) {
  AnswerPart added{part.text, part.payload};
  if (!added.text.ends_with('\n')) added.text += '\n';
  whole.text += added.text;
  whole.parts.push_back(std::move(added));
}

absl::StatusOr<ToolAnswer> Abridged(const ToolCall& call, ToolAnswer answer) {
  const HeldAnswers held = HeldBy(call);
  const bool holds_answers = !held.pack_root.empty() || !held.session.empty();
  if (!holds_answers) return answer;
  if (!answer.parts.empty()) return AbridgedParts(call, held, std::move(answer));
  if (answer.payload == nullptr) return answer;
  const Encoding encoding = EncodingOf(call);
  WM_ASSIGN_OR_RETURN(
      const SentAnswer sent,
      call.verbs.Abridge({.payload = *answer.payload, .encoding = encoding, .held = held},
                         call.control));
  if (sent.sent.has_value()) {
    answer.text = sent.sent->text;
  } else {
    WM_ASSIGN_OR_RETURN(ToolAnswer whole, Encoded(sent.payload, encoding));
    answer.text = std::move(whole.text);
    answer.structured = std::move(whole.structured);
  }
  if (answer.note.empty()) answer.note = sent.session_note;
  return answer;
}

StateChoice StateOf(const ToolCall& call) { return {.at = call.arguments.Text(kRevisionArgument)}; }

absl::StatusOr<ToolAnswer> Encoded(const wire::Payload& payload, const Encoding& encoding) {
  const wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, TextCodec(codecs, encoding.format));
  WM_ASSIGN_OR_RETURN(std::string text, codecs.Encode(codec->name, payload, wire::kFullAnswer));
  return PayloadAnswer(*codec, std::move(text), payload);
}

absl::StatusOr<ToolAnswer> Recounted(wire::Payload payload, const Encoding& encoding) {
  const wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
  WM_ASSIGN_OR_RETURN(const wire::Codec* codec, TextCodec(codecs, encoding.format));
  WM_ASSIGN_OR_RETURN(
      std::string text,
      codecs.EncodeCounted(codec->name, payload, wire::kFullAnswer, encoding.tokenizer));
  return PayloadAnswer(*codec, std::move(text), payload);
}

absl::StatusOr<ToolAnswer> EncodedAs(std::string_view tool, wire::Payload payload,
                                     const Encoding& encoding) {
  if (payload.tool == tool) return Encoded(payload, encoding);
  payload.tool = tool;  // part of the text, whose tokens are counted
  return Recounted(std::move(payload), encoding);
}

absl::StatusOr<ToolAnswer> ContextForTask(const ToolCall& call) {
  auto request = RequestOf<ContextRequest>(call);
  if (call.members.size() > 1) {
    WM_RETURN_IF_ERROR(AskAcross(call, request));
  }
  return Answered(call, request);
}

absl::StatusOr<ToolAnswer> ContextForFiles(const ToolCall& call) {
  return Answered(call, RequestOf<ContextRequest>(call));
}

absl::StatusOr<ToolAnswer> SearchSymbols(const ToolCall& call) {
  if (call.members.size() > 1) return SearchAcross(call);
  return EncodedPage(call, RequestOf<SearchRequest>(call), &Verbs::Search);
}

absl::StatusOr<ToolAnswer> GraphQuery(const ToolCall& call) {
  auto request = RequestOf<SearchRequest>(call, PrefixSearchFields());
  request.by_prefix = true;
  return EncodedPage(call, std::move(request), &Verbs::Search);
}

absl::StatusOr<ToolAnswer> GetSymbol(const ToolCall& call) {
  const auto request = RequestOf<SymbolRequest>(call);
  WM_ASSIGN_OR_RETURN(const SymbolAnswer answer, call.verbs.Symbol(request, call.control));
  return PagedPayload(call, answer.payload, CountTextRows(answer.payload), TextPageOf);
}

absl::StatusOr<ToolAnswer> BlastRadiusOf(const ToolCall& call) {
  auto request = RequestOf<BlastRadiusRequest>(call);
  if (call.members.size() > 1) return BlastRadiusAcross(call);
  return EncodedPage(call, std::move(request), &Verbs::BlastRadius);
}

namespace {

absl::StatusOr<ToolAnswer> Related(const ToolCall& call, UsagesRequest request) {
  return WithinBudget(call, [&](std::uint32_t limit) -> absl::StatusOr<ToolAnswer> {
    request.limit = limit;
    WM_ASSIGN_OR_RETURN(UsagesAnswer answer, call.verbs.Usages(request, call.control));
    auto& truncation = answer.payload.truncation;
    // The call for the rest names the same tool.
    if (call.tool.name != answer.payload.tool && truncation && !truncation->cursor.empty()) {
      truncation->next_call = CallAgain(call, RestFrom(truncation->cursor));
    }
    return FittingPage(call, limit, call.tool.name, std::move(answer.payload), request.encoding);
  });
}

absl::StatusOr<ToolAnswer> RelatedBy(retrieval::Relation relation, const ToolCall& call) {
  auto request = RequestOf<UsagesRequest>(call);
  request.relation = relation;
  return Related(call, std::move(request));
}

}  // namespace

absl::StatusOr<ToolAnswer> FindUsages(const ToolCall& call) {
  if (call.members.size() > 1) return UsagesAcross(call);
  return Related(call, RequestOf<UsagesRequest>(call));
}

absl::StatusOr<ToolAnswer> GetCallers(const ToolCall& call) {
  return RelatedBy(retrieval::Relation::kCallers, call);
}

absl::StatusOr<ToolAnswer> GetCallChain(const ToolCall& call) {
  return RelatedBy(retrieval::Relation::kCallees, call);
}

absl::StatusOr<ToolAnswer> GetDependencies(const ToolCall& call) {
  return RelatedBy(retrieval::Relation::kDependencies, call);
}

absl::StatusOr<ToolAnswer> GetDependents(const ToolCall& call) {
  return RelatedBy(retrieval::Relation::kUsages, call);
}

absl::StatusOr<ToolAnswer> FindImplementations(const ToolCall& call) {
  return RelatedBy(retrieval::Relation::kImplementations, call);
}

absl::StatusOr<ToolAnswer> FindPath(const ToolCall& call) {
  const auto request = RequestOf<PathRequest>(call);
  WM_ASSIGN_OR_RETURN(const PathAnswer answer, call.verbs.Path(request, call.control));
  return PayloadPages(call, answer.payload);
}

absl::StatusOr<ToolAnswer> GetFileSummary(const ToolCall& call) {
  const auto request = RequestOf<FileSymbolsRequest>(call);
  WM_ASSIGN_OR_RETURN(FileSymbolsAnswer answer, call.verbs.FileSymbols(request, call.control));
  answer.payload.tool = "get_file_summary";
  return PayloadPages(call, answer.payload);
}

absl::StatusOr<ToolAnswer> SemanticDiff(const ToolCall& call) {
  return EncodedPage(call, RequestOf<DiffRequest>(call), &Verbs::Diff);
}

}  // namespace waymark::services
