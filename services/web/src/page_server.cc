#include "services/page_server.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "event_stream.h"
#include "graph/ascii.h"
#include "graph/status.h"
#include "page_error.h"
#include "page_files.h"
#include "page_guard.h"
#include "page_paths.h"
#include "questions.h"
#include "services/bearer_token.h"
#include "services/limits.h"

namespace waymark::services {
namespace {

// The headers of every response. Nothing is loaded from elsewhere, and nothing runs that is not a
// file of the page, whatever a repository's text holds.
const std::vector<HttpHeader>& PageHeaders() {
  static const std::vector<HttpHeader> headers = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
       "connect-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; form-action "
       "'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cache-Control", "no-store"},
  };
  return headers;
}

HttpResponse WithPageHeaders(HttpResponse response) {
  response.headers.insert(response.headers.end(), PageHeaders().begin(), PageHeaders().end());
  return response;
}

bool TakesGzip(const HttpRequest& request) {
  return LowerCase(request.Find("accept-encoding").value_or("")).find("gzip") != std::string::npos;
}

// The part of a path after its last slash.
std::string_view LastPart(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Paths without an extension are those of the page's views.
HttpResponse FileResponse(const HttpRequest& request) {
  const bool is_view = LastPart(request.path).find('.') == std::string_view::npos;
  const PageFile* const file = FindPageFile(is_view ? kIndexFile : request.path.substr(1));
  if (file == nullptr) {
    return TextResponse(HttpStatus::kNotFound, "the page has no such file; open /");
  }
  HttpResponse response{
      .headers = {{"Content-Type", std::string(file->type)}, {"Vary", "Accept-Encoding"}}};
  if (TakesGzip(request)) {
    response.headers.push_back({.name = "Content-Encoding", .value = "gzip"});
    response.body = file->gzipped;
  } else {
    response.body = Unzipped(*file);
  }
  return response;
}

class PageServer {
 public:
  PageServer(const PageOptions& options, const HttpServer& server, const PageSecrets& secrets)
      : options_(options),
        guard_(server.address(), server.port(), server.is_loopback(), secrets),
        events_(options) {}

  std::optional<HttpResponse> Admit(const HttpRequest& request) {
    std::optional<HttpResponse> response = guard_.Check(request);
    if (response.has_value()) response = WithPageHeaders(*std::move(response));
    return response;
  }

  void Answer(HttpExchange& exchange) {
    const HttpRequest& request = exchange.request();
    if (request.path == kEventsPath) return events_.Serve(exchange, PageHeaders());
    const bool is_question = request.path.starts_with(kApiPath);
    exchange.Reply(WithPageHeaders(is_question ? Ask(exchange) : FileResponse(request)));
  }

 private:
  HttpResponse Ask(HttpExchange& exchange) const {
    const auto cancelled = std::make_shared<std::atomic<bool>>(false);
    exchange.WhenGone([cancelled] { *cancelled = true; });
    const absl::StatusOr<std::string> answer = AnswerOf(
        exchange.request(), {.cancelled = cancelled.get(),
                             .deadline = std::chrono::steady_clock::now() + kMaxQuestionTime});
    return answer.ok() ? JsonResponse(*answer) : ErrorResponse(answer.status());
  }

  absl::StatusOr<std::string> AnswerOf(const HttpRequest& request,
                                       const CallControl& control) const {
    WM_ASSIGN_OR_RETURN(const std::shared_ptr<Verbs> verbs, options_.verbs());
    const PageCall call{.options = options_,
                        .verbs = *verbs,
                        .fields = ReadQuery(request.query),
                        .control = control};
    if (request.path == kFeedbackPath) return AnswerFeedback(request.body, call);
    return AnswerQuestion(std::string_view(request.path).substr(kApiPath.size()), call);
  }

  const PageOptions& options_;
  PageGuard guard_;
  EventStreams events_;
};

absl::StatusOr<PageSecrets> MakeSecrets() {
  PageSecrets secrets;
  WM_ASSIGN_OR_RETURN(secrets.token, MakeToken());
  WM_ASSIGN_OR_RETURN(secrets.once, MakeToken());
  WM_ASSIGN_OR_RETURN(secrets.cookie, MakeToken());
  return secrets;
}

}  // namespace

absl::Status ServePage(const PageOptions& options) {
  WM_ASSIGN_OR_RETURN(const PageSecrets secrets, MakeSecrets());
  std::unique_ptr<PageServer> page;
  WM_ASSIGN_OR_RETURN(
      const std::unique_ptr<HttpServer> server,
      HttpServer::Listen(
          {.host = options.host,
           .port = options.port,
           .max_head_bytes = kMostPageHeadBytes,
           .max_body_bytes = kMostPageBodyBytes,
           .times = options.times,
           .admit = [&page](const HttpRequest& request) { return page->Admit(request); },
           .answer = [&page](HttpExchange& exchange) { page->Answer(exchange); },
           .cancel = nullptr}));
  if (!server->is_loopback()) {
    return absl::FailedPreconditionError(fmt::format(
        "{} can be reached from other machines, and the page is for this one alone; listen on "
        "127.0.0.1",
        server->address()));
  }
  page = std::make_unique<PageServer>(options, *server, secrets);
  if (options.listening != nullptr) {
    const std::string address = fmt::format("http://{}:{}/?token=", options.host, server->port());
    options.listening({.url = address + secrets.token, .once = address + secrets.once});
  }
  server->Run(*options.stopped);
  return absl::OkStatus();
}

}  // namespace waymark::services
