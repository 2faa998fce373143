#include <algorithm>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "indexer/history.h"
#include "indexer/indexer.h"
#include "indexer/shared/portable_commit.h"
#include "services/shared/bundles.h"
#include "services/version.h"
#include "views/after_others.h"
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

// The view of the commit, indexed without an overlay.
absl::StatusOr<graph::ViewKey> IndexWhole(graph::Store& store, const BundleExportRequest& request,
                                          const Verbs::ProgressSink& progress,
                                          const CallControl& control) {
  WM_ASSIGN_OR_RETURN(const std::string commit, ResolveAt(request.root, request.at));
  absl::StatusOr<indexer::IndexReport> report = indexer::IndexReport();
  const absl::Status status = AfterOthers(control, [&] {
    report = indexer::IndexRepository(store, {.root = request.root,
                                              .commit = commit,
                                              .repository_name = request.repository_name,
                                              .whole = true,
                                              .progress = progress,
                                              .cancelled = control.cancelled});
    return report.status();
  });
  WM_RETURN_IF_ERROR(status);
  return std::move(report->key);
}

}  // namespace

absl::StatusOr<BundleExport> ExportBundle(graph::Store& store, const BundleExportRequest& request,
                                          const graph::BundleSink& sink,
                                          const Verbs::ProgressSink& index_progress,
                                          const BundleProgress& progress,
                                          const CallControl& control) {
  const absl::StatusOr<graph::ViewKey> key = IndexWhole(store, request, index_progress, control);
  if (!key.ok()) return WithStore(key.status(), store, request.root);
  BundleExport exported;
  const absl::Status history = AfterOthers(control, [&] {
    return indexer::UpdateHistory(store, *key, {.cancelled = control.cancelled}).status();
  });
  if (absl::IsCancelled(history)) return history;
  exported.history_trouble = std::string(history.message());
  const auto reader = store.OpenPortable(*key, [&control] { return control.Check(); });
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
  absl::StatusOr<indexer::ImportReport> report = indexer::ImportReport();
  // A bundle can be read once. Another process that publishes the same view meanwhile ends the
  // import.
  bool was_read = false;
  const absl::Status status = AfterOthers(control, [&] {
    if (was_read) return absl::FailedPreconditionError(std::string(report.status().message()));
    report = indexer::ImportCommit(
        store,
        {.root = request.root,
         .repository_name = request.repository_name,
         .cancelled = control.cancelled},
        bundle->state(), [&](graph::PortableWriter& writer) {
          was_read = true;
          return bundle->ReadBlobs(
              WorkOf(progress, control),
              [&writer](std::vector<std::string> blobs) { return writer.Add(std::move(blobs)); });
        });
    return report.status();
  });
  WM_RETURN_IF_ERROR(status);
  BundleImport imported;
  imported.summary = SummaryOf(bundle->state(), bundle->maker());
  imported.summary.file_bytes = bundle->bytes_read();
  imported.view = report->key.view;
  imported.generation = report->generation;
  imported.unchanged = report->unchanged;
  return imported;
}

absl::StatusOr<BundleSummary> ReadBundle(const graph::BundleSource& source,
                                         const BundleProgress& progress,
                                         const CallControl& control) {
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::BundleReader> bundle,
                      graph::BundleReader::Open(source));
  WM_RETURN_IF_ERROR(bundle->ReadBlobs(WorkOf(progress, control),
                                       [](std::vector<std::string>) { return absl::OkStatus(); }));
  BundleSummary summary = SummaryOf(bundle->state(), bundle->maker());
  summary.file_bytes = bundle->bytes_read();
  return summary;
}

}  // namespace waymark::services
