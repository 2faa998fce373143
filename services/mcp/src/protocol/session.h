// Handles the messages of a client, for every transport.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "graph/mutex.h"
#include "protocol/client_log.h"
#include "protocol/progress.h"
#include "protocol/response_sink.h"
#include "protocol/revision.h"
#include "services/json_rpc.h"
#include "services/mcp.h"
#include "services/response_pipeline.h"
#include "tools/first_index.h"
#include "tools/implicit_feedback.h"
#include "tools/tool.h"

namespace waymark::services {

// Runs a call, at once or later, on any thread. The session outlives the call. False if there are
// too many calls.
using CallRunner = std::function<bool(std::function<void()> call)>;

// The session of one client. Thread-safe.
class Session {
 public:
  Session(const McpOptions& options, FirstIndex& first_index, CallRunner run);

  // Handles a message or a batch.
  void Take(const ParsedText& text, const ResponseSinkPointer& sink);
  // Ends running calls soon, without a reply.
  void CancelAll();

 private:
  using CancelFlag = std::shared_ptr<std::atomic<bool>>;
  // Receives a tool's answer; not called for a cancelled call.
  using Answered = std::function<void(const absl::StatusOr<ToolAnswer>& answer)>;

  // A request and the way back to its sender.
  struct Asked {
    RpcMessage request;
    ResponseSinkPointer sink;
    const Revision* revision = nullptr;
    ProgressPointer progress = nullptr;                // for a tool call that requested it
    std::chrono::steady_clock::time_point begin = {};  // for a tool call
  };

  struct Method {
    std::string_view name;
    void (Session::*answer)(const Asked& asked);
  };

  static const Method* FindMethod(std::string_view name);

  void TakeMessage(const ParsedMessage& parsed, const ResponseSinkPointer& sink);
  void Answer(Asked asked);
  void Initialize(const Asked& asked);
  void Notice(const RpcMessage& notification);
  void Call(const Asked& asked);
  // Whether answers to this request may refer to earlier ones.
  bool HasReferences(const Revision& revision);
  void ReplyToCall(const Asked& asked, Json result);
  void Read(const Asked& asked);
  void List(const Asked& asked);
  void Prompt(const Asked& asked);
  void Complete(const Asked& asked);
  void SetLogLevel(const Asked& asked);
  void Ping(const Asked& asked);
  void Discover(const Asked& asked);
  // Calls a tool through run_.
  void Start(const Asked& asked, const ToolRow& tool, const Json& arguments,
             const Answered& answered);
  void RunTool(Asked asked, const ToolRow& tool, const Json& arguments, const Answered& answered,
               const std::atomic<bool>& cancelled);
  // The configured defaults; InvalidArgument if a file of the configuration is wrong.
  absl::StatusOr<UsualNumbers> Usual() const;
  // The error for a name that no tool of the toolset has.
  RpcError NoSuchTool(const Json& name, const Json& given) const;
  absl::StatusOr<ToolAnswer> AskTool(const ToolRow& tool, const Asked& asked, const Json& sent,
                                     const CallControl& control);
  absl::StatusOr<ToolAnswer> AskWithin(const WorkspaceRecord& workspace, const ToolRow& tool,
                                       const Asked& asked, const Json& given, const ToolCall& call);
  absl::StatusOr<ToolAnswer> AskOne(const ToolRow& tool, const ToolCall& call, const Asked& asked);
  absl::StatusOr<ToolAnswer> AskIndexed(const ToolRow& tool, const ToolCall& call,
                                        const Asked& asked);
  absl::StatusOr<std::filesystem::path> RootOf(Verbs& verbs, const Arguments& arguments,
                                               const CallControl& control) const;
  // The workspace in which calls are answered, if there is one.
  absl::StatusOr<std::optional<WorkspaceRecord>> WorkspaceOf(Verbs& verbs,
                                                             const CallControl& control) const;
  void Forget(const Json& id);

  const McpOptions& options_;
  FirstIndex& first_index_;
  const CallRunner run_;
  SessionPipeline pipeline_;
  // Answers are shaped and written one after the other: no reference overtakes what it names, and a
  // client that has an answer is referred to it.
  Mutex replying_;
  ImplicitFeedback implicit_feedback_;
  ClientLog log_;
  std::atomic<const Revision*> negotiated_;
  Mutex mutex_;
  std::map<std::string, CancelFlag> running_ WM_GUARDED_BY(mutex_);  // by id as JSON
};

// The arguments of a tool or a prompt; an empty object if there are none.
Json ArgumentsIn(const RpcMessage& request);

}  // namespace waymark::services
