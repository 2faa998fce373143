// Reads requests of HTTP/1.1 and HTTP/1.0 from untrusted bytes and writes responses (RFC 9110 and
// RFC 9112). Stricter than the standard where leniency has let requests be read in two ways: no
// folded lines, no bare line feeds, no space before a colon, no duplicate header that decides
// something, no length beside an encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::services {

// Limits of a request line with its headers, up to the empty line; a server may take longer ones.
inline constexpr std::size_t kMaxHttpHeadBytes = 16 << 10;
inline constexpr std::size_t kMaxHttpHeaders = 64;
// Most bytes of the line that gives the length of a chunk.
inline constexpr std::size_t kMaxHttpChunkLine = 256;

enum class HttpStatus : int {
  kOk = 200,
  kAccepted = 202,
  kNoContent = 204,
  kSeeOther = 303,
  kBadRequest = 400,
  kUnauthorized = 401,
  kForbidden = 403,
  kNotFound = 404,
  kMethodNotAllowed = 405,
  kNotAcceptable = 406,
  kRequestTimeout = 408,
  kConflict = 409,
  kContentTooLarge = 413,
  kUnsupportedMediaType = 415,
  kExpectationFailed = 417,
  kTooManyRequests = 429,
  kHeadersTooLarge = 431,
  kInternalServerError = 500,
  kNotImplemented = 501,
  kServiceUnavailable = 503,
  kVersionNotSupported = 505,
};

struct HttpHeader {
  std::string name;
  std::string value;
};

struct HttpRequest {
  std::string method;
  std::string path;   // as sent, without the query
  std::string query;  // as sent, after the question mark
  int minor_version = 1;
  std::vector<HttpHeader> headers;  // names in lower case
  std::string body;

  // The value of a header, by its name in lower case; repeated headers are joined by ", ". No value
  // if the header is missing.
  std::optional<std::string> Find(std::string_view name) const;
  // Whether the connection continues after this request; with HTTP/1.0 never.
  bool KeepsConnection() const;
};

struct HttpResponse {
  HttpStatus status = HttpStatus::kOk;
  std::vector<HttpHeader> headers;  // without those that frame the body
  std::string body;
  bool ends_connection = false;
};

// Why a request is rejected.
struct HttpRefusal {
  HttpStatus status = HttpStatus::kBadRequest;
  std::string reason;
};

// Reads a head, with the empty line at its end. `request` is complete if nothing is returned.
std::optional<HttpRefusal> ReadHttpHead(std::string_view head, HttpRequest& request);

// How the body of a request is framed.
struct HttpBodyFrame {
  bool is_chunked = false;
  std::uint64_t length = 0;  // if not chunked
};

// Rejects a frame that is missing, duplicated, or longer than `max_bytes`.
std::optional<HttpRefusal> ReadHttpBodyFrame(const HttpRequest& request, std::uint64_t max_bytes,
                                             HttpBodyFrame& frame);

// Joins the chunks of a body as they arrive.
class HttpChunkReader {
 public:
  explicit HttpChunkReader(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

  // Takes the bytes that belong to the body from the front of `bytes` and appends their content to
  // `body`. After a rejection nothing more may be passed.
  std::optional<HttpRefusal> Take(std::string_view& bytes, std::string& body);

  // Whether the last chunk and the trailer have come.
  bool is_done() const { return part_ == Part::kDone; }

 private:
  enum class Part : std::uint8_t { kSize, kData, kDataEnd, kTrailer, kDone };

  std::optional<HttpRefusal> TakeLine(const std::string& line, std::size_t body_bytes);

  const std::uint64_t max_bytes_;
  Part part_ = Part::kSize;
  std::string line_;
  std::uint64_t left_ = 0;  // of the current chunk
  std::size_t trailer_bytes_ = 0;
};

std::string_view ReasonPhrase(HttpStatus status);
// A status line and headers with the empty line, `headers` first.
std::string HttpHeadText(HttpStatus status, const std::vector<HttpHeader>& headers,
                         bool ends_connection);

// Optional white space around values (RFC 9110, 5.6.3).
inline constexpr std::string_view kHttpBlanks = " \t";

}  // namespace waymark::services
