// States of commits in the store of a team (graph/shared/blob_store.h): one machine publishes what
// it indexed, others start from it.
//
// A state is a blob of its own, whose children are its other blobs. The reference of a commit,
// "commit/ID", names it; that of a directory inside the repository is "commit/ID/DIRECTORY".
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include <absl/status/statusor.h>

#include "graph/shared/blob_store.h"
#include "graph/shared/reference_store.h"
#include "graph/store.h"
#include "services/shared/bundles.h"
#include "services/verbs.h"

namespace waymark::services {

// Commits of the team that a pull compares, the last published first.
inline constexpr std::size_t kMaxComparedCommits = 64;

struct TeamStores {
  graph::BlobStore& blobs;
  graph::ReferenceStore& references;
};

// Whether a reference names a state that this program can import: by its rules, and whole. Errors:
// those of the store, but for what is absent or damaged.
absl::StatusOr<bool> IsUsableState(graph::BlobStore& blobs, const std::string& repository,
                                   const graph::Reference& reference);

struct TeamPushRequest {
  std::filesystem::path root;
  std::string at = "HEAD";
  std::string repository_name;  // as in IndexRequest
};

struct TeamPush {
  std::string repository;
  std::string commit;
  std::string reference;
  bool unchanged = false;  // another push of this commit by the same rules was there
  std::uint64_t blobs = 0;
  std::uint64_t blobs_sent = 0;
  std::uint64_t bytes_sent = 0;  // before compression
  std::string history_trouble;   // as BundleExport
};

// Indexes the commit, unless it is indexed, sends the blobs that the team lacks, and publishes it.
// Errors: those of indexing and of the stores; Aborted if others keep publishing the same commit by
// other rules.
absl::StatusOr<TeamPush> PushCommit(graph::Store& store, const TeamStores& team,
                                    const TeamPushRequest& request,
                                    const Verbs::ProgressSink& index_progress,
                                    const BundleProgress& progress, const CallControl& control);

struct TeamPullRequest {
  std::filesystem::path root;
  std::string repository_name;
  // kShared: facts are fetched by the runs that read them, from the store that StoreOptions::shared
  // leads to.
  graph::PortableFactsPlace facts = graph::PortableFactsPlace::kHere;
};

struct TeamPull {
  std::string repository;
  std::string commit;      // that was taken; empty: the team has none that this checkout knows
  bool unchanged = false;  // the store had it
  std::uint64_t blobs = 0;
  std::uint64_t blobs_received = 0;
  std::uint64_t bytes_received = 0;  // before compression
};

// Takes over the commit of the team that differs from HEAD in the fewest files, of those by the
// rules of this program. Only blobs that the store lacks are read. Errors: those of the stores and
// of indexer::ImportCommit(); FailedPrecondition (no git repository). The store is unchanged in any
// error.
absl::StatusOr<TeamPull> PullCommit(graph::Store& store, const TeamStores& team,
                                    const TeamPullRequest& request, const BundleProgress& progress,
                                    const CallControl& control);

}  // namespace waymark::services
