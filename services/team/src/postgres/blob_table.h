// The table waymark.blob of one repository.
//
// Two rules keep a collection from taking what somebody relies on. Whoever relies on a blob, as its
// parent or as the root of a reference, touches it in the same transaction. A collection deletes a
// blob only after all of its parents, and only if it was not touched for the grace time
// (postgres/collection.h). So the children of every blob exist.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/shared/blob_store.h"
#include "postgres/connection.h"

namespace waymark::services {

// Blobs that travel in one transaction: no more than these, unless a single one is larger.
inline constexpr std::size_t kBatchBytes = std::size_t{8} << 20;
inline constexpr std::size_t kBatchBlobs = 1000;
// The most hashes of one statement.
inline constexpr std::size_t kBatchHashes = 10'000;
// The most blobs of one tree: 256 KiB each, they are 1 TiB.
inline constexpr std::size_t kMaxTreeBlobs = std::size_t{4} << 20;

class BlobTable {
 public:
  BlobTable(Connection& connection, std::uint64_t repository)
      : connection_(connection), repository_(repository) {}

  // Which blobs exist; those that do are as if they had just been stored.
  absl::StatusOr<std::vector<bool>> Touch(std::span<const graph::BlobHash> hashes);

  // Stores blobs from the first on and returns how many: as many as a batch takes. In one
  // transaction of its own. FailedPrecondition if a child exists neither in the table nor before
  // its parent in `blobs`.
  absl::StatusOr<std::size_t> PutBatch(std::span<const graph::Blob> blobs);

  // As BlobStore::Get(). `taken` counts the blobs that `take` has received, for work that is done
  // again; those are not read.
  absl::Status Get(std::span<const graph::BlobHash> hashes,
                   const std::function<absl::Status(const graph::BlobHash&, std::string)>& take,
                   std::size_t& taken);

  // FailedPrecondition if a blob of the tree is missing. Reads no bytes of blobs.
  absl::Status CheckTree(const graph::BlobHash& root);

 private:
  absl::Status TouchChildren(std::span<const graph::Blob> blobs);

  Connection& connection_;
  std::uint64_t repository_;
};

// The hashes in a row of a column `children`. DataLoss for another size.
absl::StatusOr<std::vector<graph::BlobHash>> ParseChildren(std::string_view column);

}  // namespace waymark::services
