// What the server does with each message of a client.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "call_queue.h"
#include "first_index.h"
#include "graph/mutex.h"
#include "json_rpc.h"
#include "output_channel.h"
#include "revision.h"
#include "services/mcp.h"
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

  void Answer(const RpcMessage& request);
  void Notice(const RpcMessage& notification);
  void Call(const RpcMessage& request, const Revision& revision);
  // On a thread of the queue.
  void RunTool(const RpcMessage& request, const Revision& revision, const ToolRow& tool,
               const CancelFlag& cancelled);
  absl::StatusOr<ToolAnswer> AskTool(const ToolRow& tool, const RpcMessage& request,
                                     const CallControl& control);
  absl::StatusOr<ToolAnswer> AskIndexed(const ToolRow& tool, const ToolCall& call,
                                        const RpcMessage& request);
  absl::StatusOr<std::filesystem::path> RootOf(Verbs& verbs, const Arguments& arguments,
                                               const CallControl& control) const;
  // Tells `progressToken` of a request, if it has one.
  FirstIndex::ProgressSink ProgressOf(const RpcMessage& request);
  void Reply(const Json& id, const Revision& revision, Json result, bool is_lasting = false);
  void Forget(const Json& id);

  const McpOptions& options_;
  OutputChannel& output_;
  FirstIndex first_index_;
  const Revision* negotiated_;
  Mutex mutex_;
  std::map<std::string, CancelFlag> running_ WM_GUARDED_BY(mutex_);  // by id as JSON
  CallQueue queue_;  // the last, so that its threads end first
};

}  // namespace waymark::services
