// Access to the page and its questions.
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "page_under_test.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST_F(PageTest, TheAddressWithItsTokenOpensThePage) {
  Start();

  HttpAnswer opened = Send("GET", "/?token=" + token_);

  EXPECT_EQ(opened.status, 303);
  EXPECT_EQ(opened.headers["location"], "/");
  EXPECT_THAT(opened.headers["set-cookie"],
              AllOf(HasSubstr("; HttpOnly"), HasSubstr("; SameSite=Strict"), EndsWith("; Path=/")));
  HttpAnswer page = Get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.headers["content-type"], StartsWith("text/html"));
}

TEST_F(PageTest, WithoutTheCookieEveryPathTellsHowToOpenThePage) {
  Start();
  for (const char* const path : {"/", "/app.js", "/symbol?name=x", "/api/outline", "/api/events",
                                 "/api/source?file=shop/cart.py", "/nothing"}) {
    const HttpAnswer answer = Send("GET", path);
    EXPECT_EQ(answer.status, 403) << path;
    EXPECT_THAT(answer.body, HasSubstr("waymark ui")) << path;
  }
  EXPECT_EQ(Send("POST", "/api/feedback", OriginHeader() + "Content-Type: application/json\r\n",
                 R"({"task":"t","symbols":["shop.cart.Cart"],"useful":true})")
                .status,
            403);
}

TEST_F(PageTest, AWrongTokenOpensNothing) {
  Start();
  std::string nearly = token_;
  nearly.back() = nearly.back() == '0' ? '1' : '0';

  for (const std::string& query : {nearly, std::string(), std::string("x"), token_ + "0",
                                   fmt::format("{0}&token={0}", token_)}) {
    HttpAnswer answer = Send("GET", "/?token=" + query);
    EXPECT_EQ(answer.status, 403) << query;
    EXPECT_EQ(answer.headers.count("set-cookie"), 0U) << query;
  }
  EXPECT_EQ(Send("GET", "/api/outline?token=" + token_).status, 403);
}

TEST_F(PageTest, TheTokenForACommandLineOpensThePageASingleTime) {
  Start();

  EXPECT_EQ(Send("GET", "/?token=" + once_).status, 303);
  EXPECT_EQ(Send("GET", "/?token=" + once_).status, 403);
  EXPECT_EQ(Send("GET", "/?token=" + token_).status, 303);
}

TEST_F(PageTest, OnlyTheCookieOfThisServerCounts) {
  Start();
  const std::string name = cookie_.substr(0, cookie_.find('='));
  const std::string value = cookie_.substr(cookie_.find('=') + 1);

  EXPECT_EQ(Send("GET", "/", fmt::format("Cookie: a=b; {}; c\r\n", cookie_)).status, 200);
  for (const std::string& wrong :
       {name + "=", name + "=" + token_, name + "=" + value + "0", "waymark_session_1=" + value}) {
    EXPECT_EQ(Send("GET", "/", "Cookie: " + wrong + "\r\n").status, 403) << wrong;
  }
}

TEST_F(PageTest, ANameThatIsMadeToPointHereIsRefused) {
  Start();
  for (const char* const host : {"evil.example", "evil.example:80", "127.0.0.1.evil.example"}) {
    EXPECT_EQ(Get("/api/outline", fmt::format("Host: {}\r\n", host)).status, 403) << host;
  }
  EXPECT_EQ(Get("/api/outline", fmt::format("Host: localhost:{}\r\n", port_)).status, 200);
}

TEST_F(PageTest, OtherPagesMayNotAsk) {
  Start();
  for (const char* const origin : {"http://evil.example", "null", "http://127.0.0.1:1",
                                   "http://localhost:1", "https://127.0.0.1"}) {
    EXPECT_EQ(Get("/api/outline", fmt::format("Origin: {}\r\n", origin)).status, 403) << origin;
  }
  EXPECT_EQ(Get("/api/outline", OriginHeader()).status, 200);
  for (const char* const site : {"cross-site", "same-site"}) {
    EXPECT_EQ(Get("/api/outline", fmt::format("Sec-Fetch-Site: {}\r\n", site)).status, 403) << site;
  }
  EXPECT_EQ(Get("/api/outline", "Sec-Fetch-Site: same-origin\r\n").status, 200);
}

TEST_F(PageTest, OnlyJudgementsArePosted) {
  Start();
  const std::string json_type = "Content-Type: application/json\r\n";

  HttpAnswer wrong =
      Send("POST", "/api/outline", CookieHeader() + OriginHeader() + json_type, "{}");
  EXPECT_EQ(wrong.status, 405);
  EXPECT_EQ(wrong.headers["allow"], "GET");
  EXPECT_EQ(Get("/api/feedback").status, 405);
  EXPECT_EQ(Send("DELETE", "/", CookieHeader()).status, 405);
  EXPECT_EQ(Send("POST", "/api/feedback", CookieHeader() + json_type, "{}").status, 403)
      << "without Origin";
  EXPECT_EQ(Send("POST", "/api/feedback",
                 CookieHeader() + OriginHeader() + "Content-Type: text/plain\r\n", "{}")
                .status,
            415);
}

TEST_F(PageTest, AHeadMayEndInAnyPieces) {
  Start();
  const std::string head =
      fmt::format("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n", port_, CookieHeader());
  for (std::size_t rest = 1; rest <= 5; ++rest) {
    HttpClient client(port_);
    client.Send(std::string_view(head).substr(0, head.size() - rest));
    EXPECT_EQ(client.Ask(head.substr(head.size() - rest)).status, 200) << rest;
  }
}

TEST_F(PageTest, EveryResponseForbidsWhatIsNotOfThePage) {
  Start();
  for (HttpAnswer answer : {Get("/"), Get("/app.js"), Get("/api/outline"), Get("/api/nothing"),
                            Get("/nothing.js"), Send("GET", "/"), Get("/", "Origin: null\r\n")}) {
    const std::string policy = answer.headers["content-security-policy"];
    EXPECT_THAT(policy, AllOf(StartsWith("default-src 'none'"), HasSubstr("script-src 'self'"),
                              HasSubstr("frame-ancestors 'none'"), Not(HasSubstr("unsafe"))));
    EXPECT_EQ(answer.headers["x-content-type-options"], "nosniff");
    EXPECT_EQ(answer.headers["referrer-policy"], "no-referrer");
    EXPECT_EQ(answer.headers["cache-control"], "no-store");
  }
}

TEST_F(PageTest, FilesOfThePageAreSentCompressedToThoseWhoTakeIt) {
  Start();

  HttpAnswer plain = Get("/app.js");
  HttpAnswer compressed = Get("/app.js", "Accept-Encoding: br, gzip\r\n");

  EXPECT_THAT(plain.headers["content-type"], StartsWith("text/javascript"));
  EXPECT_EQ(plain.headers.count("content-encoding"), 0U);
  EXPECT_EQ(compressed.headers["content-encoding"], "gzip");
  EXPECT_THAT(compressed.body, StartsWith("\x1f\x8b"));
  EXPECT_LT(compressed.body.size(), plain.body.size());
}

TEST_F(PageTest, ViewsHaveTheSamePageAndOtherFilesAreNotFound) {
  Start();
  const std::string page = Get("/").body;

  for (const char* const view : {"/map", "/symbol?name=Cart", "/change?base=main", "/a/b"}) {
    EXPECT_EQ(Get(view).body, page) << view;
  }
  for (const char* const path : {"/other.js", "/../shop/cart.py", "/shop/cart.py", "/%2e%2e/x.py",
                                 "/index.html/../../etc/passwd.txt"}) {
    EXPECT_EQ(Get(path).status, 404) << path;
  }
}

TEST_F(PageTest, AnAddressThatOtherMachinesReachIsNoPlaceForIt) {
  options_.host = "0.0.0.0";

  EXPECT_THAT(ServePage(options_),
              testing::StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("127.0.0.1")));
}

}  // namespace
}  // namespace waymark::services
