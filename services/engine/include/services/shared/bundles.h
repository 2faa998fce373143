// Bundles: the state of a commit in one file, which another machine starts from instead of indexing
// (docs/BUNDLE_FORMAT.md). They are made and read by the process that asks, never by a daemon,
// which sees what was imported.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/records.h"
#include "graph/shared/bundle.h"
#include "graph/store.h"
#include "services/verbs.h"

namespace waymark::services {

// The content of a bundle.
struct BundleSummary {
  std::string maker;  // version of the program that made it
  std::string repository;
  std::string directory;  // inside the repository; empty: the whole
  std::string commit;
  RootHash root;
  std::uint32_t indexer_version = 0;
  std::uint64_t files = 0;  // that are not skipped
  std::uint64_t skipped = 0;
  std::uint64_t source_bytes = 0;   // of the files
  std::uint64_t content_bytes = 0;  // before compression
  std::uint64_t file_bytes = 0;     // of the bundle
  bool has_history = false;
  std::vector<KindCount> unindexed;
};

struct BundleExportRequest {
  std::filesystem::path root;
  std::string at = "HEAD";
  std::string repository_name;  // as in IndexRequest
};

struct BundleExport {
  BundleSummary summary;
  std::string history_trouble;  // why the bundle has no history; empty if it has one
};

struct BundleImportRequest {
  std::filesystem::path root;
  std::string repository_name;
};

struct BundleImport {
  BundleSummary summary;
  std::string view;
  std::uint64_t generation = 0;
  bool unchanged = false;  // the store had the state
};

// Bytes that were packed or unpacked, before compression.
using BundleProgress = std::function<void(std::uint64_t bytes_done, std::uint64_t bytes_total)>;

// Indexes the commit, unless it is indexed, as a state of its own, and writes it to `sink`. Errors:
// those of indexing and of `sink`, FailedPrecondition (no git repository), NotFound (no such
// revision), DataLoss (the store is damaged).
absl::StatusOr<BundleExport> ExportBundle(graph::Store& store, const BundleExportRequest& request,
                                          const graph::BundleSink& sink,
                                          const Verbs::ProgressSink& index_progress,
                                          const BundleProgress& progress,
                                          const CallControl& control);

// Adds the state of a bundle to the store; questions and index runs start from it. Errors: those of
// graph::BundleReader and indexer::ImportCommit(). The store is unchanged in any error.
absl::StatusOr<BundleImport> ImportBundle(graph::Store& store, const BundleImportRequest& request,
                                          const graph::BundleSource& source,
                                          const BundleProgress& progress,
                                          const CallControl& control);

// Reads a bundle and compares all hashes. Errors: those of graph::BundleReader.
absl::StatusOr<BundleSummary> ReadBundle(const graph::BundleSource& source,
                                         const BundleProgress& progress,
                                         const CallControl& control);

}  // namespace waymark::services
