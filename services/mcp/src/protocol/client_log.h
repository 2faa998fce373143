// What a client of a revision with a handshake is told of the server's doings, once it has said how
// much it wants to know (logging/setLevel).
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "protocol/response_sink.h"
#include "services/json_rpc.h"

namespace waymark::services {

// In order of weight, as the protocol names them.
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

// Of one client. Thread-safe.
class ClientLog {
 public:
  // False for what is no level.
  bool SetLevel(std::string_view name);
  // `data` says what happened, as an object. Told along with the answer of a request.
  void Tell(LogLevel level, const ResponseSinkPointer& outlet, const Json& data) const;

 private:
  std::atomic<LogLevel> least_{LogLevel::kNothing};
};

}  // namespace waymark::services
