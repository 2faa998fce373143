#include "http/post_response_sink.h"

#include <utility>

namespace waymark::services {
namespace {

// JSON has no line breaks here, so an event is one line of data.
std::string Event(const std::string& line) { return "event: message\ndata: " + line + "\n\n"; }

}  // namespace

void PostResponseSink::Reply(const std::string& line) {
  MutexLock lock(mutex_);
  Send(line, HttpStatus::kOk);
}

void PostResponseSink::Refuse(const Json& id, const RpcError& error) {
  MutexLock lock(mutex_);
  Send(ErrorLine(id, error), status_of_(error.code));
}

void PostResponseSink::Notify(const std::string& line) {
  MutexLock lock(mutex_);
  if (!exchange_.has_begun()) BeginStream();
  exchange_.Write(Event(line));
}

void PostResponseSink::Drop() {
  MutexLock lock(mutex_);
  if (!exchange_.has_begun()) BeginStream();
  exchange_.End();
}

void PostResponseSink::Send(const std::string& line, HttpStatus status) {
  if (exchange_.has_begun()) {
    exchange_.Write(Event(line));
    return exchange_.End();
  }
  headers_.push_back({.name = "Content-Type", .value = "application/json"});
  exchange_.Reply({.status = status, .headers = std::move(headers_), .body = line});
}

void PostResponseSink::BeginStream() { exchange_.BeginStream(EventStream(std::move(headers_))); }

HttpResponse EventStream(std::vector<HttpHeader> headers) {
  headers.push_back({.name = "Content-Type", .value = "text/event-stream"});
  headers.push_back({.name = "Cache-Control", .value = "no-store"});
  headers.push_back(
      {.name = "X-Accel-Buffering", .value = "no"});  // proxies pass events on at once
  return {.headers = std::move(headers)};
}

}  // namespace waymark::services
