#include "page_under_test.h"

#include <future>
#include <utility>

#include <fmt/format.h>

#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

std::string TokenIn(const std::string& url) { return url.substr(url.find('=') + 1); }

}  // namespace

void PageTest::SetUp() {
  WM_ASSERT_OK_AND_ASSIGN(engine_, Engine::Open({.store_directory = directory_.path() / "store"}));
  options_ = {.root = root_,
              .verbs = [this] { return Verbs(); },
              .machine = {.status = [](const StatusAnswer&) { return "{\"views\":[]}\n"; },
                          .doctor = [](const DoctorAnswer&) { return "{\"checks\":[]}\n"; },
                          .savings = [] { return "{\"tables\":[]}\n"; }},
              .look_interval = std::chrono::milliseconds(5),
              .stopped = &stopped_};
}

void PageTest::Index() { WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {})); }

void PageTest::Start() {
  Index();
  std::promise<PageAddress> listening;
  options_.listening = [&](const PageAddress& address) { listening.set_value(address); };
  server_ = std::thread([this] { status_ = ServePage(options_); });
  address_ = listening.get_future().get();
  token_ = TokenIn(address_.url);
  once_ = TokenIn(address_.once);
  const std::size_t colon = address_.url.rfind(':');
  port_ = static_cast<std::uint16_t>(std::stoi(address_.url.substr(colon + 1)));
  const std::string set = Send("GET", "/?token=" + token_).headers["set-cookie"];
  cookie_ = set.substr(0, set.find(';'));
}

void PageTest::Stop() {
  stopped_ = true;
  if (!server_.joinable()) return;
  server_.join();
  WM_EXPECT_OK(status_);
}

HttpAnswer PageTest::Send(const std::string& method, const std::string& path,
                          const std::string& headers, const std::string& body) const {
  const bool has_host = headers.find("Host: ") != std::string::npos;
  const std::string host = has_host ? "" : fmt::format("Host: 127.0.0.1:{}\r\n", port_);
  const std::string length = body.empty() ? "" : fmt::format("Content-Length: {}\r\n", body.size());
  return HttpClient(port_).Ask(
      fmt::format("{} {} HTTP/1.1\r\n{}{}{}\r\n{}", method, path, host, headers, length, body));
}

HttpAnswer PageTest::Get(const std::string& path, const std::string& headers) const {
  return Send("GET", path, CookieHeader() + headers);
}

json PageTest::Ask(const std::string& path) const {
  const HttpAnswer answer = Get(path);
  EXPECT_EQ(answer.status, 200) << path << ": " << answer.body;
  return json::parse(answer.body, nullptr, false);
}

std::string PageTest::OriginHeader() const {
  return fmt::format("Origin: http://127.0.0.1:{}\r\n", port_);
}

absl::StatusOr<std::shared_ptr<Verbs>> PageTest::Verbs() {
  ++asked_;
  if (is_gone_) return absl::UnavailableError("the daemon ended");
  services::Verbs* const instead = instead_;
  if (instead != nullptr) return std::shared_ptr<services::Verbs>(instead, [](auto*) {});
  return engine_;
}

}  // namespace waymark::services
