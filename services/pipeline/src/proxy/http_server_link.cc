#include "proxy/http_server_link.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "graph/status.h"
#include "hints/json_parts.h"
#include "proxy/event_stream.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

constexpr std::string_view kJsonType = "application/json";
constexpr std::string_view kEventType = "text/event-stream";
constexpr std::string_view kJsonOrEvents = "application/json, text/event-stream";
constexpr std::string_view kSessionHeader = "Mcp-Session-Id";
constexpr std::string_view kRevisionHeader = "MCP-Protocol-Version";
constexpr std::string_view kHandshakeMethod = "initialize";
constexpr std::string_view kInitializedMethod = "notifications/initialized";
constexpr std::string_view kInitializedMessage =
    R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
constexpr std::chrono::milliseconds kPauseBeforeListening{1'000};
constexpr std::chrono::milliseconds kPauseStep{100};
constexpr std::chrono::seconds kEndOfSessionTime{2};
constexpr std::size_t kMaxQuotedBody = 200;

constexpr int kStatusOk = 200;
constexpr int kFirstRedirection = 300;
constexpr int kStatusUnauthorized = 401;
constexpr int kStatusForbidden = 403;
constexpr int kStatusNotFound = 404;

// Empty if there is none.
std::string Advice(const HttpHead& head, bool has_session) {
  const int status = head.status;
  if (!head.location.empty()) {
    return fmt::format(
        "; redirections are not followed: name the address {} if it is the right one",
        wire::VisibleLine(head.location));
  }
  if (status == kStatusUnauthorized || status == kStatusForbidden) {
    return "; give it what it asks for by --header, such as --header 'Authorization: Bearer TOKEN'";
  }
  if (status == kStatusNotFound && has_session) {
    return "; it has forgotten the session and begins no new one";
  }
  return "";
}

// Something that happens once, in another thread.
class Moment {
 public:
  void Set() {
    MutexLock lock(mutex_);
    is_over_ = true;
    over_.NotifyAll();
  }

  void Wait() {
    MutexLock lock(mutex_);
    while (!is_over_) over_.Wait(lock);
  }

 private:
  Mutex mutex_;
  CondVar over_;
  bool is_over_ WM_GUARDED_BY(mutex_) = false;
};

}  // namespace

// Reads the answer to one request or notification.
class HttpServerLink::Answer {
 public:
  using TakeText = std::function<void(std::string_view message)>;

  // `take` gets what is to be passed on, and an error where the answer is missing.
  Answer(HttpServerLink& link, const ProxyMessage& asked, TakeText take)
      : link_(link),
        asked_(asked),
        take_(std::move(take)),
        events_([this](std::string_view data) { Take(data); }) {}

  int status() const { return head_.status; }

  bool has_result() const { return has_result_; }

  void TakeHead(const HttpHead& head) {
    head_ = head;
    link_.LearnSession(head.session);
  }

  bool TakeBody(std::string_view bytes) {
    if (head_.content_type == kEventType) {
      is_too_long_ = !events_.Add(bytes);
    } else {
      body_ += bytes;
      is_too_long_ = body_.size() > kMaxProxyMessageBytes;
    }
    return !is_too_long_;
  }

  // `status` is that of the exchange.
  void Finish(const absl::Status& status) {
    const bool is_json = head_.content_type == kJsonType;
    if (status.ok() && is_json && !is_too_long_) Take(body_);
    if (is_answered_ || asked_.kind != ProxyMessage::Kind::kRequest) return;
    take_(ErrorMessage(asked_.id_raw, status.ok() ? Fault() : std::string(status.message())));
  }

 private:
  void Take(std::string_view text) {
    for (const std::string_view part : MessagesOf(text)) {
      const ProxyMessage message = ReadProxyMessage(part);
      if (message.kind != ProxyMessage::Kind::kResponse || message.id != asked_.id) continue;
      is_answered_ = true;
      has_result_ = !message.result.empty();
      if (asked_.method == kHandshakeMethod) link_.LearnRevision(message.result);
    }
    if (head_.status < kFirstRedirection || is_answered_) take_(text);
  }

  // The fault of a whole answer that has none to the request.
  std::string Fault() const {
    const std::string address = link_.address();
    if (is_too_long_) {
      return fmt::format("the answer of {} is longer than {} bytes and was left out", address,
                         kMaxProxyMessageBytes);
    }
    if (head_.status < kStatusOk || head_.status >= kFirstRedirection) {
      return fmt::format("{} answered with the status {} of HTTP{}{}", address, head_.status,
                         Advice(head_, !link_.session().empty()), Quote());
    }
    if (head_.content_type == kEventType) {
      return fmt::format("{} ended its answer before it was complete", address);
    }
    const std::string type =
        head_.content_type.empty()
            ? "no content type"
            : fmt::format("the content type {}", wire::VisibleLine(head_.content_type));
    return fmt::format(
        "{} answered with the status {} of HTTP and {}, not with a message of MCP that answers the "
        "request{}",
        address, head_.status, type, Quote());
  }

  // The beginning of the body, after a colon.
  std::string Quote() const {
    if (body_.empty()) return "";
    return fmt::format(": {}",
                       wire::VisibleLine(std::string_view(body_).substr(0, kMaxQuotedBody)));
  }

  HttpServerLink& link_;
  const ProxyMessage& asked_;
  const TakeText take_;
  HttpHead head_;
  std::string body_;
  EventStream events_;
  bool is_too_long_ = false;
  bool is_answered_ = false;
  bool has_result_ = false;
};

absl::StatusOr<std::unique_ptr<HttpServerLink>> HttpServerLink::Open(
    std::string_view url, const std::map<std::string, std::string>& headers,
    std::chrono::milliseconds end_grace, MessageTaker& taker,
    std::chrono::milliseconds taking_time) {
  WM_ASSIGN_OR_RETURN(HttpUrl read, ReadHttpUrl(url));
  return std::unique_ptr<HttpServerLink>(
      new HttpServerLink(std::move(read), headers, end_grace, taker, taking_time));
}

HttpServerLink::HttpServerLink(HttpUrl url, const std::map<std::string, std::string>& headers,
                               std::chrono::milliseconds end_grace, MessageTaker& taker,
                               std::chrono::milliseconds taking_time)
    : url_(std::move(url)),
      headers_(headers),
      grace_(end_grace),
      taking_time_(taking_time),
      taker_(taker),
      ended_(::eventfd(0, EFD_CLOEXEC)),
      exchanges_(kMaxExchanges, kMaxExchanges),
      sender_(1, kMaxWaitingMessages) {}

HttpServerLink::~HttpServerLink() {
  Stop();
  ::close(ended_);
}

void HttpServerLink::Send(std::string_view message) {
  if (stopped_) return;
  if (sender_.Push([this, text = std::string(message)] { SendNext(text); })) return;
  Refuse(ReadProxyMessage(message), fmt::format("{} messages wait already", kMaxWaitingMessages));
}

void HttpServerLink::SendNext(const std::string& message) {
  if (stopped_) return;
  const ProxyMessage read = ReadProxyMessage(message);
  if (read.kind != ProxyMessage::Kind::kRequest) {
    Post(message, [] {});
  } else {
    // The queue has room: this thread alone pushes, and waits until the call runs.
    const auto written = std::make_shared<Moment>();
    exchanges_.Push([this, message, written] {
      if (!stopped_) Post(message, [&] { written->Set(); });
      written->Set();
    });
    written->Wait();
  }
  if (read.method == kInitializedMethod) BeginToListen();
}

void HttpServerLink::BeginToListen() {
  MutexLock lock(listener_mutex_);
  if (is_listening_) return;
  if (listener_.joinable()) listener_.join();
  is_listening_ = true;
  listener_ = std::thread([this] {
    Listen();
    is_listening_ = false;
  });
}

void HttpServerLink::SendPiece(std::string_view /*bytes*/, bool /*is_last*/) {}

void HttpServerLink::Post(const std::string& message, const std::function<void()>& written) {
  const ProxyMessage read = ReadProxyMessage(message);
  if (read.method == kHandshakeMethod) {
    MutexLock lock(mutex_);
    handshake_ = message;
  }
  const std::string session = this->session();
  const Answer::TakeText take = [this](std::string_view text) { Take(text); };
  Answer answer(*this, read, take);
  const bool is_request = read.kind == ProxyMessage::Kind::kRequest;
  const auto time = is_request ? std::chrono::milliseconds(0) : taking_time_;
  const absl::Status status = Converse(message, read, time, written, answer);
  const bool is_forgotten = status.ok() && answer.status() == kStatusNotFound && !session.empty();
  if (!is_forgotten || read.method == kHandshakeMethod || !RenewSession(session)) {
    answer.Finish(status);
    return;
  }
  Answer second(*this, read, take);
  second.Finish(Converse(message, read, time, written, second));
}

absl::Status HttpServerLink::Converse(const std::string& message, const ProxyMessage& read,
                                      std::chrono::milliseconds answer_time,
                                      const std::function<void()>& written, Answer& answer) {
  OutgoingRequest request{.method = "POST", .headers = Headers(kJsonOrEvents), .body = message};
  request.answer_time = answer_time;
  request.headers["Content-Type"] = kJsonType;
  // A handshake begins a session.
  if (read.method == kHandshakeMethod) {
    request.headers.erase(std::string(kSessionHeader));
    request.headers.erase(std::string(kRevisionHeader));
  }
  return ExchangeHttp(url_, request, stopped_,
                      {.written = written,
                       .head = [&](const HttpHead& head) { answer.TakeHead(head); },
                       .body = [&](std::string_view bytes) { return answer.TakeBody(bytes); }});
}

bool HttpServerLink::RenewSession(const std::string& forgotten) {
  MutexLock lock(renewal_mutex_);
  std::string handshake;
  {
    MutexLock state(mutex_);
    if (session_ != forgotten) return true;
    handshake = handshake_;
  }
  if (handshake.empty()) return false;
  for (const std::string& message : {handshake, std::string(kInitializedMessage)}) {
    const ProxyMessage read = ReadProxyMessage(message);
    Answer answer(*this, read, [](std::string_view) {});
    const absl::Status status = Converse(
        message, read, taking_time_, [] {}, answer);
    answer.Finish(status);
    if (read.method != kHandshakeMethod) continue;
    if (!answer.has_result()) return false;
    MutexLock state(mutex_);
    if (session_ == forgotten) session_.clear();
  }
  BeginToListen();
  return true;
}

// A server that does not offer the stream says so, by a status that is an error.
void HttpServerLink::Listen() {
  for (bool is_offered = true; is_offered && !stopped_;) {
    is_offered = false;
    EventStream events([this](std::string_view data) { Take(data); });
    const OutgoingRequest request{.method = "GET", .headers = Headers(kEventType), .body = ""};
    static_cast<void>(ExchangeHttp(
        url_, request, stopped_,
        {.written = [] {},
         .head =
             [&](const HttpHead& head) {
               is_offered = head.status == kStatusOk && head.content_type == kEventType;
             },
         .body = [&](std::string_view bytes) { return is_offered && events.Add(bytes); }}));
    for (auto left = kPauseBeforeListening; left.count() > 0 && !stopped_; left -= kPauseStep) {
      std::this_thread::sleep_for(kPauseStep);
    }
  }
}

std::map<std::string, std::string> HttpServerLink::Headers(std::string_view accepted) {
  std::map<std::string, std::string> headers = headers_;
  headers["Accept"] = accepted;
  MutexLock lock(mutex_);
  if (!session_.empty()) headers[std::string(kSessionHeader)] = session_;
  if (!revision_.empty()) headers[std::string(kRevisionHeader)] = revision_;
  return headers;
}

std::string HttpServerLink::address() const {
  return fmt::format("{}{}", url_.authority, url_.path.substr(0, url_.path.find('?')));
}

std::string HttpServerLink::session() {
  MutexLock lock(mutex_);
  return session_;
}

void HttpServerLink::LearnSession(const std::string& session) {
  MutexLock lock(mutex_);
  if (!session.empty()) session_ = session;
}

void HttpServerLink::LearnRevision(std::string_view result) {
  std::string revision = StringOf(FieldsOf(result), "protocolVersion");
  MutexLock lock(mutex_);
  revision_ = std::move(revision);
}

void HttpServerLink::Take(std::string_view message) {
  // Nothing was said: servers give an empty body a content type too.
  if (MessagesOf(message).empty()) return;
  std::string line(message);
  // In JSON a line break is a blank between values: in a string it is written as an escape.
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::replace(line.begin(), line.end(), '\r', ' ');
  // A taker that sends a message gets its refusal at once.
  if (taking_ == std::this_thread::get_id()) {
    taker_.TakeMessage(line);
    return;
  }
  MutexLock lock(take_mutex_);
  taking_ = std::this_thread::get_id();
  taker_.TakeMessage(line);
  taking_ = std::thread::id();
}

void HttpServerLink::Refuse(const ProxyMessage& request, std::string_view reason) {
  if (request.kind != ProxyMessage::Kind::kRequest) return;
  Take(ErrorMessage(request.id_raw, reason));
}

ServerEnd HttpServerLink::Stop() {
  if (stopped_) return {};
  const auto end = std::chrono::steady_clock::now() + grace_;
  sender_.WaitUntilIdle(grace_);
  exchanges_.WaitUntilIdle(std::chrono::duration_cast<std::chrono::milliseconds>(
      end - std::chrono::steady_clock::now()));
  // From here on each exchange breaks off, and none begins.
  stopped_ = true;
  for (CallQueue* const queue : {&sender_, &exchanges_}) {
    while (!queue->WaitUntilIdle(kPauseStep)) continue;
  }
  {
    MutexLock lock(listener_mutex_);
    if (listener_.joinable()) listener_.join();
  }
  if (session().empty()) return {};
  const OutgoingRequest request{.method = "DELETE",
                                .headers = Headers(kJsonOrEvents),
                                .body = "",
                                .step_time = kEndOfSessionTime,
                                .answer_time = kEndOfSessionTime};
  const std::atomic<bool> never{false};
  // A server that cannot be told forgets the session by itself.
  static_cast<void>(ExchangeHttp(url_, request, never,
                                 {.written = [] {},
                                  .head = [](const HttpHead&) {},
                                  .body = [](std::string_view) { return false; }}));
  return {};
}

}  // namespace waymark::services
