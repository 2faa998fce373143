// The blobs of a repository of the shared store, read page by page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/shared/reference_store.h"
#include "postgres/server_session.h"

namespace waymark::services {

struct RepositoryRow {
  std::uint64_t id = 0;
  std::string name;
};

absl::StatusOr<std::vector<RepositoryRow>> ReadRepositories(ServerSession& session);

absl::StatusOr<std::vector<graph::Reference>> ReadReferences(ServerSession& session,
                                                             std::uint64_t repository);

struct BlobRow {
  graph::BlobHash hash;
  std::vector<graph::BlobHash> children;
  std::uint64_t bytes = 0;
  std::uint64_t stored_bytes = 0;
  bool is_fresh = false;  // touched less than `grace_seconds` ago
};

// Pages of at most `page` blobs, by hash.
absl::Status ReadBlobs(ServerSession& session, std::uint64_t repository,
                       std::uint64_t grace_seconds, std::size_t page,
                       const std::function<absl::Status(std::span<const BlobRow>)>& take);

}  // namespace waymark::services
