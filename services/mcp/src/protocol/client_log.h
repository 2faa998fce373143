// Log messages for a client of a revision with a handshake, after it has chosen a level
// (logging/setLevel).
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "protocol/response_sink.h"
#include "services/json_rpc.h"

namespace waymark::services {

// By severity, with the names of the protocol.
enum class LogLevel : std::uint8_t {
  kDebug,
  kInfo,
  kNotice,
  kWarning,
  kError,
  kCritical,
  kAlert,
  kEmergency,
  kNothing,
};

// The log for one client. Thread-safe.
class ClientLog {
 public:
  // False if there is no such level.
  bool SetLevel(std::string_view name);
  // Sends an event, described by the object `data`, before the reply to a request.
  void Report(LogLevel level, const ResponseSinkPointer& sink, const Json& data) const;

 private:
  std::atomic<LogLevel> least_{LogLevel::kNothing};
};

}  // namespace waymark::services
