#include "lmdb/catalogue.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/status.h"
#include "model/bytes.h"

namespace waymark::graph {
namespace {

// Version 2 added the kinds of files that are not indexed, version 3 the hash.
constexpr std::uint8_t kViewRowVersion = 3;
constexpr std::uint8_t kFirstWithKinds = 2;
constexpr std::uint8_t kFirstWithHash = 3;
constexpr std::uint8_t kSnapshotRowVersion = 2;
constexpr std::uint64_t kMinKindBytes = 2;  // an empty name and a count

// Reads the version byte at the beginning of every row.
absl::StatusOr<std::uint8_t> ReadVersion(ByteReader& reader, std::string_view table) {
  const auto version = reader.Little<std::uint8_t>();
  if (version <= kViewRowVersion) return version;
  return absl::FailedPreconditionError(
      fmt::format("read {} row: version {}, this build reads {}; use a newer build or index again",
                  table, version, kViewRowVersion));
}

absl::Status DamagedRow(std::string_view table) {
  return absl::DataLossError(fmt::format("read {} row: its bytes are damaged", table));
}

// The hash at the end of a row, which covers the bytes before it.
RootHash HashOfRow(std::string_view bytes) {
  return FieldHasher("waymark.view_row.v1").Add(bytes).Finish<RootHash>();
}

RootHash ReadHash(ByteReader& reader) {
  RootHash hash;
  hash.bytes = reader.Little<std::array<std::uint8_t, 32>>();
  return hash;
}

}  // namespace

std::string ViewRowKey(const ViewKey& key) {
  const RootHash hash =
      FieldHasher("waymark.view_key.v1").Add(key.repository).Add(key.view).Finish<RootHash>();
  return std::string(hash.bytes.begin(), hash.bytes.end());
}

std::string SnapshotRowKey(const ViewKey& key, std::uint64_t generation) {
  std::string row_key = ViewRowKey(key);
  AppendBig(row_key, generation);
  return row_key;
}

std::string EncodeViewRow(const ViewRow& row) {
  const ViewRecord& record = row.record;
  std::string out;
  AppendLittle(out, kViewRowVersion);
  AppendLittle(out, record.generation);
  AppendLittle(out, waymark::ToIndex(record.base));
  AppendLittle(out, waymark::ToIndex(record.overlay));
  AppendLittle(out, waymark::ToIndex(row.file_states));
  AppendLittle(out, waymark::ToIndex(row.state_changes));
  AppendLittle(out, record.indexed_unix_seconds);
  AppendLittle(out, record.indexer_version);
  AppendLittle(out, record.root.bytes);
  AppendLittle(out, record.parent_root.bytes);
  AppendText(out, record.key.repository);
  AppendText(out, record.key.view);
  AppendText(out, record.commit);
  AppendText(out, record.root_path);
  AppendVarint(out, record.packs.size());
  for (const SegmentId pack : record.packs) AppendLittle(out, waymark::ToIndex(pack));
  AppendVarint(out, record.unindexed.size());
  for (const KindCount& count : record.unindexed) {
    AppendText(out, count.kind);
    AppendVarint(out, count.files);
  }
  AppendLittle(out, HashOfRow(out).bytes);
  return out;
}

absl::StatusOr<ViewRow> DecodeViewRow(std::string_view bytes) {
  ByteReader reader(bytes);
  WM_ASSIGN_OR_RETURN(const std::uint8_t version, ReadVersion(reader, "view"));
  ViewRow row;
  ViewRecord& record = row.record;
  record.generation = reader.Little<std::uint64_t>();
  record.base = SegmentId{reader.Little<std::uint64_t>()};
  record.overlay = SegmentId{reader.Little<std::uint64_t>()};
  row.file_states = SegmentId{reader.Little<std::uint64_t>()};
  row.state_changes = SegmentId{reader.Little<std::uint64_t>()};
  record.indexed_unix_seconds = reader.Little<std::uint64_t>();
  record.indexer_version = reader.Little<std::uint32_t>();
  record.root = ReadHash(reader);
  record.parent_root = ReadHash(reader);
  record.key.repository = reader.Text();
  record.key.view = reader.Text();
  record.commit = reader.Text();
  record.root_path = reader.Text();
  const std::uint64_t pack_count = reader.Varint();
  if (pack_count > reader.left() / sizeof(std::uint64_t)) return DamagedRow("view");
  for (std::uint64_t i = 0; i < pack_count; ++i) {
    record.packs.push_back(SegmentId{reader.Little<std::uint64_t>()});
  }
  if (version >= kFirstWithKinds) {
    const std::uint64_t kind_count = reader.Varint();
    if (kind_count > reader.left() / kMinKindBytes) return DamagedRow("view");
    for (std::uint64_t i = 0; i < kind_count; ++i) {
      std::string kind(reader.Text());
      record.unindexed.push_back({std::move(kind), reader.Varint()});
    }
  }
  if (version >= kFirstWithHash) {
    const std::string_view hashed = bytes.substr(0, bytes.size() - reader.left());
    if (ReadHash(reader) != HashOfRow(hashed)) return DamagedRow("view");
  }
  if (!reader.AtEnd()) return DamagedRow("view");
  return row;
}

std::string EncodeSnapshotRow(const SnapshotRow& row) {
  std::string out;
  AppendLittle(out, kSnapshotRowVersion);
  AppendLittle(out, row.generation);
  AppendLittle(out, row.indexed_unix_seconds);
  AppendLittle(out, row.root.bytes);
  AppendLittle(out, row.parent_root.bytes);
  AppendText(out, row.commit);
  return out;
}

absl::StatusOr<SnapshotRow> DecodeSnapshotRow(std::string_view bytes) {
  ByteReader reader(bytes);
  WM_RETURN_IF_ERROR(ReadVersion(reader, "snapshot").status());
  SnapshotRow row;
  row.generation = reader.Little<std::uint64_t>();
  row.indexed_unix_seconds = reader.Little<std::uint64_t>();
  row.root = ReadHash(reader);
  row.parent_root = ReadHash(reader);
  row.commit = reader.Text();
  if (!reader.AtEnd()) return DamagedRow("snapshot");
  return row;
}

absl::StatusOr<std::optional<ViewRow>> FindViewRow(const Txn& txn, const ViewKey& key) {
  WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> bytes,
                      txn.Get(Table::kView, ViewRowKey(key)));
  if (!bytes) return std::optional<ViewRow>();
  WM_ASSIGN_OR_RETURN(ViewRow row, DecodeViewRow(*bytes));
  if (row.record.key != key) return DamagedRow("view");
  return std::optional<ViewRow>(std::move(row));
}

absl::StatusOr<std::vector<ViewRow>> AllViewRows(const Txn& txn) {
  std::vector<ViewRow> rows;
  WM_ASSIGN_OR_RETURN(Cursor cursor, Cursor::Open(txn, Table::kView));
  WM_ASSIGN_OR_RETURN(bool found, cursor.SeekAtLeast(std::string(1, '\0')));
  while (found) {
    WM_ASSIGN_OR_RETURN(ViewRow row, DecodeViewRow(cursor.value()));
    if (ViewRowKey(row.record.key) != cursor.key()) return DamagedRow("view");
    rows.push_back(std::move(row));
    WM_ASSIGN_OR_RETURN(found, cursor.Next());
  }
  std::sort(rows.begin(), rows.end(),
            [](const ViewRow& a, const ViewRow& b) { return a.record.key < b.record.key; });
  return rows;
}

absl::StatusOr<std::vector<SnapshotRow>> SnapshotRows(const Txn& txn, const ViewKey& key) {
  std::vector<SnapshotRow> rows;
  const std::string prefix = ViewRowKey(key);
  WM_ASSIGN_OR_RETURN(Cursor cursor, Cursor::Open(txn, Table::kSnapshot));
  WM_ASSIGN_OR_RETURN(bool found, cursor.SeekAtLeast(SnapshotRowKey(key, 0)));
  while (found && cursor.key().substr(0, prefix.size()) == prefix) {
    WM_ASSIGN_OR_RETURN(SnapshotRow row, DecodeSnapshotRow(cursor.value()));
    rows.push_back(std::move(row));
    WM_ASSIGN_OR_RETURN(found, cursor.Next());
  }
  return rows;
}

absl::StatusOr<std::vector<std::uint64_t>> SnapshotGenerations(const Txn& txn, const ViewKey& key) {
  std::vector<std::uint64_t> generations;
  const std::string prefix = ViewRowKey(key);
  WM_ASSIGN_OR_RETURN(Cursor cursor, Cursor::Open(txn, Table::kSnapshot));
  WM_ASSIGN_OR_RETURN(bool found, cursor.SeekAtLeast(SnapshotRowKey(key, 0)));
  while (found && cursor.key().substr(0, prefix.size()) == prefix &&
         cursor.key().size() == prefix.size() + sizeof(std::uint64_t)) {
    generations.push_back(LoadBig<std::uint64_t>(cursor.key().data() + prefix.size()));
    WM_ASSIGN_OR_RETURN(found, cursor.Next());
  }
  return generations;
}

absl::StatusOr<std::vector<SegmentId>> ReferencedSegments(const Txn& txn) {
  WM_ASSIGN_OR_RETURN(const std::vector<ViewRow> rows, AllViewRows(txn));
  std::vector<SegmentId> segments;
  for (const ViewRow& row : rows) {
    for (const SegmentId segment :
         {row.record.base, row.record.overlay, row.file_states, row.state_changes}) {
      if (segment != SegmentId::kNone) segments.push_back(segment);
    }
    segments.insert(segments.end(), row.record.packs.begin(), row.record.packs.end());
  }
  std::sort(segments.begin(), segments.end());
  segments.erase(std::unique(segments.begin(), segments.end()), segments.end());
  return segments;
}

absl::StatusOr<std::optional<std::uint64_t>> MetaNumber(const Txn& txn, std::string_view name) {
  WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> bytes, txn.Get(Table::kMeta, name));
  if (!bytes) return std::optional<std::uint64_t>();
  ByteReader reader(*bytes);
  const std::uint64_t number = bytes->size() == sizeof(std::uint32_t)
                                   ? reader.Little<std::uint32_t>()
                                   : reader.Little<std::uint64_t>();
  if (!reader.AtEnd()) return DamagedRow("meta");
  return std::optional<std::uint64_t>(number);
}

}  // namespace waymark::graph
