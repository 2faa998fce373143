#include "services/remote_engine.h"

#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <grpcpp/grpcpp.h>

#include "connection/daemon_file.h"
#include "connection/socket_path.h"
#include "connection/tcp_credentials.h"
#include "graph/mutex.h"
#include "graph/status.h"
#include "messages/messages.h"
#include "messages/payload_message.h"
#include "messages/status_map.h"
#include "services/daemon.h"
#include "services/line_chunks.h"
#include "services/version.h"
#include "waymark/v1/waymark.grpc.pb.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

using DeadlineClock = std::chrono::system_clock;  // gRPC's deadlines

// Cancels a running call when the caller's flag is set. gRPC cannot watch a flag, so a thread does.
class CancelForwarder {
 public:
  CancelForwarder(const CallControl& control, grpc::ClientContext& context) {
    if (control.cancelled == nullptr) return;
    thread_ = std::thread([this, flag = control.cancelled, &context] {
      MutexLock lock(mutex_);
      while (!done_ && !flag->load(std::memory_order_relaxed)) {
        changed_.WaitUntil(lock, std::chrono::steady_clock::now() + kInterval);
      }
      if (!done_) context.TryCancel();
    });
  }

  ~CancelForwarder() {
    if (!thread_.joinable()) return;
    {
      MutexLock lock(mutex_);
      done_ = true;
      changed_.NotifyAll();
    }
    thread_.join();
  }

  CancelForwarder(const CancelForwarder&) = delete;
  CancelForwarder& operator=(const CancelForwarder&) = delete;

 private:
  static constexpr std::chrono::milliseconds kInterval{20};

  Mutex mutex_;
  CondVar changed_;
  bool done_ WM_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

grpc::ChannelArguments Arguments() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMaxReplyBytes);
  arguments.SetMaxSendMessageSize(kMaxRequestBytes);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetInt(GRPC_ARG_MAX_METADATA_SIZE, 4 * static_cast<int>(kMaxStatusMessageBytes));
  return arguments;
}

std::shared_ptr<grpc::Channel> OpenChannel(const std::filesystem::path& socket) {
  return grpc::CreateCustomChannel("unix:" + socket.string(), grpc::InsecureChannelCredentials(),
                                   Arguments());
}

// Adds the token to every call. The call credentials of gRPC do so only over TLS.
class TokenSender final : public grpc::experimental::Interceptor {
 public:
  explicit TokenSender(const std::string& token) : header_("Bearer " + token) {}

  void Intercept(grpc::experimental::InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(
            grpc::experimental::InterceptionHookPoints::PRE_SEND_INITIAL_METADATA)) {
      methods->GetSendInitialMetadata()->emplace("authorization", header_);
    }
    methods->Proceed();
  }

 private:
  const std::string header_;
};

class TokenSenders final : public grpc::experimental::ClientInterceptorFactoryInterface {
 public:
  explicit TokenSenders(std::string token) : token_(std::move(token)) {}

  grpc::experimental::Interceptor* CreateClientInterceptor(
      grpc::experimental::ClientRpcInfo*) override {
    return new TokenSender(token_);  // gRPC owns it now
  }

 private:
  const std::string token_;
};

absl::StatusOr<std::shared_ptr<grpc::Channel>> OpenChannel(const RemoteDaemon& daemon) {
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<grpc::ChannelCredentials> credentials,
                      ClientTcpCredentials(daemon));
  std::vector<std::unique_ptr<grpc::experimental::ClientInterceptorFactoryInterface>> senders;
  senders.push_back(std::make_unique<TokenSenders>(daemon.token));
  return grpc::experimental::CreateCustomChannelWithInterceptors(
      TextOf(daemon.address), credentials, Arguments(), std::move(senders));
}

void SetDeadline(const CallControl& control, grpc::ClientContext& context) {
  if (!control.deadline.has_value()) return;
  const auto left = *control.deadline - std::chrono::steady_clock::now();
  context.set_deadline(DeadlineClock::now() +
                       std::chrono::duration_cast<DeadlineClock::duration>(left));
}

// If the caller stopped the call, the error is that of the caller's control, whatever gRPC reports.
absl::Status OutcomeOf(const grpc::Status& status, const CallControl& control) {
  if (status.ok()) return absl::OkStatus();
  WM_RETURN_IF_ERROR(control.Check());
  return FromGrpc(status);
}

// A call with one reply.
template <typename Reply, typename Request>
absl::StatusOr<Reply> CallStub(v1::Waymark::Stub& stub,
                               grpc::Status (v1::Waymark::Stub::*method)(grpc::ClientContext*,
                                                                         const Request&, Reply*),
                               const Request& request, const CallControl& control) {
  WM_RETURN_IF_ERROR(control.Check());
  grpc::ClientContext context;
  SetDeadline(control, context);
  const CancelForwarder forwarder(control, context);
  Reply reply;
  WM_RETURN_IF_ERROR(OutcomeOf((stub.*method)(&context, request, &reply), control));
  return reply;
}

// The same, with the answer read from the reply.
template <typename Answer, typename Reply, typename Request>
absl::StatusOr<Answer> AskStub(v1::Waymark::Stub& stub,
                               grpc::Status (v1::Waymark::Stub::*method)(grpc::ClientContext*,
                                                                         const Request&, Reply*),
                               const Request& request, const CallControl& control) {
  WM_ASSIGN_OR_RETURN(const Reply reply, CallStub(stub, method, request, control));
  return services::FromMessage(reply);
}

// A call whose reply comes in chunks; each is passed to `take` as it arrives.
template <typename Request, typename Chunk>
absl::Status Stream(v1::Waymark::Stub& stub,
                    std::unique_ptr<grpc::ClientReader<Chunk>> (v1::Waymark::Stub::*method)(
                        grpc::ClientContext*, const Request&),
                    const Request& request, const CallControl& control,
                    const std::function<absl::Status(const Chunk&)>& take) {
  WM_RETURN_IF_ERROR(control.Check());
  grpc::ClientContext context;
  SetDeadline(control, context);
  const CancelForwarder forwarder(control, context);
  const auto reader = (stub.*method)(&context, request);
  Chunk chunk;
  absl::Status taken;
  while (taken.ok() && reader->Read(&chunk)) taken = take(chunk);
  if (!taken.ok()) context.TryCancel();
  const absl::Status finished = OutcomeOf(reader->Finish(), control);
  return taken.ok() ? finished : taken;
}

// Passes on a chunk of a stream that was asked for in the form that the sink takes.
std::function<absl::Status(const v1::RowChunk&)> ChunksTo(const StreamSink& sink) {
  return [&sink](const v1::RowChunk& chunk) -> absl::Status {
    if (const auto* lines = std::get_if<LinesSink>(&sink)) return (*lines)(chunk.lines());
    WM_ASSIGN_OR_RETURN(const wire::Payload rows, FromMessage(chunk.rows()));
    return std::get<RowsSink>(sink)(rows);
  };
}

}  // namespace

struct RemoteEngine::Connection {
  std::unique_ptr<v1::Waymark::Stub> stub;
  std::filesystem::path store_directory;
  DaemonAddress address;
};

RemoteEngine::RemoteEngine(std::unique_ptr<Connection> connection)
    : connection_(std::move(connection)) {}

RemoteEngine::~RemoteEngine() = default;

absl::StatusOr<std::unique_ptr<RemoteEngine>> RemoteEngine::Connect(
    const std::filesystem::path& store_directory, std::chrono::milliseconds timeout,
    bool would_serve) {
  const std::optional<DaemonAddress> address = ReadDaemonFile(store_directory);
  if (!address.has_value() || !SomebodyListens(address->socket)) {
    return absl::UnavailableError(fmt::format("no daemon serves {}", store_directory.string()));
  }
  auto connection = std::make_unique<Connection>();
  connection->store_directory = store_directory;
  connection->address = *address;
  connection->stub = v1::Waymark::NewStub(OpenChannel(address->socket));
  return Ask(std::move(connection), store_directory.string(), timeout, would_serve);
}

absl::StatusOr<std::unique_ptr<RemoteEngine>> RemoteEngine::Connect(
    const RemoteDaemon& daemon, std::chrono::milliseconds timeout) {
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<grpc::Channel> channel, OpenChannel(daemon));
  auto connection = std::make_unique<Connection>();
  connection->stub = v1::Waymark::NewStub(channel);
  return Ask(std::move(connection), TextOf(daemon.address), timeout, false);
}

absl::StatusOr<std::unique_ptr<RemoteEngine>> RemoteEngine::Ask(
    std::unique_ptr<Connection> connection, const std::string& whose,
    std::chrono::milliseconds timeout, bool would_serve) {
  grpc::ClientContext context;
  context.set_deadline(DeadlineClock::now() + timeout);
  v1::PingRequest request;
  if (would_serve) request.set_successor(kVersion);
  v1::PingReply reply;
  const grpc::Status status = connection->stub->Ping(&context, request, &reply);
  if (!status.ok()) {
    return absl::Status(FromGrpc(status).code(),
                        fmt::format("ask the daemon of {}: {}", whose, status.error_message()));
  }
  if (reply.version() != kVersion) {
    const std::string versions = fmt::format("the daemon of {} has version {}, this program {}",
                                             whose, reply.version(), kVersion);
    return reply.gives_way() ? absl::AbortedError(versions)
                             : absl::FailedPreconditionError(versions);
  }
  return std::unique_ptr<RemoteEngine>(new RemoteEngine(std::move(connection)));
}

bool RemoteEngine::IsCurrent() const {
  const std::optional<DaemonAddress> address = ReadDaemonFile(connection_->store_directory);
  return address.has_value() && address->process == connection_->address.process &&
         address->socket == connection_->address.socket && SomebodyListens(address->socket);
}

absl::StatusOr<ContextAnswer> RemoteEngine::Context(const ContextRequest& request,
                                                    const CallControl& control) {
  return AskStub<ContextAnswer>(*connection_->stub, &v1::Waymark::Stub::Context, ToMessage(request),
                                control);
}

absl::StatusOr<SentAnswer> RemoteEngine::Abridge(const AbridgeRequest& request,
                                                 const CallControl& control) {
  WM_ASSIGN_OR_RETURN(const v1::AbridgeRequest message, ToMessage(request));
  return AskStub<SentAnswer>(*connection_->stub, &v1::Waymark::Stub::Abridge, message, control);
}

absl::Status RemoteEngine::EndSession(const std::string& handle, const CallControl& control) {
  v1::EndSessionRequest request;
  request.set_session(handle);
  return CallStub(*connection_->stub, &v1::Waymark::Stub::EndSession, request, control).status();
}

absl::StatusOr<BlastRadiusAnswer> RemoteEngine::BlastRadius(const BlastRadiusRequest& request,
                                                            const CallControl& control) {
  return AskStub<BlastRadiusAnswer>(*connection_->stub, &v1::Waymark::Stub::BlastRadius,
                                    ToMessage(request), control);
}

absl::StatusOr<SearchAnswer> RemoteEngine::Search(const SearchRequest& request,
                                                  const CallControl& control) {
  return AskStub<SearchAnswer>(*connection_->stub, &v1::Waymark::Stub::Search, ToMessage(request),
                               control);
}

absl::StatusOr<GrepAnswer> RemoteEngine::Grep(const GrepRequest& request,
                                              const CallControl& control) {
  return AskStub<GrepAnswer>(*connection_->stub, &v1::Waymark::Stub::Grep, ToMessage(request),
                             control);
}

absl::StatusOr<UsagesAnswer> RemoteEngine::Usages(const UsagesRequest& request,
                                                  const CallControl& control) {
  return AskStub<UsagesAnswer>(*connection_->stub, &v1::Waymark::Stub::Usages, ToMessage(request),
                               control);
}

absl::StatusOr<PathAnswer> RemoteEngine::Path(const PathRequest& request,
                                              const CallControl& control) {
  return AskStub<PathAnswer>(*connection_->stub, &v1::Waymark::Stub::Path, ToMessage(request),
                             control);
}

absl::StatusOr<DiffAnswer> RemoteEngine::Diff(const DiffRequest& request,
                                              const CallControl& control) {
  return AskStub<DiffAnswer>(*connection_->stub, &v1::Waymark::Stub::Diff, ToMessage(request),
                             control);
}

absl::StatusOr<TestScopeAnswer> RemoteEngine::TestScope(const TestScopeRequest& request,
                                                        const CallControl& control) {
  return AskStub<TestScopeAnswer>(*connection_->stub, &v1::Waymark::Stub::TestScope,
                                  ToMessage(request), control);
}

absl::StatusOr<OutlineAnswer> RemoteEngine::Outline(const OutlineRequest& request,
                                                    const CallControl& control) {
  return AskStub<OutlineAnswer>(*connection_->stub, &v1::Waymark::Stub::Outline, ToMessage(request),
                                control);
}

absl::StatusOr<FileSymbolsAnswer> RemoteEngine::FileSymbols(const FileSymbolsRequest& request,
                                                            const CallControl& control) {
  return AskStub<FileSymbolsAnswer>(*connection_->stub, &v1::Waymark::Stub::FileSymbols,
                                    ToMessage(request), control);
}

absl::StatusOr<AnalyzeAnswer> RemoteEngine::Analyze(const AnalyzeRequest& request,
                                                    const CallControl& control) {
  return AskStub<AnalyzeAnswer>(*connection_->stub, &v1::Waymark::Stub::Analyze, ToMessage(request),
                                control);
}

absl::StatusOr<SourcesAnswer> RemoteEngine::Sources(const SourcesRequest& request,
                                                    const CallControl& control) {
  return AskStub<SourcesAnswer>(*connection_->stub, &v1::Waymark::Stub::Sources, ToMessage(request),
                                control);
}

absl::StatusOr<SymbolAnswer> RemoteEngine::Symbol(const SymbolRequest& request,
                                                  const CallControl& control) {
  return AskStub<SymbolAnswer>(*connection_->stub, &v1::Waymark::Stub::Symbol, ToMessage(request),
                               control);
}

absl::StatusOr<StatusAnswer> RemoteEngine::Status(const CallControl& control) {
  return AskStub<StatusAnswer>(*connection_->stub, &v1::Waymark::Stub::Status, v1::StatusRequest(),
                               control);
}

absl::StatusOr<GenerationAnswer> RemoteEngine::Generation(const GenerationRequest& request,
                                                          const CallControl& control) {
  return AskStub<GenerationAnswer>(*connection_->stub, &v1::Waymark::Stub::Generation,
                                   ToMessage(request), control);
}

absl::StatusOr<WorkspacesAnswer> RemoteEngine::Workspaces(const WorkspacesRequest& request,
                                                          const CallControl& control) {
  return AskStub<WorkspacesAnswer>(*connection_->stub, &v1::Waymark::Stub::Workspaces,
                                   ToMessage(request), control);
}

absl::StatusOr<FeedbackAnswer> RemoteEngine::Feedback(const FeedbackRequest& request,
                                                      const CallControl& control) {
  return AskStub<FeedbackAnswer>(*connection_->stub, &v1::Waymark::Stub::Feedback,
                                 ToMessage(request), control);
}

absl::StatusOr<PruneAnswer> RemoteEngine::Prune(const PruneRequest& request,
                                                const CallControl& control) {
  return AskStub<PruneAnswer>(*connection_->stub, &v1::Waymark::Stub::Prune, ToMessage(request),
                              control);
}

absl::StatusOr<DoctorAnswer> RemoteEngine::Doctor(const DoctorRequest& request,
                                                  const CallControl& control) {
  return AskStub<DoctorAnswer>(*connection_->stub, &v1::Waymark::Stub::Doctor, ToMessage(request),
                               control);
}

absl::Status RemoteEngine::StreamBlastRadius(const BlastRadiusRequest& request,
                                             const StreamSink& sink, const CallControl& control) {
  return Stream(*connection_->stub, &v1::Waymark::Stub::StreamBlastRadius, ToMessage(request),
                control, ChunksTo(sink));
}

absl::StatusOr<ContextAnswer> RemoteEngine::StreamContext(const ContextRequest& request,
                                                          const StreamSink& sink,
                                                          const CallControl& control) {
  // A stream tells the graph and its state. What else an answer has comes with the whole of it.
  const auto* lines = std::get_if<LinesSink>(&sink);
  const bool is_whole = lines == nullptr || request.explain || !request.held.session.empty() ||
                        !request.held.pack_root.empty();
  if (is_whole) {
    WM_ASSIGN_OR_RETURN(ContextAnswer answer, Context(request, control));
    WM_RETURN_IF_ERROR(StreamAnswer(answer, sink));
    return answer;
  }
  std::string text;
  const StreamSink kept = LinesSink([&](std::string_view chunk) {
    text += chunk;
    return (*lines)(chunk);
  });
  WM_RETURN_IF_ERROR(Stream(*connection_->stub, &v1::Waymark::Stub::StreamContext,
                            ToMessage(request), control, ChunksTo(kept)));
  ContextAnswer answer;
  WM_ASSIGN_OR_RETURN(answer.payload, wire::CodecRegistry::BuiltIn().Decode("gcf", text));
  return answer;
}

absl::Status RemoteEngine::StreamUsages(const UsagesRequest& request, const StreamSink& sink,
                                        const CallControl& control) {
  return Stream(*connection_->stub, &v1::Waymark::Stub::StreamUsages, ToMessage(request), control,
                ChunksTo(sink));
}

absl::Status RemoteEngine::Export(const ExportRequest& request, const ExportSink& sink,
                                  const CallControl& control) {
  const std::function<absl::Status(const v1::ExportChunk&)> take =
      [&sink](const v1::ExportChunk& chunk) { return sink(chunk.jsonl()); };
  return Stream(*connection_->stub, &v1::Waymark::Stub::Export, ToMessage(request), control, take);
}

absl::StatusOr<IndexAnswer> RemoteEngine::Index(const IndexRequest& request,
                                                const ProgressSink& progress,
                                                const CallControl& control) {
  WM_RETURN_IF_ERROR(control.Check());
  grpc::ClientContext context;
  SetDeadline(control, context);
  const CancelForwarder forwarder(control, context);
  const auto reader = connection_->stub->Index(&context, ToMessage(request));
  v1::IndexEvent event;
  std::optional<v1::IndexReport> report;
  while (reader->Read(&event)) {
    if (event.has_report()) report = event.report();
    if (event.has_progress() && progress) progress(FromMessage(event.progress()));
  }
  WM_RETURN_IF_ERROR(OutcomeOf(reader->Finish(), control));
  if (!report.has_value()) {
    return absl::DataLossError("the daemon ended the index run without a report");
  }
  return FromMessage(*report);
}

}  // namespace waymark::services
