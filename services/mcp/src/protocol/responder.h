// Writes the result of a request, or an error, in the revision of the request.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/response_sink.h"
#include "protocol/revision.h"
#include "services/json_rpc.h"

namespace waymark::services {

// Name and version of the program, for clients.
Json ServerInfo();

RpcError InvalidRequest(std::string message);
RpcError InvalidParams(std::string message);

// How long a client may keep a result; the stateless revision requires this for some.
enum class Holds : std::uint8_t { kUnsaid, kNotAtAll, kLong };

struct Responder {
  Json id;
  const Revision& revision;
  const ResponseSinkPointer& sink;

  void operator()(Json result, Holds holds = Holds::kUnsaid) const;
};

}  // namespace waymark::services
