// How the result of a request is written in the revision that it was asked in, and how it is
// refused.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/response_sink.h"
#include "protocol/revision.h"
#include "services/json_rpc.h"

namespace waymark::services {

// Name and version of the program, as clients are told them.
Json ServerInfo();

RpcError InvalidRequest(std::string message);
RpcError InvalidParams(std::string message);

// How long a result may be kept, which the stateless revision wants said of some.
enum class Holds : std::uint8_t { kUnsaid, kNotAtAll, kLong };

struct Responder {
  Json id;
  const Revision& revision;
  const ResponseSinkPointer& outlet;

  void operator()(Json result, Holds holds = Holds::kUnsaid) const;
};

}  // namespace waymark::services
