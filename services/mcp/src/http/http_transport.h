// Maps HTTP requests to the protocol: methods, headers, sessions.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "http/http_sessions.h"
#include "http/post_response_sink.h"
#include "services/http_guard.h"
#include "services/http_server.h"
#include "services/mcp_http.h"
#include "tools/first_index.h"

namespace waymark::services {

// Thread-safe.
class HttpTransport {
 public:
  HttpTransport(const McpHttpOptions& options, bool is_loopback);

  // Rejects a request before its body is read.
  std::optional<HttpResponse> Admit(const HttpRequest& request) const;
  void Answer(HttpExchange& exchange);
  // Cancels running calls of all sessions, without a reply.
  void CancelAll();

 private:
  void Post(HttpExchange& exchange);
  void Listen(HttpExchange& exchange);
  void Delete(HttpExchange& exchange);
  // Whether a request is for the fingerprints of the tools, and these are told.
  bool AsksForFingerprints(const HttpRequest& request) const;
  void TellFingerprints(HttpExchange& exchange);
  // Opens a session by a handshake.
  void Open(HttpExchange& exchange, const ParsedText& text);
  // Handles a stateless request.
  void AskOnce(HttpExchange& exchange, const RpcMessage& message, const ParsedText& text);
  // The session that a request names. Rejects the request and returns null if there is none.
  HttpSessionPointer SessionOf(HttpExchange& exchange);
  HttpSessionPointer MakeSession();
  static void Deliver(HttpExchange& exchange, HttpSession& session, const ParsedText& text,
                      std::vector<HttpHeader> headers, StatusOfError status_of);

  const McpHttpOptions& options_;
  const HttpGuard guard_;
  FirstIndex first_index_;
  CallSlots slots_;  // shared by the calls of all sessions
  RateLimit rate_;   // shared by all clients without a session
  HttpSessions sessions_;
};

}  // namespace waymark::services
