// Several servers that look like one to a client: tools and prompts have the name of their server
// before their own ("files__read"), lists are joined, and what is about one thing goes to its
// server.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/mutex.h"
#include "proxy/long_message.h"
#include "proxy/message_cutter.h"
#include "proxy/proxy_message.h"
#include "proxy/proxy_notes.h"
#include "proxy/server_link.h"

namespace waymark::services {

// Stands between the name of a server and that of its tool.
inline constexpr std::string_view kServerSeparator = "__";

// Thread-safe. A server that ends takes its tools with it; the group has ended with the last one.
class ServerGroup final : public ServerLink {
 public:
  // Pages that are read of a list of one server.
  static constexpr int kMaxPages = 100;
  // Requests to single servers that wait. When more do, the oldest gets an error: a server that
  // never answers must not fill the memory.
  static constexpr std::size_t kMaxRoutedRequests = 10000;
  // How long the handshake waits for all servers, if one has answered: clients wait 10 s or more.
  static constexpr std::chrono::seconds kHandshakeTime{8};

  // A list that all servers have a part of.
  struct ListRow {
    std::string_view method;
    std::string_view field;  // of the result
    bool has_names = false;  // entries are known by names, which get that of the server
    std::string_view place;  // the field of an entry that says what it is about; empty: its name
  };

  // Starts a server or connects to it; what it says goes to the taker.
  using Open = std::function<absl::StatusOr<std::unique_ptr<ServerLink>>(MessageTaker& taker)>;

  // Both outlive the object. `notes` is told of answers that are left out.
  ServerGroup(MessageTaker& taker, ProxyNotes& notes);
  ~ServerGroup() override;
  ServerGroup(const ServerGroup&) = delete;
  ServerGroup& operator=(const ServerGroup&) = delete;

  // Before Begin(). The errors are those of `open`.
  absl::Status Add(const std::string& name, const Open& open);

  void Begin() override;
  void Send(std::string_view message) override;
  // A message that is too long to be held has no way to its server: it is left out.
  void SendPiece(std::string_view bytes, bool is_last) override;

  // Ends a handshake that takes longer than kHandshakeTime with what has come. The servers that are
  // missing are asked for no list until they answer; then the client is told that there are tools.
  void Look(std::chrono::steady_clock::time_point now) override;

  int ended_descriptor() const override { return ended_; }

  ServerEnd Stop() override;
  ToolPlace PlaceOf(std::string_view tool) const override;

 private:
  class Member;

  // A request that all servers answer, until they have.
  struct Gathering {
    std::string id;  // JSON, of the client
    std::string method;
    std::chrono::steady_clock::time_point began;
    bool is_partial = false;  // it goes on without servers that may answer later
    std::size_t waiting = 0;
    std::vector<std::vector<std::string>> results;  // by server, a page each
    std::string refusal;  // the last message that refused, with the id of the client
  };

  // A request to one server that stands for a part of a gathering.
  struct Part {
    std::uint64_t gathering = 0;
    std::size_t member = 0;
    int page = 1;
  };

  // A request that went to one server.
  struct Routed {
    std::string id;      // JSON; the client may have used one id twice
    std::string id_raw;  // as it stands in the request
    std::size_t member = 0;
  };

  struct Outgoing {
    std::size_t member = 0;
    std::string message;
  };

  void SendRequest(const ProxyMessage& request, std::string_view text);
  void Gather(const ProxyMessage& request, std::string_view text);
  // The server that a request is about, and the message for it. No value if there is none.
  std::optional<Outgoing> Route(const ProxyMessage& request, std::string_view text);
  std::optional<Outgoing> RouteByName(const ProxyMessage& request, std::string_view text);
  void SendTo(const Outgoing& outgoing, const ProxyMessage& request);
  void SendAnswer(const ProxyMessage& answer, std::string_view text);

  void TakeFrom(std::size_t member, std::string_view text);
  // A message that could not be held: its request gets an error in its place.
  void TakeLong(std::size_t member, const LongMessage& message);
  // For a server that has answered a handshake after that went on without it.
  void TellLateAnswer(std::size_t member);
  void TakePart(std::size_t member, const ProxyMessage& answer, std::string_view text);
  // Whether the server was sent a request with the id of the answer; forgets one to it alone.
  bool TakeAsked(std::size_t member, const std::string& id) WM_REQUIRES(mutex_);
  void TakeEndOf(std::size_t member);
  std::string Merged(const Gathering& gathering) const;
  std::vector<std::string> MergedEntries(const Gathering& gathering, const ListRow& list) const;
  std::string MergedHandshake(const Gathering& gathering) const;
  std::string ReasonOfEnd(std::size_t member) const;
  void LearnPlaces(const std::string& method, std::size_t member, std::string_view result)
      WM_REQUIRES(mutex_);
  void Pass(std::string_view message);
  std::optional<std::size_t> MemberNamed(std::string_view name) const;

  MessageTaker& taker_;
  ProxyNotes& notes_;
  const int ended_;  // an eventfd
  std::atomic<bool> is_stopping_ = false;
  std::vector<std::unique_ptr<Member>> members_;

  Mutex take_mutex_;  // the taker gets one message after the other
  Mutex mutex_;
  std::uint64_t last_number_ WM_GUARDED_BY(mutex_) = 0;
  std::map<std::uint64_t, Gathering> gatherings_ WM_GUARDED_BY(mutex_);
  std::map<std::string, Part> parts_ WM_GUARDED_BY(mutex_);             // by id, JSON
  std::deque<Routed> routed_ WM_GUARDED_BY(mutex_);                     // the oldest first
  std::map<std::string, std::size_t> resources_ WM_GUARDED_BY(mutex_);  // by URI
  std::map<std::string, std::size_t> templates_ WM_GUARDED_BY(mutex_);  // by their beginning
  std::vector<bool> running_ WM_GUARDED_BY(mutex_);                     // by server
  std::vector<bool> late_ WM_GUARDED_BY(mutex_);  // by server: has not answered a handshake
};

}  // namespace waymark::services
