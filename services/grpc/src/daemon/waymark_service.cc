#include "daemon/waymark_service.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include "daemon/version_order.h"
#include "graph/status.h"
#include "messages/messages.h"
#include "messages/payload_message.h"
#include "messages/status_map.h"
#include "services/log_line.h"
#include "services/version.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

constexpr std::size_t kMaxLoggedBytes = 200;

const absl::Status kClientGone = absl::CancelledError("the client reads no further");
const absl::Status kStopping = absl::UnavailableError("the daemon is stopping; ask again");

template <typename Request, typename Reply, typename Answer>
absl::Status Ask(Verbs& verbs,
                 absl::StatusOr<Answer> (Verbs::*verb)(const Request&, const CallControl&),
                 const absl::StatusOr<Request>& request, const CallControl& control, Reply& reply) {
  WM_RETURN_IF_ERROR(request.status());
  WM_ASSIGN_OR_RETURN(const Answer answer, (verbs.*verb)(*request, control));
  absl::StatusOr<Reply> message = ToMessage(answer);
  WM_RETURN_IF_ERROR(message.status());
  reply = *std::move(message);
  return absl::OkStatus();
}

// The messages of these errors repeat the question and list similar names from the source, so they
// are not logged.
bool QuotesTheQuestion(absl::StatusCode code) {
  return code == absl::StatusCode::kInvalidArgument || code == absl::StatusCode::kNotFound ||
         code == absl::StatusCode::kFailedPrecondition || code == absl::StatusCode::kOutOfRange;
}

LinesSink LinesTo(grpc::ServerWriter<v1::RowChunk>& writer) {
  return [&writer](std::string_view lines) {
    v1::RowChunk chunk;
    chunk.set_lines(std::string(lines));
    return writer.Write(chunk) ? absl::OkStatus() : kClientGone;
  };
}

RowsSink RowsTo(grpc::ServerWriter<v1::RowChunk>& writer) {
  return [&writer](const wire::Payload& rows) -> absl::Status {
    v1::RowChunk chunk;
    WM_ASSIGN_OR_RETURN(*chunk.mutable_rows(), ToMessage(rows));
    return writer.Write(chunk) ? absl::OkStatus() : kClientGone;
  };
}

// A stream of lines is a form of GCF, so its tokens are counted as those of GCF.
absl::StatusOr<StreamSink> SinkOf(const Encoding& encoding,
                                  grpc::ServerWriter<v1::RowChunk>& writer) {
  if (encoding.format == "gcf") return LinesTo(writer);
  if (encoding.format == "gcb1") return RowsTo(writer);
  return absl::InvalidArgumentError(fmt::format(
      "gcf and gcb1 can be streamed, not '{}'; leave out the format for gcf", encoding.format));
}

}  // namespace

template <typename Call>
grpc::Status WaymarkService::Run(const char* method, grpc::ServerContext* context, const Call& call,
                                 CallEnd end) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  if (absl::Status admitted = remote_.Admit(context->peer(), start); !admitted.ok()) {
    return ToGrpc(admitted);
  }
  const CallWatch::Scope watched(watch_, *context, end);
  if (!watched.is_taken()) return ToGrpc(kStopping);
  metrics_.Come();
  const CallSlots::Turn turn(slots_, watched.cancelled());
  metrics_.Begin();
  const absl::Status status =
      turn.has_come() ? call(CallControl{.cancelled = watched.cancelled()}) : kClientGone;
  const std::chrono::duration<double, std::milli> took = Clock::now() - start;
  metrics_.End(method, status.code(), took);
  LogLine line("call");
  line.With("verb", method)
      .With("ms", took.count())
      .With("code", absl::StatusCodeToString(status.code()));
  if (status.ok()) {
    spdlog::info("{}", line.text());
  } else {
    if (!QuotesTheQuestion(status.code())) {
      const std::string reason(status.message());
      line.With("reason", reason.substr(0, std::min(reason.find('\n'), kMaxLoggedBytes)));
    }
    spdlog::warn("{}", line.text());
  }
  return ToGrpc(status);
}

grpc::Status WaymarkService::Ping(grpc::ServerContext*, const v1::PingRequest* request,
                                  v1::PingReply* reply) {
  reply->set_version(kVersion);
  reply->set_process_id(static_cast<std::uint64_t>(::getpid()));
  if (give_way_ && IsNewer(request->successor(), kVersion)) {
    reply->set_gives_way(true);
    give_way_();
  }
  return grpc::Status::OK;
}

grpc::Status WaymarkService::Index(grpc::ServerContext* context, const v1::IndexRequest* request,
                                   grpc::ServerWriter<v1::IndexEvent>* writer) {
  const CallEnd end = request->outlives_client() ? CallEnd::kWithDaemon : CallEnd::kWithClient;
  const auto run = [&](const CallControl& control) -> absl::Status {
    WM_ASSIGN_OR_RETURN(const IndexRequest parsed, FromMessage(*request));
    WM_RETURN_IF_ERROR(remote_.MayIndex(context->peer(), parsed.root, verbs_, control));
    const Verbs::ProgressSink sink = [writer](const indexer::Progress& progress) {
      v1::IndexEvent event;
      *event.mutable_progress() = ToMessage(progress);
      writer->Write(event);  // the control notices a client that is gone
    };
    WM_ASSIGN_OR_RETURN(const IndexAnswer answer, verbs_.Index(parsed, sink, control));
    v1::IndexEvent event;
    *event.mutable_report() = ToMessage(answer);
    return writer->Write(event) || parsed.outlives_client ? absl::OkStatus() : kClientGone;
  };
  return Run("index", context, run, end);
}

grpc::Status WaymarkService::Context(grpc::ServerContext* context,
                                     const v1::ContextRequest* request, v1::ContextReply* reply) {
  return Run("context", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::Context, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::StreamContext(grpc::ServerContext* context,
                                           const v1::ContextRequest* request,
                                           grpc::ServerWriter<v1::RowChunk>* writer) {
  return Run("stream_context", context, [&](const CallControl& control) -> absl::Status {
    WM_ASSIGN_OR_RETURN(const ContextRequest parsed, FromMessage(*request));
    WM_ASSIGN_OR_RETURN(const StreamSink sink, SinkOf(parsed.encoding, *writer));
    return verbs_.StreamContext(parsed, sink, control).status();
  });
}

grpc::Status WaymarkService::Abridge(grpc::ServerContext* context,
                                     const v1::AbridgeRequest* request, v1::AbridgeReply* reply) {
  return Run("abridge", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::Abridge, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::EndSession(grpc::ServerContext* context,
                                        const v1::EndSessionRequest* request,
                                        v1::EndSessionReply*) {
  return Run("end_session", context, [&](const CallControl& control) {
    return verbs_.EndSession(request->session(), control);
  });
}

grpc::Status WaymarkService::BlastRadius(grpc::ServerContext* context,
                                         const v1::BlastRadiusRequest* request,
                                         v1::BlastRadiusReply* reply) {
  return Run("blast-radius", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::BlastRadius, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::StreamBlastRadius(grpc::ServerContext* context,
                                               const v1::BlastRadiusRequest* request,
                                               grpc::ServerWriter<v1::RowChunk>* writer) {
  return Run("stream_blast_radius", context, [&](const CallControl& control) -> absl::Status {
    WM_ASSIGN_OR_RETURN(const BlastRadiusRequest parsed, FromMessage(*request));
    WM_ASSIGN_OR_RETURN(const StreamSink sink, SinkOf(parsed.encoding, *writer));
    return verbs_.StreamBlastRadius(parsed, sink, control);
  });
}

grpc::Status WaymarkService::Search(grpc::ServerContext* context, const v1::SearchRequest* request,
                                    v1::SearchReply* reply) {
  return Run("search", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::Search, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::Symbol(grpc::ServerContext* context, const v1::SymbolRequest* request,
                                    v1::SymbolReply* reply) {
  return Run("symbol", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::Symbol, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::Usages(grpc::ServerContext* context, const v1::UsagesRequest* request,
                                    v1::UsagesReply* reply) {
  return Run("usages", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::Usages, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::StreamUsages(grpc::ServerContext* context,
                                          const v1::UsagesRequest* request,
                                          grpc::ServerWriter<v1::RowChunk>* writer) {
  return Run("stream_usages", context, [&](const CallControl& control) -> absl::Status {
    WM_ASSIGN_OR_RETURN(const UsagesRequest parsed, FromMessage(*request));
    WM_ASSIGN_OR_RETURN(const StreamSink sink, SinkOf(parsed.encoding, *writer));
    return verbs_.StreamUsages(parsed, sink, control);
  });
}

grpc::Status WaymarkService::Path(grpc::ServerContext* context, const v1::PathRequest* request,
                                  v1::PathReply* reply) {
  return Run("path", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::Path, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::Diff(grpc::ServerContext* context, const v1::DiffRequest* request,
                                  v1::DiffReply* reply) {
  return Run("diff", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::Diff, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::TestScope(grpc::ServerContext* context,
                                       const v1::TestScopeRequest* request,
                                       v1::TestScopeReply* reply) {
  return Run("test-scope", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::TestScope, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::Grep(grpc::ServerContext* context, const v1::GrepRequest* request,
                                  v1::GrepReply* reply) {
  return Run("grep", context, [&](const CallControl& control) -> absl::Status {
    const absl::StatusOr<GrepRequest> asked = FromMessage(*request);
    WM_RETURN_IF_ERROR(asked.status());
    // A checkout without code is searched without an index.
    WM_RETURN_IF_ERROR(remote_.MayIndex(context->peer(), asked->root, verbs_, control));
    return Ask(verbs_, &Verbs::Grep, asked, control, *reply);
  });
}

grpc::Status WaymarkService::Outline(grpc::ServerContext* context,
                                     const v1::OutlineRequest* request, v1::OutlineReply* reply) {
  return Run("outline", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::Outline, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::Sources(grpc::ServerContext* context,
                                     const v1::SourcesRequest* request, v1::SourcesReply* reply) {
  return Run("sources", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::Sources, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::FileSymbols(grpc::ServerContext* context,
                                         const v1::FileSymbolsRequest* request,
                                         v1::FileSymbolsReply* reply) {
  return Run("file-symbols", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::FileSymbols, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::Analyze(grpc::ServerContext* context,
                                     const v1::AnalyzeRequest* request, v1::AnalyzeReply* reply) {
  return Run("analyze", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::Analyze, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::Export(grpc::ServerContext* context, const v1::ExportRequest* request,
                                    grpc::ServerWriter<v1::ExportChunk>* writer) {
  return Run("export", context, [&](const CallControl& control) -> absl::Status {
    WM_ASSIGN_OR_RETURN(const ExportRequest parsed, FromMessage(*request));
    const ExportSink sink = [writer](std::string_view jsonl) {
      v1::ExportChunk chunk;
      chunk.set_jsonl(std::string(jsonl));
      return writer->Write(chunk) ? absl::OkStatus() : kClientGone;
    };
    return verbs_.Export(parsed, sink, control);
  });
}

grpc::Status WaymarkService::Feedback(grpc::ServerContext* context,
                                      const v1::FeedbackRequest* request,
                                      v1::FeedbackReply* reply) {
  return Run("feedback", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::Feedback, FromMessage(*request), control, *reply);
  });
}

// Editors ask every second, so the call is not logged.
grpc::Status WaymarkService::Generation(grpc::ServerContext* context,
                                        const v1::GenerationRequest* request,
                                        v1::GenerationReply* reply) {
  const absl::Status admitted = remote_.Admit(context->peer(), std::chrono::steady_clock::now());
  if (!admitted.ok()) return ToGrpc(admitted);
  const CallWatch::Scope watched(watch_, *context, CallEnd::kWithClient);
  const absl::StatusOr<GenerationAnswer> answer =
      verbs_.Generation(FromMessage(*request), {.cancelled = watched.cancelled()});
  if (answer.ok()) *reply = ToMessage(*answer);
  return ToGrpc(answer.status());
}

grpc::Status WaymarkService::Workspaces(grpc::ServerContext* context,
                                        const v1::WorkspacesRequest* request,
                                        v1::WorkspacesReply* reply) {
  return Run("workspaces", context, [&](const CallControl& control) {
    return Ask(verbs_, &Verbs::Workspaces, FromMessage(*request), control, *reply);
  });
}

grpc::Status WaymarkService::Status(grpc::ServerContext* context, const v1::StatusRequest*,
                                    v1::StatusReply* reply) {
  return Run("status", context, [&](const CallControl& control) -> absl::Status {
    WM_ASSIGN_OR_RETURN(StatusAnswer answer, verbs_.Status(control));
    answer.process_id = static_cast<std::uint64_t>(::getpid());
    *reply = ToMessage(answer);
    return absl::OkStatus();
  });
}

grpc::Status WaymarkService::Prune(grpc::ServerContext* context, const v1::PruneRequest* request,
                                   v1::PruneReply* reply) {
  return Run("prune", context, [&](const CallControl& control) -> absl::Status {
    WM_ASSIGN_OR_RETURN(const PruneAnswer answer, verbs_.Prune(FromMessage(*request), control));
    *reply = ToMessage(answer);
    return absl::OkStatus();
  });
}

grpc::Status WaymarkService::Doctor(grpc::ServerContext* context, const v1::DoctorRequest* request,
                                    v1::DoctorReply* reply) {
  return Run("doctor", context, [&](const CallControl& control) -> absl::Status {
    WM_ASSIGN_OR_RETURN(const DoctorRequest parsed, FromMessage(*request));
    WM_ASSIGN_OR_RETURN(DoctorAnswer answer, verbs_.Doctor(parsed, control));
    answer.status.process_id = static_cast<std::uint64_t>(::getpid());
    *reply = ToMessage(answer);
    return absl::OkStatus();
  });
}

}  // namespace waymark::services
