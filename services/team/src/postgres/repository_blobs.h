// All blobs of one repository in memory, without their bytes: who refers to whom, and what may go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include <absl/status/status.h>

#include "graph/shared/blob_store.h"
#include "postgres/hash_order.h"

namespace waymark::services {

// The most blobs of a repository, and the most references among them, that a collection takes into
// memory: about 1.5 GiB.
inline constexpr std::size_t kMaxCollectedBlobs = std::size_t{8} << 20;
inline constexpr std::size_t kMaxCollectedChildren = std::size_t{32} << 20;

struct KnownBlob {
  graph::BlobHash hash;
  std::uint64_t stored_bytes = 0;
  bool is_fresh = false;  // touched within the grace time
};

// Not thread-safe.
class RepositoryBlobs {
 public:
  using Index = std::uint32_t;

  // ResourceExhausted beyond the bounds above.
  absl::Status Add(const KnownBlob& blob, std::span<const graph::BlobHash> children);
  // After the last Add().
  void Connect();

  std::size_t size() const { return blobs_.size(); }

  const KnownBlob& blob(Index index) const { return blobs_[index]; }

  // Deletes what is reached neither from `roots` nor from a fresh blob, parents first. `remove`
  // tries a batch and returns which of it are gone. The descendants of what stayed stay as well.
  absl::Status Sweep(
      std::span<const graph::BlobHash> roots, std::size_t batch,
      const std::function<absl::StatusOr<std::vector<bool>>(std::span<const Index>)>& remove) const;

 private:
  std::span<const Index> ChildrenOf(Index index) const;
  std::vector<bool> Reached(std::span<const graph::BlobHash> roots) const;

  std::vector<KnownBlob> blobs_;
  std::vector<std::size_t> first_child_;  // one more than blobs
  std::vector<graph::BlobHash> child_hashes_;
  std::vector<Index> children_;  // of those that exist; parallel to child_hashes_ otherwise
  std::unordered_map<graph::BlobHash, Index, HashOfBlobHash> index_;
};

}  // namespace waymark::services
