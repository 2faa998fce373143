// Messages to a client during work: progress, partial results, remarks.
#pragma once

#include <cstdint>
#include <string>

#include "graph/mutex.h"
#include "services/json_rpc.h"
#include "services/output_channel.h"

namespace waymark::services {

// One piece of work that a client can show and cancel, `$/progress`. Thread-safe.
class WorkDone {
 public:
  // With a null token the client gets no messages. Nothing is sent before Begin().
  WorkDone(OutputChannel& output, Json token, std::string title)
      : output_(output), token_(std::move(token)), title_(std::move(title)) {}

  void Begin();
  // The percentage never decreases.
  void Report(const std::string& message, std::uint32_t percent);
  // Call once; work that was not begun can then no longer begin.
  void End(const std::string& message);

 private:
  enum class Phase { kWaits, kRuns, kEnded };

  void Send(const Json& value) WM_REQUIRES(mutex_);

  OutputChannel& output_;
  const Json token_;
  const std::string title_;
  Mutex mutex_;
  Phase phase_ WM_GUARDED_BY(mutex_) = Phase::kWaits;
  std::uint32_t percent_ WM_GUARDED_BY(mutex_) = 0;
};

// Writes to the client's log; the message has neither source text nor a question.
void LogToClient(OutputChannel& output, const std::string& message);
// Shows a message to the user: a problem that prevents answers until somebody acts.
void WarnClient(OutputChannel& output, const std::string& message);

// The feedback for one request.
class Feedback {
 public:
  Feedback(OutputChannel& output, const Json& params);

  ~Feedback() { work_.End(""); }

  Feedback(const Feedback&) = delete;
  Feedback& operator=(const Feedback&) = delete;

  WorkDone& work() { return work_; }

  // Whether the result is sent in parts; the final result is then empty.
  bool WantsParts() const { return !part_token_.is_null(); }

  void SendPart(const Json& part);

  void Log(const std::string& message) { LogToClient(output_, message); }

 private:
  OutputChannel& output_;
  const Json part_token_;
  WorkDone work_;
};

}  // namespace waymark::services
