// Progress notifications for a client that requested them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "graph/mutex.h"
#include "protocol/response_sink.h"
#include "services/json_rpc.h"
#include "tools/first_index.h"

namespace waymark::services {

// The interval between two notifications of a long call.
inline constexpr std::chrono::milliseconds kProgressInterval{500};

// The progress of one request. Thread-safe.
class ProgressReporter {
 public:
  ProgressReporter(Json token, ResponseSinkPointer sink)
      : token_(std::move(token)), sink_(std::move(sink)) {}

  // Sends nothing unless `progress` is larger than before, because progress never goes back.
  void Report(std::uint64_t progress, std::string_view message);
  // Sends progress that is larger by one.
  void Report(std::string_view message);

 private:
  void Send(std::uint64_t progress, std::string_view message) WM_REQUIRES(mutex_);

  const Json token_;
  const ResponseSinkPointer sink_;
  Mutex mutex_;
  std::uint64_t last_ WM_GUARDED_BY(mutex_) = 0;
};

using ProgressPointer = std::shared_ptr<ProgressReporter>;

// Null if the request has no `progressToken`.
ProgressPointer ProgressOf(const RpcMessage& request, const ResponseSinkPointer& sink);

// Reports the progress of an index run. Empty for null.
FirstIndex::ProgressSink IndexingTo(ProgressPointer progress);

// During its lifetime, reports every kProgressInterval how long a call has taken, because a
// traversal does not know its total. `progress` may be null.
class Heartbeat {
 public:
  Heartbeat(ProgressPointer progress, std::string_view call);
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

 private:
  void Run();

  const ProgressPointer progress_;
  const std::string call_;
  Mutex mutex_;
  CondVar changed_;
  bool ends_ WM_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace waymark::services
