// The service of waymark.v1. Each method reads a message, calls the verb and writes a message.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

#include <grpcpp/server_context.h>
#include <grpcpp/support/status.h>
#include <grpcpp/support/sync_stream.h>

#include "daemon/call_watch.h"
#include "daemon/remote_callers.h"
#include "metrics/call_metrics.h"
#include "services/call_slots.h"
#include "services/daemon.h"
#include "services/verbs.h"
#include "waymark/v1/waymark.grpc.pb.h"

namespace waymark::services {

class WaymarkService final : public v1::Waymark::Service {
 public:
  // Both references must outlive the service. `give_way` ends the daemon in favour of a newer one;
  // it may be called from any thread; null: the daemon stays. `tcp` limits clients over TCP.
  WaymarkService(Verbs& verbs, CallMetrics& metrics, std::function<void()> give_way = nullptr,
                 const TcpOptions& tcp = {})
      : verbs_(verbs), metrics_(metrics), give_way_(std::move(give_way)), remote_(tcp) {}

  // Time since the last verb ran; zero while one runs.
  std::chrono::steady_clock::duration IdleTime() { return watch_.IdleTime(); }

  // Rejects verbs as Unavailable from now on. Waits until none is running, at most for `patience`.
  void StopTaking(std::chrono::steady_clock::duration patience) { watch_.StopTaking(patience); }

  grpc::Status Ping(grpc::ServerContext* context, const v1::PingRequest* request,
                    v1::PingReply* reply) override;
  grpc::Status Index(grpc::ServerContext* context, const v1::IndexRequest* request,
                     grpc::ServerWriter<v1::IndexEvent>* writer) override;
  grpc::Status Context(grpc::ServerContext* context, const v1::ContextRequest* request,
                       v1::ContextReply* reply) override;
  grpc::Status StreamContext(grpc::ServerContext* context, const v1::ContextRequest* request,
                             grpc::ServerWriter<v1::RowChunk>* writer) override;
  grpc::Status Abridge(grpc::ServerContext* context, const v1::AbridgeRequest* request,
                       v1::AbridgeReply* reply) override;
  grpc::Status EndSession(grpc::ServerContext* context, const v1::EndSessionRequest* request,
                          v1::EndSessionReply* reply) override;
  grpc::Status BlastRadius(grpc::ServerContext* context, const v1::BlastRadiusRequest* request,
                           v1::BlastRadiusReply* reply) override;
  grpc::Status StreamBlastRadius(grpc::ServerContext* context,
                                 const v1::BlastRadiusRequest* request,
                                 grpc::ServerWriter<v1::RowChunk>* writer) override;
  grpc::Status Search(grpc::ServerContext* context, const v1::SearchRequest* request,
                      v1::SearchReply* reply) override;
  grpc::Status Symbol(grpc::ServerContext* context, const v1::SymbolRequest* request,
                      v1::SymbolReply* reply) override;
  grpc::Status Usages(grpc::ServerContext* context, const v1::UsagesRequest* request,
                      v1::UsagesReply* reply) override;
  grpc::Status StreamUsages(grpc::ServerContext* context, const v1::UsagesRequest* request,
                            grpc::ServerWriter<v1::RowChunk>* writer) override;
  grpc::Status Path(grpc::ServerContext* context, const v1::PathRequest* request,
                    v1::PathReply* reply) override;
  grpc::Status Diff(grpc::ServerContext* context, const v1::DiffRequest* request,
                    v1::DiffReply* reply) override;
  grpc::Status TestScope(grpc::ServerContext* context, const v1::TestScopeRequest* request,
                         v1::TestScopeReply* reply) override;
  grpc::Status Grep(grpc::ServerContext* context, const v1::GrepRequest* request,
                    v1::GrepReply* reply) override;
  grpc::Status Outline(grpc::ServerContext* context, const v1::OutlineRequest* request,
                       v1::OutlineReply* reply) override;
  grpc::Status Sources(grpc::ServerContext* context, const v1::SourcesRequest* request,
                       v1::SourcesReply* reply) override;
  grpc::Status FileSymbols(grpc::ServerContext* context, const v1::FileSymbolsRequest* request,
                           v1::FileSymbolsReply* reply) override;
  grpc::Status Analyze(grpc::ServerContext* context, const v1::AnalyzeRequest* request,
                       v1::AnalyzeReply* reply) override;
  grpc::Status Export(grpc::ServerContext* context, const v1::ExportRequest* request,
                      grpc::ServerWriter<v1::ExportChunk>* writer) override;
  grpc::Status Status(grpc::ServerContext* context, const v1::StatusRequest* request,
                      v1::StatusReply* reply) override;
  grpc::Status Workspaces(grpc::ServerContext* context, const v1::WorkspacesRequest* request,
                          v1::WorkspacesReply* reply) override;
  grpc::Status Feedback(grpc::ServerContext* context, const v1::FeedbackRequest* request,
                        v1::FeedbackReply* reply) override;
  grpc::Status Generation(grpc::ServerContext* context, const v1::GenerationRequest* request,
                          v1::GenerationReply* reply) override;
  grpc::Status Prune(grpc::ServerContext* context, const v1::PruneRequest* request,
                     v1::PruneReply* reply) override;
  grpc::Status Doctor(grpc::ServerContext* context, const v1::DoctorRequest* request,
                      v1::DoctorReply* reply) override;

 private:
  // Runs `call` with the control of this call, records and logs its outcome, and translates its
  // status.
  template <typename Call>
  grpc::Status Run(const char* method, grpc::ServerContext* context, const Call& call,
                   CallEnd end = CallEnd::kWithClient);

  Verbs& verbs_;
  CallMetrics& metrics_;
  const std::function<void()> give_way_;
  RemoteCallers remote_;
  CallWatch watch_;
  CallSlots slots_{kMaxDaemonCalls};
};

}  // namespace waymark::services
