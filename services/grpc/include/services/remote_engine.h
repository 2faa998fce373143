// RemoteEngine: the verbs through the daemon of a store.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include <absl/status/statusor.h>

#include "services/listen_address.h"
#include "services/tls_options.h"
#include "services/verbs.h"

namespace waymark::services {

// Time for a daemon to answer before a command does the work itself. It takes a millisecond or two,
// on a busy machine some tens; only a daemon that hangs makes a command wait longer.
inline constexpr std::chrono::milliseconds kDaemonAnswerTime{500};

// A daemon on a TCP address.
struct RemoteDaemon {
  ListenAddress address;
  std::string token;
  // Without authorities there is no TLS, and only loopback is connected to.
  TlsOptions tls = {};
};

class RemoteEngine final : public Verbs {
 public:
  // Errors: Unavailable if no daemon answers within `timeout`; FailedPrecondition if its version
  // differs from this program's; Aborted if it ends in favour of this newer program, which it does
  // only if `would_serve`. Costs two system calls if there is no daemon.
  static absl::StatusOr<std::unique_ptr<RemoteEngine>> Connect(
      const std::filesystem::path& store_directory, std::chrono::milliseconds timeout,
      bool would_serve = false);
  // The same for a daemon elsewhere. Unauthenticated and PermissionDenied if it rejects the token;
  // Unavailable also if one side rejects the other's certificate.
  static absl::StatusOr<std::unique_ptr<RemoteEngine>> Connect(const RemoteDaemon& daemon,
                                                               std::chrono::milliseconds timeout);
  ~RemoteEngine() override;

  // Whether the connected daemon still serves the store; for callers that keep the connection over
  // many questions. Cost: some system calls, none through gRPC.
  bool IsCurrent() const;

  absl::StatusOr<IndexAnswer> Index(const IndexRequest& request, const ProgressSink& progress,
                                    const CallControl& control) override;
  absl::StatusOr<ContextAnswer> Context(const ContextRequest& request,
                                        const CallControl& control) override;
  absl::StatusOr<SentAnswer> Abridge(const AbridgeRequest& request,
                                     const CallControl& control) override;
  absl::Status EndSession(const std::string& handle, const CallControl& control) override;
  absl::StatusOr<BlastRadiusAnswer> BlastRadius(const BlastRadiusRequest& request,
                                                const CallControl& control) override;
  absl::StatusOr<ContextAnswer> StreamContext(const ContextRequest& request, const StreamSink& sink,
                                              const CallControl& control) override;
  absl::Status StreamUsages(const UsagesRequest& request, const StreamSink& sink,
                            const CallControl& control) override;
  absl::Status StreamBlastRadius(const BlastRadiusRequest& request, const StreamSink& sink,
                                 const CallControl& control) override;
  absl::StatusOr<SearchAnswer> Search(const SearchRequest& request,
                                      const CallControl& control) override;
  absl::StatusOr<GrepAnswer> Grep(const GrepRequest& request, const CallControl& control) override;
  absl::StatusOr<SymbolAnswer> Symbol(const SymbolRequest& request,
                                      const CallControl& control) override;
  absl::StatusOr<SourcesAnswer> Sources(const SourcesRequest& request,
                                        const CallControl& control) override;
  absl::StatusOr<UsagesAnswer> Usages(const UsagesRequest& request,
                                      const CallControl& control) override;
  absl::StatusOr<PathAnswer> Path(const PathRequest& request, const CallControl& control) override;
  absl::StatusOr<DiffAnswer> Diff(const DiffRequest& request, const CallControl& control) override;
  absl::StatusOr<TestScopeAnswer> TestScope(const TestScopeRequest& request,
                                            const CallControl& control) override;
  absl::StatusOr<OutlineAnswer> Outline(const OutlineRequest& request,
                                        const CallControl& control) override;
  absl::StatusOr<FileSymbolsAnswer> FileSymbols(const FileSymbolsRequest& request,
                                                const CallControl& control) override;
  absl::StatusOr<AnalyzeAnswer> Analyze(const AnalyzeRequest& request,
                                        const CallControl& control) override;
  absl::Status Export(const ExportRequest& request, const ExportSink& sink,
                      const CallControl& control) override;
  absl::StatusOr<StatusAnswer> Status(const CallControl& control) override;
  absl::StatusOr<GenerationAnswer> Generation(const GenerationRequest& request,
                                              const CallControl& control) override;
  absl::StatusOr<WorkspacesAnswer> Workspaces(const WorkspacesRequest& request,
                                              const CallControl& control) override;
  absl::StatusOr<FeedbackAnswer> Feedback(const FeedbackRequest& request,
                                          const CallControl& control) override;
  absl::StatusOr<PruneAnswer> Prune(const PruneRequest& request,
                                    const CallControl& control) override;
  absl::StatusOr<DoctorAnswer> Doctor(const DoctorRequest& request,
                                      const CallControl& control) override;

 private:
  struct Connection;
  static absl::StatusOr<std::unique_ptr<RemoteEngine>> Ask(std::unique_ptr<Connection> connection,
                                                           const std::string& whose,
                                                           std::chrono::milliseconds timeout,
                                                           bool would_serve);
  explicit RemoteEngine(std::unique_ptr<Connection> connection);

  std::unique_ptr<Connection> connection_;
};

}  // namespace waymark::services
