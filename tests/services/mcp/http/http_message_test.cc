// Requests of HTTP: what is read, and what is refused because it could be read in two ways.
#include "services/http_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::services {
namespace {

using ::testing::HasSubstr;

// The status that a head is refused with; 0 when it is read.
int Refused(const std::string& head) {
  HttpRequest request;
  const std::optional<HttpRefusal> refusal = ReadHttpHead(head, request);
  return refusal.has_value() ? static_cast<int>(refusal->status) : 0;
}

int FrameRefused(const std::string& headers, std::uint64_t max_bytes = 100) {
  HttpRequest request;
  EXPECT_FALSE(ReadHttpHead("POST / HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n", request));
  HttpBodyFrame frame;
  const std::optional<HttpRefusal> refusal = ReadHttpBodyFrame(request, max_bytes, frame);
  return refusal.has_value() ? static_cast<int>(refusal->status) : 0;
}

// The body, or "status: reason", of chunks that arrive byte by byte; " more" when some are missing.
std::string Unchunked(std::string_view bytes, std::uint64_t max_bytes = 100) {
  HttpChunkReader reader(max_bytes);
  std::string body;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string_view rest = bytes.substr(i, 1);
    if (const auto refusal = reader.Take(rest, body)) {
      return std::to_string(static_cast<int>(refusal->status));
    }
    if (reader.is_done()) return body;
  }
  return body + " more";
}

TEST(HttpMessage, AHeadIsReadInItsParts) {
  HttpRequest request;

  ASSERT_FALSE(
      ReadHttpHead("POST /mcp?x=1 HTTP/1.1\r\nHost: localhost:1\r\nACCEPT: a/b\r\n"
                   "accept:\t c/d \r\nX-Empty:\r\n\r\n",
                   request));

  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.path, "/mcp");
  EXPECT_EQ(request.Find("host"), "localhost:1");
  EXPECT_EQ(request.Find("accept"), "a/b, c/d");
  EXPECT_EQ(request.Find("x-empty"), "");
  EXPECT_EQ(request.Find("origin"), std::nullopt);
  EXPECT_TRUE(request.KeepsConnection());
}

TEST(HttpMessage, OldClientsAndThoseThatSayCloseEndTheConnection) {
  HttpRequest old;
  ASSERT_FALSE(ReadHttpHead("GET / HTTP/1.0\r\n\r\n", old));
  EXPECT_FALSE(old.KeepsConnection());

  HttpRequest closing;
  ASSERT_FALSE(ReadHttpHead("GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n", closing));
  EXPECT_FALSE(closing.KeepsConnection());
}

TEST(HttpMessage, HeadsThatCouldBeReadInTwoWaysAreRefused) {
  const std::string host = "Host: a\r\n";
  EXPECT_EQ(Refused("GET / HTTP/1.1\r\n" + host + "\r\n"), 0);

  EXPECT_EQ(Refused("GET / HTTP/1.1\r\n\r\n"), 400);  // no host
  EXPECT_EQ(Refused("GET / HTTP/1.1\r\n" + host + host + "\r\n"), 400);
  EXPECT_EQ(Refused("GET / HTTP/1.1\r\n" + host + "X: a\r\n folded\r\n\r\n"), 400);
  EXPECT_EQ(Refused("GET / HTTP/1.1\r\n" + host + "X : a\r\n\r\n"), 400);
  EXPECT_EQ(Refused("GET / HTTP/1.1\r\n" + host + "X: a\nY: b\r\n\r\n"), 400);
  EXPECT_EQ(Refused("GET / HTTP/1.1\r\n" + host + std::string("X: a\0b\r\n\r\n", 10)), 400);
  EXPECT_EQ(Refused("GET / HTTP/1.1\r\n" + host + ": a\r\n\r\n"), 400);
  EXPECT_EQ(Refused("GET / HTTP/1.1\r\n" + host + "nonsense\r\n\r\n"), 400);
  EXPECT_EQ(Refused("GET /\r\n" + host + "\r\n"), 400);
  EXPECT_EQ(Refused("G@T / HTTP/1.1\r\n" + host + "\r\n"), 400);
  EXPECT_EQ(Refused("GET http://a/ HTTP/1.1\r\n" + host + "\r\n"), 400);
  EXPECT_EQ(Refused("GET / a HTTP/1.1\r\n" + host + "\r\n"), 400);
  EXPECT_EQ(Refused("GET / HTTP/2.0\r\n" + host + "\r\n"), 505);
  EXPECT_EQ(Refused("\r\n\r\n"), 400);
  std::string many;
  for (std::size_t i = 0; i <= kMaxHttpHeaders; ++i) many += "X: a\r\n";
  EXPECT_EQ(Refused("GET / HTTP/1.1\r\n" + host + many + "\r\n"), 431);
}

TEST(HttpMessage, ABodyHasOneLengthWithinTheLimit) {
  EXPECT_EQ(FrameRefused(""), 0);
  EXPECT_EQ(FrameRefused("Content-Length: 100\r\n"), 0);
  EXPECT_EQ(FrameRefused("Transfer-Encoding: Chunked\r\n"), 0);

  EXPECT_EQ(FrameRefused("Content-Length: 101\r\n"), 413);
  EXPECT_EQ(FrameRefused("Content-Length: 99999999999999999999999\r\n"), 413);
  for (const char* number : {"-1", "+1", "1 2", "0x1", "", "1,1"}) {
    EXPECT_EQ(FrameRefused(std::string("Content-Length: ") + number + "\r\n"), 400) << number;
  }
  EXPECT_EQ(FrameRefused("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"), 400);
  EXPECT_EQ(FrameRefused("Transfer-Encoding: gzip, chunked\r\n"), 501);
}

TEST(HttpMessage, ChunksArePutTogetherByteByByte) {
  EXPECT_EQ(Unchunked("4\r\nWiki\r\n5;x=y\r\npedia\r\n0\r\n\r\n"), "Wikipedia");
  EXPECT_EQ(Unchunked("0\r\nTrailer: x\r\n\r\n"), "");
  EXPECT_EQ(Unchunked("4\r\nWiki\r\n"), "Wiki more");

  EXPECT_EQ(Unchunked("65\r\n"), "413");
  EXPECT_EQ(Unchunked("60\r\n" + std::string(96, 'x') + "\r\n5\r\n"), "413");
  EXPECT_EQ(Unchunked("FFFFFFFFFFFFFFFF1\r\n"), "413");
  EXPECT_EQ(Unchunked("x\r\n"), "400");
  EXPECT_EQ(Unchunked("\r\n"), "400");
  EXPECT_EQ(Unchunked("-1\r\n"), "400");
  EXPECT_EQ(Unchunked("4\n"), "400");
  EXPECT_EQ(Unchunked("1\r\nab\r\n"), "400");
  EXPECT_EQ(Unchunked("1;" + std::string(kMaxHttpChunkLine, 'x')), "400");
}

TEST(HttpMessage, AResponseSaysWhatItIs) {
  const std::string text = HttpHeadText(HttpStatus::kNotFound, {{"X", "y"}}, true);

  EXPECT_THAT(text, ::testing::StartsWith("HTTP/1.1 404 Not Found\r\nX: y\r\nDate: "));
  EXPECT_THAT(text, HasSubstr(" GMT\r\nConnection: close\r\n\r\n"));
}

}  // namespace
}  // namespace waymark::services
