// A proxy for the Model Context Protocol: between a client and a server, it makes the texts of tool
// results smaller and passes everything else through as its bytes.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "services/response_pipeline.h"

namespace waymark::services {

// A server: a program, or the address of one that is reached over streamable HTTP.
struct ProxyServer {
  std::string name = {};  // in settings and measurements; empty: the one that it gives itself
  std::vector<std::string> command = {};                // program and arguments; empty: `url`
  std::map<std::string, std::string> environment = {};  // variables for the program
  std::string url = {};                                 // "http://..." or "https://..."
  std::map<std::string, std::string> headers = {};      // to send with every request to `url`
};

struct ProxyOptions {
  // One, which looks as if the client talked to it alone, or several, which have names of their
  // own: "NAME__TOOL" is the tool of one.
  std::vector<ProxyServer> servers;
  // The client sees the name and one line of each tool, and asks for the schema of one by a tool.
  bool has_lazy_tools = false;
  // Asked when the client has shaken hands; may be null (SessionPipeline).
  PipelineStarter pipeline = nullptr;
  // Set by a signal: the proxy ends as if its client had gone. May be null.
  const std::atomic<bool>* stopped = nullptr;
  // How long the server has to end after its input was closed, and again after SIGTERM.
  std::chrono::milliseconds end_grace{2'000};
  // Takes one line about a message that is not as it should be. Called from any thread.
  std::function<void(std::string_view line)> note;
};

struct ProxyEnd {
  int exit_code = 0;   // of the server
  std::string reason;  // why the server ended; empty: it was asked to, and did
};

// Serves the client on the descriptors, a message a line, until the client closes its side, the
// last server ends, or `stopped`. The caller ignores SIGPIPE. NotFound if the program does not
// exist, InvalidArgument for an address that is none, Unavailable if the client cannot be read.
absl::StatusOr<ProxyEnd> RunProxy(const ProxyOptions& options, int input, int output);

}  // namespace waymark::services
