#include "protocol/client_log.h"

#include <algorithm>
#include <iterator>

namespace waymark::services {
namespace {

constexpr std::string_view kNames[] = {"debug", "info",     "notice", "warning",
                                       "error", "critical", "alert",  "emergency"};

}  // namespace

bool ClientLog::SetLevel(std::string_view name) {
  const auto* const found = std::find(std::begin(kNames), std::end(kNames), name);
  if (found == std::end(kNames)) return false;
  least_ = static_cast<LogLevel>(found - std::begin(kNames));
  return true;
}

void ClientLog::Report(LogLevel level, const ResponseSinkPointer& sink, const Json& data) const {
  if (level < least_.load()) return;
  sink->Notify(NotificationLine(
      "notifications/message",
      {{"level", kNames[static_cast<std::size_t>(level)]}, {"logger", "waymark"}, {"data", data}}));
}

}  // namespace waymark::services
