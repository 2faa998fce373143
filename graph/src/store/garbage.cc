#include "store/garbage.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "graph/status.h"
#include "lmdb/catalogue.h"
#include "model/bytes.h"
#include "segment/segment_format.h"

namespace waymark::graph {
namespace {

// Deleting writes only page numbers, so a transaction may free more than it could write: 64 MiB, in
// blocks.
constexpr std::size_t kBlocksPerTxn = (64 << 20) / kBlockBytes;

// Ids of all segments with a catalogue row or a block, below `bound`.
absl::StatusOr<std::vector<SegmentId>> StoredSegments(const Txn& txn, SegmentId bound) {
  std::vector<SegmentId> segments;
  for (const Table table : {Table::kSegment, Table::kBlock}) {
    WM_ASSIGN_OR_RETURN(Cursor cursor, Cursor::Open(txn, table));
    WM_ASSIGN_OR_RETURN(bool found, cursor.SeekAtLeast(SegmentKey(SegmentId{0})));
    while (found && cursor.key().size() >= kSegmentKeyBytes) {
      const SegmentId segment{LoadBig<std::uint64_t>(cursor.key().data())};
      if (segment >= bound) break;
      segments.push_back(segment);
      WM_ASSIGN_OR_RETURN(found,
                          cursor.SeekAtLeast(SegmentKey(SegmentId{waymark::ToIndex(segment) + 1})));
    }
  }
  std::sort(segments.begin(), segments.end());
  segments.erase(std::unique(segments.begin(), segments.end()), segments.end());
  return segments;
}

// Deletes up to kBlocksPerTxn blocks of a segment. True when none is left.
absl::StatusOr<bool> DeleteSomeBlocks(WriteTxn& txn, SegmentId segment) {
  std::vector<std::string> keys;
  bool is_last = false;
  {
    WM_ASSIGN_OR_RETURN(Cursor cursor, Cursor::Open(txn, Table::kBlock));
    WM_ASSIGN_OR_RETURN(bool found, cursor.SeekAtLeast(BlockKey(segment, 0, 0)));
    const std::string prefix = SegmentKey(segment);
    while (found && keys.size() < kBlocksPerTxn &&
           cursor.key().substr(0, prefix.size()) == prefix) {
      keys.emplace_back(cursor.key());
      WM_ASSIGN_OR_RETURN(found, cursor.Next());
    }
    is_last = keys.size() < kBlocksPerTxn;
  }
  for (const std::string& key : keys) WM_RETURN_IF_ERROR(txn.Delete(Table::kBlock, key));
  if (is_last) WM_RETURN_IF_ERROR(txn.Delete(Table::kSegment, SegmentKey(segment)));
  return is_last;
}

absl::StatusOr<std::vector<SegmentId>> FindUnreferenced(const Environment& environment,
                                                        SegmentId first_kept) {
  WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment.BeginRead());
  WM_ASSIGN_OR_RETURN(const std::vector<SegmentId> stored, StoredSegments(txn, first_kept));
  WM_ASSIGN_OR_RETURN(const std::vector<SegmentId> referenced, ReferencedSegments(txn));
  std::vector<SegmentId> unreferenced;
  std::set_difference(stored.begin(), stored.end(), referenced.begin(), referenced.end(),
                      std::back_inserter(unreferenced));
  return unreferenced;
}

}  // namespace

absl::StatusOr<SegmentId> LastStoredSegment(const Txn& txn) {
  SegmentId last = SegmentId::kNone;
  for (const Table table : {Table::kSegment, Table::kBlock}) {
    WM_ASSIGN_OR_RETURN(Cursor cursor, Cursor::Open(txn, table));
    WM_ASSIGN_OR_RETURN(const bool found, cursor.SeekLast());
    if (!found || cursor.key().size() < kSegmentKeyBytes) continue;
    last = std::max(last, SegmentId{LoadBig<std::uint64_t>(cursor.key().data())});
  }
  return last;
}

absl::StatusOr<std::vector<SegmentId>> DeleteUnreferenced(Environment& environment,
                                                          SegmentId first_kept) {
  WM_ASSIGN_OR_RETURN(std::vector<SegmentId> unreferenced,
                      FindUnreferenced(environment, first_kept));
  for (const SegmentId segment : unreferenced) {
    bool done = false;
    while (!done) {
      WM_ASSIGN_OR_RETURN(WriteTxn txn, environment.BeginWrite());
      WM_ASSIGN_OR_RETURN(done, DeleteSomeBlocks(txn, segment));
      WM_RETURN_IF_ERROR(std::move(txn).Commit());
    }
  }
  return unreferenced;
}

absl::Status DeleteReplaced(WriteTxn& txn, std::span<const SegmentId> replaced) {
  WM_ASSIGN_OR_RETURN(const std::vector<SegmentId> referenced, ReferencedSegments(txn));
  for (const SegmentId segment : replaced) {
    const bool is_referenced = std::binary_search(referenced.begin(), referenced.end(), segment);
    if (segment == SegmentId::kNone || is_referenced) continue;
    WM_RETURN_IF_ERROR(DeleteSomeBlocks(txn, segment).status());
  }
  return absl::OkStatus();
}

}  // namespace waymark::graph
