#include "proxy/http_exchange.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <fmt/format.h>

#include "graph/ascii.h"
#include "graph/status.h"

namespace waymark::services {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::chrono::milliseconds kLookForEndOfExchange{100};
constexpr std::size_t kBodyPartBytes = 64 << 10;
constexpr int kHttpVersion = 11;

// Where distributions keep the certificates of authorities; OpenSSL itself knows one of them.
constexpr const char* kCertificateFiles[] = {"/etc/ssl/certs/ca-certificates.crt",
                                             "/etc/pki/tls/certs/ca-bundle.crt",
                                             "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"};

asio::ssl::context MakeTls() {
  asio::ssl::context tls(asio::ssl::context::tls_client);
  tls.set_verify_mode(asio::ssl::verify_peer);
  error_code ignored;
  tls.set_default_verify_paths(ignored);
  for (const char* const file : kCertificateFiles) tls.load_verify_file(file, ignored);
  return tls;
}

// Made once, since reading the certificates of all authorities takes long.
asio::ssl::context& SharedTls() {
  static asio::ssl::context tls = MakeTls();
  return tls;
}

// Runs one exchange in the calling thread. An operation that waits looks whether to stop.
class Exchange {
 public:
  Exchange(const HttpUrl& url, const OutgoingRequest& request, const std::atomic<bool>& stopped,
           const HttpExchangeCalls& calls)
      : url_(url),
        stopped_(stopped),
        calls_(calls),
        step_time_(request.step_time),
        answer_time_(request.answer_time),
        resolver_(io_) {
    request_.version(kHttpVersion);
    request_.method_string(request.method);
    request_.target(url.path);
    request_.set(http::field::host, url.authority);
    request_.set(http::field::connection, "close");
    for (const auto& [name, value] : request.headers) request_.set(name, value);
    request_.body() = request.body;
    request_.prepare_payload();
  }

  absl::Status Run() {
    asio::ip::tcp::resolver::results_type places;
    WM_RETURN_IF_ERROR(Await("find", resolver_, [&](auto done) {
      resolver_.async_resolve(url_.host, url_.port,
                              [&places, done](error_code error, auto results) {
                                places = std::move(results);
                                done(error);
                              });
    }));
    if (!url_.is_secure) {
      beast::tcp_stream stream(io_);
      WM_RETURN_IF_ERROR(Connect(stream, places));
      return Converse(stream, stream);
    }
    beast::ssl_stream<beast::tcp_stream> stream(io_, SharedTls());
    beast::tcp_stream& plain = beast::get_lowest_layer(stream);
    WM_RETURN_IF_ERROR(Connect(plain, places));
    if (SSL_set_tlsext_host_name(stream.native_handle(), url_.host.c_str()) != 1) {
      return absl::InternalError(fmt::format("prepare TLS for {}", url_.authority));
    }
    stream.set_verify_callback(asio::ssl::host_name_verification(url_.host));
    plain.expires_after(step_time_);
    WM_RETURN_IF_ERROR(Await("make a TLS connection to", plain, [&](auto done) {
      stream.async_handshake(asio::ssl::stream_base::client, done);
    }));
    return Converse(stream, plain);
  }

 private:
  absl::Status Connect(beast::tcp_stream& stream,
                       const asio::ip::tcp::resolver::results_type& places) {
    stream.expires_after(step_time_);
    return Await("connect to", stream, [&](auto done) {
      stream.async_connect(places, [done](error_code error, const auto&) { done(error); });
    });
  }

  absl::Status Failure(std::string_view what, const error_code& error) const {
    if (stopped_) return absl::CancelledError("interrupted");
    return absl::UnavailableError(fmt::format("{} {}: {}", what, url_.authority, error.message()));
  }

  // Begins an operation and waits for its end; cancels it on `canceller` when it is told to stop.
  template <typename Canceller, typename Begin>
  absl::Status Await(std::string_view what, Canceller& canceller, const Begin& begin) {
    std::optional<error_code> result;
    begin([&result](error_code error, auto&&...) { result = error; });
    io_.restart();
    while (!result.has_value()) {
      io_.run_one_for(kLookForEndOfExchange);
      if (stopped_) canceller.cancel();
    }
    return *result ? Failure(what, *result) : absl::OkStatus();
  }

  template <typename Stream>
  absl::Status Converse(Stream& stream, beast::tcp_stream& plain) {
    plain.expires_after(step_time_);
    WM_RETURN_IF_ERROR(
        Await("write to", plain, [&](auto done) { http::async_write(stream, request_, done); }));
    calls_.written();
    if (answer_time_.count() > 0) {
      plain.expires_after(answer_time_);
    } else {
      plain.expires_never();
    }
    beast::flat_buffer buffer;
    http::response_parser<http::buffer_body> parser;
    parser.body_limit(std::numeric_limits<std::uint64_t>::max());
    WM_RETURN_IF_ERROR(Await("read from", plain, [&](auto done) {
      http::async_read_header(stream, buffer, parser, done);
    }));
    calls_.head(HeadOf(parser.get()));
    std::array<char, kBodyPartBytes> part{};
    while (!parser.is_done()) {
      parser.get().body().data = part.data();
      parser.get().body().size = part.size();
      WM_RETURN_IF_ERROR(Await("read from", plain, [&](auto done) {
        http::async_read_some(stream, buffer, parser, [done](error_code error, std::size_t) {
          done(error == http::error::need_buffer ? error_code() : error);
        });
      }));
      const std::size_t count = part.size() - parser.get().body().size;
      if (count > 0 && !calls_.body({part.data(), count})) break;
    }
    return absl::OkStatus();
  }

  static HttpHead HeadOf(const http::response<http::buffer_body>& response) {
    const auto text = [](beast::string_view view) { return std::string(view.data(), view.size()); };
    std::string type = text(response[http::field::content_type]);
    type = type.substr(0, type.find_first_of("; \t"));
    return {.status = static_cast<int>(response.result_int()),
            .content_type = LowerCase(type),
            .session = text(response["Mcp-Session-Id"]),
            .location = text(response[http::field::location])};
  }

  const HttpUrl& url_;
  const std::atomic<bool>& stopped_;
  const HttpExchangeCalls& calls_;
  const std::chrono::seconds step_time_;
  const std::chrono::milliseconds answer_time_;
  asio::io_context io_;
  asio::ip::tcp::resolver resolver_;
  http::request<http::string_body> request_;
};

}  // namespace

absl::StatusOr<HttpUrl> ReadHttpUrl(std::string_view text) {
  constexpr std::string_view kPlainScheme = "http://";
  constexpr std::string_view kSecureScheme = "https://";
  HttpUrl url{.is_secure = text.starts_with(kSecureScheme)};
  const auto wrong = [&] {
    return absl::InvalidArgumentError(fmt::format(
        "'{}' is no address of a server; write one like https://example.org/mcp", text));
  };
  if (!url.is_secure && !text.starts_with(kPlainScheme)) return wrong();
  for (const char c : text) {
    if (std::isgraph(static_cast<unsigned char>(c)) == 0) return wrong();
  }
  std::string_view rest = text.substr((url.is_secure ? kSecureScheme : kPlainScheme).size());
  rest = rest.substr(0, rest.find('#'));
  const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
  url.authority = rest.substr(0, end);
  url.path = rest.substr(end);
  if (!url.path.starts_with('/')) url.path.insert(0, "/");
  const std::string_view authority = url.authority;
  const std::size_t bracket = authority.find(']');
  const bool has_brackets = authority.starts_with('[') && bracket != std::string_view::npos;
  const std::size_t colon = authority.find(':', has_brackets ? bracket : 0);
  url.host = authority.substr(0, colon);
  if (has_brackets) url.host = authority.substr(1, bracket - 1);
  url.port = colon == std::string_view::npos ? (url.is_secure ? "443" : "80")
                                             : std::string(authority.substr(colon + 1));
  const bool is_number =
      !url.port.empty() && url.port.find_first_not_of("0123456789") == std::string::npos;
  if (url.host.empty() || !is_number || authority.find('@') != std::string_view::npos) {
    return wrong();
  }
  return url;
}

absl::Status ExchangeHttp(const HttpUrl& url, const OutgoingRequest& request,
                          const std::atomic<bool>& stopped, const HttpExchangeCalls& calls) {
  return Exchange(url, request, stopped, calls).Run();
}

}  // namespace waymark::services
