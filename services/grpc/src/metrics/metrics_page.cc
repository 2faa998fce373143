#include "metrics/metrics_page.h"

#include <utility>

#include <fmt/format.h>

#include "graph/status.h"

namespace waymark::services {
namespace {

constexpr char kPath[] = "/metrics";
constexpr char kContentType[] = "text/plain; version=0.0.4; charset=utf-8";

}  // namespace

absl::StatusOr<std::unique_ptr<MetricsPage>> MetricsPage::Serve(const ListenAddress& address,
                                                                const std::string& token,
                                                                Writer write) {
  std::unique_ptr<MetricsPage> page(new MetricsPage());
  MetricsPage* const self = page.get();
  page->write_ = std::move(write);
  WM_ASSIGN_OR_RETURN(
      page->server_,
      HttpServer::Listen(
          {.host = address.host,
           .port = address.port,
           .max_body_bytes = 0,
           .times = {},
           .admit = [self](const HttpRequest& request) { return self->guard_->Check(request); },
           .answer = [self](HttpExchange& exchange) { self->Answer(exchange); },
           .cancel = nullptr}));
  if (!page->server_->is_loopback() && token.empty()) {
    return absl::FailedPreconditionError(
        fmt::format("metrics on {} can be read by other machines; give --token-file, or listen on "
                    "127.0.0.1",
                    page->server_->address()));
  }
  // Every program on the machine may read the page over loopback: it contains no source text.
  const bool is_loopback = page->server_->is_loopback();
  page->guard_ = std::make_unique<HttpGuard>(address.host, is_loopback, is_loopback ? "" : token);
  page->thread_ = std::thread([self] { self->server_->Run(self->stopped_); });
  return page;
}

MetricsPage::~MetricsPage() {
  stopped_ = true;
  if (thread_.joinable()) thread_.join();
}

std::string MetricsPage::Url() const {
  const bool is_v6 = server_->address().find(':') != std::string::npos;
  return fmt::format("http://{}{}{}:{}{}", is_v6 ? "[" : "", server_->address(), is_v6 ? "]" : "",
                     server_->port(), kPath);
}

void MetricsPage::Answer(HttpExchange& exchange) const {
  const HttpRequest& request = exchange.request();
  if (request.path != kPath) {
    exchange.Reply(TextResponse(HttpStatus::kNotFound, "there is /metrics and nothing else"));
    return;
  }
  if (request.method != "GET") {
    HttpResponse refusal = TextResponse(HttpStatus::kMethodNotAllowed, "metrics are only read");
    refusal.headers.push_back({.name = "Allow", .value = "GET"});
    exchange.Reply(refusal);
    return;
  }
  absl::StatusOr<std::string> text = write_();
  if (!text.ok()) {
    exchange.Reply(
        TextResponse(HttpStatus::kServiceUnavailable, std::string(text.status().message())));
    return;
  }
  exchange.Reply({.status = HttpStatus::kOk,
                  .headers = {{"Content-Type", kContentType}},
                  .body = *std::move(text)});
}

}  // namespace waymark::services
