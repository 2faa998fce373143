#include <csignal>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "config/argument_checks.h"
#include "config/pipeline_files.h"
#include "config/token_file.h"
#include "graph/status.h"
#include "install/install_clients.h"
#include "operate/pipeline_sessions.h"
#include "options/asked_checkout.h"
#include "options/command.h"
#include "options/daemon_option.h"
#include "options/daemon_or_this.h"
#include "options/query_options.h"
#include "options/usual_source.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "services/listen_address.h"
#include "services/mcp.h"
#include "services/mcp_http.h"
#include "services/tuner.h"

namespace waymark::services {
namespace {

class McpCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    repository_.AddTo(app);
    place_.AddTo(app);
    app.add_flag("--learn", learns_,
                 "Learn from the symbols that are requested after a task; `waymark feedback list` "
                 "shows the judgements");
    app.add_option(
           "--workspace", workspace_,
           "Workspace in which calls are answered (default: the one that contains the repository)")
        ->type_name("NAME")
        ->check(NotBlank("name a workspace; `waymark workspace list` shows them"));
    app.add_option("--toolset", toolset_,
                   "Tools to offer: default (few, at the cost of few tokens) or full (all)")
        ->type_name("default|full")
        ->transform(NameOf(std::map<std::string, Toolset>{{"default", Toolset::kDefault},
                                                          {"full", Toolset::kFull}}));
    app.add_flag("--references", has_references_,
                 "Send a reference for an answer that the session was sent before; the tool recall "
                 "brings its text. For clients whose agents share one context");
    app.add_option("--http", http_,
                   "Serve many clients over HTTP instead of one on standard input; without HOST on "
                   "127.0.0.1, and on any free port for 0")
        ->type_name("[HOST:]PORT")
        ->check(IsListenAddress());
    app.add_option("--token-file", token_file_,
                   "Answer only clients that send the token in this file, as Authorization: "
                   "Bearer; required when other machines can reach the host")
        ->type_name("FILE")
        ->needs("--http");
    app.add_flag("--share-fingerprints", shares_fingerprints_,
                 "Tell everybody who may ask what the answers of the tools are like, as `waymark "
                 "tune analyze` last wrote it: sizes, shapes and repeats of tools that at least 5 "
                 "sessions used, at /mcp/fingerprints/v1")
        ->needs("--http");
  }

  std::optional<std::string> asked_directory() const override { return repository_.path; }

  int Run(const Settings& settings) override {
    const AskedCheckout asked = FindCheckout(place_, repository_, settings);
    if (asked.exit_code != kExitDone) return asked.exit_code;
    // A client that is gone must show as a write error, and a daemon that ends must not become a
    // zombie.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGCHLD, SIG_IGN);
    const auto verbs = std::make_shared<DaemonOrThis>(asked.place, StartedDaemonPatience(settings));
    const McpOptions options{.root = asked.root,
                             .verbs = [verbs] { return (*verbs)(); },
                             .workspace = workspace_,
                             .toolset = toolset_,
                             .learns = learns_,
                             .pipeline = SessionsOf("mcp", settings, has_references_),
                             .usual = MakeUsualSource(settings),
                             .stopped = Interrupt::flag()};
    const absl::Status status = http_.empty() ? ServeMcp(options, STDIN_FILENO, STDOUT_FILENO)
                                              : ServeHttp(options, settings);
    return status.ok() ? kExitDone : Fail(status, Phase::kServing);
  }

 private:
  absl::Status ServeHttp(const McpOptions& mcp, const Settings& settings) const {
    const ListenAddress address = ReadListenAddress(http_).value_or(ListenAddress());
    McpHttpOptions options{.mcp = mcp, .host = address.host, .port = address.port};
    if (!token_file_.empty()) {
      WM_ASSIGN_OR_RETURN(options.token, ReadTokenFile(token_file_));
    }
    if (shares_fingerprints_) {
      WM_ASSIGN_OR_RETURN(const PipelineFiles files, FindPipelineFiles(settings));
      options.fingerprints = [directory = files.telemetry] {
        return WriteFingerprintList(ReadFingerprints(directory), kServerName);
      };
    }
    options.listening = [](const std::string& url) {
      PrintNote(fmt::format("waymark mcp: listening on {}\n", url));
    };
    return ServeMcpHttp(options);
  }

  RepositoryOption repository_;
  PlaceOption place_;
  bool learns_ = false;
  bool has_references_ = false;
  bool shares_fingerprints_ = false;
  Toolset toolset_ = Toolset::kDefault;
  std::string workspace_;
  std::string http_;
  std::string token_file_;
};

}  // namespace

std::unique_ptr<Command> MakeMcpCommand() { return std::make_unique<McpCommand>(); }

}  // namespace waymark::services
