#include "postgres/blob_table.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/status.h"
#include "postgres/hash_order.h"
#include "postgres/stored_bytes.h"

namespace waymark::services {
namespace {

using graph::BlobHash;

constexpr std::string_view kStoring = "store blobs";

absl::Status MissingBlob(std::string_view what, const BlobHash& hash) {
  return absl::FailedPreconditionError(fmt::format(
      "{}: the shared store lacks blob {}; publish again, which stores it", what, hash.ToHex()));
}

std::string AsColumn(std::span<const BlobHash> hashes) {
  std::string column;
  column.reserve(hashes.size() * sizeof(BlobHash::bytes));
  for (const BlobHash& hash : hashes) {
    column.append(reinterpret_cast<const char*>(hash.bytes.data()), hash.bytes.size());
  }
  return column;
}

const std::string& PutStatement() {
  // The WHERE leaves a blob alone that exists and was touched lately.
  static const std::string statement = fmt::format(
      "INSERT INTO waymark.blob AS known (repository, hash, stored, bytes, children) "
      "VALUES ($1, $2, $3, $4, $5) ON CONFLICT (repository, hash) DO UPDATE SET touched = now(), "
      "stored = CASE WHEN octet_length(known.stored) = 0 THEN excluded.stored ELSE known.stored "
      "END, bytes = excluded.bytes, children = excluded.children "
      "WHERE octet_length(known.stored) = 0 OR known.touched < now() - interval '{} seconds'",
      kTouchInterval.count());
  return statement;
}

absl::Status CheckBlob(const graph::Blob& blob) {
  if (blob.bytes.size() > graph::kMaxBlobBytes) {
    return absl::InvalidArgumentError(fmt::format("store blob {}: it has {} bytes, the limit is {}",
                                                  blob.hash.ToHex(), blob.bytes.size(),
                                                  graph::kMaxBlobBytes));
  }
  if (blob.children.size() > graph::kMaxBlobChildren) {
    return absl::InvalidArgumentError(
        fmt::format("store blob {}: it has {} children, the limit "
                    "is {}",
                    blob.hash.ToHex(), blob.children.size(), graph::kMaxBlobChildren));
  }
  if (HashContent(blob.bytes) != blob.hash) {
    return absl::InvalidArgumentError(
        fmt::format("store blob {}: its bytes have another hash", blob.hash.ToHex()));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<BlobHash>> ParseChildren(std::string_view column) {
  constexpr std::size_t kSize = sizeof(BlobHash::bytes);
  if (column.size() % kSize != 0) return absl::DataLossError("the children of a blob are damaged");
  std::vector<BlobHash> children(column.size() / kSize);
  for (std::size_t i = 0; i < children.size(); ++i) {
    std::memcpy(children[i].bytes.data(), column.data() + i * kSize, kSize);
  }
  return children;
}

absl::StatusOr<std::vector<bool>> BlobTable::Touch(std::span<const BlobHash> hashes) {
  constexpr std::string_view kWhat = "look for blobs";
  static const std::string look = fmt::format(
      "SELECT hash, touched < now() - interval '{} seconds' FROM waymark.blob "
      "WHERE repository = $1 AND hash = ANY($2) AND octet_length(stored) > 0",
      kTouchInterval.count());
  std::unordered_set<BlobHash, HashOfBlobHash> known;
  for (std::size_t begin = 0; begin < hashes.size(); begin += kBatchHashes) {
    const auto batch = hashes.subspan(begin, std::min(kBatchHashes, hashes.size() - begin));
    WM_ASSIGN_OR_RETURN(
        const Rows found,
        connection_.Run(kWhat, look, Parameters().Number(repository_).Hashes(batch)));
    std::set<BlobHash> stale;
    for (std::size_t row = 0; row < found.size(); ++row) {
      WM_ASSIGN_OR_RETURN(const BlobHash hash, found.Hash(row, 0));
      WM_ASSIGN_OR_RETURN(const bool is_stale, found.Flag(row, 1));
      if (is_stale) {
        stale.insert(hash);
      } else {
        known.insert(hash);
      }
    }
    if (stale.empty()) continue;
    const std::vector<BlobHash> ordered(stale.begin(), stale.end());
    WM_ASSIGN_OR_RETURN(
        const Rows touched,
        connection_.Run(kWhat,
                        "UPDATE waymark.blob SET touched = now() WHERE repository = $1 AND "
                        "hash = ANY($2) RETURNING hash",
                        Parameters().Number(repository_).Hashes(ordered)));
    for (std::size_t row = 0; row < touched.size(); ++row) {
      WM_ASSIGN_OR_RETURN(const BlobHash hash, touched.Hash(row, 0));
      known.insert(hash);
    }
  }
  std::vector<bool> exists;
  exists.reserve(hashes.size());
  for (const BlobHash& hash : hashes) exists.push_back(known.contains(hash));
  return exists;
}

absl::Status BlobTable::TouchChildren(std::span<const graph::Blob> blobs) {
  std::unordered_set<BlobHash, HashOfBlobHash> before;
  std::set<BlobHash> wanted;
  for (const graph::Blob& blob : blobs) {
    for (const BlobHash& child : blob.children) {
      if (!before.contains(child)) wanted.insert(child);
    }
    before.insert(blob.hash);
  }
  const std::vector<BlobHash> hashes(wanted.begin(), wanted.end());
  WM_ASSIGN_OR_RETURN(const std::vector<bool> exists, Touch(hashes));
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (!exists[i]) return MissingBlob("store a blob that refers to another", hashes[i]);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::size_t> BlobTable::PutBatch(std::span<const graph::Blob> blobs) {
  StoredBytesEncoder encoder;
  std::vector<std::string> stored;
  std::size_t bytes = 0;
  bool has_children = false;
  while (stored.size() < std::min(blobs.size(), kBatchBlobs)) {
    const graph::Blob& blob = blobs[stored.size()];
    WM_RETURN_IF_ERROR(CheckBlob(blob));
    std::string encoded = encoder.Encode(blob.bytes);
    bytes += encoded.size() + blob.children.size() * sizeof(BlobHash::bytes);
    if (!stored.empty() && bytes > kBatchBytes) break;
    stored.push_back(std::move(encoded));
    has_children = has_children || !blob.children.empty();
  }
  const auto insert = [&] {
    return connection_.RunMany(
        kStoring, PutStatement(), stored.size(),
        [&](std::size_t index) {
          const graph::Blob& blob = blobs[index];
          Parameters row;
          row.Number(repository_).Hash(blob.hash).Bytes(stored[index]);
          row.Number(blob.bytes.size()).Bytes(AsColumn(blob.children));
          return row;
        },
        [](std::size_t, const Rows&) { return absl::OkStatus(); });
  };
  if (!has_children) {
    WM_RETURN_IF_ERROR(insert());
    return stored.size();
  }
  WM_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(connection_, kStoring));
  WM_RETURN_IF_ERROR(TouchChildren(blobs.first(stored.size())));
  WM_RETURN_IF_ERROR(insert());
  WM_RETURN_IF_ERROR(transaction.Commit(kStoring));
  return stored.size();
}

absl::Status BlobTable::Get(std::span<const BlobHash> hashes,
                            const std::function<absl::Status(const BlobHash&, std::string)>& take,
                            std::size_t& taken) {
  const std::span<const BlobHash> rest = hashes.subspan(taken);
  return connection_.RunMany(
      "read blobs", "SELECT stored, bytes FROM waymark.blob WHERE repository = $1 AND hash = $2",
      rest.size(),
      [&](std::size_t index) { return Parameters().Number(repository_).Hash(rest[index]); },
      [&](std::size_t index, const Rows& rows) -> absl::Status {
        const BlobHash& hash = rest[index];
        if (rows.size() == 0) {
          return absl::NotFoundError(
              fmt::format("read blob {}: the shared store does not have it", hash.ToHex()));
        }
        WM_ASSIGN_OR_RETURN(const std::string_view stored, rows.Bytes(0, 0, MaxStoredBytes()));
        WM_ASSIGN_OR_RETURN(const std::uint64_t size, rows.Number(0, 1));
        absl::StatusOr<std::string> bytes = DecodeStoredBytes(stored, size);
        if (!bytes.ok() || HashContent(*bytes) != hash) {
          return absl::DataLossError(fmt::format(
              "read blob {}: the shared store holds other bytes; mark it with waymark team fsck "
              "--repair, then publish again",
              hash.ToHex()));
        }
        ++taken;
        return take(hash, *std::move(bytes));
      });
}

absl::Status BlobTable::CheckTree(const BlobHash& root) {
  constexpr std::string_view kWhat = "look whether a tree of blobs is whole";
  std::unordered_set<BlobHash, HashOfBlobHash> seen = {root};
  for (std::vector<BlobHash> level = {root}; !level.empty();) {
    std::vector<BlobHash> next;
    for (std::size_t begin = 0; begin < level.size(); begin += kBatchHashes) {
      const auto batch =
          std::span(level).subspan(begin, std::min(kBatchHashes, level.size() - begin));
      WM_ASSIGN_OR_RETURN(
          const Rows rows,
          connection_.Run(kWhat,
                          "SELECT hash, children FROM waymark.blob WHERE repository = $1 AND "
                          "hash = ANY($2) AND octet_length(stored) > 0",
                          Parameters().Number(repository_).Hashes(batch)));
      std::unordered_set<BlobHash, HashOfBlobHash> found;
      for (std::size_t row = 0; row < rows.size(); ++row) {
        WM_ASSIGN_OR_RETURN(const BlobHash hash, rows.Hash(row, 0));
        found.insert(hash);
        WM_ASSIGN_OR_RETURN(const std::string_view column,
                            rows.Bytes(row, 1, graph::kMaxBlobChildren * sizeof(BlobHash::bytes)));
        WM_ASSIGN_OR_RETURN(const std::vector<BlobHash> children, ParseChildren(column));
        for (const BlobHash& child : children) {
          if (seen.insert(child).second) next.push_back(child);
        }
      }
      for (const BlobHash& hash : batch) {
        if (!found.contains(hash)) return MissingBlob("publish a tree of blobs", hash);
      }
    }
    if (seen.size() > kMaxTreeBlobs) {
      return absl::ResourceExhaustedError(
          fmt::format("{}: it has more than {} blobs", kWhat, kMaxTreeBlobs));
    }
    level = std::move(next);
  }
  return absl::OkStatus();
}

}  // namespace waymark::services
