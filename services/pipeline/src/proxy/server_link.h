// A server of MCP behind the proxy, however it is reached.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace waymark::services {

// Messages that wait for a server, where they do. Beyond them a request gets an error, and another
// message is left out.
inline constexpr std::size_t kMaxWaitingMessages = 1000;

// How a server ended.
struct ServerEnd {
  int exit_code = 0;   // for the proxy to end with
  std::string reason;  // for people; empty: it ended by itself with 0 after its input was closed
};

// The tool of a server.
struct ToolPlace {
  std::string server;  // empty: unknown
  std::string tool;    // as the server calls it
};

// A link to a server. The server's messages go to a MessageTaker, from threads of the link. One
// thread sends, and the taker may while it takes a message.
class ServerLink {
 public:
  virtual ~ServerLink() = default;

  // From now on the taker gets what the server says.
  virtual void Begin() = 0;

  // Sends a message; waits while the server takes no bytes. Is without effect once it has ended.
  virtual void Send(std::string_view message) = 0;

  // Whether it sends pieces; they are left out otherwise.
  virtual bool takes_pieces() const { return false; }

  // Sends a piece of a message that is too long to be held, the line feed at its end included.
  virtual void SendPiece(std::string_view bytes, bool is_last) = 0;

  // Called now and then by the thread that sends, for what must not wait for ever.
  virtual void Look(std::chrono::steady_clock::time_point /*now*/) {}

  // Readable as soon as the server has ended by itself.
  virtual int ended_descriptor() const = 0;

  // Why the server has ended by itself, for people; empty: it runs, or nobody knows.
  virtual std::string EndReason() const { return ""; }

  // Lets the server end in order, and after a while ends it. Nothing is taken after this.
  virtual ServerEnd Stop() = 0;

  // Where the tool is that the client knows by this name.
  virtual ToolPlace PlaceOf(std::string_view tool) const {
    return {.server = "", .tool = std::string(tool)};
  }
};

}  // namespace waymark::services
