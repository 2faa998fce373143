#include "postgres/collection.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include <fmt/format.h>

#include "graph/status.h"
#include "postgres/hash_order.h"
#include "postgres/reference_table.h"
#include "postgres/repository_blobs.h"
#include "postgres/repository_list.h"

namespace waymark::services {
namespace {

using graph::BlobHash;
using graph::Reference;

constexpr std::string_view kCommitPrefix = "commit/";
constexpr std::size_t kBlobsOfPage = 1000;
// Blobs that one transaction deletes.
constexpr std::size_t kSweepBatch = 500;

struct Retained {
  std::vector<Reference> kept;
  std::vector<Reference> surplus;
};

Retained Divide(std::vector<Reference> references, std::uint64_t kept_commits) {
  std::sort(references.begin(), references.end(), [](const Reference& a, const Reference& b) {
    return a.published_unix_seconds != b.published_unix_seconds
               ? a.published_unix_seconds > b.published_unix_seconds
               : a.name < b.name;
  });
  std::set<std::string> named;  // commits of branches and tags
  for (const Reference& reference : references) {
    if (!reference.name.starts_with(kCommitPrefix)) named.insert(reference.commit);
  }
  Retained retained;
  std::uint64_t commits = 0;
  for (Reference& reference : references) {
    const bool is_kept = !reference.name.starts_with(kCommitPrefix) ||
                         named.contains(reference.commit) || commits++ < kept_commits;
    (is_kept ? retained.kept : retained.surplus).push_back(std::move(reference));
  }
  return retained;
}

class RepositoryCollection {
 public:
  RepositoryCollection(ServerSession& session, const RetentionPolicy& policy,
                       const SharedProgress& progress, const RepositoryRow& repository,
                       CollectionReport& report)
      : session_(session),
        policy_(policy),
        progress_(progress),
        repository_(repository),
        report_(report) {}

  absl::Status Run() {
    WM_ASSIGN_OR_RETURN(std::vector<Reference> references,
                        ReadReferences(session_, repository_.id));
    const Retained retained = Divide(std::move(references), policy_.kept_commits);
    std::vector<BlobHash> roots;
    for (const Reference& reference : retained.kept) roots.push_back(reference.root);
    for (const Reference& reference : retained.surplus) {
      WM_ASSIGN_OR_RETURN(const bool is_gone, Retire(reference));
      if (!is_gone) roots.push_back(reference.root);
      ++(is_gone ? report_.removed_references : report_.kept_references);
    }
    report_.kept_references += retained.kept.size();
    WM_RETURN_IF_ERROR(Read());
    std::uint64_t removed = 0;
    WM_RETURN_IF_ERROR(blobs_.Sweep(
        roots, kSweepBatch,
        [&](std::span<const RepositoryBlobs::Index> tried) { return Remove(tried, removed); }));
    report_.removed_blobs += removed;
    report_.kept_blobs += blobs_.size() - removed;
    ++report_.repositories;
    return absl::OkStatus();
  }

 private:
  // Not if somebody published it anew.
  absl::StatusOr<bool> Retire(const Reference& reference) {
    if (policy_.is_trial) return true;
    const absl::Status removed = session_.Run([&](Connection& connection, bool is_repeated) {
      return ReferenceTable(connection, repository_.id)
          .Remove(reference.name, reference.version, is_repeated);
    });
    if (absl::IsAborted(removed)) return false;
    WM_RETURN_IF_ERROR(removed);
    return true;
  }

  absl::Status Read() {
    const auto take = [&](std::span<const BlobRow> rows) -> absl::Status {
      for (const BlobRow& row : rows) {
        WM_RETURN_IF_ERROR(blobs_.Add({row.hash, row.stored_bytes, row.is_fresh}, row.children));
      }
      if (progress_) progress_(repository_.name, blobs_.size());
      return absl::OkStatus();
    };
    WM_RETURN_IF_ERROR(ReadBlobs(session_, repository_.id,
                                 static_cast<std::uint64_t>(policy_.grace.count()), kBlobsOfPage,
                                 take));
    blobs_.Connect();
    return absl::OkStatus();
  }

  absl::StatusOr<std::vector<bool>> Remove(std::span<const RepositoryBlobs::Index> tried,
                                           std::uint64_t& removed) {
    std::vector<BlobHash> hashes;
    for (const RepositoryBlobs::Index index : tried) hashes.push_back(blobs_.blob(index).hash);
    std::unordered_set<BlobHash, HashOfBlobHash> stayed;
    if (!policy_.is_trial) {
      WM_RETURN_IF_ERROR(session_.Run(
          [&](Connection& connection, bool) { return Delete(connection, hashes, stayed); }));
    }
    std::vector<bool> gone;
    for (const RepositoryBlobs::Index index : tried) {
      gone.push_back(!stayed.contains(blobs_.blob(index).hash));
      if (!gone.back()) continue;
      ++removed;
      report_.removed_bytes += blobs_.blob(index).stored_bytes;
    }
    return gone;
  }

  // Whether a blob is gone is asked afterwards: an attempt that was cut off may have deleted it.
  absl::Status Delete(Connection& connection, std::span<const BlobHash> hashes,
                      std::unordered_set<BlobHash, HashOfBlobHash>& stayed) const {
    constexpr std::string_view kWhat = "delete blobs";
    stayed.clear();
    const Parameters parameters = Parameters().Number(repository_.id).Hashes(hashes);
    WM_RETURN_IF_ERROR(connection
                           .Run(kWhat,
                                fmt::format("DELETE FROM waymark.blob WHERE repository = $1 AND "
                                            "hash = ANY($2) AND "
                                            "touched < now() - interval '{} seconds'",
                                            policy_.grace.count()),
                                parameters)
                           .status());
    WM_ASSIGN_OR_RETURN(
        const Rows rows,
        connection.Run(kWhat,
                       "SELECT hash FROM waymark.blob WHERE repository = $1 AND hash = ANY($2)",
                       parameters));
    for (std::size_t row = 0; row < rows.size(); ++row) {
      WM_ASSIGN_OR_RETURN(const BlobHash hash, rows.Hash(row, 0));
      stayed.insert(hash);
    }
    return absl::OkStatus();
  }

  ServerSession& session_;
  const RetentionPolicy& policy_;
  const SharedProgress& progress_;
  const RepositoryRow& repository_;
  CollectionReport& report_;
  RepositoryBlobs blobs_;
};

}  // namespace

absl::StatusOr<CollectionReport> CollectShared(ServerSession& session,
                                               const RetentionPolicy& policy,
                                               const SharedProgress& progress) {
  if (policy.grace < kMinGrace) {
    return absl::InvalidArgumentError(
        fmt::format("the grace time is {} s; an unfinished publication needs {} s at least",
                    policy.grace.count(), kMinGrace.count()));
  }
  CollectionReport report;
  WM_ASSIGN_OR_RETURN(const std::vector<RepositoryRow> repositories, ReadRepositories(session));
  for (const RepositoryRow& repository : repositories) {
    WM_RETURN_IF_ERROR(RepositoryCollection(session, policy, progress, repository, report).Run());
  }
  return report;
}

}  // namespace waymark::services
