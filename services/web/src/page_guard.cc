#include "page_guard.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "graph/ascii.h"
#include "page_paths.h"
#include "query_fields.h"

namespace waymark::services {
namespace {

constexpr std::string_view kHowToOpen =
    "This page needs the key that the program printed.\n\n"
    "Open the address that `waymark ui` wrote in the terminal, with its token. If it is gone, stop "
    "that program and run `waymark ui` again.";

// A page from elsewhere, even from another port of this machine, may not ask.
bool IsFromHere(const HttpRequest& request) {
  const std::optional<std::string> origin = request.Find("origin");
  if (!origin.has_value()) return true;
  return LowerCase(*origin) == "http://" + LowerCase(request.Find("host").value_or(""));
}

// Browsers say who asks; programs say nothing.
bool IsAskedFromElsewhere(const HttpRequest& request) {
  const std::string site = request.Find("sec-fetch-site").value_or("none");
  return request.path.starts_with(kApiPath) && site != "none" && site != "same-origin";
}

std::optional<HttpResponse> CheckMethod(const HttpRequest& request) {
  const bool posts = request.path == kFeedbackPath;
  if (request.method == (posts ? "POST" : "GET")) return std::nullopt;
  HttpResponse refused = TextResponse(HttpStatus::kMethodNotAllowed,
                                      posts ? "judgements are sent with POST" : "use GET");
  refused.headers.push_back({.name = "Allow", .value = posts ? "POST" : "GET"});
  return refused;
}

// A form of another page can send no JSON, and says where it comes from.
std::optional<HttpResponse> CheckPost(const HttpRequest& request) {
  if (request.method != "POST") return std::nullopt;
  if (!request.Find("origin").has_value()) {
    return TextResponse(HttpStatus::kForbidden, "the header Origin is missing");
  }
  const std::string type = request.Find("content-type").value_or("");
  const std::string_view media = std::string_view(type).substr(0, type.find(';'));
  if (LowerCase(Trimmed(media, kHttpBlanks)) != "application/json") {
    return TextResponse(HttpStatus::kUnsupportedMediaType, "Content-Type must be application/json");
  }
  return std::nullopt;
}

}  // namespace

// Cookies do not know ports, so each server has a name of its own for its cookie.
PageGuard::PageGuard(std::string_view host, std::uint16_t port, bool is_loopback,
                     const PageSecrets& secrets)
    : guard_(host, is_loopback, ""),
      token_(secrets.token),
      cookie_(secrets.cookie),
      cookie_name_(fmt::format("waymark_session_{}", port)),
      set_cookie_(
          fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/", cookie_name_, secrets.cookie)),
      once_(BearerToken(secrets.once)) {}

std::optional<HttpResponse> PageGuard::Check(const HttpRequest& request) {
  if (auto refused = guard_.Check(request)) return refused;
  if (!IsFromHere(request) || IsAskedFromElsewhere(request)) {
    return TextResponse(HttpStatus::kForbidden, "other pages may not ask");
  }
  if (auto refused = CheckMethod(request)) return refused;
  if (Opens(request)) {
    return HttpResponse{.status = HttpStatus::kSeeOther,
                        .headers = {{"Location", "/"}, {"Set-Cookie", set_cookie_}},
                        .body = ""};
  }
  if (!HasCookie(request)) return TextResponse(HttpStatus::kForbidden, std::string(kHowToOpen));
  return CheckPost(request);
}

bool PageGuard::Opens(const HttpRequest& request) {
  if (request.path != "/") return false;
  QueryFields fields = ReadQuery(request.query);
  const std::string given = TakeField("token", fields).value_or("");
  if (given.empty()) return false;
  if (token_.Is(given)) return true;
  MutexLock lock(mutex_);
  if (!once_.has_value() || !once_->Is(given)) return false;
  once_.reset();
  return true;
}

bool PageGuard::HasCookie(const HttpRequest& request) const {
  const std::string cookies = request.Find("cookie").value_or("");
  std::string_view rest = cookies;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view cookie = Trimmed(rest.substr(0, end), kHttpBlanks);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t equals = std::min(cookie.find('='), cookie.size());
    if (cookie.substr(0, equals) != cookie_name_) continue;
    if (cookie_.Is(cookie.substr(std::min(equals + 1, cookie.size())))) return true;
  }
  return false;
}

}  // namespace waymark::services
