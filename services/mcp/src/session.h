// What the server does with each message of a client.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "first_index.h"
#include "graph/mutex.h"
#include "learner.h"
#include "revision.h"
#include "services/call_queue.h"
#include "services/json_rpc.h"
#include "services/mcp.h"
#include "services/output_channel.h"
#include "tool.h"

namespace waymark::services {

// Messages are given one after the other by one thread; calls of tools are answered by others.
class Session {
 public:
  Session(const McpOptions& options, OutputChannel& output);

  void Take(std::string_view line);
  void RefuseLongLine();
  // Waits a little for calls that are still worked on, then cancels them.
  void End();

 private:
  using CancelFlag = std::shared_ptr<std::atomic<bool>>;
  // What is done with a tool's answer; not called for a call that was cancelled.
  using Answered = std::function<void(const absl::StatusOr<ToolAnswer>& answer)>;
  // How long a result may be kept, which the stateless revision wants said of some.
  enum class Holds : std::uint8_t { kUnsaid, kNotAtAll, kLong };

  void Answer(const RpcMessage& request);
  void Notice(const RpcMessage& notification);
  void Call(const RpcMessage& request, const Revision& revision);
  void Read(const RpcMessage& request, const Revision& revision);
  void Prompt(const RpcMessage& request, const Revision& revision);
  // Asks a tool on a thread of the queue.
  void Start(const RpcMessage& request, const ToolRow& tool, const Json& arguments,
             const Answered& answered);
  void RunTool(const RpcMessage& request, const ToolRow& tool, const Json& arguments,
               const Answered& answered, const std::atomic<bool>& cancelled);
  absl::StatusOr<ToolAnswer> AskTool(const ToolRow& tool, const RpcMessage& request,
                                     const Json& given, const CallControl& control);
  absl::StatusOr<ToolAnswer> AskIndexed(const ToolRow& tool, const ToolCall& call,
                                        const RpcMessage& request);
  absl::StatusOr<std::filesystem::path> RootOf(Verbs& verbs, const Arguments& arguments,
                                               const CallControl& control) const;
  // Tells `progressToken` of a request, if it has one.
  FirstIndex::ProgressSink ProgressOf(const RpcMessage& request);
  void Reply(const Json& id, const Revision& revision, Json result, Holds holds = Holds::kUnsaid);
  void Forget(const Json& id);

  const McpOptions& options_;
  OutputChannel& output_;
  FirstIndex first_index_;
  Learner learner_;
  const Revision* negotiated_;
  Mutex mutex_;
  std::map<std::string, CancelFlag> running_ WM_GUARDED_BY(mutex_);  // by id as JSON
  CallQueue queue_;  // the last, so that its threads end first
};

}  // namespace waymark::services
