// The way back to the sender of a message.
#pragma once

#include <memory>
#include <string>

#include "services/json_rpc.h"

namespace waymark::services {

// Thread-safe. Lines have no line breaks.
class ResponseSink {
 public:
  virtual ~ResponseSink() = default;

  // The reply to a request; there is only one.
  virtual void Reply(const std::string& line) = 0;

  // The error reply to a request, or to something that is not a request (a null id).
  virtual void Refuse(const Json& id, const RpcError& error) { Reply(ErrorLine(id, error)); }

  // A notification for a request, before its reply.
  virtual void Notify(const std::string& line) = 0;

  // Instead of a reply: the request was cancelled.
  virtual void Drop() {}
};

using ResponseSinkPointer = std::shared_ptr<ResponseSink>;

// Collects the replies to a batch of `count` requests and sends them as one line.
ResponseSinkPointer MakeBatchResponseSink(ResponseSinkPointer sink, std::size_t count);

}  // namespace waymark::services
