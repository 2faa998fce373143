// Tool calls, from the arguments to the answer.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/status.h"
#include "indexer/indexer.h"
#include "protocol/responder.h"
#include "protocol/session.h"
#include "retrieval/edit_distance.h"
#include "services/limits.h"
#include "services/pipeline_tools.h"
#include "services/state_text.h"
#include "tools/given_arguments.h"
#include "tools/refused_call.h"
#include "tools/tool_result.h"
#include "tools/usual_arguments.h"
#include "tools/workspace_scope.h"

namespace waymark::services {
namespace {

constexpr char kReadResource[] = "resources/read";
// This server in settings and measurements, as agents name its tools: "mcp__waymark__get_symbol".
constexpr std::string_view kServerName = "waymark";

// A text among arguments that are not checked yet; "" if there is none.
std::string GivenText(const Json& arguments, const char* name) {
  const Json value = arguments.is_object() ? arguments.value(name, Json()) : Json();
  return value.is_string() ? std::string(value) : "";
}

// The item of a list of one; otherwise the value.
Json OnlyItem(const Json& value) {
  return value.is_array() && value.size() == 1 ? value.front() : value;
}

// Whether `asked` is the name of the repository, as `index_status` shows it, or its last part.
bool IsNamed(std::string_view repository, std::string_view asked) {
  return repository == asked || repository.substr(repository.rfind('/') + 1) == asked;
}

// The root of the checkout whose name, or whose directory, is most like the asked one.
std::optional<std::string> RootLike(std::string_view asked, const StatusAnswer& status) {
  const auto last_part = [](std::string_view path) {
    return std::string(path.substr(path.rfind('/') + 1));
  };
  std::vector<std::string> names;
  std::vector<std::string> roots;
  for (const StatusView& view : status.views) {
    for (const std::string_view name :
         {std::string_view(view.repository), std::string_view(view.root_path)}) {
      names.push_back(last_part(name));
      roots.push_back(view.root_path);
    }
  }
  const std::optional<std::string> near = retrieval::NearestName(last_part(asked), names);
  if (!near.has_value()) return std::nullopt;
  return roots[static_cast<std::size_t>(std::find(names.begin(), names.end(), *near) -
                                        names.begin())];
}

}  // namespace

Json ArgumentsIn(const RpcMessage& request) {
  const Json arguments = request.params.value("arguments", Json());
  return arguments.is_null() ? Json::object() : arguments;
}

RpcError Session::NoSuchTool(const Json& name, const Json& given) const {
  const std::string written = name.is_string() ? std::string(name) : "";
  const bool is_left_out = FindTool(written, Toolset::kFull) != nullptr;
  return InvalidParams(
      fmt::format("there is no tool {}{}; {}: {}", name.dump(),
                  is_left_out ? " in this toolset, but with: waymark mcp --toolset full" : "",
                  kCallThatWorks, CallOfToolLike(written, given, options_.toolset)));
}

void Session::Call(const Asked& asked) {
  const Json name = asked.request.params.value("name", Json());
  if (HasReferences(*asked.revision) && name.is_string() && IsPipelineTool(std::string(name))) {
    const absl::StatusOr<std::string> text =
        CallPipelineTool(pipeline_.Get(), std::string(name), ArgumentsIn(asked.request));
    const auto answer = text.ok() ? absl::StatusOr<ToolAnswer>({.text = *text, .structured = {}})
                                  : absl::StatusOr<ToolAnswer>(text.status());
    return Responder{asked.request.id, *asked.revision, asked.sink}(ToResult(answer, "", "", ""));
  }
  const ToolRow* const tool =
      name.is_string() ? FindTool(std::string(name), options_.toolset) : nullptr;
  if (tool == nullptr) {
    return asked.sink->Refuse(asked.request.id, NoSuchTool(name, ArgumentsIn(asked.request)));
  }
  const TakenArguments taken = TakeArguments(ArgumentsOf(*tool), ArgumentsIn(asked.request));
  Start(asked, *tool, taken.arguments,
        [this, asked, note = taken.note, held = GivenText(taken.arguments, kIfNoneMatch),
         format = GivenText(taken.arguments, kFormatArgument)](const auto& answer) {
          ReplyToCall(asked, ToResult(answer, held, format, note));
        });
}

// Clients of a revision without a handshake have no session of their own.
bool Session::HasReferences(const Revision& revision) {
  return !revision.is_stateless && pipeline_.Get().has_references();
}

void Session::ReplyToCall(const Asked& asked, Json result) {
  const Responder respond{asked.request.id, *asked.revision, asked.sink};
  if (asked.revision->is_stateless || pipeline_.Get().is_idle()) return respond(std::move(result));
  const ToolText call{.server = std::string(kServerName),
                      .tool = asked.request.params.value("name", ""),
                      .arguments = ArgumentsIn(asked.request).dump(),
                      .context = ContextIn(asked.request.params)};
  MutexLock lock(replying_);
  const std::vector<std::uint32_t> ordinals = ShapeResult(pipeline_.Get(), call, result);
  respond(std::move(result));
  for (const std::uint32_t ordinal : ordinals) pipeline_.Get().Sent(ordinal);
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
    return asked.sink->Refuse(asked.request.id,
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

void Session::RunTool(Asked asked, const ToolRow& tool, const Json& arguments,
                      const Answered& answered, const std::atomic<bool>& cancelled) {
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  const CallControl control{.cancelled = &cancelled, .deadline = begin + kMaxQuestionTime};
  asked.progress = ProgressOf(asked.request, asked.sink);
  asked.begin = begin;
  absl::StatusOr<ToolAnswer> answer;
  {
    const Heartbeat heartbeat(asked.progress, tool.name);
    answer = AskTool(tool, asked, arguments, control);
    // If the daemon has ended, it is started again, once.
    if (absl::IsUnavailable(answer.status()) && !cancelled) {
      log_.Report(LogLevel::kWarning, asked.sink,
                  {{"event", "daemon_lost"}, {"reason", answer.status().message()}});
      answer = AskTool(tool, asked, arguments, control);
    }
  }
  Forget(asked.request.id);
  if (cancelled) return asked.sink->Drop();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  log_.Report(answer.ok() ? LogLevel::kDebug : LogLevel::kNotice, asked.sink,
              {{"event", "call"},
               {"tool", tool.name},
               {"ms", std::round(took.count())},
               {"code", absl::StatusCodeToString(answer.status().code())}});
  answered(answer);
}

absl::StatusOr<UsualNumbers> Session::Usual() const {
  if (options_.usual == nullptr) return UsualNumbers();
  return options_.usual(options_.root);
}

absl::StatusOr<ToolAnswer> Session::AskTool(const ToolRow& tool, const Asked& asked,
                                            const Json& sent, const CallControl& control) {
  if (!sent.is_object()) {
    return WithCallThatWorks(absl::InvalidArgumentError("'arguments' must be an object"),
                             kCallThatWorks,
                             CallOfToolLike(tool.name, Json::object(), options_.toolset));
  }
  WM_ASSIGN_OR_RETURN(const UsualNumbers usual, Usual());
  const Json given = WithUsual(tool, usual, sent);
  Json plain = given;  // `repo` is checked later, when the workspace is known
  plain.erase(kRepoArgument);
  WM_ASSIGN_OR_RETURN(const Arguments without_repo, CheckCall(tool, plain, given));
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<Verbs> verbs, options_.verbs());
  WM_ASSIGN_OR_RETURN(const std::optional<WorkspaceRecord> workspace, WorkspaceOf(*verbs, control));
  // An address names no repository: it refers to the server's own checkout.
  if (workspace && asked.request.method != kReadResource) {
    return AskWithin(*workspace, tool, asked, given,
                     {tool, *verbs, options_.root, without_repo, control});
  }
  const Json repo = OnlyItem(given.value(kRepoArgument, Json()));
  const bool takes_repo = without_repo.Takes(kRepoArgument);
  if (takes_repo && !repo.is_null() && repo != "") plain[kRepoArgument] = repo;
  WM_ASSIGN_OR_RETURN(const Arguments arguments, CheckCall(tool, plain, plain));
  const absl::StatusOr<std::filesystem::path> root = RootOf(*verbs, arguments, control);
  if (!root.ok()) {
    return WithCall(root.status(), {tool, *verbs, options_.root, arguments, control});
  }
  return AskOne(tool, {tool, *verbs, *root, arguments, control}, asked);
}

// `call` is about the server's own checkout, without `repo`.
absl::StatusOr<ToolAnswer> Session::AskWithin(const WorkspaceRecord& workspace, const ToolRow& tool,
                                              const Asked& asked, const Json& given,
                                              const ToolCall& call) {
  if (const std::optional<wire::ProtocolError> error =
          FindRepoError(tool, given, workspace, options_.root)) {
    return Refusal(given, *error);
  }
  const std::vector<WorkspaceMember> members = MembersOf(tool, given, workspace);
  const std::filesystem::path root = members.empty() ? call.root : members.front().root;
  if (members.size() != 1) {
    ToolCall across = {tool, call.verbs, root, call.arguments, call.control, members};
    across.in_workspace = true;
    return AskOne(tool, across, asked);
  }
  const bool is_of_one = tool.scope == wire::ToolScope::kRepo;
  Json own = WithoutMember(given, members.front().name);
  if (!is_of_one) own.erase(kRepoArgument);
  WM_ASSIGN_OR_RETURN(const Arguments arguments, CheckCall(tool, own, given));
  ToolCall within = {tool, call.verbs, root, arguments, call.control};
  within.in_workspace = true;
  if (!is_of_one) within.members = members;
  return AskOne(tool, within, asked);
}

absl::StatusOr<ToolAnswer> Session::AskOne(const ToolRow& tool, const ToolCall& call,
                                           const Asked& asked) {
  const std::vector<FirstRun> first_runs = first_index_.UnderWay();
  ToolCall informed = call;
  informed.first_runs = first_runs;
  absl::StatusOr<ToolAnswer> answer =
      tool.is_about_checkout ? AskIndexed(tool, call, asked) : tool.answer(informed);
  if (answer.ok()) answer = Abridged(call, *std::move(answer));
  if (!answer.ok()) return WithCall(answer.status(), call);
  if (options_.learns && call.members.size() <= 1) implicit_feedback_.Note(call);
  return answer;
}

// Indexes the server's own checkout if it is not indexed.
absl::StatusOr<ToolAnswer> Session::AskIndexed(const ToolRow& tool, const ToolCall& call,
                                               const Asked& asked) {
  absl::StatusOr<ToolAnswer> answer = tool.answer(call);
  if (!absl::IsFailedPrecondition(answer.status()) || call.root != options_.root ||
      call.members.size() > 1) {
    return answer;
  }
  WM_ASSIGN_OR_RETURN(const StatusAnswer status, call.verbs.Status(call.control));
  for (const StatusView& view : status.views) {
    // An indexed commit is not enough for a question about the files on disk. The index may have
    // appeared since the question was asked, from the run of another client.
    const bool is_commit = indexer::IsCommitView({view.repository, view.view});
    if (view.root_path == call.root && !is_commit) return tool.answer(call);
  }
  log_.Report(LogLevel::kInfo, asked.sink,
              {{"event", "first_index"}, {"checkout", call.root.string()}});
  // A first look reads the files on disk and has no session.
  const bool is_looked_at = tool.first_answer != nullptr &&
                            call.arguments.Text("session").empty() &&
                            call.arguments.Text(kRevisionArgument).empty();
  WM_ASSIGN_OR_RETURN(const std::optional<std::string> going_on,
                      first_index_.Wait(call.root, is_looked_at ? kFirstLookAfter : kFirstIndexWait,
                                        IndexingTo(asked.progress), call.control));
  if (!going_on.has_value()) return tool.answer(call);
  if (is_looked_at) {
    absl::StatusOr<ToolAnswer> look = tool.first_answer(call, asked.begin + kFirstLookUntil);
    const std::vector<FirstRun> runs = first_index_.UnderWay();
    const bool has_ended = std::none_of(
        runs.begin(), runs.end(), [&call](const FirstRun& run) { return run.root == call.root; });
    if (has_ended) {
      answer = tool.answer(call);
      if (answer.ok()) return answer;
    }
    if (look.ok()) return look;
  }
  return absl::FailedPreconditionError(*going_on + "; ask again in a few seconds");
}

// Besides the server's own checkout, only indexed checkouts can be asked about.
absl::StatusOr<std::filesystem::path> Session::RootOf(Verbs& verbs, const Arguments& arguments,
                                                      const CallControl& control) const {
  const std::string asked = arguments.Text(kRepoArgument);
  std::error_code error;
  const std::filesystem::path path = std::filesystem::weakly_canonical(asked, error);
  if (asked.empty() || path == options_.root) return options_.root;
  WM_ASSIGN_OR_RETURN(const StatusAnswer status, verbs.Status(control));
  std::set<std::string> indexed;
  std::set<std::string> named;
  for (const StatusView& view : status.views) {
    if (view.root_path == path) return path;
    if (IsNamed(view.repository, asked)) named.insert(view.root_path);
    indexed.insert(fmt::format("{} ({})", view.root_path, view.repository));
  }
  if (named.contains(options_.root.string())) return options_.root;
  if (named.size() == 1) return *named.begin();
  if (!named.empty()) {
    const absl::Status ambiguous = absl::FailedPreconditionError(
        fmt::format("{} repositories are called '{}'; send the path of one of them: {}",
                    named.size(), asked, fmt::join(named, ", ")));
    return WithRemedy(ambiguous, WithField(kRepoArgument, *named.begin()));
  }
  const std::string known =
      indexed.empty() ? "none is" : fmt::format("indexed are {}", fmt::join(indexed, ", "));
  const absl::Status unknown = absl::NotFoundError(
      fmt::format("'{}' is not an indexed checkout, {}; send the path or the name of one of them, "
                  "or run: waymark index PATH",
                  asked, known));
  const std::optional<std::string> near = RootLike(asked, status);
  return WithRemedy(unknown, near.has_value() ? WithField(kRepoArgument, *near) : Remedy{});
}

absl::StatusOr<std::optional<WorkspaceRecord>> Session::WorkspaceOf(
    Verbs& verbs, const CallControl& control) const {
  WM_ASSIGN_OR_RETURN(
      WorkspacesAnswer answer,
      verbs.Workspaces({.name = options_.workspace, .root = options_.root}, control));
  return std::move(answer.active);
}

void Session::Forget(const Json& id) {
  MutexLock lock(mutex_);
  running_.erase(id.dump());
}

}  // namespace waymark::services
