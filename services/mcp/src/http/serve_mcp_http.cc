#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "http/http_transport.h"
#include "services/bearer_token.h"
#include "services/http_server.h"
#include "services/mcp_http.h"

namespace waymark::services {

absl::Status ServeMcpHttp(const McpHttpOptions& options) {
  if (!options.token.empty() && options.token.size() < kMinTokenBytes) {
    return absl::InvalidArgumentError(
        fmt::format("the token has {} bytes; a token of fewer than {} bytes can be guessed",
                    options.token.size(), kMinTokenBytes));
  }
  std::unique_ptr<HttpTransport> transport;
  WM_ASSIGN_OR_RETURN(
      const std::unique_ptr<HttpServer> server,
      HttpServer::Listen(
          {.host = options.host,
           .port = options.port,
           .max_body_bytes = kMaxMcpMessageBytes,
           .times = options.times,
           .admit = [&transport](const HttpRequest& request) { return transport->Admit(request); },
           .answer = [&transport](HttpExchange& exchange) { transport->Answer(exchange); },
           .cancel = [&transport] { transport->CancelAll(); }}));
  if (!server->is_loopback() && options.token.empty()) {
    return absl::FailedPreconditionError(
        fmt::format("{} can be reached from other machines, and without a token all of them may "
                    "ask; give one, or listen on 127.0.0.1",
                    server->address()));
  }
  transport = std::make_unique<HttpTransport>(options, server->is_loopback());
  if (options.listening != nullptr) {
    const bool is_v6 = server->address().find(':') != std::string::npos;
    options.listening(fmt::format("http://{}{}{}:{}{}", is_v6 ? "[" : "", server->address(),
                                  is_v6 ? "]" : "", server->port(), kMcpPath));
  }
  server->Run(*options.mcp.stopped);
  return absl::OkStatus();
}

}  // namespace waymark::services
