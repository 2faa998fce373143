// A relay between clients and a server of PostgreSQL that cuts each connection after a number of
// bytes, in the middle of whatever they are part of.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <string>
#include <thread>
#include <vector>

#include "testing/temp_dir.h"

namespace waymark::testing {

class CuttingProxy {
 public:
  // `bytes_of_next` says after how many bytes, of both directions together, the next connection is
  // cut. It is called on the proxy's thread.
  CuttingProxy(const std::filesystem::path& server_directory,
               std::function<std::uint64_t()> bytes_of_next);
  ~CuttingProxy();
  CuttingProxy(const CuttingProxy&) = delete;
  CuttingProxy& operator=(const CuttingProxy&) = delete;

  // What stands in a URL for the server's directory of sockets.
  const std::filesystem::path& directory() const { return directory_.path(); }

  std::uint64_t cuts() const { return cuts_; }

 private:
  struct Connection {
    int client = -1;
    int server = -1;
    std::uint64_t left = 0;
  };

  void Run();
  void Accept();
  // Whether the connection goes on.
  bool Relay(Connection& connection, int from, int to);

  TempDir directory_;
  std::filesystem::path server_socket_;
  std::function<std::uint64_t()> bytes_of_next_;
  std::atomic<bool> is_over_ = false;
  std::atomic<std::uint64_t> cuts_ = 0;
  int listener_ = -1;
  std::list<Connection> connections_;
  std::thread thread_;
};

}  // namespace waymark::testing
