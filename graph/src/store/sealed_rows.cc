#include "store/sealed_rows.h"

#include <cstdint>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/ids.h"
#include "graph/status.h"
#include "model/bytes.h"

namespace waymark::graph {
namespace {

// The first byte of a stored row. A version of a row without a seal is at most kLastUnsealed, so
// that no single bit turns one into the other.
constexpr std::uint8_t kSealMark = 0xA5;
constexpr std::uint8_t kLastUnsealed = 2;
constexpr std::size_t kSealBytes = sizeof(kSealMark) + sizeof(std::uint64_t);
// Covers the fields before the frame of every kind of row.
constexpr std::size_t kHeadBytes = 64;

std::uint64_t SealOf(std::string_view key, std::string_view row) {
  const auto hash =
      FieldHasher("waymark.seal.v1").Add(key).Add(row.substr(0, kHeadBytes)).Finish<RootHash>();
  return Load<std::uint64_t>(hash.bytes.data());
}

}  // namespace

std::string Seal(std::string_view key, std::string_view row) {
  std::string stored;
  stored.reserve(kSealBytes + row.size());
  AppendLittle(stored, kSealMark);
  AppendLittle(stored, SealOf(key, row));
  stored += row;
  return stored;
}

absl::StatusOr<std::string_view> Unseal(std::string_view key, std::string_view stored) {
  if (!stored.empty() && static_cast<std::uint8_t>(stored.front()) <= kLastUnsealed) return stored;
  const bool is_sealed =
      stored.size() >= kSealBytes && static_cast<std::uint8_t>(stored.front()) == kSealMark;
  const std::string_view row = is_sealed ? stored.substr(kSealBytes) : std::string_view();
  if (is_sealed && Load<std::uint64_t>(stored.data() + sizeof(kSealMark)) == SealOf(key, row)) {
    return row;
  }
  return absl::DataLossError("its key or its first bytes are damaged");
}

absl::StatusOr<std::optional<std::string_view>> GetSealed(const Txn& txn, Table table,
                                                          std::string_view key) {
  const auto unseal = [&](std::string_view its_key, std::string_view stored) {
    absl::StatusOr<std::string_view> row = Unseal(its_key, stored);
    if (row.ok()) return row;
    return absl::StatusOr<std::string_view>(absl::DataLossError(fmt::format(
        "read a row of table '{}': {}", NameOf(table), std::string(row.status().message()))));
  };
  WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> stored, txn.Get(table, key));
  if (stored) {
    WM_ASSIGN_OR_RETURN(const std::string_view row, unseal(key, *stored));
    return std::optional(row);
  }
  WM_RETURN_IF_ERROR(ForEachRow(txn, table, [&](std::string_view other, std::string_view bytes) {
    return unseal(other, bytes).status();
  }));
  return std::optional<std::string_view>();
}

absl::Status ForEachRow(
    const Txn& txn, Table table,
    const std::function<absl::Status(std::string_view key, std::string_view stored)>& visit) {
  WM_ASSIGN_OR_RETURN(const std::uint64_t count, txn.Count(table));
  if (count == 0) return absl::OkStatus();
  WM_ASSIGN_OR_RETURN(Cursor cursor, Cursor::Open(txn, table));
  WM_ASSIGN_OR_RETURN(bool found, cursor.SeekAtLeast(std::string_view("\0", 1)));
  while (found) {
    WM_RETURN_IF_ERROR(visit(cursor.key(), cursor.value()));
    WM_ASSIGN_OR_RETURN(found, cursor.Next());
  }
  return absl::OkStatus();
}

}  // namespace waymark::graph
