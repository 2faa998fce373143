#include "feedback.h"

#include <algorithm>

#include "params.h"

namespace waymark::services {
namespace {

constexpr char kProgress[] = "$/progress";
constexpr std::uint32_t kWholePercent = 100;  // percent

}  // namespace

void WorkDone::Begin() {
  MutexLock lock(mutex_);
  if (token_.is_null() || phase_ != Phase::kWaits) return;
  phase_ = Phase::kRuns;
  Send({{"kind", "begin"}, {"title", title_}, {"cancellable", true}, {"percentage", 0}});
}

void WorkDone::Report(const std::string& message, std::uint32_t percent) {
  MutexLock lock(mutex_);
  if (phase_ != Phase::kRuns) return;
  percent_ = std::max(percent_, std::min(percent, kWholePercent));
  Send({{"kind", "report"}, {"message", message}, {"percentage", percent_}});
}

void WorkDone::End(const std::string& message) {
  MutexLock lock(mutex_);
  const bool was_running = phase_ == Phase::kRuns;
  phase_ = Phase::kEnded;
  if (!was_running) return;
  Json value = {{"kind", "end"}};
  if (!message.empty()) value["message"] = message;
  Send(value);
}

void WorkDone::Send(const Json& value) {
  output_.Send(NotificationLine(kProgress, {{"token", token_}, {"value", value}}));
}

void LogToClient(OutputChannel& output, const std::string& message) {
  constexpr int kInfo = 3;  // MessageType
  output.Send(NotificationLine("window/logMessage", {{"type", kInfo}, {"message", message}}));
}

void WarnClient(OutputChannel& output, const std::string& message) {
  constexpr int kWarning = 2;  // MessageType
  output.Send(NotificationLine("window/showMessage",
                               {{"type", kWarning}, {"message", "waymark: " + message}}));
}

Feedback::Feedback(OutputChannel& output, const Json& params)
    : output_(output),
      part_token_(Member(params, "partialResultToken")),
      work_(output, Member(params, "workDoneToken"), "Waymark") {}

void Feedback::SendPart(const Json& part) {
  output_.Send(NotificationLine(kProgress, {{"token", part_token_}, {"value", part}}));
}

}  // namespace waymark::services
