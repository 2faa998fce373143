#include "facts/fetched_blobs.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "graph/facts_pack.h"
#include "graph/hash.h"
#include "graph/status.h"
#include "model/bytes.h"
#include "text/zstd_frame.h"

namespace waymark::graph {
namespace {

std::string_view FetchedKey(const BlobHash& hash) {
  return {reinterpret_cast<const char*>(hash.bytes.data()), hash.bytes.size()};
}

// Tells this Unavailable from that of a busy store, for which waiting helps.
constexpr char kOutOfReach[] = "waymark.facts_out_of_reach";

absl::Status OutOfReach(const std::string& message) {
  absl::Status status = absl::UnavailableError(message);
  status.SetPayload(kOutOfReach, absl::Cord());
  return status;
}

constexpr std::size_t kFetchedRowBytes = 32 + sizeof(std::uint64_t);

// A row of Table::kFetchedOrder: a number that counts up, the blob, and the size of its frame.
struct FetchedRow {
  std::string key;
  BlobHash hash;
  std::uint64_t bytes = 0;
};

absl::StatusOr<std::vector<FetchedRow>> FetchedRows(const Txn& txn) {
  std::vector<FetchedRow> rows;
  WM_ASSIGN_OR_RETURN(Cursor cursor, Cursor::Open(txn, Table::kFetchedOrder));
  WM_ASSIGN_OR_RETURN(bool found, cursor.SeekAtLeast(std::string_view("\0", 1)));
  while (found) {
    if (!IsIntactFetchedOrder(cursor.key(), cursor.value())) {
      return absl::DataLossError("read the list of fetched blobs: a row of it is damaged");
    }
    ByteReader reader(cursor.value());
    FetchedRow row{std::string(cursor.key()), {}, 0};
    row.hash.bytes = reader.Little<std::array<std::uint8_t, 32>>();
    row.bytes = reader.Little<std::uint64_t>();
    rows.push_back(std::move(row));
    WM_ASSIGN_OR_RETURN(found, cursor.Next());
  }
  return rows;
}

}  // namespace

bool IsIntactFetched(std::string_view key, std::string_view frame) {
  const absl::StatusOr<std::string> blob = Decompress(frame, kMaxBlobBytes);
  return blob.ok() && FetchedKey(HashContent(*blob)) == key;
}

bool IsIntactFetchedOrder(std::string_view key, std::string_view row) {
  return key.size() == sizeof(std::uint64_t) && row.size() == kFetchedRowBytes;
}

bool IsFactsOutOfReach(const absl::Status& status) {
  return status.GetPayload(kOutOfReach).has_value();
}

absl::StatusOr<std::string> FetchedBlobs::Get(const std::string& repository,
                                              std::span<const BlobHash> wanted) {
  MutexLock lock(mutex_);
  std::vector<BlobHash> missing;
  {
    WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment_->BeginRead());
    for (const BlobHash& hash : wanted.first(std::min(wanted.size(), kBlobsPerFetch))) {
      WM_ASSIGN_OR_RETURN(std::optional<std::string> stored, Find(txn, hash));
      if (stored.has_value() && missing.empty()) return *std::move(stored);
      if (!stored.has_value()) missing.push_back(hash);
    }
  }
  WM_ASSIGN_OR_RETURN(Fetched fetched, Fetch(repository, missing));
  // The blobs can be used without being kept. A full disk fails where it loses something.
  if (!environment_->read_only()) Store(fetched).IgnoreError();
  return std::move(fetched.front().second);
}

absl::StatusOr<std::optional<std::string>> FetchedBlobs::Find(const ReadTxn& txn,
                                                              const BlobHash& hash) {
  WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> frame,
                      txn.Get(Table::kFetched, FetchedKey(hash)));
  if (!frame) return std::optional<std::string>();
  absl::StatusOr<std::string> blob = Decompress(*frame, kMaxBlobBytes);
  if (!blob.ok() || HashContent(*blob) != hash) return std::optional<std::string>();
  return std::optional<std::string>(*std::move(blob));
}

absl::StatusOr<FetchedBlobs::Fetched> FetchedBlobs::Fetch(const std::string& repository,
                                                          std::span<const BlobHash> missing) {
  if (source_ == nullptr) {
    return OutOfReach(
        fmt::format("read facts of {}: they are in the team store that the index came from, and "
                    "none is configured now; set it: waymark config set team URL",
                    repository));
  }
  Fetched fetched;
  const absl::Status got =
      source_->Get(repository, missing, [&fetched](const BlobHash& hash, std::string bytes) {
        fetched.emplace_back(hash, std::move(bytes));
        return absl::OkStatus();
      });
  if (absl::IsCancelled(got)) return got;
  if (got.ok() && fetched.size() == missing.size()) return fetched;
  return OutOfReach(
      fmt::format("read facts of {} from the team store: {}", repository,
                  got.ok() ? "it gave fewer than were asked for" : std::string(got.message())));
}

absl::Status FetchedBlobs::Store(const Fetched& blobs) {
  Compressor compressor;
  std::vector<std::string> frames;
  std::uint64_t added = 0;
  for (const auto& [hash, blob] : blobs) {
    frames.emplace_back(compressor.Compress(blob));
    if (frames.back().empty()) return absl::ResourceExhaustedError("keep a blob: no memory");
    added += frames.back().size();
  }
  if (added > max_bytes_) return absl::OkStatus();
  WM_ASSIGN_OR_RETURN(WriteTxn txn, environment_->BeginWrite());
  WM_ASSIGN_OR_RETURN(const std::vector<FetchedRow> rows, FetchedRows(txn));
  std::uint64_t bytes = 0;
  for (const FetchedRow& row : rows) bytes += row.bytes;
  for (const FetchedRow& oldest : rows) {
    if (bytes + added <= max_bytes_) break;
    WM_RETURN_IF_ERROR(txn.Delete(Table::kFetched, FetchedKey(oldest.hash)));
    WM_RETURN_IF_ERROR(txn.Delete(Table::kFetchedOrder, oldest.key));
    bytes -= oldest.bytes;
  }
  std::uint64_t number = rows.empty() ? 0 : LoadBig<std::uint64_t>(rows.back().key.data());
  for (std::size_t i = 0; i < blobs.size(); ++i) {
    std::string key;
    AppendBig(key, ++number);
    std::string row;
    AppendLittle(row, blobs[i].first.bytes);
    AppendLittle(row, std::uint64_t{frames[i].size()});
    WM_RETURN_IF_ERROR(txn.Put(Table::kFetched, FetchedKey(blobs[i].first), frames[i]));
    WM_RETURN_IF_ERROR(txn.Put(Table::kFetchedOrder, key, row));
  }
  return std::move(txn).Commit();
}

}  // namespace waymark::graph
