// What a client that asked for it is told while its request is worked on.
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

// Between two signs of life of a call.
inline constexpr std::chrono::milliseconds kProgressInterval{500};

// Of one request. Thread-safe.
class ProgressTeller {
 public:
  ProgressTeller(Json token, ResponseSinkPointer outlet)
      : token_(std::move(token)), outlet_(std::move(outlet)) {}

  // Says nothing when it was as far before, since progress never goes back.
  void Tell(std::uint64_t progress, std::string_view message);
  // One further than before.
  void Tell(std::string_view message);

 private:
  void Send(std::uint64_t progress, std::string_view message) WM_REQUIRES(mutex_);

  const Json token_;
  const ResponseSinkPointer outlet_;
  Mutex mutex_;
  std::uint64_t last_ WM_GUARDED_BY(mutex_) = 0;
};

using ProgressPointer = std::shared_ptr<ProgressTeller>;

// Null when the request has no `progressToken`.
ProgressPointer ProgressOf(const RpcMessage& request, const ResponseSinkPointer& outlet);

// Tells how far an index run is. Empty for null.
FirstIndex::ProgressSink IndexingTo(ProgressPointer progress);

// As long as it lives, says every kProgressInterval how long a call has taken: a traversal does not
// know how much lies before it. `progress` may be null.
class SignsOfLife {
 public:
  SignsOfLife(ProgressPointer progress, std::string_view call);
  ~SignsOfLife();
  SignsOfLife(const SignsOfLife&) = delete;
  SignsOfLife& operator=(const SignsOfLife&) = delete;

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
