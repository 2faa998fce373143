// The way back to who sent a message.
#pragma once

#include <memory>
#include <string>

#include "services/json_rpc.h"

namespace waymark::services {

// Thread-safe. Lines are without line breaks.
class ResponseSink {
 public:
  virtual ~ResponseSink() = default;

  // The one answer to a request.
  virtual void Reply(const std::string& line) = 0;

  // The answer to a request, or to what is none (a null id), that is refused.
  virtual void Refuse(const Json& id, const RpcError& error) { Reply(ErrorLine(id, error)); }

  // Of a request, before its answer.
  virtual void Notify(const std::string& line) = 0;

  // Instead of an answer: the request was cancelled.
  virtual void Drop() {}
};

using ResponseSinkPointer = std::shared_ptr<ResponseSink>;

// Gathers the answers to a batch of `count` messages that get one, and sends them as one line.
ResponseSinkPointer MakeBatchResponseSink(ResponseSinkPointer outlet, std::size_t count);

}  // namespace waymark::services
