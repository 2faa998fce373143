// Verbs that say what a test tells them to.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <variant>
#include <vector>

#include "services/line_chunks.h"
#include "services/verbs.h"
#include "testing/wait_for.h"

namespace waymark::services {

// Says what it was told to say. A call that is told to wait does so until its flag is set.
class ScriptedVerbs final : public Verbs {
 public:
  absl::Status status;
  bool waits_for_cancel = false;
  ContextAnswer context;
  SentAnswer abridged;
  BlastRadiusAnswer blast_radius;
  SymbolAnswer symbol;
  StatusAnswer store;
  DoctorAnswer doctor;
  GenerationRequest seen_generation;
  PruneRequest seen_prune;
  SourcesAnswer sources;
  SourcesRequest seen_sources;
  SearchRequest seen_search;
  GrepAnswer grep;
  GrepRequest seen_grep;
  UsagesAnswer usages;
  PathAnswer path;
  DiffAnswer diff;
  DiffRequest seen_diff;
  TestScopeAnswer test_scope;
  OutlineAnswer outline;
  OutlineRequest seen_outline;
  FileSymbolsAnswer file_symbols;
  FileSymbolsRequest seen_file_symbols;
  AnalyzeAnswer analyze;
  AnalyzeRequest seen_analyze;
  FeedbackAnswer feedback;
  FeedbackRequest seen_feedback;
  WorkspacesAnswer workspaces;
  WorkspacesRequest seen_workspaces;
  UsagesRequest seen_usages;
  PathRequest seen_path;
  TestScopeRequest seen_test_scope;
  IndexAnswer index;
  std::vector<std::string> chunks;
  std::atomic<bool> is_waiting{false};  // a call was told to wait, and does
  std::atomic<bool> saw_cancel{false};
  // Of the last call, when its first chunk or its answer was handed out; steady_clock.
  std::atomic<std::chrono::steady_clock::time_point> said_at{};
  std::string ended_session;
  AbridgeRequest seen_abridge;
  ContextRequest seen_context;
  BlastRadiusRequest seen_blast_radius;
  IndexRequest seen_index;

  absl::StatusOr<IndexAnswer> Index(const IndexRequest& request, const ProgressSink& progress,
                                    const CallControl& control) override {
    seen_index = request;
    progress({.stage = indexer::Stage::kResolving, .files_done = 3, .files_total = 7});
    return Finish(index, control);
  }

  absl::StatusOr<ContextAnswer> Context(const ContextRequest& request,
                                        const CallControl& control) override {
    seen_context = request;
    said_at = std::chrono::steady_clock::now();
    return Finish(context, control);
  }

  absl::StatusOr<SentAnswer> Abridge(const AbridgeRequest& request,
                                     const CallControl& control) override {
    seen_abridge = request;
    return Finish(abridged, control);
  }

  absl::Status EndSession(const std::string& handle, const CallControl& control) override {
    ended_session = handle;
    return Finish(0, control).status();
  }

  absl::StatusOr<BlastRadiusAnswer> BlastRadius(const BlastRadiusRequest& request,
                                                const CallControl& control) override {
    seen_blast_radius = request;
    return Finish(blast_radius, control);
  }

  absl::StatusOr<ContextAnswer> StreamContext(const ContextRequest& request, const StreamSink& sink,
                                              const CallControl& control) override {
    absl::StatusOr<ContextAnswer> answer = Context(request, control);
    if (!answer.ok()) return answer;
    if (const absl::Status sent = StreamAnswer(*answer, sink); !sent.ok()) return sent;
    return answer;
  }

  absl::Status StreamBlastRadius(const BlastRadiusRequest& request, const StreamSink& sink,
                                 const CallControl& control) override {
    seen_blast_radius = request;
    return Send(sink, control);
  }

  absl::Status StreamUsages(const UsagesRequest& request, const StreamSink& sink,
                            const CallControl& control) override {
    seen_usages = request;
    return Send(sink, control);
  }

  absl::StatusOr<SearchAnswer> Search(const SearchRequest& request,
                                      const CallControl& control) override {
    seen_search = request;
    return Finish(SearchAnswer{.payload = context.payload}, control);
  }

  absl::StatusOr<GrepAnswer> Grep(const GrepRequest& request, const CallControl& control) override {
    seen_grep = request;
    return Finish(grep, control);
  }

  absl::StatusOr<SymbolAnswer> Symbol(const SymbolRequest&, const CallControl& control) override {
    return Finish(symbol, control);
  }

  absl::Status Export(const ExportRequest&, const ExportSink& sink,
                      const CallControl& control) override {
    for (const std::string& chunk : chunks) {
      const absl::Status written = sink(chunk);
      if (!written.ok()) return written;
    }
    return Finish(0, control).status();
  }

  absl::StatusOr<StatusAnswer> Status(const CallControl& control) override {
    return Finish(store, control);
  }

  absl::StatusOr<GenerationAnswer> Generation(const GenerationRequest& request,
                                              const CallControl& control) override {
    seen_generation = request;
    return Finish(GenerationAnswer{.generation = 7}, control);
  }

  absl::StatusOr<PruneAnswer> Prune(const PruneRequest& request,
                                    const CallControl& control) override {
    seen_prune = request;
    return Finish(PruneAnswer{.removed = {"/gone\xff"}}, control);
  }

  absl::StatusOr<SourcesAnswer> Sources(const SourcesRequest& request,
                                        const CallControl& control) override {
    seen_sources = request;
    return Finish(sources, control);
  }

  absl::StatusOr<UsagesAnswer> Usages(const UsagesRequest& request,
                                      const CallControl& control) override {
    seen_usages = request;
    return Finish(usages, control);
  }

  absl::StatusOr<PathAnswer> Path(const PathRequest& request, const CallControl& control) override {
    seen_path = request;
    return Finish(path, control);
  }

  absl::StatusOr<DiffAnswer> Diff(const DiffRequest& request, const CallControl& control) override {
    seen_diff = request;
    return Finish(diff, control);
  }

  absl::StatusOr<TestScopeAnswer> TestScope(const TestScopeRequest& request,
                                            const CallControl& control) override {
    seen_test_scope = request;
    return Finish(test_scope, control);
  }

  absl::StatusOr<OutlineAnswer> Outline(const OutlineRequest& request,
                                        const CallControl& control) override {
    seen_outline = request;
    return Finish(outline, control);
  }

  absl::StatusOr<FileSymbolsAnswer> FileSymbols(const FileSymbolsRequest& request,
                                                const CallControl& control) override {
    seen_file_symbols = request;
    return Finish(file_symbols, control);
  }

  absl::StatusOr<FeedbackAnswer> Feedback(const FeedbackRequest& request,
                                          const CallControl& control) override {
    seen_feedback = request;
    return Finish(feedback, control);
  }

  absl::StatusOr<WorkspacesAnswer> Workspaces(const WorkspacesRequest& request,
                                              const CallControl& control) override {
    seen_workspaces = request;
    return Finish(workspaces, control);
  }

  absl::StatusOr<AnalyzeAnswer> Analyze(const AnalyzeRequest& request,
                                        const CallControl& control) override {
    seen_analyze = request;
    return Finish(analyze, control);
  }

  absl::StatusOr<DoctorAnswer> Doctor(const DoctorRequest&, const CallControl& control) override {
    return Finish(doctor, control);
  }

 private:
  absl::Status Send(const StreamSink& sink, const CallControl& control) {
    said_at = std::chrono::steady_clock::now();
    if (std::holds_alternative<RowsSink>(sink)) {
      const absl::Status written = StreamRows(context.payload, sink);
      if (!written.ok()) return written;
      return Finish(0, control).status();
    }
    for (const std::string& chunk : chunks) {
      const absl::Status written = std::get<LinesSink>(sink)(chunk);
      if (!written.ok()) return written;
    }
    return Finish(0, control).status();
  }

  template <typename Answer>
  absl::StatusOr<Answer> Finish(const Answer& answer, const CallControl& control) {
    if (waits_for_cancel) {
      is_waiting = true;
      testing::WaitFor([&control] { return !control.Check().ok(); });
    }
    saw_cancel = saw_cancel || !control.Check().ok();
    if (!control.Check().ok()) return control.Check();
    if (!status.ok()) return status;
    return answer;
  }
};

}  // namespace waymark::services
