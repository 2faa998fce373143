// The state of the index as server-sent events (WHATWG HTML, 9.2).
#pragma once

#include <atomic>
#include <cstddef>

#include "services/http_server.h"
#include "services/page_server.h"

namespace waymark::services {

// Thread-safe.
class EventStreams {
 public:
  explicit EventStreams(const PageOptions& options) : options_(options) {}

  // Sends the state, then each change of it, until the client is gone or the server ends. 503 if
  // kMostEventStreams are open.
  void Serve(HttpExchange& exchange, std::vector<HttpHeader> headers);

 private:
  const PageOptions& options_;
  std::atomic<std::size_t> open_{0};
};

}  // namespace waymark::services
