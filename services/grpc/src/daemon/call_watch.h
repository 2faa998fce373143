// Sets the flag that a verb watches when its client cancels the call or the deadline passes.
//
// gRPC reports a cancelled call, or a deadline that has passed, only when it is asked. One thread
// asks for all running calls.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include <grpcpp/server_context.h>

#include "graph/mutex.h"

namespace waymark::services {

// When a call is cancelled.
enum class CallEnd : std::uint8_t {
  kWithClient,  // when its client is gone
  kWithDaemon,  // when a daemon that stops has waited long enough
};

class CallWatch {
 public:
  CallWatch();
  ~CallWatch();  // REQUIRES: no call is being watched
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

  // Time since the last call was watched; zero while one is.
  std::chrono::steady_clock::duration IdleTime();

  // Rejects calls from now on. Waits for the watched calls to end, at most for `patience`.
  void StopTaking(std::chrono::steady_clock::duration patience);

  // Watches one call during the lifetime of the object.
  class Scope {
   public:
    Scope(CallWatch& watch, const grpc::ServerContext& context, CallEnd end);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

    // Whether the call was accepted.
    bool is_taken() const { return is_taken_; }

    const std::atomic<bool>* cancelled() const { return &cancelled_; }

   private:
    friend class CallWatch;
    CallWatch& watch_;
    const grpc::ServerContext& context_;
    const CallEnd end_;
    bool is_taken_ = false;
    std::atomic<bool> cancelled_{false};
  };

 private:
  void Run();

  Mutex mutex_;
  CondVar changed_;
  std::vector<Scope*> scopes_ WM_GUARDED_BY(mutex_);
  std::chrono::steady_clock::time_point last_end_ WM_GUARDED_BY(mutex_) =
      std::chrono::steady_clock::now();
  bool waits_for_none_ WM_GUARDED_BY(mutex_) = false;
  bool takes_calls_ WM_GUARDED_BY(mutex_) = true;
  bool stopping_ WM_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace waymark::services
