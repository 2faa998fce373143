// The answer to a POST: JSON if there is only the reply, events from the first notification on.
#pragma once

#include <string>
#include <vector>

#include "graph/mutex.h"
#include "protocol/response_sink.h"
#include "services/http_server.h"

namespace waymark::services {

// The HTTP status for an error.
using StatusOfError = HttpStatus (*)(RpcErrorCode code);

// The exchange must live until the message is answered. Thread-safe.
class PostResponseSink final : public ResponseSink {
 public:
  // `headers` are sent with every response.
  PostResponseSink(HttpExchange& exchange, std::vector<HttpHeader> headers, StatusOfError status_of)
      : exchange_(exchange), headers_(std::move(headers)), status_of_(status_of) {}

  void Reply(const std::string& line) override;
  void Refuse(const Json& id, const RpcError& error) override;
  void Notify(const std::string& line) override;
  void Drop() override;

 private:
  void Send(const std::string& line, HttpStatus status) WM_REQUIRES(mutex_);
  void BeginStream() WM_REQUIRES(mutex_);

  HttpExchange& exchange_;
  std::vector<HttpHeader> headers_;
  const StatusOfError status_of_;
  Mutex mutex_;
};

// The head of a response with events.
HttpResponse EventStream(std::vector<HttpHeader> headers);

}  // namespace waymark::services
