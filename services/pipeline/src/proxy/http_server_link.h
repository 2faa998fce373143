// A server of MCP that is reached over streamable HTTP: each message is a request, whose answer is
// a message or a stream of them; a further stream brings what the server says by itself. A stream
// that breaks off is not resumed.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include <absl/status/statusor.h>

#include "graph/mutex.h"
#include "proxy/http_exchange.h"
#include "proxy/message_cutter.h"
#include "proxy/proxy_message.h"
#include "proxy/server_link.h"
#include "services/call_queue.h"

namespace waymark::services {

class HttpServerLink final : public ServerLink {
 public:
  // Requests that the server answers at the same time.
  static constexpr unsigned kMaxExchanges = 32;

  // `headers` go with every request. The server has `taking_time` to take a message that is no
  // request. InvalidArgument if `url` is no address. Connects with the first message.
  static absl::StatusOr<std::unique_ptr<HttpServerLink>> Open(
      std::string_view url, const std::map<std::string, std::string>& headers,
      std::chrono::milliseconds end_grace, MessageTaker& taker,
      std::chrono::milliseconds taking_time = kHttpStepTime);
  ~HttpServerLink() override;
  HttpServerLink(const HttpServerLink&) = delete;
  HttpServerLink& operator=(const HttpServerLink&) = delete;

  void Begin() override {}

  // Returns at once. Messages go one after the other: the next one when the request is on its way,
  // or the server has taken the notification or answer or has let its time pass.
  void Send(std::string_view message) override;
  // Such a message cannot be sent whole: it is left out.
  void SendPiece(std::string_view bytes, bool is_last) override;

  int ended_descriptor() const override { return ended_; }

  // Waits for answers up to `end_grace`, then ends the session with the server.
  ServerEnd Stop() override;

 private:
  class Answer;

  HttpServerLink(HttpUrl url, const std::map<std::string, std::string>& headers,
                 std::chrono::milliseconds end_grace, MessageTaker& taker,
                 std::chrono::milliseconds taking_time);

  // In the thread of `sender_`.
  void SendNext(const std::string& message);
  // `written` is called when the message is on its way; it may not be, if the server is not
  // reached.
  void Post(const std::string& message, const std::function<void()>& written);
  // The exchange for `message`, which `read` is a reading of; `answer` gets what comes back.
  // `answer_time` is as in OutgoingRequest.
  absl::Status Converse(const std::string& message, const ProxyMessage& read,
                        std::chrono::milliseconds answer_time, const std::function<void()>& written,
                        Answer& answer);
  // Begins a session by the handshake of the client, unless another thread has. False if the server
  // refuses it.
  bool RenewSession(const std::string& forgotten);
  void BeginToListen();
  void Listen();
  std::map<std::string, std::string> Headers(std::string_view accepted);
  // For people, without the query, which may hold a secret.
  std::string address() const;
  std::string session();
  void LearnSession(const std::string& session);
  void LearnRevision(std::string_view result);
  // Passes a message on, on one line.
  void Take(std::string_view message);
  void Refuse(const ProxyMessage& request, std::string_view reason);

  const HttpUrl url_;
  const std::map<std::string, std::string> headers_;
  const std::chrono::milliseconds grace_;
  const std::chrono::milliseconds taking_time_;
  MessageTaker& taker_;
  const int ended_;  // an eventfd that is never written: the server outlives the link
  std::atomic<bool> stopped_{false};

  Mutex mutex_;
  std::string session_ WM_GUARDED_BY(mutex_);
  std::string revision_ WM_GUARDED_BY(mutex_);   // of the protocol
  std::string handshake_ WM_GUARDED_BY(mutex_);  // the last one of the client

  Mutex renewal_mutex_;  // one thread begins a new session; before `mutex_`

  Mutex take_mutex_;                       // the taker gets one message after the other
  std::atomic<std::thread::id> taking_{};  // the thread that the taker runs in
  Mutex listener_mutex_;
  std::thread listener_ WM_GUARDED_BY(listener_mutex_);
  std::atomic<bool> is_listening_{false};
  CallQueue exchanges_;
  CallQueue sender_;
};

}  // namespace waymark::services
