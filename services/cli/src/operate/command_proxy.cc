#include <csignal>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "config/argument_checks.h"
#include "config/config_file.h"
#include "graph/status.h"
#include "operate/pipeline_sessions.h"
#include "operate/proxied_servers.h"
#include "options/command.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/standard_streams.h"
#include "services/proxy.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

using Headers = std::map<std::string, std::string>;

// Splits "NAME: VALUE". InvalidArgument for anything else.
absl::StatusOr<Headers> ReadHeaders(const std::vector<std::string>& lines) {
  Headers headers;
  for (const std::string& line : lines) {
    const std::size_t colon = line.find(':');
    const bool is_header = colon != std::string::npos && colon > 0 &&
                           line.find_first_of("\r\n") == std::string::npos &&
                           line.find(' ') > colon;
    if (!is_header) {
      return absl::InvalidArgumentError(
          fmt::format("--header '{}' is no header; write it as 'NAME: VALUE'", line));
    }
    const std::size_t value = line.find_first_not_of(' ', colon + 1);
    headers[line.substr(0, colon)] = value == std::string::npos ? "" : line.substr(value);
  }
  return headers;
}

std::optional<std::string> EnvironmentVariable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

class ProxyCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    app.add_option(
           "command", command_,
           "The program that is the server, and its arguments; options before -- are those of "
           "the proxy")
        ->type_name("-- COMMAND");
    auto* const url = app.add_option("--url", url_,
                                     "Connect to a server over streamable HTTP instead of "
                                     "starting a program")
                          ->type_name("URL")
                          ->check(NotBlank("name an address, such as https://example.org/mcp"));
    app.add_option("--header", headers_,
                   "Send a header with every request to the URL, such as 'Authorization: Bearer "
                   "TOKEN'; may be repeated")
        ->type_name("'NAME: VALUE'")
        ->allow_extra_args(false)
        ->needs(url);
    app.add_option(
           "--server", named_servers_,
           "A server by a name and a command line, such as files='npx -y SERVER ~/src'; may "
           "be repeated: the tools of several servers are NAME__TOOL")
        ->type_name("NAME=COMMAND")
        ->allow_extra_args(false);
    app.add_option(
           "--config", config_,
           "Servers of a file as agents have it: {\"mcpServers\": {NAME: {\"command\": ...}}}")
        ->type_name("FILE")
        ->check(NotBlank("name a file"));
    app.add_option("--name", name_,
                   "Name of the server in settings and measurements (default: the one that it "
                   "gives itself)")
        ->type_name("NAME")
        ->check(NotBlank("give the server a name"));
    app.add_flag("--lazy-tools", has_lazy_tools_,
                 "Show each tool by its name and one line, and the schema of its arguments when "
                 "the agent asks for it; calls are checked before they are passed on");
    app.add_flag("--references", has_references_,
                 "Send a line that refers to an earlier answer instead of an equal one, and offer "
                 "a tool that recalls it; for a client whose answers all go to one context");
  }

  int Run(const Settings& settings) override {
    absl::StatusOr<std::vector<ProxyServer>> servers = Servers();
    if (!servers.ok()) {
      return FailUsage(std::string(servers.status().message()), "waymark proxy --help");
    }
    // A client or a server that is gone must show as a write error.
    std::signal(SIGPIPE, SIG_IGN);
    const ProxyOptions options{
        .servers = *std::move(servers),
        .has_lazy_tools = has_lazy_tools_,
        .pipeline = SessionsOf("proxy", settings, has_references_),
        .stopped = Interrupt::flag(),
        .note = [](std::string_view line) { PrintNote(fmt::format("waymark proxy: {}\n", line)); }};
    const absl::StatusOr<ProxyEnd> end = RunProxy(options, STDIN_FILENO, STDOUT_FILENO);
    if (!end.ok()) return Fail(end.status(), Phase::kServing);
    if (!end->reason.empty()) {
      PrintError(fmt::format("waymark proxy: {}\n", VisibleLine(end->reason)));
    }
    return end->exit_code;
  }

 private:
  // InvalidArgument if none is named, or in several ways that do not go together.
  absl::StatusOr<std::vector<ProxyServer>> Servers() const {
    std::vector<ProxyServer> servers;
    for (const std::string& text : named_servers_) {
      WM_ASSIGN_OR_RETURN(ProxyServer server, ReadNamedServer(text));
      servers.push_back(std::move(server));
    }
    if (!config_.empty()) {
      WM_ASSIGN_OR_RETURN(const ConfigFile file, ReadConfigFile(config_));
      if (!file.exists)
        return absl::InvalidArgumentError(fmt::format("{} does not exist", config_));
      absl::StatusOr<std::vector<ProxyServer>> read =
          ReadProxiedServers(file.text, EnvironmentVariable);
      if (!read.ok()) {
        return absl::InvalidArgumentError(
            fmt::format("{}: {}", config_, std::string(read.status().message())));
      }
      servers.insert(servers.end(), read->begin(), read->end());
    }
    if (!servers.empty() && command_.empty() && url_.empty()) {
      WM_RETURN_IF_ERROR(CheckNames(servers));
      return servers;
    }
    if (!servers.empty() || command_.empty() == url_.empty()) {
      return absl::InvalidArgumentError(
          "name either a program behind --, or a --url, or servers with --server and --config");
    }
    WM_ASSIGN_OR_RETURN(Headers headers, ReadHeaders(headers_));
    servers.push_back(
        {.name = name_, .command = command_, .url = url_, .headers = std::move(headers)});
    return servers;
  }

  std::vector<std::string> command_;
  std::vector<std::string> named_servers_;
  std::string config_;
  std::string url_;
  std::vector<std::string> headers_;
  std::string name_;
  bool has_lazy_tools_ = false;
  bool has_references_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeProxyCommand() { return std::make_unique<ProxyCommand>(); }

}  // namespace waymark::services
