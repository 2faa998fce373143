// Turns the end of a client's patience into the flag that a verb watches.
//
// gRPC tells of a cancelled call, or one whose deadline has passed, only when asked. One thread
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

// When nobody waits for a call any more.
enum class CallEnd : std::uint8_t {
  kWithClient,  // once its client is gone
  kWithDaemon,  // once the daemon has waited for it long enough
};

class CallWatch {
 public:
  CallWatch();
  ~CallWatch();  // REQUIRES: no call is being watched any more
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

  // How long no call has been watched; zero while one is.
  std::chrono::steady_clock::duration IdleTime();

  // From now on no call is taken. Waits until those that are watched have ended, and no longer than
  // `patience`, after which none is waited for.
  void StopTaking(std::chrono::steady_clock::duration patience);

  // Watches one call for as long as the object lives.
  class Scope {
   public:
    Scope(CallWatch& watch, const grpc::ServerContext& context, CallEnd end);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

    // Whether the call is to be worked on.
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
