#include "session.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/status.h"
#include "params.h"
#include "services/is_within.h"
#include "services/version.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

struct EncodingRow {
  std::string_view name;
  PositionEncoding encoding;
};

// The encoding with the lowest cost comes first.
constexpr EncodingRow kEncodings[] = {
    {"utf-8", PositionEncoding::kUtf8},
    {"utf-32", PositionEncoding::kUtf32},
    {"utf-16", PositionEncoding::kUtf16},
};
// Prefix of the tokens for work that no client asked for: index runs, one at a time.
constexpr std::string_view kOwnWork = "waymark-index-";
constexpr std::size_t kUsualEncoding = 2;  // of a client that names none

// Clients (`clientInfo.name`) whose buffers treat a carriage return without a line feed as a
// character of its line. They count lines in this way, in spite of the protocol.
constexpr std::string_view kClientsOfLineFeeds[] = {"Neovim", "Eglot", "emacs", "helix"};

// Pauses before retries. A daemon that ended is started again; one that was killed may still listen
// for a moment after hanging up.
constexpr std::chrono::milliseconds kAskAgainAfter[] = {
    std::chrono::milliseconds(0), std::chrono::milliseconds(100), std::chrono::milliseconds(1000)};

const EncodingRow& Negotiate(const Json& offered) {
  for (const EncodingRow& row : kEncodings) {
    for (const Json& name : offered) {
      if (name == row.name) return row;
    }
  }
  return kEncodings[kUsualEncoding];
}

bool EndsLinesAtReturn(const Json& params) {
  const Json& name = Member(params, "clientInfo", "name");
  return std::none_of(std::begin(kClientsOfLineFeeds), std::end(kClientsOfLineFeeds),
                      [&](std::string_view known) { return name == known; });
}

RpcErrorCode CodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kCancelled:
      return RpcErrorCode::kRequestCancelled;
    case absl::StatusCode::kInvalidArgument:
      return RpcErrorCode::kInvalidParams;
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kDataLoss:
      return RpcErrorCode::kInternalError;
    default:
      return RpcErrorCode::kRequestFailed;
  }
}

constexpr std::string_view kOptions[] = {"providers", "workspaceSymbolPrefix"};

// The message to the user about unknown options; empty if there are none. A client may add options
// of its own, so unknown ones are not an error.
std::string UnknownOptions(const Json& options) {
  if (options.empty()) return "";  // an empty array is how some languages write an empty object
  if (!options.is_object()) return "'initializationOptions' must be an object";
  std::vector<std::string> unknown;
  for (const auto& [name, value] : options.items()) {
    if (std::find(std::begin(kOptions), std::end(kOptions), name) == std::end(kOptions)) {
      unknown.push_back(fmt::format("'{}'", name));
    }
  }
  if (unknown.empty()) return "";
  return fmt::format("'initializationOptions' has {}; there are: {}", fmt::join(unknown, ", "),
                     fmt::join(kOptions, ", "));
}

// InvalidArgument names the option and its possible values.
absl::Status ReadOptions(const Json& options, ClientProfile& client) {
  const Json& providers = Member(options, "providers");
  if (!providers.is_array() && !providers.empty()) {
    return absl::InvalidArgumentError("'providers' must be a list of names");
  }
  if (const Json& prefix = Member(options, "workspaceSymbolPrefix"); !prefix.is_null()) {
    WM_ASSIGN_OR_RETURN(client.symbol_prefix, ReadText(options, "workspaceSymbolPrefix"));
  }
  const std::vector<std::string_view> known = OptionalProviders();
  for (const Json& provider : providers) {
    if (std::none_of(known.begin(), known.end(),
                     [&](std::string_view name) { return provider == name; })) {
      return absl::InvalidArgumentError(fmt::format("'providers' has {}; there are: {}",
                                                    provider.dump(), fmt::join(known, ", ")));
    }
    client.providers.insert(provider.get<std::string>());
  }
  return absl::OkStatus();
}

Json Capabilities(const ClientProfile& client, std::string_view encoding) {
  constexpr int kIncremental = 2;  // TextDocumentSyncKind
  Json capabilities = DescribeMethods(client);
  capabilities["positionEncoding"] = encoding;
  capabilities["textDocumentSync"] = {{"openClose", true}, {"change", kIncremental}};
  capabilities["workspace"] = {
      {"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}};
  return capabilities;
}

// An id has to be sent back, so none with a replaced byte is taken.
void RefuseReplacedId(ParsedMessage& parsed) {
  if (!parsed.message.has_value() || !parsed.message->id.is_string()) return;
  std::string replacement;
  wire::AppendUtf8(replacement, wire::kReplacementCharacter);
  if (parsed.message->id.get<std::string>().find(replacement) == std::string::npos) return;
  parsed.message.reset();
  parsed.error = {.code = RpcErrorCode::kInvalidRequest,
                  .message = "the id is not UTF-8: it could not be sent back as it is",
                  .data = nullptr};
}

}  // namespace

const LspSession::NoticeRow LspSession::kNotices[] = {
    {"initialized", &LspSession::OnInitialized},
    {"exit", &LspSession::OnExit},
    {"$/cancelRequest", &LspSession::OnCancel},
    {"window/workDoneProgress/cancel", &LspSession::OnCancelWork},
    {"workspace/didChangeWorkspaceFolders", &LspSession::OnChangedFolders},
    {"textDocument/didOpen", &LspSession::OnOpen},
    {"textDocument/didChange", &LspSession::OnChange},
    {"textDocument/didClose", &LspSession::OnClose},
};

LspSession::LspSession(const LspOptions& options, OutputChannel& output)
    : options_(options),
      output_(output),
      editor_(options.checkout_of),
      indexer_({.verbs = options.verbs,
                .show_work = [this](const std::string& title) { return ShowWork(title); },
                .on_indexed = [this] { RefreshLenses(); },
                .warn = [this](const std::string& message) { WarnClient(output_, message); }}),
      queue_(kLspThreads, kMaxLspWaiting) {}

void LspSession::Take(std::string_view message) {
  ParsedMessage parsed = ParseMessage(message);
  // A change that is not read would leave its text outdated. So bytes of another encoding are read
  // as one character each, as editors show and count them.
  if (!parsed.message.has_value() && !wire::IsUtf8(message)) {
    parsed = ParseMessage(wire::ReplaceInvalidUtf8(message));
    RefuseReplacedId(parsed);
  }
  if (!parsed.message.has_value()) {
    return output_.Send(ErrorLine(parsed.id, parsed.error, MissingId::kNull));
  }
  switch (parsed.message->kind) {
    case RpcMessage::Kind::kRequest:
      return Answer(*parsed.message);
    case RpcMessage::Kind::kNotification:
      return Notice(*parsed.message);
    case RpcMessage::Kind::kResponse:
      return TakeResponse(*parsed.message);
  }
}

void LspSession::Refuse(std::string_view problem) {
  Fail(nullptr, RpcErrorCode::kParseError, std::string(problem));
}

LspEnd LspSession::End() {
  indexer_.Stop();
  if (!queue_.WaitUntilIdle(kLspEndGrace)) {
    MutexLock lock(mutex_);
    for (const auto& [id, cancelled] : running_) *cancelled = true;
  }
  return end_.value_or(LspEnd::kAbrupt);
}

void LspSession::Answer(const RpcMessage& request) {
  if (phase_ == Phase::kShutDown) {
    return Fail(request.id, RpcErrorCode::kInvalidRequest, "the server was shut down");
  }
  if (request.method == "initialize") return Initialize(request);
  if (phase_ == Phase::kFresh) {
    return Fail(request.id, RpcErrorCode::kServerNotInitialized, "send 'initialize' first");
  }
  if (request.method == "shutdown") {
    phase_ = Phase::kShutDown;
    indexer_.Stop();
    if (follower_ != nullptr) follower_->Stop();
    return output_.Send(ResultLine(request.id, nullptr));
  }
  const MethodRow* const method = FindMethod(request.method, client_);
  if (method == nullptr) {
    return Fail(request.id, RpcErrorCode::kMethodNotFound, "there is no method " + request.method);
  }
  if (method->answer_at_once != nullptr) {
    return Reply(request.id, method->answer_at_once(request.params));
  }
  Start(request, *method);
}

void LspSession::Notice(const RpcMessage& notification) {
  const auto* const row =
      std::find_if(std::begin(kNotices), std::end(kNotices),
                   [&](const NoticeRow& known) { return known.method == notification.method; });
  if (row == std::end(kNotices)) return;
  // Outside the running phase only the end of the session matters.
  if (phase_ != Phase::kRunning && notification.method != "exit") return;
  const absl::Status status = (this->*row->take)(notification.params);
  if (status.ok()) return;
  LogToClient(output_, fmt::format("{}: {}", notification.method, std::string(status.message())));
}

void LspSession::Initialize(const RpcMessage& request) {
  if (phase_ != Phase::kFresh) {
    return Fail(request.id, RpcErrorCode::kInvalidRequest, "'initialize' came before");
  }
  const Json& params = request.params;
  ClientProfile client;
  const Json& options = Member(params, "initializationOptions");
  const absl::Status read = ReadOptions(options, client);
  if (!read.ok()) {
    return Fail(request.id, RpcErrorCode::kInvalidParams, std::string(read.message()));
  }
  const Json& can = Member(params, "capabilities");
  const EncodingRow& encoding = Negotiate(Member(can, "general", "positionEncodings"));
  client.units = {.encoding = encoding.encoding, .ends_lines_at_return = EndsLinesAtReturn(params)};
  client.shows_progress = IsTrue(Member(can, "window", "workDoneProgress"));
  client.refreshes_lenses = IsTrue(Member(Member(can, "workspace", "codeLens"), "refreshSupport"));
  client_ = std::move(client);
  if (client_.refreshes_lenses) {
    follower_ =
        std::make_unique<IndexFollower>(options_.look_interval, [this] { RefreshLenses(); });
  }
  editor_.set_units(client_.units);
  phase_ = Phase::kRunning;
  output_.Send(
      ResultLine(request.id, {{"capabilities", Capabilities(client_, encoding.name)},
                              {"serverInfo", {{"name", "waymark"}, {"version", kVersion}}}}));
  if (const std::string unknown = UnknownOptions(options); !unknown.empty()) {
    WarnClient(output_, unknown);
  }
  Json folders = Member(params, "workspaceFolders");
  if (folders.empty() && Member(params, "rootUri").is_string()) {
    folders = Json::array({{{"uri", params["rootUri"]}}});
  }
  for (const Json& folder : folders) {
    const absl::Status added = editor_.AddFolder(folder);
    if (!added.ok()) LogToClient(output_, std::string(added.message()));
  }
}

void LspSession::Start(const RpcMessage& request, const MethodRow& method) {
  const auto cancelled = std::make_shared<std::atomic<bool>>(false);
  {
    MutexLock lock(mutex_);
    if (!running_.emplace(request.id.dump(), cancelled).second) {
      return Fail(request.id, RpcErrorCode::kInvalidRequest,
                  "a request with this id is still being answered");
    }
    const Json& token = Member(request.params, "workDoneToken");
    if (!token.is_null()) shown_works_[token.dump()] = cancelled;
  }
  const bool is_taken = queue_.Push([this, request, &method, workspace = editor_.state(),
                                     cancelled] { Run(request, method, *workspace, cancelled); });
  if (is_taken) return;
  Forget(request);
  Fail(request.id, RpcErrorCode::kRequestFailed,
       fmt::format("{} requests are waiting already", kMaxLspWaiting));
}

void LspSession::Run(const RpcMessage& request, const MethodRow& method, const Workspace& workspace,
                     const CancelFlag& cancelled) {
  const CallControl control{.cancelled = cancelled.get(),
                            .deadline = std::chrono::steady_clock::now() + kMaxQuestionTime};
  absl::StatusOr<Json> answer = [&] {
    Feedback feedback(output_, request.params);  // its work ends before the reply
    absl::StatusOr<Json> last = Ask(request, method, workspace, control, feedback);
    for (const std::chrono::milliseconds pause : kAskAgainAfter) {
      if (!absl::IsUnavailable(last.status()) || *cancelled) break;
      std::this_thread::sleep_for(pause);
      last = Ask(request, method, workspace, control, feedback);
    }
    return last;
  }();
  Forget(request);
  if (*cancelled) answer = absl::CancelledError("the request was cancelled");
  Reply(request.id, answer);
}

void LspSession::Reply(const Json& id, const absl::StatusOr<Json>& answer) {
  if (answer.ok()) return output_.Send(ResultLine(id, *answer));
  Fail(id, CodeOf(answer.status()), std::string(answer.status().message()));
}

absl::StatusOr<Json> LspSession::Ask(const RpcMessage& request, const MethodRow& method,
                                     const Workspace& workspace, const CallControl& control,
                                     Feedback& feedback) {
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<Verbs> verbs, options_.verbs());
  if (follower_ != nullptr) follower_->Follow(verbs, workspace.Roots());
  return method.answer({.verbs = *verbs,
                        .params = request.params,
                        .workspace = workspace,
                        .client = client_,
                        .control = control,
                        .feedback = feedback,
                        .usual = options_.usual});
}

void LspSession::Fail(const Json& id, RpcErrorCode code, std::string message) {
  output_.Send(ErrorLine(id, {.code = code, .message = std::move(message), .data = nullptr},
                         MissingId::kNull));
}

void LspSession::Forget(const RpcMessage& request) {
  MutexLock lock(mutex_);
  running_.erase(request.id.dump());
  shown_works_.erase(Member(request.params, "workDoneToken").dump());
}

absl::Status LspSession::OnInitialized(const Json&) {
  IndexFolders();
  return absl::OkStatus();
}

absl::Status LspSession::OnExit(const Json&) {
  end_ = phase_ == Phase::kShutDown ? LspEnd::kOrderly : LspEnd::kAbrupt;
  return absl::OkStatus();
}

absl::Status LspSession::OnCancel(const Json& params) {
  MutexLock lock(mutex_);
  const auto running = running_.find(Member(params, "id").dump());
  if (running != running_.end()) *running->second = true;
  return absl::OkStatus();
}

absl::Status LspSession::OnCancelWork(const Json& params) {
  const Json& token = Member(params, "token");
  if (token.is_string() && token.get<std::string>().starts_with(kOwnWork)) indexer_.Cancel();
  MutexLock lock(mutex_);
  const auto shown = shown_works_.find(token.dump());
  if (shown != shown_works_.end()) *shown->second = true;
  return absl::OkStatus();
}

absl::Status LspSession::OnChangedFolders(const Json& params) {
  absl::Status status = editor_.ChangeFolders(params);
  IndexFolders();
  return status;
}

void LspSession::IndexFolders() {
  for (const std::filesystem::path& root : editor_.state()->Roots()) {
    // A home directory, or a directory that contains it, is not a project.
    const bool is_too_much = !options_.home.empty() && IsWithin(root, options_.home);
    if (!is_too_much) indexer_.Add(root);
  }
}

std::shared_ptr<WorkDone> LspSession::ShowWork(const std::string& title) {
  if (!client_.shows_progress) return std::make_shared<WorkDone>(output_, nullptr, title);
  std::string token;
  {
    MutexLock lock(mutex_);
    token = fmt::format("{}{}", kOwnWork, ++requests_);
  }
  auto work = std::make_shared<WorkDone>(output_, token, title);
  AskClient("window/workDoneProgress/create", {{"token", token}}, [work] { work->Begin(); });
  return work;
}

void LspSession::RefreshLenses() {
  if (client_.refreshes_lenses) AskClient("workspace/codeLens/refresh", nullptr, [] {});
}

void LspSession::AskClient(std::string_view method, const Json& params,
                           std::function<void()> then) {
  std::string id;
  {
    MutexLock lock(mutex_);
    id = fmt::format("waymark-{}", ++requests_);
    asked_.emplace(Json(id).dump(), std::move(then));
  }
  output_.Send(RequestLine(id, method, params));
}

void LspSession::TakeResponse(const RpcMessage& response) {
  std::function<void()> then;
  {
    MutexLock lock(mutex_);
    const auto asked = asked_.find(response.id.dump());
    if (asked == asked_.end()) return;
    then = std::move(asked->second);
    asked_.erase(asked);
  }
  if (!response.is_refusal) then();
}

}  // namespace waymark::services
