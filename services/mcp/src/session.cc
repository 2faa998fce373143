#include "session.h"

#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/status.h"
#include "indexer/indexer.h"
#include "prompt.h"
#include "resource.h"
#include "services/version.h"

namespace waymark::services {
namespace {

constexpr char kInstructions[] =
    "Waymark knows this repository as a graph of symbols and relations. Ask context_for_task "
    "before "
    "you read or search files for a task, and blast_radius before you change what others may use. "
    "Answers say how complete they are (exact or lower_bound) and how far the index lags.";
constexpr char kMetaRevision[] = "io.modelcontextprotocol/protocolVersion";
constexpr char kMetaCapabilities[] = "io.modelcontextprotocol/clientCapabilities";
constexpr char kMetaServer[] = "io.modelcontextprotocol/serverInfo";
// Tools change with the program alone.
constexpr int kListingHoldsMs = 3'600'000;

Json ServerInfo() { return {{"name", "waymark"}, {"title", "Waymark"}, {"version", kVersion}}; }

Json Capabilities() {
  return {{"tools", Json::object()}, {"resources", Json::object()}, {"prompts", Json::object()}};
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

Json ListTools() {
  Json tools = Json::array();
  for (const ToolRow& tool : AllTools()) tools.push_back(DescribeTool(tool));
  return {{"tools", std::move(tools)}};
}

Json ListPrompts() {
  Json prompts = Json::array();
  for (const PromptRow& prompt : AllPrompts()) prompts.push_back(DescribePrompt(prompt));
  return {{"prompts", std::move(prompts)}};
}

// What is listed whole, on one page.
struct Listing {
  std::string_view method;
  Json (*list)();
};

constexpr Listing kListings[] = {
    {"tools/list", ListTools},
    {"prompts/list", ListPrompts},
    {"resources/list", ListResources},
    {"resources/templates/list", ListResourceTemplates},
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

Json ToResult(const absl::StatusOr<ToolAnswer>& answer) {
  const std::string text = answer.ok() ? answer->text : std::string(answer.status().message());
  Json result = {{"content", Json::array({{{"type", "text"}, {"text", text}}})},
                 {"isError", !answer.ok()}};
  if (answer.ok() && !answer->structured.is_null()) {
    result["structuredContent"] = answer->structured;
  }
  return result;
}

}  // namespace

Session::Session(const McpOptions& options, OutputChannel& output)
    : options_(options),
      output_(output),
      first_index_(options.verbs),
      negotiated_(&NegotiateRevision("")),
      queue_(kMcpThreads, kMaxMcpWaiting) {}

void Session::Take(std::string_view line) {
  const ParsedMessage parsed = ParseMessage(line);
  if (!parsed.message.has_value()) return output_.Send(ErrorLine(parsed.id, parsed.error));
  switch (parsed.message->kind) {
    case RpcMessage::Kind::kRequest:
      return Answer(*parsed.message);
    case RpcMessage::Kind::kNotification:
      return Notice(*parsed.message);
    case RpcMessage::Kind::kResponse:
      return;  // nothing was asked of the client
  }
}

void Session::RefuseLongLine() {
  output_.Send(ErrorLine(
      nullptr, {.code = RpcErrorCode::kInvalidRequest,
                .message = fmt::format("the message is longer than {} bytes", kMaxMcpMessageBytes),
                .data = nullptr}));
}

void Session::End() {
  if (queue_.WaitUntilIdle(kMcpEndGrace)) return;
  MutexLock lock(mutex_);
  for (const auto& [id, cancelled] : running_) *cancelled = true;
}

void Session::Answer(const RpcMessage& request) {
  if (request.method == "initialize") {
    const Json asked = request.params.value("protocolVersion", Json());
    negotiated_ = &NegotiateRevision(asked.is_string() ? std::string(asked) : "");
    return Reply(request.id, *negotiated_,
                 {{"protocolVersion", negotiated_->name},
                  {"capabilities", Capabilities()},
                  {"serverInfo", ServerInfo()},
                  {"instructions", kInstructions}});
  }
  const SpokenRevision spoken = RevisionOf(request.params, *negotiated_);
  if (spoken.revision == nullptr) return output_.Send(ErrorLine(request.id, spoken.error));
  const Revision& revision = *spoken.revision;
  if (request.method == "tools/call") return Call(request, revision);
  if (request.method == "ping") return Reply(request.id, revision, Json::object());
  if (request.method == "server/discover")
    return Reply(request.id, revision, Discover(), Holds::kLong);
  if (request.method == "prompts/get") return Prompt(request, revision);
  if (request.method == "resources/read") return Read(request, revision);
  if (const Listing* const listing = FindListing(request.method)) {
    if (request.params.value("cursor", Json()).is_null()) {
      return Reply(request.id, revision, listing->list(), Holds::kLong);
    }
    return output_.Send(ErrorLine(request.id, InvalidParams("there is no such page")));
  }
  output_.Send(ErrorLine(request.id, {.code = RpcErrorCode::kMethodNotFound,
                                      .message = "there is no method " + request.method,
                                      .data = nullptr}));
}

void Session::Notice(const RpcMessage& notification) {
  if (notification.method != "notifications/cancelled") return;
  MutexLock lock(mutex_);
  const auto running = running_.find(notification.params.value("requestId", Json()).dump());
  if (running != running_.end()) *running->second = true;
}

void Session::Call(const RpcMessage& request, const Revision& revision) {
  const Json name = request.params.value("name", Json());
  const ToolRow* const tool = name.is_string() ? FindTool(std::string(name)) : nullptr;
  if (tool == nullptr) {
    return output_.Send(
        ErrorLine(request.id, InvalidParams(fmt::format("there is no tool {}", name.dump()))));
  }
  const Json arguments = ArgumentsIn(request.params);
  Start(request, *tool, arguments, [this, id = request.id, &revision](const auto& answer) {
    Reply(id, revision, ToResult(answer));
  });
}

void Session::Read(const RpcMessage& request, const Revision& revision) {
  const Json uri = request.params.value("uri", Json());
  const std::optional<ResourceCall> call =
      uri.is_string() ? FindResource(std::string(uri)) : std::nullopt;
  const auto refuse = [this, &revision](const Json& id, const absl::Status& status) {
    const bool is_absent = absl::IsNotFound(status) || absl::IsInvalidArgument(status);
    const RpcErrorCode absent =
        revision.is_stateless ? RpcErrorCode::kInvalidParams : RpcErrorCode::kResourceNotFound;
    output_.Send(ErrorLine(id, {.code = is_absent ? absent : RpcErrorCode::kInternalError,
                                .message = std::string(status.message()),
                                .data = nullptr}));
  };
  if (!call.has_value()) {
    return refuse(request.id,
                  absl::NotFoundError(fmt::format("there is no resource {}", uri.dump())));
  }
  Start(request, *call->tool, call->arguments,
        [this, id = request.id, uri, &revision, refuse](const auto& answer) {
          if (!answer.ok()) return refuse(id, answer.status());
          const Json content = {{"uri", uri}, {"mimeType", "text/plain"}, {"text", answer->text}};
          Reply(id, revision, {{"contents", Json::array({content})}}, Holds::kNotAtAll);
        });
}

void Session::Prompt(const RpcMessage& request, const Revision& revision) {
  const Json name = request.params.value("name", Json());
  const absl::StatusOr<Json> prompt =
      GetPrompt(name.is_string() ? std::string(name) : "", ArgumentsIn(request.params));
  if (prompt.ok()) return Reply(request.id, revision, *prompt);
  output_.Send(ErrorLine(request.id, InvalidParams(std::string(prompt.status().message()))));
}

void Session::Start(const RpcMessage& request, const ToolRow& tool, const Json& arguments,
                    const Answered& answered) {
  const auto cancelled = std::make_shared<std::atomic<bool>>(false);
  {
    MutexLock lock(mutex_);
    if (!running_.emplace(request.id.dump(), cancelled).second) {
      return output_.Send(
          ErrorLine(request.id, {.code = RpcErrorCode::kInvalidRequest,
                                 .message = "a request with this id is still being answered",
                                 .data = nullptr}));
    }
  }
  const bool is_taken = queue_.Push([this, request, &tool, arguments, answered, cancelled] {
    RunTool(request, tool, arguments, answered, *cancelled);
  });
  if (is_taken) return;
  Forget(request.id);
  answered(absl::ResourceExhaustedError(fmt::format(
      "{} calls are waiting already; wait for answers before asking more", kMaxMcpWaiting)));
}

void Session::RunTool(const RpcMessage& request, const ToolRow& tool, const Json& arguments,
                      const Answered& answered, const std::atomic<bool>& cancelled) {
  const CallControl control{.cancelled = &cancelled,
                            .deadline = std::chrono::steady_clock::now() + kMaxQuestionTime};
  absl::StatusOr<ToolAnswer> answer = AskTool(tool, request, arguments, control);
  // A daemon that ended is started again, once.
  if (absl::IsUnavailable(answer.status()) && !cancelled) {
    answer = AskTool(tool, request, arguments, control);
  }
  Forget(request.id);
  if (!cancelled) answered(answer);
}

absl::StatusOr<ToolAnswer> Session::AskTool(const ToolRow& tool, const RpcMessage& request,
                                            const Json& given, const CallControl& control) {
  const std::vector<ArgumentRow> rows = ArgumentsOf(tool);
  if (!given.is_object()) return absl::InvalidArgumentError("'arguments' has to be an object");
  WM_ASSIGN_OR_RETURN(const Arguments arguments, Arguments::Check(rows, given));
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<Verbs> verbs, options_.verbs());
  WM_ASSIGN_OR_RETURN(const std::filesystem::path root, RootOf(*verbs, arguments, control));
  const ToolCall call{.verbs = *verbs, .root = root, .arguments = arguments, .control = control};
  absl::StatusOr<ToolAnswer> answer =
      tool.is_about_checkout ? AskIndexed(tool, call, request) : tool.answer(call);
  if (options_.learns && answer.ok()) learner_.Note(call);
  return answer;
}

// What is not indexed is, when it is the server's own checkout.
absl::StatusOr<ToolAnswer> Session::AskIndexed(const ToolRow& tool, const ToolCall& call,
                                               const RpcMessage& request) {
  absl::StatusOr<ToolAnswer> answer = tool.answer(call);
  if (!absl::IsFailedPrecondition(answer.status()) || call.root != options_.root) return answer;
  WM_ASSIGN_OR_RETURN(const StatusAnswer status, call.verbs.Status(call.control));
  for (const StatusView& view : status.views) {
    // That a commit of it is indexed does not answer for the files on disk.
    const bool is_commit = indexer::IsCommitView({view.repository, view.view});
    if (view.root_path == call.root && !is_commit) return answer;
  }
  WM_RETURN_IF_ERROR(first_index_.Wait(call.root, ProgressOf(request), call.control));
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

FirstIndex::ProgressSink Session::ProgressOf(const RpcMessage& request) {
  const Json meta = request.params.value("_meta", Json::object());
  if (!meta.is_object() || !meta.contains("progressToken")) return nullptr;
  return [this, token = meta["progressToken"],
          last = std::uint64_t{0}](const indexer::Progress& progress) mutable {
    // The sums over all stages, so that it never goes back.
    const std::uint64_t done =
        static_cast<std::uint64_t>(progress.stage) * progress.files_total + progress.files_done;
    if (done <= last) return;
    last = done;
    output_.Send(NotificationLine(
        "notifications/progress",
        {{"progressToken", token}, {"progress", done}, {"message", "indexing the repository"}}));
  };
}

void Session::Reply(const Json& id, const Revision& revision, Json result, Holds holds) {
  if (revision.is_stateless) {
    result["resultType"] = "complete";
    result["_meta"] = {{kMetaServer, ServerInfo()}};
    if (holds != Holds::kUnsaid) {
      result["ttlMs"] = holds == Holds::kLong ? kListingHoldsMs : 0;
      result["cacheScope"] = holds == Holds::kLong ? "public" : "private";
    }
  }
  output_.Send(ResultLine(id, result));
}

void Session::Forget(const Json& id) {
  MutexLock lock(mutex_);
  running_.erase(id.dump());
}

}  // namespace waymark::services
