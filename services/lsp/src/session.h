// Handles each message of a client.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "feedback.h"
#include "folder_indexer.h"
#include "graph/mutex.h"
#include "index_follower.h"
#include "method.h"
#include "services/call_queue.h"
#include "services/json_rpc.h"
#include "services/lsp.h"
#include "services/output_channel.h"
#include "workspace.h"

namespace waymark::services {

// One thread passes the messages in order; it changes folders and documents. Other threads answer
// requests, from the workspace as it was when they came.
class LspSession {
 public:
  LspSession(const LspOptions& options, OutputChannel& output);

  void Take(std::string_view message);
  // Reports input that is not a message.
  void Refuse(std::string_view problem);

  // Whether `exit` came: nothing more is to be read.
  bool has_ended() const { return end_.has_value(); }

  // Waits a little for running requests, then cancels them.
  LspEnd End();

 private:
  using CancelFlag = std::shared_ptr<std::atomic<bool>>;
  enum class Phase { kFresh, kRunning, kShutDown };

  struct NoticeRow {
    std::string_view method;
    absl::Status (LspSession::*take)(const Json& params);
  };

  static const NoticeRow kNotices[];

  void Answer(const RpcMessage& request);
  void Notice(const RpcMessage& notification);
  void Initialize(const RpcMessage& request);
  void Start(const RpcMessage& request, const MethodRow& method);
  void Run(const RpcMessage& request, const MethodRow& method, const Workspace& workspace,
           const CancelFlag& cancelled);
  absl::StatusOr<Json> Ask(const RpcMessage& request, const MethodRow& method,
                           const Workspace& workspace, const CallControl& control,
                           Feedback& feedback);
  void Reply(const Json& id, const absl::StatusOr<Json>& answer);
  void Fail(const Json& id, RpcErrorCode code, std::string message);
  void Forget(const RpcMessage& request);

  absl::Status OnInitialized(const Json& params);
  absl::Status OnExit(const Json& params);
  absl::Status OnCancel(const Json& params);
  absl::Status OnCancelWork(const Json& params);
  absl::Status OnChangedFolders(const Json& params);

  absl::Status OnOpen(const Json& params) { return editor_.Open(params); }

  absl::Status OnChange(const Json& params) { return editor_.Change(params); }

  absl::Status OnClose(const Json& params) { return editor_.Close(params); }

  void IndexFolders();
  std::shared_ptr<WorkDone> ShowWork(const std::string& title);
  void RefreshLenses();
  // `then` runs on the reading thread if the client agrees.
  void AskClient(std::string_view method, const Json& params, std::function<void()> then);
  void TakeResponse(const RpcMessage& response);

  const LspOptions& options_;
  OutputChannel& output_;
  WorkspaceEditor editor_;
  ClientProfile client_;  // does not change after `initialize`
  Phase phase_ = Phase::kFresh;
  std::optional<LspEnd> end_;
  Mutex mutex_;
  std::map<std::string, CancelFlag> running_ WM_GUARDED_BY(mutex_);      // by id as JSON
  std::map<std::string, CancelFlag> shown_works_ WM_GUARDED_BY(mutex_);  // by token as JSON
  std::map<std::string, std::function<void()>> asked_ WM_GUARDED_BY(mutex_);
  std::uint64_t requests_ WM_GUARDED_BY(mutex_) = 0;
  // Declared last, so that their threads end first.
  FolderIndexer indexer_;
  std::unique_ptr<IndexFollower> follower_;  // null: the client shows nothing again
  CallQueue queue_;
};

}  // namespace waymark::services
