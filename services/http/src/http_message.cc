#include "services/http_message.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <system_error>

#include <fmt/format.h>

#include "graph/ascii.h"

namespace waymark::services {
namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr int kHexBase = 16;
// 16 hexadecimal digits would be 64 bits; no chunk of a bounded body needs more than these.
constexpr std::size_t kMaxChunkDigits = 8;

// Headers that decide how a request is read, who sent it or what it may do; they must not repeat.
constexpr std::string_view kSingleHeaders[] = {
    "authorization",  "content-length",       "content-type", "host",
    "mcp-session-id", "mcp-protocol-version", "origin",       "transfer-encoding"};

struct StatusRow {
  HttpStatus status;
  std::string_view phrase;
};

constexpr StatusRow kStatuses[] = {
    {HttpStatus::kOk, "OK"},
    {HttpStatus::kAccepted, "Accepted"},
    {HttpStatus::kNoContent, "No Content"},
    {HttpStatus::kSeeOther, "See Other"},
    {HttpStatus::kBadRequest, "Bad Request"},
    {HttpStatus::kUnauthorized, "Unauthorized"},
    {HttpStatus::kForbidden, "Forbidden"},
    {HttpStatus::kNotFound, "Not Found"},
    {HttpStatus::kMethodNotAllowed, "Method Not Allowed"},
    {HttpStatus::kNotAcceptable, "Not Acceptable"},
    {HttpStatus::kRequestTimeout, "Request Timeout"},
    {HttpStatus::kConflict, "Conflict"},
    {HttpStatus::kContentTooLarge, "Content Too Large"},
    {HttpStatus::kUnsupportedMediaType, "Unsupported Media Type"},
    {HttpStatus::kExpectationFailed, "Expectation Failed"},
    {HttpStatus::kTooManyRequests, "Too Many Requests"},
    {HttpStatus::kHeadersTooLarge, "Request Header Fields Too Large"},
    {HttpStatus::kInternalServerError, "Internal Server Error"},
    {HttpStatus::kNotImplemented, "Not Implemented"},
    {HttpStatus::kServiceUnavailable, "Service Unavailable"},
    {HttpStatus::kVersionNotSupported, "HTTP Version Not Supported"},
};

// RFC 9110, 5.6.2.
bool IsToken(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

// No control characters but tabs; bytes beyond ASCII are accepted unchanged.
bool IsFieldValue(std::string_view text) {
  constexpr unsigned char kFirstPrintable = 0x20;
  constexpr unsigned char kDelete = 0x7F;
  return std::all_of(text.begin(), text.end(), [&](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == '\t' || (byte >= kFirstPrintable && byte != kDelete);
  });
}

bool IsVisible(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7F'; });
}

std::optional<HttpRefusal> Bad(std::string reason) {
  return HttpRefusal{.status = HttpStatus::kBadRequest, .reason = std::move(reason)};
}

std::optional<HttpRefusal> ReadRequestLine(std::string_view line, HttpRequest& request) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) {
    return Bad("a request begins with METHOD PATH HTTP/1.1");
  }
  const std::string_view method = line.substr(0, first);
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  if (!IsToken(method)) return Bad("the method is no word");
  if (!IsVisible(target) || !target.starts_with('/')) return Bad("the path does not begin with /");
  if (version != "HTTP/1.1" && version != "HTTP/1.0") {
    return HttpRefusal{.status = HttpStatus::kVersionNotSupported,
                       .reason = "HTTP/1.1 and HTTP/1.0 are spoken here"};
  }
  request.method = method;
  const std::size_t question_mark = std::min(target.find('?'), target.size());
  request.path = target.substr(0, question_mark);
  request.query = target.substr(std::min(question_mark + 1, target.size()));
  request.minor_version = version.back() - '0';
  return std::nullopt;
}

std::optional<HttpRefusal> ReadHeaderLine(std::string_view line, HttpRequest& request) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !IsToken(line.substr(0, colon))) {
    return Bad("a header is NAME: VALUE");
  }
  const std::string_view value = Trimmed(line.substr(colon + 1), kHttpBlanks);
  if (!IsFieldValue(value)) return Bad("a header holds a control character");
  std::string name = LowerCase(line.substr(0, colon));
  const bool is_single = std::find(std::begin(kSingleHeaders), std::end(kSingleHeaders), name) !=
                         std::end(kSingleHeaders);
  if (is_single && request.Find(name).has_value()) {
    return Bad(fmt::format("the header {} came twice", name));
  }
  if (request.headers.size() == kMaxHttpHeaders) {
    return HttpRefusal{.status = HttpStatus::kHeadersTooLarge,
                       .reason = fmt::format("there are more than {} headers", kMaxHttpHeaders)};
  }
  request.headers.push_back({.name = std::move(name), .value = std::string(value)});
  return std::nullopt;
}

HttpRefusal TooLong(std::uint64_t max_bytes) {
  return {.status = HttpStatus::kContentTooLarge,
          .reason = fmt::format("the body is longer than {} bytes", max_bytes)};
}

// RFC 9110, 5.6.7.
std::string DateNow() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[sizeof "Sun, 06 Nov 1994 08:49:37 GMT"] = {};
  const std::size_t length = std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &utc);
  return {text, length};
}

}  // namespace

std::optional<std::string> HttpRequest::Find(std::string_view name) const {
  std::optional<std::string> found;
  for (const HttpHeader& header : headers) {
    if (header.name != name) continue;
    found = found.has_value() ? *found + ", " + header.value : header.value;
  }
  return found;
}

bool HttpRequest::KeepsConnection() const {
  const std::string connection = LowerCase(Find("connection").value_or(""));
  return minor_version > 0 && connection.find("close") == std::string::npos;
}

std::optional<HttpRefusal> ReadHttpHead(std::string_view head, HttpRequest& request) {
  bool is_first = true;
  while (!head.empty()) {
    const std::size_t end = head.find(kLineEnd);
    if (end == std::string_view::npos) return Bad("a line does not end with CR LF");
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(end + kLineEnd.size());
    if (line.empty() && !is_first) break;
    if (auto refusal = is_first ? ReadRequestLine(line, request) : ReadHeaderLine(line, request)) {
      return refusal;
    }
    is_first = false;
  }
  if (is_first) return Bad("the request is empty");
  if (request.minor_version > 0 && !request.Find("host").has_value()) {
    return Bad("the header Host is missing");
  }
  return std::nullopt;
}

std::optional<HttpRefusal> ReadHttpBodyFrame(const HttpRequest& request, std::uint64_t max_bytes,
                                             HttpBodyFrame& frame) {
  const std::optional<std::string> encoding = request.Find("transfer-encoding");
  const std::optional<std::string> length = request.Find("content-length");
  if (encoding.has_value()) {
    if (length.has_value()) return Bad("Content-Length and Transfer-Encoding exclude each other");
    if (LowerCase(*encoding) != "chunked") {
      return HttpRefusal{.status = HttpStatus::kNotImplemented,
                         .reason = "chunked is the only Transfer-Encoding"};
    }
    if (request.minor_version == 0) return Bad("HTTP/1.0 has no Transfer-Encoding");
    frame.is_chunked = true;
    return std::nullopt;
  }
  if (!length.has_value()) return std::nullopt;
  const char* const end = length->data() + length->size();
  const auto read = std::from_chars(length->data(), end, frame.length);
  if (read.ec == std::errc::result_out_of_range) return TooLong(max_bytes);
  if (read.ec != std::errc() || read.ptr != end) return Bad("Content-Length is no number");
  if (frame.length > max_bytes) return TooLong(max_bytes);
  return std::nullopt;
}

std::optional<HttpRefusal> HttpChunkReader::Take(std::string_view& bytes, std::string& body) {
  while (!bytes.empty() && !is_done()) {
    if (part_ == Part::kData) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
      body += bytes.substr(0, count);
      bytes.remove_prefix(count);
      left_ -= count;
      if (left_ == 0) part_ = Part::kDataEnd;
      continue;
    }
    const char next = bytes.front();
    bytes.remove_prefix(1);
    if (next != '\n') {
      line_ += next;
      if (line_.size() > kMaxHttpChunkLine) return Bad("a line between chunks is too long");
      continue;
    }
    if (!line_.ends_with('\r')) return Bad("a line between chunks does not end with CR LF");
    line_.pop_back();
    if (auto refusal = TakeLine(line_, body.size())) return refusal;
    line_.clear();
  }
  return std::nullopt;
}

std::optional<HttpRefusal> HttpChunkReader::TakeLine(const std::string& line,
                                                     std::size_t body_bytes) {
  if (part_ == Part::kDataEnd) {
    if (!line.empty()) return Bad("a chunk is longer than it says");
    part_ = Part::kSize;
    return std::nullopt;
  }
  if (part_ == Part::kTrailer) {
    trailer_bytes_ += line.size();
    if (trailer_bytes_ > kMaxHttpHeadBytes) return Bad("there is too much after the chunks");
    if (line.empty()) part_ = Part::kDone;
    return std::nullopt;
  }
  const std::string_view digits =
      Trimmed(std::string_view(line).substr(0, line.find(';')), kHttpBlanks);
  if (digits.size() > kMaxChunkDigits) return TooLong(max_bytes_);
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, left_, kHexBase);
  if (read.ec != std::errc() || read.ptr != end) return Bad("the length of a chunk is no number");
  if (left_ > max_bytes_ || body_bytes > max_bytes_ - left_) return TooLong(max_bytes_);
  part_ = left_ == 0 ? Part::kTrailer : Part::kData;
  return std::nullopt;
}

std::string_view ReasonPhrase(HttpStatus status) {
  const auto* const row =
      std::find_if(std::begin(kStatuses), std::end(kStatuses),
                   [&](const StatusRow& candidate) { return candidate.status == status; });
  return row == std::end(kStatuses) ? "" : row->phrase;
}

std::string HttpHeadText(HttpStatus status, const std::vector<HttpHeader>& headers,
                         bool ends_connection) {
  std::string text =
      fmt::format("HTTP/1.1 {} {}\r\n", static_cast<int>(status), ReasonPhrase(status));
  for (const HttpHeader& header : headers) {
    text += fmt::format("{}: {}\r\n", header.name, header.value);
  }
  text += fmt::format("Date: {}\r\n", DateNow());
  if (ends_connection) text += "Connection: close\r\n";
  return text + "\r\n";
}

}  // namespace waymark::services
