#include "store/session_rows.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "model/bytes.h"
#include "store/sealed_rows.h"
#include "text/zstd_frame.h"

namespace waymark::graph {
namespace {

constexpr std::uint8_t kMemoryVersion = 1;
constexpr std::size_t kHeaderBytes = sizeof(kMemoryVersion) + sizeof(std::uint64_t);

struct KindRow {
  Table table;
  SessionRowBound bound;
};

constexpr KindRow kKinds[] = {{Table::kPack, kPackBound},
                              {Table::kSession, kSessionBound},
                              {Table::kJudgements, kJudgementsBound},
                              {Table::kWorkspaces, kWorkspacesBound}};

const KindRow& RowOf(SessionRowKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::string_view RootKey(const RootHash& hash) {
  return {reinterpret_cast<const char*>(hash.bytes.data()), hash.bytes.size()};
}

// A row without its text.
struct Remembered {
  std::string key;
  std::uint64_t use = 0;  // counts up with every row that is written
  std::uint64_t bytes = 0;
};

// All rows. An unreadable row counts as the least recently used.
absl::StatusOr<std::vector<Remembered>> AllRows(const Txn& txn, Table table) {
  std::vector<Remembered> rows;
  WM_RETURN_IF_ERROR(ForEachRow(txn, table, [&rows](std::string_view key, std::string_view stored) {
    rows.push_back({std::string(key), UseOfSessionRow(key, stored), stored.size()});
    return absl::OkStatus();
  }));
  return rows;
}

absl::StatusOr<std::string> TextOf(std::string_view row) {
  if (row.size() < kHeaderBytes || static_cast<std::uint8_t>(row.front()) != kMemoryVersion) {
    return absl::DataLossError("read a stored answer: its row is damaged");
  }
  return Decompress(row.substr(kHeaderBytes), kMaxSessionRowBytes);
}

}  // namespace

Table TableOf(SessionRowKind kind) { return RowOf(kind).table; }

absl::StatusOr<std::optional<std::string>> ReadSessionRow(const Txn& txn, SessionRowKind kind,
                                                          const RootHash& key) {
  // Feedback and workspaces are stored nowhere else; answers are made again.
  if (kind == SessionRowKind::kPack || kind == SessionRowKind::kSession) {
    WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> stored,
                        txn.Get(TableOf(kind), RootKey(key)));
    if (!stored) return std::optional<std::string>();
    absl::StatusOr<std::string> text = DecodeSessionRow(RootKey(key), *stored);
    if (absl::IsDataLoss(text.status())) return std::optional<std::string>();
    WM_RETURN_IF_ERROR(text.status());
    return std::optional<std::string>(*std::move(text));
  }
  WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> row,
                      GetSealed(txn, TableOf(kind), RootKey(key)));
  if (!row) return std::optional<std::string>();
  WM_ASSIGN_OR_RETURN(std::string text, TextOf(*row));
  return std::optional<std::string>(std::move(text));
}

absl::StatusOr<std::string> DecodeSessionRow(std::string_view key, std::string_view stored) {
  WM_ASSIGN_OR_RETURN(const std::string_view row, Unseal(key, stored));
  return TextOf(row);
}

std::uint64_t UseOfSessionRow(std::string_view key, std::string_view stored) {
  const absl::StatusOr<std::string_view> row = Unseal(key, stored);
  if (!row.ok()) return 0;
  ByteReader reader(*row);
  const bool is_known = reader.Little<std::uint8_t>() == kMemoryVersion;
  const auto use = reader.Little<std::uint64_t>();
  return is_known ? use : 0;
}

absl::Status WriteMemory(WriteTxn& txn, SessionRowKind kind, const RootHash& key,
                         std::string_view text) {
  const SessionRowBound& bound = RowOf(kind).bound;
  const Table table = TableOf(kind);
  Compressor compressor;
  const std::string_view frame =
      text.size() > kMaxSessionRowBytes ? std::string_view() : compressor.Compress(text);
  if (frame.empty() || kHeaderBytes + frame.size() > bound.bytes) {
    return absl::ResourceExhaustedError(
        fmt::format("store an answer: its {} bytes exceed the limit", text.size()));
  }
  WM_ASSIGN_OR_RETURN(std::vector<Remembered> rows, AllRows(txn, table));
  std::sort(rows.begin(), rows.end(),
            [](const Remembered& a, const Remembered& b) { return a.use < b.use; });
  const std::uint64_t use = rows.empty() ? 1 : rows.back().use + 1;
  const auto own = std::find_if(rows.begin(), rows.end(),
                                [&](const Remembered& row) { return row.key == RootKey(key); });
  if (own != rows.end()) {
    // A row that is far from being deleted need not be written again, which would cost a commit.
    WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> stored, txn.Get(table, own->key));
    const absl::StatusOr<std::string_view> row = Unseal(own->key, *stored);
    if (own->use + bound.rows / 2 > use && row.ok() && row->substr(kHeaderBytes) == frame) {
      return absl::OkStatus();
    }
    rows.erase(own);
  }
  std::string row;
  AppendLittle(row, kMemoryVersion);
  AppendLittle(row, use);
  row += frame;
  const std::string stored = Seal(RootKey(key), row);
  std::uint64_t bytes = stored.size();
  for (const Remembered& other : rows) bytes += other.bytes;
  std::uint64_t left = rows.size() + 1;
  for (const Remembered& oldest : rows) {
    if (left <= bound.rows && bytes <= bound.bytes) break;
    WM_RETURN_IF_ERROR(txn.Delete(table, oldest.key));
    --left;
    bytes -= oldest.bytes;
  }
  return txn.Put(table, RootKey(key), stored);
}

}  // namespace waymark::graph
