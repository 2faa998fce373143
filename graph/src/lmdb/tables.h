// The tables of the store, each one named LMDB database. docs/STORAGE_FORMAT.md gives the bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace waymark::graph {

enum class Table : std::uint8_t {
  kMeta,
  kView,
  kSnapshot,
  kSegment,
  kBlock,
  kGitBlob,
  kHistory,
  kPack,
  kSession,
  kJudgements,
  kWorkspaces,
  kFetched,
  kFetchedOrder
};

struct TableRow {
  Table table;
  std::string_view name;
  std::string_view key;    // layout; numbers are big-endian, so keys sort like numbers
  std::string_view value;  // layout; numbers are little-endian
};

inline constexpr std::array kTables = {
    TableRow{Table::kMeta, "meta", "name of the entry", "u32 or u64"},
    TableRow{Table::kView, "view", "hash of (repository, view), 32 bytes", "view row"},
    TableRow{Table::kSnapshot, "snapshot", "hash of (repository, view), u64 generation",
             "snapshot row"},
    TableRow{Table::kSegment, "segment", "u64 segment", "catalogue row"},
    TableRow{Table::kBlock, "block", "u64 segment, u16 section, u32 block", "the block"},
    TableRow{Table::kGitBlob, "git_blob", "object id, 20 bytes", "git blob row"},
    TableRow{Table::kHistory, "history", "hash of (repository, view), 32 bytes", "history row"},
    TableRow{Table::kPack, "pack", "content root, 32 bytes", "session row"},
    TableRow{Table::kSession, "session", "hash of the handle, 32 bytes", "session row"},
    TableRow{Table::kJudgements, "lessons", "hash of the repository, 32 bytes", "session row"},
    TableRow{Table::kWorkspaces, "workspaces", "one hash, 32 bytes", "session row"},
    TableRow{Table::kFetched, "fetched", "SHA-256 of a blob, 32 bytes", "zstd frame of the blob"},
    TableRow{Table::kFetchedOrder, "fetched_order", "u64 number", "key of fetched, u64 bytes"},
};

// A store without a write since these tables were introduced does not have them; it remembers
// nothing, and has fetched nothing.
constexpr bool MayBeMissing(Table table) {
  return table == Table::kPack || table == Table::kSession || table == Table::kJudgements ||
         table == Table::kWorkspaces || table == Table::kFetched || table == Table::kFetchedOrder;
}

constexpr std::size_t ToIndex(Table table) { return static_cast<std::size_t>(table); }

constexpr std::string_view NameOf(Table table) { return kTables[ToIndex(table)].name; }

// Entries of the meta table.
inline constexpr std::string_view kMetaFormat = "format";             // u32: kStoreFormatVersion
inline constexpr std::string_view kMetaNextSegment = "next_segment";  // u64: first unused SegmentId

}  // namespace waymark::graph
