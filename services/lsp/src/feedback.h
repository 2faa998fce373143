// What a client is told while work goes on: how far it is, parts of the result, remarks.
#pragma once

#include <cstdint>
#include <string>

#include "graph/mutex.h"
#include "services/json_rpc.h"
#include "services/output_channel.h"

namespace waymark::services {

// One work that a client can show and cancel, `$/progress`. Thread-safe.
class WorkDone {
 public:
  // A null token: the client wants to be told nothing. Nothing is told before Begin().
  WorkDone(OutputChannel& output, Json token, std::string title)
      : output_(output), token_(std::move(token)), title_(std::move(title)) {}

  void Begin();
  // Percent never go back.
  void Report(const std::string& message, std::uint32_t percent);
  // Once; also for work that was never begun, which then does not begin any more.
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

// To the client's log. What it is about is neither source text nor a question.
void LogToClient(OutputChannel& output, const std::string& message);
// To the person at the editor: what keeps it from answering until somebody does something.
void WarnClient(OutputChannel& output, const std::string& message);

// Of one request.
class Feedback {
 public:
  Feedback(OutputChannel& output, const Json& params);

  ~Feedback() { work_.End(""); }

  Feedback(const Feedback&) = delete;
  Feedback& operator=(const Feedback&) = delete;

  WorkDone& work() { return work_; }

  // Whether the result goes in parts; it is then empty in the end.
  bool WantsParts() const { return !part_token_.is_null(); }

  void SendPart(const Json& part);

  void Log(const std::string& message) { LogToClient(output_, message); }

 private:
  OutputChannel& output_;
  const Json part_token_;
  WorkDone work_;
};

}  // namespace waymark::services
