#include <fmt/format.h>

#include "graph/status.h"
#include "messages.h"

namespace waymark::services {
namespace {

absl::StatusOr<wire::Tokenizer> ReadTokenizer(const std::string& name) {
  if (name.empty()) return wire::kDefaultTokenizer;
  if (const auto tokenizer = wire::TokenizerFromName(name)) return *tokenizer;
  return absl::InvalidArgumentError(fmt::format("tokenizer '{}' is unknown; it is {} or {}", name,
                                                wire::Name(wire::Tokenizer::kO200kBase),
                                                wire::Name(wire::Tokenizer::kCl100kBase)));
}

std::string RelationNames() {
  std::string names;
  for (const retrieval::Relation relation : retrieval::AllRelations()) {
    names += names.empty() ? "" : ", ";
    names += Name(relation);
  }
  return names;
}

template <typename Message>
absl::StatusOr<Encoding> ReadEncoding(const Message& message) {
  Encoding encoding;
  if (!message.format().empty()) encoding.format = message.format();
  WM_ASSIGN_OR_RETURN(encoding.tokenizer, ReadTokenizer(message.tokenizer()));
  encoding.call_options = message.call_options();
  if (message.call_style() == v1::CALL_STYLE_TOOL) encoding.call_style = CallStyle::kTool;
  return encoding;
}

template <typename Message>
void WriteEncoding(const Encoding& encoding, Message& message) {
  message.set_format(encoding.format);
  message.set_tokenizer(std::string(wire::Name(encoding.tokenizer)));
  message.set_call_options(encoding.call_options);
  if (encoding.call_style == CallStyle::kTool) message.set_call_style(v1::CALL_STYLE_TOOL);
}

template <typename Request, typename Message>
void WriteView(const Request& request, Message& message) {
  v1::ViewSelector& view = *message.mutable_view();
  view.set_root_path(request.root.native());
  view.set_at(request.state.at);
  for (const indexer::UnsavedBuffer& buffer : request.state.buffers) {
    v1::UnsavedBuffer& added = *view.add_buffers();
    added.set_path(buffer.path);
    added.set_text(buffer.text);
  }
}

StateChoice ReadState(const v1::ViewSelector& view) {
  StateChoice state{.at = view.at(), .buffers = {}};
  for (const v1::UnsavedBuffer& buffer : view.buffers()) {
    state.buffers.push_back({.path = buffer.path(), .text = buffer.text()});
  }
  return state;
}

using MemberMessages = google::protobuf::RepeatedPtrField<v1::Workspace::Member>;

void WriteMembers(const std::vector<WorkspaceMember>& members, MemberMessages& messages) {
  for (const WorkspaceMember& member : members) {
    v1::Workspace::Member& added = *messages.Add();
    added.set_name(member.name);
    added.set_root_path(member.root.native());
    added.set_repository(member.repository);
  }
}

std::vector<WorkspaceMember> ReadMembers(const MemberMessages& messages) {
  std::vector<WorkspaceMember> members;
  for (const v1::Workspace::Member& member : messages) {
    members.push_back(
        {.name = member.name(), .root = member.root_path(), .repository = member.repository()});
  }
  return members;
}

}  // namespace

v1::IndexRequest ToMessage(const IndexRequest& request) {
  v1::IndexRequest message;
  message.set_root_path(request.root.native());
  message.set_repository_name(request.repository_name);
  message.set_memory_bytes(request.memory_bytes);
  message.set_force(request.force);
  message.set_at(request.at);
  message.set_no_history(!request.read_history);
  message.set_outlives_client(request.outlives_client);
  return message;
}

v1::ContextRequest ToMessage(const ContextRequest& request) {
  v1::ContextRequest message;
  WriteView(request, message);
  message.set_task(request.task);
  for (const std::string& task : request.also) message.add_also(task);
  for (const std::string& name : request.around) message.add_around(name);
  message.set_base(request.base);
  message.set_explained(request.explained);
  for (const retrieval::PartRow& row : retrieval::AllParts()) {
    if (request.without.Has(row.part)) message.add_without(std::string(row.name));
  }
  message.set_most_shown(std::string(Name(request.most_shown)));
  message.set_budget_tokens(request.budget_tokens);
  message.set_max_symbols(request.max_symbols);
  message.set_explain(request.explain);
  message.set_pack_root(request.held.pack_root);
  message.set_session(request.held.session);
  for (const std::string& root : request.held.exclude) message.add_exclude(root);
  WriteMembers(request.repositories, *message.mutable_repositories());
  WriteEncoding(request.encoding, message);
  return message;
}

v1::BlastRadiusRequest ToMessage(const BlastRadiusRequest& request) {
  v1::BlastRadiusRequest message;
  WriteView(request, message);
  message.set_symbol(request.symbol);
  for (const std::string& symbol : request.also) message.add_also(symbol);
  message.set_depth(request.depth);
  message.set_limit(request.limit);
  message.set_cursor(request.cursor);
  message.set_base(request.base);
  message.set_min_confidence(request.min_confidence);
  for (const EdgeType type : request.edge_types) message.add_edge_types(std::string(Name(type)));
  WriteEncoding(request.encoding, message);
  return message;
}

v1::SearchRequest ToMessage(const SearchRequest& request) {
  v1::SearchRequest message;
  WriteView(request, message);
  message.set_query(request.query);
  message.set_by_prefix(request.by_prefix);
  message.set_limit(request.limit);
  message.set_cursor(request.cursor);
  WriteEncoding(request.encoding, message);
  return message;
}

v1::SymbolRequest ToMessage(const SymbolRequest& request) {
  v1::SymbolRequest message;
  WriteView(request, message);
  message.set_name(request.name);
  WriteEncoding(request.encoding, message);
  return message;
}

v1::SourcesRequest ToMessage(const SourcesRequest& request) {
  v1::SourcesRequest message;
  WriteView(request, message);
  for (const std::string& symbol : request.symbols) message.add_symbols(symbol);
  message.set_without_text(!request.with_text);
  message.set_context_lines(request.context_lines);
  return message;
}

v1::UsagesRequest ToMessage(const UsagesRequest& request) {
  v1::UsagesRequest message;
  WriteView(request, message);
  message.set_symbol(request.symbol);
  message.set_relation(std::string(Name(request.relation)));
  message.set_depth(request.depth);
  message.set_limit(request.limit);
  message.set_cursor(request.cursor);
  message.set_home_name(request.elsewhere.home);
  WriteMembers(request.elsewhere.repositories, *message.mutable_elsewhere());
  WriteEncoding(request.encoding, message);
  return message;
}

v1::PathRequest ToMessage(const PathRequest& request) {
  v1::PathRequest message;
  WriteView(request, message);
  message.set_from(request.from);
  message.set_to(request.to);
  message.set_max_hops(request.max_hops);
  message.set_count(request.count);
  WriteEncoding(request.encoding, message);
  return message;
}

v1::DiffRequest ToMessage(const DiffRequest& request) {
  v1::DiffRequest message;
  WriteView(request, message);
  message.set_base(request.base);
  message.set_limit(request.limit);
  message.set_cursor(request.cursor);
  WriteEncoding(request.encoding, message);
  return message;
}

v1::TestScopeRequest ToMessage(const TestScopeRequest& request) {
  v1::TestScopeRequest message;
  WriteView(request, message);
  for (const std::string& symbol : request.symbols) message.add_symbols(symbol);
  message.set_depth(request.depth);
  message.set_limit(request.limit);
  message.set_cursor(request.cursor);
  message.set_base(request.base);
  message.set_min_confidence(request.min_confidence);
  return message;
}

v1::OutlineRequest ToMessage(const OutlineRequest& request) {
  v1::OutlineRequest message;
  WriteView(request, message);
  message.set_limit(request.limit);
  return message;
}

v1::FileSymbolsRequest ToMessage(const FileSymbolsRequest& request) {
  v1::FileSymbolsRequest message;
  WriteView(request, message);
  message.set_path(request.path);
  return message;
}

v1::AnalyzeRequest ToMessage(const AnalyzeRequest& request) {
  v1::AnalyzeRequest message;
  WriteView(request, message);
  message.set_analysis(ToMessage(request.analysis));
  message.set_only_orphans(request.only_orphans);
  message.set_limit(request.limit);
  message.set_cursor(request.cursor);
  return message;
}

v1::ExportRequest ToMessage(const ExportRequest& request) {
  v1::ExportRequest message;
  WriteView(request, message);
  return message;
}

v1::DoctorRequest ToMessage(const DoctorRequest& request) {
  v1::DoctorRequest message;
  WriteView(request, message);
  message.set_verify(request.verify);
  return message;
}

absl::StatusOr<IndexRequest> FromMessage(const v1::IndexRequest& message) {
  IndexRequest request{.root = message.root_path(),
                       .repository_name = message.repository_name(),
                       .force = message.force(),
                       .at = message.at(),
                       .read_history = !message.no_history(),
                       .outlives_client = message.outlives_client()};
  if (message.memory_bytes() != 0) request.memory_bytes = message.memory_bytes();
  return request;
}

absl::StatusOr<ContextRequest> FromMessage(const v1::ContextRequest& message) {
  ContextRequest request{.root = message.view().root_path(),
                         .task = message.task(),
                         .also = {message.also().begin(), message.also().end()},
                         .around = {message.around().begin(), message.around().end()},
                         .base = message.base(),
                         .budget_tokens = message.budget_tokens(),
                         .max_symbols = message.max_symbols(),
                         .explain = message.explain(),
                         .explained = message.explained(),
                         .state = ReadState(message.view()),
                         .held = {.pack_root = message.pack_root(),
                                  .session = message.session(),
                                  .exclude = {message.exclude().begin(), message.exclude().end()}},
                         .repositories = ReadMembers(message.repositories())};
  for (const std::string& name : message.without()) {
    const std::optional<retrieval::Part> part = retrieval::PartFromName(name);
    if (!part.has_value()) {
      return absl::InvalidArgumentError(fmt::format("there is no part '{}' of a ranking", name));
    }
    request.without.Add(*part);
  }
  if (!message.most_shown().empty()) {
    const auto most = retrieval::FidelityFromName(message.most_shown());
    if (!most.has_value()) {
      return absl::InvalidArgumentError(
          fmt::format("'{}' is nothing that is shown of a symbol", message.most_shown()));
    }
    request.most_shown = *most;
  }
  WM_ASSIGN_OR_RETURN(request.encoding, ReadEncoding(message));
  return request;
}

absl::StatusOr<BlastRadiusRequest> FromMessage(const v1::BlastRadiusRequest& message) {
  BlastRadiusRequest request{.root = message.view().root_path(),
                             .symbol = message.symbol(),
                             .base = message.base(),
                             .also = {message.also().begin(), message.also().end()},
                             .min_confidence = message.min_confidence()};
  request.state = ReadState(message.view());
  if (message.depth() != 0) request.depth = message.depth();
  if (message.limit() != 0) request.limit = message.limit();
  request.cursor = message.cursor();
  for (const std::string& name : message.edge_types()) {
    const std::optional<EdgeType> type = EdgeTypeFromName(name);
    if (!type.has_value() || !IsPublished(*type)) {
      return absl::InvalidArgumentError(fmt::format("edge type '{}' is unknown", name));
    }
    request.edge_types.push_back(*type);
  }
  WM_ASSIGN_OR_RETURN(request.encoding, ReadEncoding(message));
  return request;
}

absl::StatusOr<SearchRequest> FromMessage(const v1::SearchRequest& message) {
  SearchRequest request{.root = message.view().root_path(),
                        .query = message.query(),
                        .by_prefix = message.by_prefix()};
  request.state = ReadState(message.view());
  if (message.limit() != 0) request.limit = message.limit();
  request.cursor = message.cursor();
  WM_ASSIGN_OR_RETURN(request.encoding, ReadEncoding(message));
  return request;
}

absl::StatusOr<SymbolRequest> FromMessage(const v1::SymbolRequest& message) {
  SymbolRequest request{.root = message.view().root_path(), .name = message.name()};
  request.state = ReadState(message.view());
  WM_ASSIGN_OR_RETURN(request.encoding, ReadEncoding(message));
  return request;
}

absl::StatusOr<SourcesRequest> FromMessage(const v1::SourcesRequest& message) {
  return SourcesRequest{.root = message.view().root_path(),
                        .symbols = {message.symbols().begin(), message.symbols().end()},
                        .with_text = !message.without_text(),
                        .context_lines = message.context_lines(),
                        .state = ReadState(message.view())};
}

absl::StatusOr<UsagesRequest> FromMessage(const v1::UsagesRequest& message) {
  UsagesRequest request{.root = message.view().root_path(),
                        .symbol = message.symbol(),
                        .state = ReadState(message.view())};
  if (!message.relation().empty()) {
    const auto relation = retrieval::RelationFromName(message.relation());
    if (!relation.has_value()) {
      return absl::InvalidArgumentError(
          fmt::format("relation '{}' is unknown; it is {}", message.relation(), RelationNames()));
    }
    request.relation = *relation;
  }
  if (message.depth() != 0) request.depth = message.depth();
  if (message.limit() != 0) request.limit = message.limit();
  request.cursor = message.cursor();
  request.elsewhere.home = message.home_name();
  request.elsewhere.repositories = ReadMembers(message.elsewhere());
  WM_ASSIGN_OR_RETURN(request.encoding, ReadEncoding(message));
  return request;
}

absl::StatusOr<PathRequest> FromMessage(const v1::PathRequest& message) {
  PathRequest request{.root = message.view().root_path(),
                      .from = message.from(),
                      .to = message.to(),
                      .state = ReadState(message.view())};
  if (message.max_hops() != 0) request.max_hops = message.max_hops();
  if (message.count() != 0) request.count = message.count();
  WM_ASSIGN_OR_RETURN(request.encoding, ReadEncoding(message));
  return request;
}

absl::StatusOr<DiffRequest> FromMessage(const v1::DiffRequest& message) {
  DiffRequest request{.root = message.view().root_path(), .base = message.base()};
  request.state = ReadState(message.view());
  if (message.limit() != 0) request.limit = message.limit();
  request.cursor = message.cursor();
  WM_ASSIGN_OR_RETURN(request.encoding, ReadEncoding(message));
  return request;
}

absl::StatusOr<TestScopeRequest> FromMessage(const v1::TestScopeRequest& message) {
  TestScopeRequest request{.root = message.view().root_path(),
                           .symbols = {message.symbols().begin(), message.symbols().end()},
                           .base = message.base(),
                           .min_confidence = message.min_confidence(),
                           .state = ReadState(message.view())};
  if (message.depth() != 0) request.depth = message.depth();
  if (message.limit() != 0) request.limit = message.limit();
  request.cursor = message.cursor();
  return request;
}

absl::StatusOr<OutlineRequest> FromMessage(const v1::OutlineRequest& message) {
  OutlineRequest request{.root = message.view().root_path(), .state = ReadState(message.view())};
  if (message.limit() != 0) request.limit = message.limit();
  return request;
}

absl::StatusOr<FileSymbolsRequest> FromMessage(const v1::FileSymbolsRequest& message) {
  return FileSymbolsRequest{.root = message.view().root_path(),
                            .path = message.path(),
                            .state = ReadState(message.view())};
}

absl::StatusOr<AnalyzeRequest> FromMessage(const v1::AnalyzeRequest& message) {
  AnalyzeRequest request{.root = message.view().root_path(), .state = ReadState(message.view())};
  WM_ASSIGN_OR_RETURN(request.analysis, FromMessage(message.analysis()));
  request.only_orphans = message.only_orphans();
  if (message.limit() != 0) request.limit = message.limit();
  request.cursor = message.cursor();
  return request;
}

absl::StatusOr<ExportRequest> FromMessage(const v1::ExportRequest& message) {
  return ExportRequest{.root = message.view().root_path(), .state = ReadState(message.view())};
}

absl::StatusOr<DoctorRequest> FromMessage(const v1::DoctorRequest& message) {
  return DoctorRequest{.root = message.view().root_path(),
                       .state = ReadState(message.view()),
                       .verify = message.verify()};
}

}  // namespace waymark::services
