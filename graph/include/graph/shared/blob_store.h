// A store that many machines share: immutable blobs by content, and references that name published
// states. services/team implements both on PostgreSQL; the local store stays the cache from which
// questions are answered.
//
// A published state is a tree of blobs. A blob may refer to other blobs of its repository, and a
// reference names the root of a tree. To publish: Have() the blobs of the tree, Put() those that
// are missing, leaves first, then CompareAndSwap() the reference. A reader sees the whole tree or
// none of it. Blobs that no reference reaches are deleted after a time, so that an interrupted
// publication leaves nothing behind.
//
// Errors of all functions, besides those they name: Unavailable (no connection; a later attempt may
// succeed), PermissionDenied (credentials, rights of a role), FailedPrecondition (no shared store
// of a known version there), ResourceExhausted (disk or connections of the server), Cancelled. The
// messages say what to do. Not thread-safe, except where a function says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/ids.h"

namespace waymark::graph {

// The largest blob. Blocks of segments have 256 KiB, except records that are longer.
inline constexpr std::size_t kMaxBlobBytes = std::size_t{64} << 20;
// The most blobs that one blob refers to: 1 million blocks of 256 KiB are 256 GiB.
inline constexpr std::size_t kMaxBlobChildren = std::size_t{1} << 20;

// Name of a blob: SHA-256 of its bytes.
using BlobHash = ContentHash;

struct Blob {
  BlobHash hash;
  std::string bytes;
  std::vector<BlobHash> children;  // blobs that must exist as long as this one
};

class BlobStore {
 public:
  virtual ~BlobStore() = default;

  // Which blobs exist, parallel to `hashes`. Those that do are kept for as long as an unfinished
  // publication may need them.
  virtual absl::StatusOr<std::vector<bool>> Have(const std::string& repository,
                                                 std::span<const BlobHash> hashes) = 0;
  // Stores blobs that do not exist. FailedPrecondition if a child does not exist. InvalidArgument
  // beyond the bounds above, or if a hash is not that of the bytes.
  virtual absl::Status Put(const std::string& repository, std::span<const Blob> blobs) = 0;
  // The bytes of blobs, in the order of `hashes`, to `take`, whose error ends the work. Every blob
  // was compared with its hash. NotFound names the first one that does not exist; DataLoss one
  // whose bytes are damaged.
  virtual absl::Status Get(
      const std::string& repository, std::span<const BlobHash> hashes,
      const std::function<absl::Status(const BlobHash& hash, std::string bytes)>& take) = 0;
};

}  // namespace waymark::graph
