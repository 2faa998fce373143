// A client of HTTP that sends whatever bytes it is given, well-formed or not.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace waymark::testing {

struct HttpAnswer {
  int status = 0;                              // 0: the connection ended without one
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

// A connection to a port of this machine.
class HttpClient {
 public:
  explicit HttpClient(std::uint16_t port);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // False when the server took no more.
  bool Send(std::string_view bytes);
  // A whole response; of a stream once it has ended. Gives up after kPatience without a byte.
  HttpAnswer Read();
  // What comes until it holds `text`, or until the end.
  std::string ReadUntil(std::string_view text);
  // Whether the server ends the connection, whatever it sends before.
  bool HasEnded();

  HttpAnswer Ask(std::string_view bytes) { return Send(bytes) ? Read() : HttpAnswer(); }

 private:
  bool ReadMore();
  std::string ReadChunks();

  int socket_ = -1;
  bool has_ended_ = false;
  std::string received_;
};

}  // namespace waymark::testing
