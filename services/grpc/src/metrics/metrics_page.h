// GET /metrics: a page over HTTP, for a Prometheus server.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include <absl/status/statusor.h>

#include "services/http_guard.h"
#include "services/http_server.h"
#include "services/listen_address.h"

namespace waymark::services {

// Serves on a thread of its own until it is destroyed.
class MetricsPage {
 public:
  using Writer = std::function<absl::StatusOr<std::string>()>;

  // `write` is called on the threads of connections, several at a time. FailedPrecondition if other
  // machines could reach the page without a token; InvalidArgument for the host; Unavailable if the
  // port is taken.
  static absl::StatusOr<std::unique_ptr<MetricsPage>> Serve(const ListenAddress& address,
                                                            const std::string& token, Writer write);
  ~MetricsPage();
  MetricsPage(const MetricsPage&) = delete;
  MetricsPage& operator=(const MetricsPage&) = delete;

  // "http://127.0.0.1:9187/metrics"
  std::string Url() const;

 private:
  MetricsPage() = default;

  void Answer(HttpExchange& exchange) const;

  Writer write_;
  std::unique_ptr<HttpGuard> guard_;
  std::unique_ptr<HttpServer> server_;
  std::atomic<bool> stopped_{false};
  std::thread thread_;
};

}  // namespace waymark::services
