#include "proxy/proxy_session.h"

#include <optional>
#include <utility>

#include <absl/status/statusor.h>
#include <fmt/format.h>

#include "hints/json_depth.h"
#include "hints/json_parts.h"
#include "services/json_rpc.h"
#include "services/percent_escapes.h"
#include "services/pipeline_tools.h"
#include "session/tool_result.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

constexpr std::string_view kCallMethod = "tools/call";
constexpr std::string_view kListMethod = "tools/list";
constexpr std::string_view kInitializeMethod = "initialize";
constexpr std::string_view kUpdatedMethod = "notifications/resources/updated";
constexpr std::string_view kFileScheme = "file://";
constexpr std::size_t kQuotedBytes = 80;
// Goes before the name of a tool of the proxy where the server has a tool of that name.
constexpr std::string_view kOwnToolPrefix = "waymark_";

// The beginning of a message, for a note.
std::string Quoted(std::string_view message) {
  std::string quote = wire::VisibleLine(message.substr(0, kQuotedBytes));
  if (message.size() > kQuotedBytes) quote += "...";
  return quote;
}

PendingRequest PendingOf(const ProxyMessage& message) {
  PendingRequest request{.method = message.method};
  if (message.method != kCallMethod && message.method != kListMethod) return request;
  const std::vector<JsonField> params = FieldsOf(message.params);
  request.is_first_page = FindField(params, "cursor") == nullptr;
  request.tool = StringOf(params, "name");
  request.arguments = ValueOf(params, "arguments");
  request.context = StringOf(FieldsOf(ValueOf(params, "_meta")), kMetaContext);
  // Nothing that parses the arguments may meet a depth that costs its stack.
  const bool is_usual =
      request.arguments.size() <= kMaxRememberedArguments && IsNestedLittle(request.arguments);
  return is_usual ? request : PendingRequest();
}

// The answer to a call, whose text is the proxy's own or that of an original.
std::string CallResult(const ProxyMessage& call, std::string_view text, bool is_error) {
  const std::string shown = is_error ? wire::VisibleText(text) : std::string(text);
  return ResultMessage(call.id_raw,
                       fmt::format(R"({{"content":[{{"type":"text","text":{}}}]{}}})",
                                   JsonStringOf(shown), is_error ? R"(,"isError":true)" : ""));
}

// The name of a tool of the proxy beside those of the server.
std::string FreeName(std::string_view name, const std::set<std::string>& taken) {
  std::string free(name);
  while (taken.contains(free)) free.insert(0, kOwnToolPrefix);
  return free;
}

}  // namespace

ProxySession::ProxySession(std::string name, bool has_lazy_tools, SessionPipeline& pipeline,
                           MessageOutput& client, ProxyNotes& notes)
    : has_lazy_tools_(has_lazy_tools),
      pipeline_(pipeline),
      client_(client),
      notes_(notes),
      name_(std::move(name)) {}

void ProxySession::FromClient(std::string_view message, ServerLink& server) {
  const std::vector<std::string_view> parts = MessagesOf(message);
  for (const std::string_view part : parts) {
    const ProxyMessage read = ReadProxyMessage(part);
    // A batch is answered as a whole, by the server.
    if (parts.size() == 1 && AnswerItself(read)) return;
    Remember(read);
  }
  server.Send(message);
}

bool ProxySession::AnswerItself(const ProxyMessage& message) {
  if (message.kind != ProxyMessage::Kind::kRequest || message.method != kCallMethod) return false;
  const std::vector<JsonField> params = FieldsOf(message.params);
  const std::string name = StringOf(params, "name");
  const std::string_view arguments = ValueOf(params, "arguments");
  if (const std::string own = OwnTool(name); !own.empty()) {
    AnswerCall(message, own, arguments);
    return true;
  }
  const std::string fault = FaultInCall(name, arguments);
  if (!fault.empty()) client_.Send(CallResult(message, fault, true));
  return !fault.empty();
}

void ProxySession::AnswerCall(const ProxyMessage& message, const std::string& tool,
                              std::string_view arguments) {
  const std::string_view usual = IsNestedLittle(arguments) ? arguments : std::string_view();
  const absl::StatusOr<std::string> text =
      tool == kDescribeTool
          ? Describe(usual)
          : CallPipelineTool(pipeline_.Get(), tool, Json::parse(usual, nullptr, false));
  client_.Send(text.ok() ? CallResult(message, *text, false)
                         : CallResult(message, std::string(text.status().message()), true));
}

absl::StatusOr<std::string> ProxySession::Describe(std::string_view arguments) {
  const std::string tool = StringOf(FieldsOf(arguments), "name");
  MutexLock lock(mutex_);
  const std::string_view entry = lazy_tools_.EntryOf(tool);
  if (!entry.empty()) return std::string(entry);
  return absl::NotFoundError(
      fmt::format("there is no tool \"{}\"; name one of the list of tools", tool));
}

std::string ProxySession::FaultInCall(const std::string& tool, std::string_view arguments) {
  MutexLock lock(mutex_);
  return lazy_tools_.FaultInCall(tool, arguments);
}

void ProxySession::Remember(const ProxyMessage& message) {
  // A server behind the proxy may refer to earlier answers too, so the notice goes on.
  if (message.kind == ProxyMessage::Kind::kNotification && IsCompactNotice(message.method)) {
    pipeline_.Get().Compact();
  }
  if (message.kind != ProxyMessage::Kind::kRequest) return;
  if (message.method == kInitializeMethod) {
    pipeline_.Begin(StringOf(FieldsOf(ValueOf(FieldsOf(message.params), "clientInfo")), "name"));
  }
  PendingRequest request = PendingOf(message);
  MutexLock lock(mutex_);
  pending_.Add(message.id, std::move(request));
}

void ProxySession::FromServer(std::string_view message, const ServerLink& server) {
  Changes changes;
  for (const std::string_view part : MessagesOf(message)) {
    const ProxyMessage read = ReadProxyMessage(part);
    if (read.kind == ProxyMessage::Kind::kUnreadable) {
      notes_.Tell("unreadable", fmt::format("the server wrote what is no message of MCP; it is "
                                            "passed on: {}",
                                            Quoted(part)));
    } else if (read.kind == ProxyMessage::Kind::kResponse) {
      LookAtAnswer(read, server, changes);
    } else if (read.kind == ProxyMessage::Kind::kNotification) {
      Notice(read);
    }
  }
  const bool is_sent =
      client_.Send(changes.edits.empty() ? message : Edited(message, changes.edits));
  if (!is_sent) return;
  for (const std::uint32_t ordinal : changes.ordinals) pipeline_.Get().Sent(ordinal);
}

void ProxySession::Notice(const ProxyMessage& notification) {
  if (notification.method != kUpdatedMethod) return;
  const std::string uri = StringOf(FieldsOf(notification.params), "uri");
  if (!uri.starts_with(kFileScheme)) return;
  // The path begins behind the name of a machine, which is usually left out.
  const std::size_t path = uri.find('/', kFileScheme.size());
  if (path == std::string::npos) return;
  pipeline_.Get().Invalidate(Unescaped(std::string_view(uri).substr(path)));
}

void ProxySession::LookAtAnswer(const ProxyMessage& message, const ServerLink& server,
                                Changes& changes) {
  std::optional<PendingRequest> request;
  {
    MutexLock lock(mutex_);
    request = pending_.Take(message.id);
  }
  if (!request.has_value()) {
    notes_.Tell("unasked", fmt::format("the server answered id {}, for which no request waits; "
                                       "the answer is passed on as it is",
                                       Quoted(message.id_raw)));
    return;
  }
  if (message.result.empty()) return;
  if (request->method == kCallMethod) {
    ShapeResult(*request, message.result, server, changes);
  } else if (request->method == kListMethod &&
             (has_lazy_tools_ || pipeline_.Get().has_references())) {
    EditToolList(request->is_first_page, message.result, changes);
  } else if (request->method == kInitializeMethod) {
    LearnName(message.result);
  }
}

void ProxySession::ShapeResult(const PendingRequest& request, std::string_view result,
                               const ServerLink& server, Changes& changes) {
  const ToolPlace place = server.PlaceOf(request.tool);
  const std::vector<std::uint32_t> ordinals =
      ShapeToolResult(pipeline_.Get(),
                      {.server = place.server.empty() ? name() : place.server,
                       .tool = place.tool,
                       .arguments = request.arguments,
                       .context = request.context,
                       .text = ""},
                      result, changes.edits);
  changes.ordinals.insert(changes.ordinals.end(), ordinals.begin(), ordinals.end());
}

void ProxySession::EditToolList(bool is_first_page, std::string_view result, Changes& changes) {
  const std::vector<JsonField> fields = FieldsOf(result);
  const std::string_view list = ValueOf(fields, "tools");
  const std::optional<std::vector<std::string_view>> tools = ArrayElements(list);
  if (!tools.has_value()) return;
  MutexLock lock(mutex_);
  if (is_first_page) {
    listed_tools_.clear();
    lazy_tools_.Begin();
  }
  for (const std::string_view tool : *tools) {
    listed_tools_.insert(StringOf(FieldsOf(tool), "name"));
    if (has_lazy_tools_) changes.edits.push_back({tool, lazy_tools_.Shorten(tool)});
  }
  // The last page has all names before it.
  if (!StringOf(fields, "nextCursor").empty()) return;
  std::string added;
  for (const std::string& entry : OwnEntries()) {
    if (!tools->empty() || !added.empty()) added += ',';
    added += entry;
  }
  changes.edits.push_back({list.substr(list.size() - 1, 0), std::move(added)});
}

std::vector<std::string> ProxySession::OwnEntries() {
  std::vector<std::string> entries;
  own_tools_.clear();
  has_own_names_ = true;
  const auto name_of = [this](const std::string& tool) WM_REQUIRES(mutex_) {
    std::string free = FreeName(tool, listed_tools_);
    own_tools_.emplace(free, tool);
    return free;
  };
  if (has_lazy_tools_) {
    entries.push_back(LazyTools::DescribeEntry(name_of(std::string(kDescribeTool))));
  }
  if (!pipeline_.Get().has_references()) return entries;
  for (Json& entry : DescribePipelineTools()) {
    entry["name"] = name_of(entry["name"]);
    entries.push_back(entry.dump());
  }
  return entries;
}

void ProxySession::LearnName(std::string_view result) {
  std::string name = StringOf(FieldsOf(ValueOf(FieldsOf(result), "serverInfo")), "name");
  MutexLock lock(mutex_);
  if (name_.empty()) name_ = std::move(name);
}

void ProxySession::RefuseWaiting(std::string_view reason) {
  std::vector<std::string> ids;
  {
    MutexLock lock(mutex_);
    ids = pending_.TakeAll();
  }
  for (const std::string& id : ids) client_.Send(ErrorMessage(id, reason));
}

std::string ProxySession::name() {
  MutexLock lock(mutex_);
  return name_;
}

std::string ProxySession::OwnTool(const std::string& name) {
  MutexLock lock(mutex_);
  if (!has_own_names_) OwnEntries();
  const auto found = own_tools_.find(name);
  return found == own_tools_.end() ? std::string() : found->second;
}

}  // namespace waymark::services
