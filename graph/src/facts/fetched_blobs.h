// Blobs of a shared store, fetched when they are needed and kept in the local store. A blob has the
// name that BlobStore gives it, so what is kept never becomes stale. The blobs that were fetched
// longest ago make room for new ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/mutex.h"
#include "graph/shared/blob_store.h"
#include "lmdb/environment.h"

namespace waymark::graph {

// Bytes that are kept in the store, compressed: the facts of some fifty million lines.
inline constexpr std::uint64_t kMaxFetchedBytes = std::uint64_t{4} << 30;
// Blobs that are fetched with one that is missing, because they will probably be read next. A
// request for all of them takes little longer than one for a single blob.
inline constexpr std::size_t kBlobsPerFetch = 16;

// Whether a row of Table::kFetched has the bytes that its key names, and one of
// Table::kFetchedOrder has the shape of such a row.
bool IsIntactFetched(std::string_view key, std::string_view frame);
bool IsIntactFetchedOrder(std::string_view key, std::string_view row);

// Thread-safe. One thread fetches while others that miss a blob wait.
class FetchedBlobs {
 public:
  // `source` may be null: then only blobs that are here can be read.
  FetchedBlobs(std::shared_ptr<Environment> environment, std::shared_ptr<BlobStore> source,
               std::uint64_t max_bytes = kMaxFetchedBytes)
      : environment_(std::move(environment)), source_(std::move(source)), max_bytes_(max_bytes) {}

  // The first of `wanted`. If it is not in the store, the first kBlobsPerFetch of them are fetched,
  // as far as they are missing. Unavailable if they cannot be, for whatever reason; the message
  // says why and what to do.
  absl::StatusOr<std::string> Get(const std::string& repository, std::span<const BlobHash> wanted);

 private:
  using Fetched = std::vector<std::pair<BlobHash, std::string>>;

  // Nothing if the store does not have the blob, or has other bytes under its name.
  static absl::StatusOr<std::optional<std::string>> Find(const ReadTxn& txn, const BlobHash& hash);
  absl::StatusOr<Fetched> Fetch(const std::string& repository, std::span<const BlobHash> missing)
      WM_REQUIRES(mutex_);
  absl::Status Store(const Fetched& blobs) WM_REQUIRES(mutex_);

  const std::shared_ptr<Environment> environment_;
  const std::shared_ptr<BlobStore> source_;  // used under the mutex
  const std::uint64_t max_bytes_;
  Mutex mutex_;
};

}  // namespace waymark::graph
