#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "graph/status.h"
#include "proxy/http_server_link.h"
#include "proxy/long_message.h"
#include "proxy/message_cutter.h"
#include "proxy/message_output.h"
#include "proxy/proxy_message.h"
#include "proxy/proxy_notes.h"
#include "proxy/proxy_session.h"
#include "proxy/queued_link.h"
#include "proxy/server_group.h"
#include "proxy/server_link.h"
#include "proxy/server_process.h"
#include "services/proxy.h"
#include "services/response_pipeline.h"

namespace waymark::services {
namespace {

constexpr std::size_t kClientReadBytes = 64 << 10;
constexpr int kLookForSignalMs = 100;

absl::StatusOr<std::unique_ptr<ServerLink>> OpenServer(const ProxyServer& server,
                                                       const ProxyOptions& options, int input,
                                                       MessageTaker& taker) {
  if (server.command.empty()) {
    return HttpServerLink::Open(server.url, server.headers, options.end_grace, taker);
  }
  const OutputLimits limits{
      .interrupted = options.stopped, .source = input, .patience = options.end_grace};
  return ServerProcess::Start(server.command, server.environment, options.end_grace, limits, taker);
}

// A server beside others, which must not wait for it. A link over HTTP has a queue of its own.
absl::StatusOr<std::unique_ptr<ServerLink>> OpenQueuedServer(const ProxyServer& server,
                                                             const ProxyOptions& options, int input,
                                                             MessageTaker& taker) {
  WM_ASSIGN_OR_RETURN(std::unique_ptr<ServerLink> link, OpenServer(server, options, input, taker));
  if (server.command.empty()) return link;
  return std::make_unique<QueuedLink>(std::move(link), options.end_grace, taker);
}

// Both directions of one proxy. The server's messages come from threads of its link.
class Proxy final {
 public:
  Proxy(const ProxyOptions& options, int output)
      : notes_(options.note),
        client_(output, {.interrupted = options.stopped}),
        pipeline_(options.pipeline),
        session_(options.servers.size() == 1 ? options.servers.front().name : "",
                 options.has_lazy_tools, pipeline_, client_, notes_),
        from_server_(*this),
        from_client_(*this) {}

  absl::Status Start(const ProxyOptions& options, int input) {
    if (options.servers.size() == 1) {
      WM_ASSIGN_OR_RETURN(link_, OpenServer(options.servers.front(), options, input, from_server_));
    } else {
      auto group = std::make_unique<ServerGroup>(from_server_, notes_);
      bool has_any = false;
      absl::Status first_fault;
      for (const ProxyServer& server : options.servers) {
        const absl::Status added = group->Add(server.name, [&](MessageTaker& taker) {
          return OpenQueuedServer(server, options, input, taker);
        });
        has_any |= added.ok();
        if (added.ok()) continue;
        notes_.Tell("start", fmt::format("goes on without a {}", std::string(added.message())));
        first_fault.Update(added);
      }
      if (!has_any) return first_fault;
      link_ = std::move(group);
    }
    link_->Begin();
    return absl::OkStatus();
  }

  // Reads until the client or the server ends, or a signal came, which also ends the writing.
  absl::Status ReadClient(int input, const std::atomic<bool>* stopped) {
    MessageCutter cutter(from_client_);
    std::string buffer(kClientReadBytes, '\0');
    while (!client_.has_ended()) {
      pollfd waiting[] = {{.fd = input, .events = POLLIN, .revents = 0},
                          {.fd = link_->ended_descriptor(), .events = POLLIN, .revents = 0}};
      const int ready = ::poll(waiting, std::size(waiting), kLookForSignalMs);
      if (ready < 0 && errno != EINTR) return ReadError();
      link_->Look(std::chrono::steady_clock::now());
      if (ready <= 0) continue;
      if (waiting[1].revents != 0) break;
      const ssize_t count = ::read(input, buffer.data(), buffer.size());
      if (count < 0 && errno != EINTR) return ReadError();
      if (count == 0) break;
      if (count > 0)
        cutter.Add(std::string_view(buffer).substr(0, static_cast<std::size_t>(count)));
    }
    if (stopped != nullptr && *stopped) return absl::CancelledError("interrupted");
    cutter.Finish();
    return absl::OkStatus();
  }

  ServerEnd Stop() {
    ServerEnd end = link_->Stop();
    session_.RefuseWaiting(end.reason.empty() ? "the server has ended" : end.reason);
    client_.Stop();
    return end;
  }

 private:
  class FromServer final : public MessageTaker {
   public:
    explicit FromServer(Proxy& proxy) : proxy_(proxy) {}

    void TakeMessage(std::string_view message) override {
      proxy_.session_.FromServer(message, *proxy_.link_);
    }

    void TakePiece(std::string_view bytes, bool is_last) override {
      if (is_last) proxy_.NoteLongMessage("server");
      proxy_.client_.SendPiece(bytes, is_last);
    }

   private:
    Proxy& proxy_;
  };

  class FromClient final : public MessageTaker {
   public:
    explicit FromClient(Proxy& proxy) : proxy_(proxy) {}

    void TakeMessage(std::string_view message) override {
      proxy_.session_.FromClient(message, *proxy_.link_);
    }

    void TakePiece(std::string_view bytes, bool is_last) override {
      if (is_last) proxy_.NoteLongMessage("client");
      if (proxy_.link_->takes_pieces()) {
        proxy_.link_->SendPiece(bytes, is_last);
        return;
      }
      long_.Add(bytes);
      if (is_last) proxy_.RefuseLongMessage(std::exchange(long_, {}));
    }

   private:
    Proxy& proxy_;
    LongMessage long_;  // what has come of it
  };

  // Answers in the place of who does not get the message of the client.
  void RefuseLongMessage(const LongMessage& message) {
    const std::string id = message.id();
    if (id.empty()) return;
    const std::string error = ErrorMessage(
        id,
        fmt::format("the message is longer than {} bytes: it was left out", kMaxProxyMessageBytes));
    if (message.has_method()) {
      client_.Send(error);
    } else {
      link_->Send(error);
    }
  }

  static absl::Status ReadError() {
    return absl::UnavailableError(fmt::format("read from the client: {}", std::strerror(errno)));
  }

  void NoteLongMessage(std::string_view side) {
    notes_.Tell("long", fmt::format("a message of the {} is longer than {} bytes: it was not "
                                    "looked at, and is passed on only to a program",
                                    side, kMaxProxyMessageBytes));
  }

  ProxyNotes notes_;
  MessageOutput client_;
  SessionPipeline pipeline_;
  ProxySession session_;
  FromServer from_server_;
  FromClient from_client_;
  std::unique_ptr<ServerLink> link_;
};

}  // namespace

absl::StatusOr<ProxyEnd> RunProxy(const ProxyOptions& options, int input, int output) {
  Proxy proxy(options, output);
  WM_RETURN_IF_ERROR(proxy.Start(options, input));
  const absl::Status read = proxy.ReadClient(input, options.stopped);
  ServerEnd end = proxy.Stop();
  WM_RETURN_IF_ERROR(read);
  return ProxyEnd{.exit_code = end.exit_code, .reason = std::move(end.reason)};
}

}  // namespace waymark::services
