#include <algorithm>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "indexer/shared/portable_commit.h"
#include "services/shared/bundles.h"
#include "services/version.h"
#include "verbs/commit_states.h"
#include "views/asked_revision.h"
#include "views/store_damage.h"

namespace waymark::services {
namespace {

constexpr unsigned kMaxBundleThreads = 16;

graph::BundleWork WorkOf(const BundleProgress& progress, const CallControl& control) {
  return {.threads = std::clamp(std::thread::hardware_concurrency(), 1U, kMaxBundleThreads),
          .progress = [&progress, &control](std::uint64_t done, std::uint64_t total) {
            if (progress) progress(done, total);
            return control.Check();
          }};
}

BundleSummary SummaryOf(const graph::PortableState& state, std::string maker) {
  BundleSummary summary;
  summary.maker = std::move(maker);
  summary.repository = state.key.repository;
  const std::size_t slash = state.key.view.find('/');
  if (slash != std::string::npos) summary.directory = state.key.view.substr(slash + 1);
  summary.commit = state.commit;
  summary.root = state.root;
  summary.indexer_version = state.indexer_version;
  for (const graph::PortableFile& file : state.files) {
    ++(file.skip_reason == 0 ? summary.files : summary.skipped);
    if (file.skip_reason == 0) summary.source_bytes += file.size_bytes;
  }
  for (const graph::BlobRef& blob : graph::BlobsOf(state)) summary.content_bytes += blob.bytes;
  summary.has_history = state.history.has_value();
  summary.unindexed = state.unindexed;
  return summary;
}

}  // namespace

absl::StatusOr<BundleExport> ExportBundle(graph::Store& store, const BundleExportRequest& request,
                                          const graph::BundleSink& sink,
                                          const Verbs::ProgressSink& index_progress,
                                          const BundleProgress& progress,
                                          const CallControl& control) {
  WM_ASSIGN_OR_RETURN(const std::string commit, ResolveAt(request.root, request.at));
  BundleExport exported;
  WM_ASSIGN_OR_RETURN(const graph::ViewKey key,
                      IndexCommit(store,
                                  {.root = request.root,
                                   .commit = commit,
                                   .repository_name = request.repository_name,
                                   .whole = true,
                                   .progress = index_progress,
                                   .cancelled = control.cancelled},
                                  control, exported.history_trouble));
  const auto reader = store.OpenPortable(key, [&control] { return control.Check(); });
  if (!reader.ok()) return WithStore(reader.status(), store, request.root);
  exported.summary = SummaryOf((*reader)->state(), kVersion);
  const absl::Status written = graph::WriteBundle(**reader, kVersion, WorkOf(progress, control),
                                                  [&](std::string_view bytes) {
                                                    exported.summary.file_bytes += bytes.size();
                                                    return sink(bytes);
                                                  });
  if (!written.ok()) return WithStore(written, store, request.root);
  return exported;
}

absl::StatusOr<BundleImport> ImportBundle(graph::Store& store, const BundleImportRequest& request,
                                          const graph::BundleSource& source,
                                          const BundleProgress& progress,
                                          const CallControl& control) {
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::BundleReader> bundle,
                      graph::BundleReader::Open(source));
  WM_ASSIGN_OR_RETURN(
      const indexer::ImportReport report,
      ImportAfterOthers(store,
                        {.root = request.root,
                         .repository_name = request.repository_name,
                         .cancelled = control.cancelled},
                        bundle->state(), control, [&](graph::PortableWriter& writer) {
                          return bundle->ReadBlobs(WorkOf(progress, control),
                                                   [&writer](std::size_t number, std::string blob) {
                                                     return writer.Add(number, std::move(blob));
                                                   });
                        }));
  BundleImport imported;
  imported.summary = SummaryOf(bundle->state(), bundle->maker());
  imported.summary.file_bytes = bundle->bytes_read();
  imported.view = report.key.view;
  imported.generation = report.generation;
  imported.unchanged = report.unchanged;
  return imported;
}

absl::StatusOr<BundleSummary> ReadBundle(const graph::BundleSource& source,
                                         const BundleProgress& progress,
                                         const CallControl& control) {
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::BundleReader> bundle,
                      graph::BundleReader::Open(source));
  WM_RETURN_IF_ERROR(bundle->ReadBlobs(WorkOf(progress, control),
                                       [](std::size_t, std::string) { return absl::OkStatus(); }));
  BundleSummary summary = SummaryOf(bundle->state(), bundle->maker());
  summary.file_bytes = bundle->bytes_read();
  return summary;
}

}  // namespace waymark::services
