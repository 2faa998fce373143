#include "http/http_transport.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "graph/ascii.h"
#include "http/mirrored_headers.h"
#include "protocol/revision.h"
#include "services/tuner.h"

namespace waymark::services {
namespace {

constexpr char kSessionHeader[] = "Mcp-Session-Id";
constexpr std::string_view kJsonType = "application/json";
constexpr std::string_view kEventType = "text/event-stream";
constexpr std::string_view kComment = ":\n\n";

constexpr std::string_view kMethods[] = {"POST", "GET", "DELETE"};

// The media type in a header such as "text/html; charset=utf-8".
std::string TypeOf(std::string_view value) {
  return LowerCase(Trimmed(value.substr(0, value.find(';')), kHttpBlanks));
}

// Without an Accept header, every type is accepted.
bool Accepts(const HttpRequest& request, std::string_view type) {
  const std::optional<std::string> header = request.Find("accept");
  if (!header.has_value()) return true;
  const std::string any_of_kind = fmt::format("{}/*", type.substr(0, type.find('/')));
  std::string_view rest = *header;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string range = TypeOf(rest.substr(0, comma));
    if (range == type || range == any_of_kind || range == "*/*") return true;
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return false;
}

// For revisions with a handshake: the reply to anything that is a message is a protocol message.
HttpStatus StatusOfRefusal(RpcErrorCode code) {
  const bool is_no_message =
      code == RpcErrorCode::kParseError || code == RpcErrorCode::kInvalidRequest;
  return is_no_message ? HttpStatus::kBadRequest : HttpStatus::kOk;
}

HttpStatus StatusOfStatelessRefusal(RpcErrorCode code) {
  switch (code) {
    case RpcErrorCode::kMethodNotFound:
      return HttpStatus::kNotFound;
    case RpcErrorCode::kHeaderMismatch:
    case RpcErrorCode::kUnsupportedProtocolVersion:
      return HttpStatus::kBadRequest;
    default:
      return StatusOfRefusal(code);
  }
}

bool IsHandshake(const ParsedText& text) {
  const std::optional<RpcMessage>& message = text.messages.front().message;
  return !text.is_batch && message.has_value() && message->kind == RpcMessage::Kind::kRequest &&
         message->method == "initialize";
}

bool HasSessions(std::string_view revision) {
  const Revision* const known = FindRevision(revision);
  return known != nullptr && !known->is_stateless;
}

// Whether a message is stateless, or names an unknown revision.
bool IsStateless(const HttpRequest& http, const ParsedText& text) {
  if (text.is_batch) return false;
  const Revision* const known = FindRevision(http.Find("mcp-protocol-version").value_or(""));
  if (known != nullptr && known->is_stateless) return true;
  const std::string in_meta = RevisionInMeta(*text.messages.front().message);
  return !in_meta.empty() && !HasSessions(in_meta);
}

// Each message of a batch counts as a request.
bool IsWithinRate(RateLimit& rate, const ParsedText& text,
                  std::chrono::steady_clock::time_point now) {
  return std::all_of(text.messages.begin(), text.messages.end(),
                     [&](const ParsedMessage&) { return rate.Take(now); });
}

HttpResponse TooMany() {
  HttpResponse response =
      TextResponse(HttpStatus::kTooManyRequests, "too many requests; wait a second");
  response.headers.push_back({.name = "Retry-After", .value = "1"});
  return response;
}

}  // namespace

HttpTransport::HttpTransport(const McpHttpOptions& options, bool is_loopback)
    : options_(options),
      guard_(options.host, is_loopback, options.token),
      first_index_(options.mcp.verbs),
      slots_(kMcpThreads),
      rate_(options.limits.requests_per_second, options.limits.requests_at_once),
      sessions_(options.limits) {}

std::optional<HttpResponse> HttpTransport::Admit(const HttpRequest& request) const {
  if (auto refused = guard_.Check(request)) return refused;
  if (AsksForFingerprints(request)) {
    if (request.method == "GET") return std::nullopt;
    HttpResponse refused = TextResponse(HttpStatus::kMethodNotAllowed, "use GET");
    refused.headers.push_back({.name = "Allow", .value = "GET"});
    return refused;
  }
  if (request.path != kMcpPath) {
    return TextResponse(HttpStatus::kNotFound, fmt::format("the only path is {}", kMcpPath));
  }
  if (std::find(std::begin(kMethods), std::end(kMethods), request.method) == std::end(kMethods)) {
    HttpResponse refused = TextResponse(HttpStatus::kMethodNotAllowed, "use POST, GET or DELETE");
    refused.headers.push_back({.name = "Allow", .value = "POST, GET, DELETE"});
    return refused;
  }
  const bool is_post = request.method == "POST";
  if (is_post && TypeOf(request.Find("content-type").value_or("")) != kJsonType) {
    return TextResponse(HttpStatus::kUnsupportedMediaType,
                        fmt::format("Content-Type must be {}", kJsonType));
  }
  if (is_post && !(Accepts(request, kJsonType) && Accepts(request, kEventType))) {
    return TextResponse(HttpStatus::kNotAcceptable,
                        fmt::format("Accept must allow {} and {}", kJsonType, kEventType));
  }
  if (request.method == "GET" && !Accepts(request, kEventType)) {
    return TextResponse(HttpStatus::kNotAcceptable,
                        fmt::format("Accept must allow {}", kEventType));
  }
  return std::nullopt;
}

void HttpTransport::Answer(HttpExchange& exchange) {
  if (AsksForFingerprints(exchange.request())) return TellFingerprints(exchange);
  const std::string& method = exchange.request().method;
  if (method == "POST") return Post(exchange);
  if (method == "GET") return Listen(exchange);
  Delete(exchange);
}

void HttpTransport::CancelAll() { sessions_.EndAll(); }

void HttpTransport::Post(HttpExchange& exchange) {
  const ParsedText text = ParseMessages(exchange.request().body);
  const ParsedMessage& first = text.messages.front();
  if (!text.is_batch && !first.message.has_value()) {
    return PostResponseSink(exchange, {}, StatusOfRefusal).Refuse(first.id, first.error);
  }
  if (IsStateless(exchange.request(), text)) return AskOnce(exchange, *first.message, text);
  if (IsHandshake(text) && !exchange.request().Find("mcp-session-id").has_value()) {
    return Open(exchange, text);
  }
  const HttpSessionPointer session = SessionOf(exchange);
  if (session == nullptr) return;
  if (!IsWithinRate(session->rate(), text, options_.now())) return exchange.Reply(TooMany());
  Deliver(exchange, *session, text, {}, StatusOfRefusal);
}

void HttpTransport::Open(HttpExchange& exchange, const ParsedText& text) {
  if (!IsWithinRate(rate_, text, options_.now())) return exchange.Reply(TooMany());
  const HttpSessionPointer session = MakeSession();
  const absl::StatusOr<std::string> id = sessions_.Add(session, options_.now());
  if (!id.ok()) {
    return exchange.Reply(
        TextResponse(HttpStatus::kServiceUnavailable, std::string(id.status().message())));
  }
  Deliver(exchange, *session, text, {{kSessionHeader, *id}}, StatusOfRefusal);
}

void HttpTransport::AskOnce(HttpExchange& exchange, const RpcMessage& message,
                            const ParsedText& text) {
  if (!IsWithinRate(rate_, text, options_.now())) return exchange.Reply(TooMany());
  PostResponseSink refusals(exchange, {}, StatusOfStatelessRefusal);
  if (const auto wrong = FindHeaderMismatch(exchange.request(), message)) {
    return refusals.Refuse(message.id, *wrong);
  }
  const HttpSessionPointer once = MakeSession();
  exchange.WhenGone([once] { once->End(); });
  Deliver(exchange, *once, text, {}, StatusOfStatelessRefusal);
}

void HttpTransport::Deliver(HttpExchange& exchange, HttpSession& session, const ParsedText& text,
                            std::vector<HttpHeader> headers, StatusOfError status_of) {
  session.session().Take(
      text, std::make_shared<PostResponseSink>(exchange, std::move(headers), status_of));
  if (!exchange.has_begun()) exchange.Reply({.status = HttpStatus::kAccepted});
}

void HttpTransport::Listen(HttpExchange& exchange) {
  const HttpSessionPointer session = SessionOf(exchange);
  if (session == nullptr) return;
  if (!session->BeginListening(exchange)) {
    return exchange.Reply(TextResponse(HttpStatus::kConflict, "this session has a stream already"));
  }
  exchange.BeginStream(EventStream({}));
  // The server sends no messages on its own so far; comments keep the connection alive.
  while (exchange.Write(kComment) && !exchange.WaitForEnd(options_.limits.keep_alive)) {
  }
  session->EndListening();
  exchange.End();
}

void HttpTransport::Delete(HttpExchange& exchange) {
  if (SessionOf(exchange) == nullptr) return;
  sessions_.End(*exchange.request().Find("mcp-session-id"));
  exchange.Reply({.status = HttpStatus::kNoContent});
}

bool HttpTransport::AsksForFingerprints(const HttpRequest& request) const {
  return options_.fingerprints != nullptr &&
         request.path == fmt::format("{}{}", kMcpPath, kFingerprintsPath);
}

void HttpTransport::TellFingerprints(HttpExchange& exchange) {
  if (!rate_.Take(options_.now())) return exchange.Reply(TooMany());
  HttpResponse told{.headers = {{.name = "Content-Type", .value = std::string(kJsonType)}},
                    .body = options_.fingerprints()};
  exchange.Reply(told);
}

HttpSessionPointer HttpTransport::SessionOf(HttpExchange& exchange) {
  const std::string revision = exchange.request().Find("mcp-protocol-version").value_or("");
  if (!revision.empty() && !HasSessions(revision)) {
    exchange.Reply(TextResponse(
        HttpStatus::kBadRequest,
        fmt::format("MCP-Protocol-Version: '{}' is no revision that has sessions", revision)));
    return nullptr;
  }
  const std::optional<std::string> id = exchange.request().Find("mcp-session-id");
  if (!id.has_value()) {
    exchange.Reply(TextResponse(HttpStatus::kBadRequest,
                                "the header Mcp-Session-Id is missing; begin with initialize"));
    return nullptr;
  }
  HttpSessionPointer session = sessions_.Find(*id, options_.now());
  if (session == nullptr) {
    exchange.Reply(TextResponse(HttpStatus::kNotFound,
                                "there is no such session; begin again with initialize"));
  }
  return session;
}

HttpSessionPointer HttpTransport::MakeSession() {
  return std::make_shared<HttpSession>(options_.mcp, first_index_, slots_, options_.limits);
}

}  // namespace waymark::services
