#include "session.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/hash.h"
#include "graph/status.h"
#include "indexer/indexer.h"
#include "prompt.h"
#include "resource.h"
#include "services/version.h"
#include "workspace_scope.h"

namespace waymark::services {
namespace {

constexpr char kInstructions[] =
    "Waymark knows this repository as a graph of symbols and relations. Ask context_for_task "
    "before "
    "you read or search files for a task, and blast_radius before you change what others may use. "
    "Answers say how complete they are (exact or lower_bound) and how far the index lags. With "
    "if_none_match=new an answer tells its etag; given that etag later, an answer that is still "
    "the "
    "same is told as not_modified.";
constexpr char kInitialize[] = "initialize";
constexpr char kListTools[] = "tools/list";
constexpr char kReadResource[] = "resources/read";
constexpr char kMetaRevision[] = "io.modelcontextprotocol/protocolVersion";
constexpr char kMetaCapabilities[] = "io.modelcontextprotocol/clientCapabilities";
constexpr char kMetaEtag[] = "waymark/etag";
constexpr char kMetaServer[] = "io.modelcontextprotocol/serverInfo";
// Tools change with the program alone.
constexpr int kListingHoldsMs = 3'600'000;
constexpr std::chrono::seconds kMaxListingTime{5};

Json ServerInfo() { return {{"name", "waymark"}, {"title", "Waymark"}, {"version", kVersion}}; }

Json Capabilities() {
  return {{"tools", Json::object()}, {"resources", Json::object()}, {"prompts", Json::object()}};
}

RpcError InvalidRequest(std::string message) {
  return {.code = RpcErrorCode::kInvalidRequest, .message = std::move(message), .data = nullptr};
}

RpcError InvalidParams(std::string message) {
  return {.code = RpcErrorCode::kInvalidParams, .message = std::move(message), .data = nullptr};
}

// The revision a request is written in, or the error to refuse it with.
struct SpokenRevision {
  const Revision* revision = nullptr;
  RpcError error;
};

SpokenRevision RevisionOf(const Json& params, const Revision& negotiated) {
  const Json meta = params.value("_meta", Json::object());
  if (!meta.is_object() || !meta.contains(kMetaRevision)) return {.revision = &negotiated};
  const Json& asked = meta[kMetaRevision];
  const Revision* const known = asked.is_string() ? FindRevision(std::string(asked)) : nullptr;
  if (known == nullptr) {
    Json supported = Json::array();
    for (const Revision& revision : AllRevisions()) supported.push_back(revision.name);
    return {.error = {.code = RpcErrorCode::kUnsupportedProtocolVersion,
                      .message = "Unsupported protocol version",
                      .data = {{"supported", std::move(supported)}, {"requested", asked}}}};
  }
  if (known->is_stateless && !meta.contains(kMetaCapabilities)) {
    return {.error = InvalidParams(fmt::format("_meta lacks {}", kMetaCapabilities))};
  }
  return {.revision = known};
}

Json ArgumentsIn(const Json& params) {
  const Json arguments = params.value("arguments", Json());
  return arguments.is_null() ? Json::object() : arguments;
}

Json ListTools(const McpOptions& options, bool in_workspace) {
  Json tools = Json::array();
  for (const ToolRow& tool : ToolsOf(options.toolset)) {
    tools.push_back(DescribeTool(tool, in_workspace));
  }
  return {{"tools", std::move(tools)}};
}

Json ListPrompts(const McpOptions& /*options*/) {
  Json prompts = Json::array();
  for (const PromptRow& prompt : AllPrompts()) prompts.push_back(DescribePrompt(prompt));
  return {{"prompts", std::move(prompts)}};
}

// What is listed whole, on one page.
struct Listing {
  std::string_view method;
  Json (*list)(const McpOptions& options);
};

constexpr Listing kListings[] = {
    {"prompts/list", ListPrompts},
    {"resources/list", [](const McpOptions&) { return ListResources(); }},
    {"resources/templates/list", [](const McpOptions&) { return ListResourceTemplates(); }},
};

const Listing* FindListing(std::string_view method) {
  for (const Listing& listing : kListings) {
    if (listing.method == method) return &listing;
  }
  return nullptr;
}

Json Discover() {
  Json supported = Json::array();
  for (const Revision& revision : AllRevisions()) supported.push_back(revision.name);
  return {{"supportedVersions", std::move(supported)},
          {"capabilities", Capabilities()},
          {"instructions", kInstructions}};
}

Json TextContent(const std::string& text) { return {{"type", "text"}, {"text", text}}; }

// The whole answer counts, so that what has the same tag is the same to the last byte.
std::string EtagOf(const ToolAnswer& answer) {
  constexpr std::size_t kDigits = 32;
  return HashContent(answer.text).ToHex().substr(0, kDigits);
}

// `held` is the tag of an answer that the client has, another word to be told the tag, or "".
Json ToResult(const absl::StatusOr<ToolAnswer>& answer, const std::string& held) {
  if (!answer.ok()) {
    const Json content = TextContent(std::string(answer.status().message()));
    return {{"content", Json::array({content})}, {"isError", true}};
  }
  const std::string etag = EtagOf(*answer);
  const bool is_held =
      held == etag || (!answer->content_tag.empty() && held == answer->content_tag);
  Json content = Json::array({TextContent(is_held ? "not_modified" : answer->text)});
  if (!held.empty() && !is_held && !answer->is_error)
    content.push_back(TextContent("etag: " + etag));
  Json result = {{"content", std::move(content)}, {"isError", answer->is_error}};
  if (!is_held && !answer->structured.is_null()) result["structuredContent"] = answer->structured;
  if (!answer->is_error) result["_meta"] = {{kMetaEtag, etag}};
  return result;
}

// The workspace that the calls of a server are within, if there is one.
absl::StatusOr<std::optional<WorkspaceRecord>> WorkspaceOf(const McpOptions& options, Verbs& verbs,
                                                           const CallControl& control) {
  WM_ASSIGN_OR_RETURN(WorkspacesAnswer answer,
                      verbs.Workspaces({.name = options.workspace, .root = options.root}, control));
  return std::move(answer.active);
}

// How long a result may be kept, which the stateless revision wants said of some.
enum class Holds : std::uint8_t { kUnsaid, kNotAtAll, kLong };

struct Replier {
  Json id;
  const Revision& revision;
  const OutletPointer& outlet;

  void operator()(Json result, Holds holds = Holds::kUnsaid) const {
    if (revision.is_stateless) {
      result["resultType"] = "complete";
      result["_meta"][kMetaServer] = ServerInfo();
      if (holds != Holds::kUnsaid) {
        result["ttlMs"] = holds == Holds::kLong ? kListingHoldsMs : 0;
        result["cacheScope"] = holds == Holds::kLong ? "public" : "private";
      }
    }
    outlet->Reply(ResultLine(id, result));
  }
};

// Tells `progressToken` of a request, if it has one.
FirstIndex::ProgressSink ProgressOf(const RpcMessage& request, const OutletPointer& outlet) {
  const Json meta = request.params.value("_meta", Json::object());
  if (!meta.is_object() || !meta.contains("progressToken")) return nullptr;
  return [outlet, token = meta["progressToken"], stage = indexer::Stage::kScanning,
          before = std::uint64_t{0},
          last = std::uint64_t{0}](const indexer::Progress& progress) mutable {
    // A stage counts on from the one before it, so that it never goes back.
    if (progress.stage != stage) before = last + 1;
    stage = progress.stage;
    const std::uint64_t done = before + progress.files_done;
    if (done <= last) return;
    last = done;
    outlet->Notify(NotificationLine(
        "notifications/progress",
        {{"progressToken", token}, {"progress", done}, {"message", "indexing the repository"}}));
  };
}

}  // namespace

Session::Session(const McpOptions& options, FirstIndex& first_index, CallRunner run)
    : options_(options),
      first_index_(first_index),
      run_(std::move(run)),
      negotiated_(&NegotiateRevision("")) {}

void Session::Take(const ParsedText& text, const OutletPointer& outlet) {
  if (!text.is_batch) return TakeMessage(text.messages.front(), outlet);
  if (!negotiated_.load()->has_batches) {
    return outlet->Refuse(nullptr, InvalidRequest("send one message after the other; batches are "
                                                  "taken in revision 2025-03-26 alone"));
  }
  const auto gets_answer = [](const ParsedMessage& parsed) {
    return !parsed.message.has_value() || parsed.message->kind == RpcMessage::Kind::kRequest;
  };
  const auto count = static_cast<std::size_t>(
      std::count_if(text.messages.begin(), text.messages.end(), gets_answer));
  const OutletPointer gathering = count == 0 ? outlet : MakeBatchOutlet(outlet, count);
  for (const ParsedMessage& parsed : text.messages) {
    if (parsed.message.has_value() && parsed.message->method == kInitialize) {
      if (gets_answer(parsed)) {
        gathering->Refuse(parsed.message->id, InvalidRequest("initialize comes by itself"));
      }
      continue;
    }
    TakeMessage(parsed, gathering);
  }
}

void Session::TakeMessage(const ParsedMessage& parsed, const OutletPointer& outlet) {
  if (!parsed.message.has_value()) return outlet->Refuse(parsed.id, parsed.error);
  switch (parsed.message->kind) {
    case RpcMessage::Kind::kRequest:
      return Answer({.request = *parsed.message, .outlet = outlet});
    case RpcMessage::Kind::kNotification:
      return Notice(*parsed.message);
    case RpcMessage::Kind::kResponse:
      return;  // nothing was asked of the client
  }
}

void Session::CancelAll() {
  MutexLock lock(mutex_);
  for (const auto& [id, cancelled] : running_) *cancelled = true;
}

void Session::Answer(Asked asked) {
  const RpcMessage& request = asked.request;
  if (request.method == kInitialize) return Initialize(asked);
  const SpokenRevision spoken = RevisionOf(request.params, *negotiated_);
  if (spoken.revision == nullptr) return asked.outlet->Refuse(request.id, spoken.error);
  asked.revision = spoken.revision;
  const Replier reply{request.id, *spoken.revision, asked.outlet};
  if (request.method == "tools/call") return Call(asked);
  if (request.method == "ping") return reply(Json::object());
  if (request.method == "server/discover") return reply(Discover(), Holds::kLong);
  if (request.method == "prompts/get") return Prompt(asked);
  if (request.method == kReadResource) return Read(asked);
  if (request.method == kListTools) return List(asked);
  if (const Listing* const listing = FindListing(request.method)) {
    if (request.params.value("cursor", Json()).is_null()) {
      return reply(listing->list(options_), Holds::kLong);
    }
    return asked.outlet->Refuse(request.id, InvalidParams("there is no such page"));
  }
  asked.outlet->Refuse(request.id, {.code = RpcErrorCode::kMethodNotFound,
                                    .message = "there is no method " + request.method,
                                    .data = nullptr});
}

void Session::Initialize(const Asked& asked) {
  const Json wanted = asked.request.params.value("protocolVersion", Json());
  const Revision& revision = NegotiateRevision(wanted.is_string() ? std::string(wanted) : "");
  negotiated_ = &revision;
  Replier{asked.request.id, revision, asked.outlet}({{"protocolVersion", revision.name},
                                                     {"capabilities", Capabilities()},
                                                     {"serverInfo", ServerInfo()},
                                                     {"instructions", kInstructions}});
}

void Session::Notice(const RpcMessage& notification) {
  if (notification.method != "notifications/cancelled") return;
  MutexLock lock(mutex_);
  const auto running = running_.find(notification.params.value("requestId", Json()).dump());
  if (running != running_.end()) *running->second = true;
}

void Session::Call(const Asked& asked) {
  const Json name = asked.request.params.value("name", Json());
  const ToolRow* const tool =
      name.is_string() ? FindTool(std::string(name), options_.toolset) : nullptr;
  if (tool == nullptr) {
    return asked.outlet->Refuse(asked.request.id,
                                InvalidParams(fmt::format("there is no tool {}", name.dump())));
  }
  const Json arguments = ArgumentsIn(asked.request.params);
  const Json held = arguments.is_object() ? arguments.value(kIfNoneMatch, Json()) : Json();
  Start(asked, *tool, arguments,
        [id = asked.request.id, outlet = asked.outlet, &revision = *asked.revision,
         held = held.is_string() ? std::string(held) : ""](const auto& answer) {
          Replier{id, revision, outlet}(ToResult(answer, held));
        });
}

// What `repo` is depends on the workspace, which the engine knows.
void Session::List(const Asked& asked) {
  if (!asked.request.params.value("cursor", Json()).is_null()) {
    return asked.outlet->Refuse(asked.request.id, InvalidParams("there is no such page"));
  }
  const auto reply = [this, id = asked.request.id, outlet = asked.outlet,
                      &revision = *asked.revision](bool in_workspace, Holds holds) {
    Replier{id, revision, outlet}(ListTools(options_, in_workspace), holds);
  };
  const bool is_taken = run_([this, reply] {
    const CallControl control{.deadline = std::chrono::steady_clock::now() + kMaxListingTime};
    const absl::StatusOr<std::shared_ptr<Verbs>> verbs = options_.verbs();
    const auto workspace = verbs.ok() ? WorkspaceOf(options_, **verbs, control)
                                      : absl::StatusOr<std::optional<WorkspaceRecord>>();
    const bool in_workspace = workspace.ok() && workspace->has_value();
    reply(in_workspace, in_workspace ? Holds::kNotAtAll : Holds::kLong);
  });
  if (!is_taken) reply(false, Holds::kNotAtAll);
}

void Session::Read(const Asked& asked) {
  const Json uri = asked.request.params.value("uri", Json());
  if (uri == kToolDefinitionsUri) {
    const absl::StatusOr<std::string> text = ToolDefinitionsText(ToolsOf(options_.toolset));
    const Json content = {{"uri", uri}, {"mimeType", "text/plain"}, {"text", text.value_or("")}};
    return Replier{asked.request.id, *asked.revision, asked.outlet}(
        {{"contents", Json::array({content})}}, Holds::kLong);
  }
  const std::optional<ResourceCall> call =
      uri.is_string() ? FindResource(std::string(uri)) : std::nullopt;
  const auto refuse = [id = asked.request.id, outlet = asked.outlet,
                       &revision = *asked.revision](const absl::Status& status) {
    const bool is_absent = absl::IsNotFound(status) || absl::IsInvalidArgument(status);
    const RpcErrorCode absent =
        revision.is_stateless ? RpcErrorCode::kInvalidParams : RpcErrorCode::kResourceNotFound;
    outlet->Refuse(id, {.code = is_absent ? absent : RpcErrorCode::kInternalError,
                        .message = std::string(status.message()),
                        .data = nullptr});
  };
  if (!call.has_value()) {
    return refuse(absl::NotFoundError(fmt::format("there is no resource {}", uri.dump())));
  }
  Start(asked, *call->tool, call->arguments,
        [id = asked.request.id, outlet = asked.outlet, uri, &revision = *asked.revision,
         refuse](const auto& answer) {
          if (!answer.ok()) return refuse(answer.status());
          const Json content = {{"uri", uri}, {"mimeType", "text/plain"}, {"text", answer->text}};
          Replier{id, revision, outlet}({{"contents", Json::array({content})}}, Holds::kNotAtAll);
        });
}

void Session::Prompt(const Asked& asked) {
  const RpcMessage& request = asked.request;
  const Json name = request.params.value("name", Json());
  const absl::StatusOr<Json> prompt =
      GetPrompt(name.is_string() ? std::string(name) : "", ArgumentsIn(request.params));
  if (prompt.ok()) return Replier{request.id, *asked.revision, asked.outlet}(*prompt);
  asked.outlet->Refuse(request.id, InvalidParams(std::string(prompt.status().message())));
}

void Session::Start(const Asked& asked, const ToolRow& tool, const Json& arguments,
                    const Answered& answered) {
  const auto cancelled = std::make_shared<std::atomic<bool>>(false);
  bool is_new = false;
  {
    MutexLock lock(mutex_);
    is_new = running_.emplace(asked.request.id.dump(), cancelled).second;
  }
  if (!is_new) {
    return asked.outlet->Refuse(asked.request.id,
                                InvalidRequest("a request with this id is still being answered"));
  }
  const bool is_taken = run_([this, asked, &tool, arguments, answered, cancelled] {
    RunTool(asked, tool, arguments, answered, *cancelled);
  });
  if (is_taken) return;
  Forget(asked.request.id);
  answered(absl::ResourceExhaustedError(
      "too many calls are waiting already; wait for answers before asking more"));
}

void Session::RunTool(const Asked& asked, const ToolRow& tool, const Json& arguments,
                      const Answered& answered, const std::atomic<bool>& cancelled) {
  const CallControl control{.cancelled = &cancelled,
                            .deadline = std::chrono::steady_clock::now() + kMaxQuestionTime};
  absl::StatusOr<ToolAnswer> answer = AskTool(tool, asked, arguments, control);
  // A daemon that ended is started again, once.
  if (absl::IsUnavailable(answer.status()) && !cancelled) {
    answer = AskTool(tool, asked, arguments, control);
  }
  Forget(asked.request.id);
  if (cancelled) return asked.outlet->Drop();
  answered(answer);
}

absl::StatusOr<ToolAnswer> Session::AskTool(const ToolRow& tool, const Asked& asked,
                                            const Json& given, const CallControl& control) {
  const std::vector<ArgumentRow> rows = ArgumentsOf(tool);
  if (!given.is_object()) return absl::InvalidArgumentError("'arguments' has to be an object");
  Json plain = given;  // what `repo` may be is known when the workspace is
  plain.erase(kRepoArgument);
  WM_ASSIGN_OR_RETURN(const Arguments without_repo, Arguments::Check(rows, plain));
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<Verbs> verbs, options_.verbs());
  WM_ASSIGN_OR_RETURN(const std::optional<WorkspaceRecord> workspace,
                      WorkspaceOf(options_, *verbs, control));
  // An address names no repository: what it names is of the server's own checkout.
  if (workspace && asked.request.method != kReadResource) {
    return AskWithin(*workspace, tool, asked, given,
                     {*verbs, options_.root, without_repo, control});
  }
  WM_ASSIGN_OR_RETURN(const Arguments arguments, Arguments::Check(rows, given));
  WM_ASSIGN_OR_RETURN(const std::filesystem::path root, RootOf(*verbs, arguments, control));
  return AskOne(tool, {*verbs, root, arguments, control}, asked);
}

// `call` is about the server's own checkout, without `repo`.
absl::StatusOr<ToolAnswer> Session::AskWithin(const WorkspaceRecord& workspace, const ToolRow& tool,
                                              const Asked& asked, const Json& given,
                                              const ToolCall& call) {
  if (const std::optional<wire::ProtocolError> error = FindRepoError(tool, given, workspace)) {
    return Refusal(given, *error);
  }
  const std::vector<WorkspaceMember> members = MembersOf(tool, given, workspace);
  if (tool.scope == wire::ToolScope::kRepo) {
    const std::vector<ArgumentRow> rows = ArgumentsOf(tool);
    WM_ASSIGN_OR_RETURN(const Arguments arguments, Arguments::Check(rows, given));
    return AskOne(tool, {call.verbs, members.front().root, arguments, call.control}, asked);
  }
  const std::filesystem::path root = members.empty() ? call.root : members.front().root;
  return AskOne(tool, {call.verbs, root, call.arguments, call.control, members}, asked);
}

absl::StatusOr<ToolAnswer> Session::AskOne(const ToolRow& tool, const ToolCall& call,
                                           const Asked& asked) {
  absl::StatusOr<ToolAnswer> answer =
      tool.is_about_checkout ? AskIndexed(tool, call, asked) : tool.answer(call);
  if (options_.learns && answer.ok() && call.members.size() <= 1) learner_.Note(call);
  return answer;
}

// What is not indexed is, when it is the server's own checkout.
absl::StatusOr<ToolAnswer> Session::AskIndexed(const ToolRow& tool, const ToolCall& call,
                                               const Asked& asked) {
  absl::StatusOr<ToolAnswer> answer = tool.answer(call);
  if (!absl::IsFailedPrecondition(answer.status()) || call.root != options_.root ||
      call.members.size() > 1) {
    return answer;
  }
  WM_ASSIGN_OR_RETURN(const StatusAnswer status, call.verbs.Status(call.control));
  for (const StatusView& view : status.views) {
    // That a commit of it is indexed does not answer for the files on disk.
    const bool is_commit = indexer::IsCommitView({view.repository, view.view});
    if (view.root_path == call.root && !is_commit) return answer;
  }
  WM_RETURN_IF_ERROR(
      first_index_.Wait(call.root, ProgressOf(asked.request, asked.outlet), call.control));
  return tool.answer(call);
}

// Only what somebody indexed on purpose can be asked about, besides the server's own checkout.
absl::StatusOr<std::filesystem::path> Session::RootOf(Verbs& verbs, const Arguments& arguments,
                                                      const CallControl& control) const {
  const std::string asked = arguments.Text("repo");
  std::error_code error;
  const std::filesystem::path path = std::filesystem::weakly_canonical(asked, error);
  if (asked.empty() || path == options_.root) return options_.root;
  WM_ASSIGN_OR_RETURN(const StatusAnswer status, verbs.Status(control));
  std::set<std::string> indexed;
  for (const StatusView& view : status.views) {
    if (view.root_path == path) return path;
    indexed.insert(view.root_path);
  }
  return absl::NotFoundError(fmt::format("'{}' is not an indexed checkout; there are: {}", asked,
                                         fmt::join(indexed, ", ")));
}

void Session::Forget(const Json& id) {
  MutexLock lock(mutex_);
  running_.erase(id.dump());
}

}  // namespace waymark::services
