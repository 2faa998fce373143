// Asking a server for the fingerprints of its tools.
#include <atomic>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "services/http_server.h"
#include "services/tuner.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;

constexpr std::uint64_t kMaxBody = 1 << 10;

// A server that gives every request the same answer.
class FingerprintServer {
 public:
  explicit FingerprintServer(HttpResponse response) : response_(std::move(response)) {
    auto server = HttpServer::Listen(
        {.host = "127.0.0.1",
         .port = 0,
         .max_body_bytes = kMaxBody,
         .times = {},
         .admit = [](const HttpRequest&) { return std::optional<HttpResponse>(); },
         .answer =
             [this](HttpExchange& exchange) {
               path_ = exchange.request().path;
               token_ = exchange.request().Find("authorization");
               exchange.Reply(response_);
             },
         .cancel = [] {}});
    EXPECT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    thread_ = std::thread([this] { server_->Run(stopped_); });
  }

  ~FingerprintServer() { Stop(); }

  FingerprintServer(const FingerprintServer&) = delete;
  FingerprintServer& operator=(const FingerprintServer&) = delete;

  absl::StatusOr<std::vector<EndpointFingerprint>> Ask(std::string_view end = "/mcp") const {
    const std::atomic<bool> never{false};
    return FetchFingerprints(fmt::format("http://127.0.0.1:{}{}", server_->port(), end), "secret",
                             never);
  }

  // The requests, after the end.
  std::string Asked() {
    Stop();
    return fmt::format("{} {}", path_, token_.value_or(""));
  }

 private:
  void Stop() {
    stopped_ = true;
    if (thread_.joinable()) thread_.join();
  }

  const HttpResponse response_;
  std::string path_;
  std::optional<std::string> token_;
  std::atomic<bool> stopped_{false};
  std::unique_ptr<HttpServer> server_;
  std::thread thread_;
};

TEST(FetchFingerprints, TheListIsBelowTheAddressOfTheServer) {
  const std::vector<EndpointFingerprint> prints = {
      {.endpoint_class = "mcp__s__list", .dup_rate = 0.5, .source_sessions = 5}};
  FingerprintServer server({.body = WriteFingerprintList(prints, "s")});
  for (const char* const end : {"/mcp", "/mcp/"}) {
    WM_ASSERT_OK_AND_ASSIGN(const std::vector<EndpointFingerprint> told, server.Ask(end));
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].endpoint_class, "list");
    EXPECT_EQ(told[0].dup_rate, 0.5);
  }
  EXPECT_EQ(server.Asked(), "/mcp/fingerprints/v1 Bearer secret");
}

TEST(FetchFingerprints, WhatIsNoListIsAnErrorThatSaysSo) {
  EXPECT_THAT(FingerprintServer({.status = HttpStatus::kNotFound, .body = "no"}).Ask(),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("the status 404 of HTTP")));
  EXPECT_THAT(FingerprintServer({.body = "hello"}).Ask(),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no list of fingerprints")));
  const std::atomic<bool> never{false};
  EXPECT_THAT(FetchFingerprints("shop", "", never), StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace waymark::services
