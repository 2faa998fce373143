#include "store/writer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/base_writer.h"
#include "facts/facts_writer.h"
#include "graph/history.h"
#include "graph/status.h"
#include "lmdb/catalogue.h"
#include "model/bytes.h"
#include "overlay/overlay_writer.h"
#include "segment/segment_reader.h"
#include "share/portable_writer.h"
#include "store/file_states.h"
#include "store/garbage.h"
#include "store/git_blobs.h"
#include "store/sealed_rows.h"

namespace waymark::graph {
namespace {

// Free pages are kept for later writes. If they exceed this part of the other pages, and are worth
// the commit, a writer that deleted something returns them to the file system at its end.
constexpr std::uint64_t kMaxFreePart = 4;  // a quarter
constexpr std::uint64_t kMinReleasedBytes = 128 << 10;

absl::StatusOr<std::shared_ptr<const ReadTxn>> BeginSharedRead(const Environment& environment) {
  WM_ASSIGN_OR_RETURN(ReadTxn txn, environment.BeginRead());
  return std::make_shared<const ReadTxn>(std::move(txn));
}

// Opens a pack that was just finished.
absl::StatusOr<std::shared_ptr<const PackReader>> OpenPack(const SegmentQueue& queue,
                                                           SegmentId pack) {
  if (auto waiting = queue.Find(pack)) return PackReader::OpenInMemory(pack, std::move(waiting));
  WM_ASSIGN_OR_RETURN(std::shared_ptr<const ReadTxn> txn, BeginSharedRead(*queue.environment()));
  return PackReader::Open(std::move(txn), pack);
}

// The lowest id that was never assigned. Should the stored number be too low, no segment is written
// over.
absl::StatusOr<std::uint64_t> NextSegment(const ReadTxn& txn) {
  WM_ASSIGN_OR_RETURN(const std::optional<std::uint64_t> stored, MetaNumber(txn, kMetaNextSegment));
  WM_ASSIGN_OR_RETURN(const SegmentId last, LastStoredSegment(txn));
  return std::max(stored.value_or(1), std::uint64_t{waymark::ToIndex(last)} + 1);
}

// Deletes the oldest snapshots beyond kMaxSnapshotsKept, after one more was added.
absl::Status PruneSnapshots(WriteTxn& txn, const ViewKey& key) {
  WM_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> snapshots, SnapshotGenerations(txn, key));
  for (std::size_t i = 0; i + kMaxSnapshotsKept < snapshots.size(); ++i) {
    WM_RETURN_IF_ERROR(txn.Delete(Table::kSnapshot, SnapshotRowKey(key, snapshots[i])));
  }
  return absl::OkStatus();
}

}  // namespace

StoreWriter::StoreWriter(std::shared_ptr<Environment> environment, WriterLock lock,
                         std::shared_ptr<IntactSegments> intact, std::uint64_t next_segment)
    : environment_(std::move(environment)),
      lock_(std::move(lock)),
      intact_(std::move(intact)),
      queue_(std::make_shared<SegmentQueue>(
          std::make_unique<SegmentSpace>(environment_, next_segment))),
      packs_(std::make_shared<PackSet>()),
      first_unpublished_(SegmentId{next_segment}) {}

absl::StatusOr<std::unique_ptr<Writer>> StoreWriter::Begin(std::shared_ptr<Environment> environment,
                                                           WriterLock lock,
                                                           std::shared_ptr<IntactSegments> intact) {
  WM_RETURN_IF_ERROR(environment->ClearStaleReaders().status());
  std::uint64_t next_segment = 1;
  {
    WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment->BeginRead());
    WM_ASSIGN_OR_RETURN(next_segment, NextSegment(txn));
  }
  std::unique_ptr<StoreWriter> writer(
      new StoreWriter(std::move(environment), std::move(lock), std::move(intact), next_segment));
  WM_RETURN_IF_ERROR(writer->Collect(writer->first_unpublished_));
  WM_RETURN_IF_ERROR(writer->OpenReferencedPacks());
  return writer;
}

// Unpublished data is deleted now rather than by the next writer; after an error it is left to that
// one.
StoreWriter::~StoreWriter() {
  Collect(queue_->Allocate()).IgnoreError();
  if (has_deleted_) Shrink().IgnoreError();
}

// Called after this writer's last read transaction, which would pin the deleted pages.
absl::Status StoreWriter::Shrink() {
  WM_ASSIGN_OR_RETURN(const Environment::FileUse use, environment_->Use());
  const std::uint64_t used_bytes = use.disk_bytes - use.free_bytes;
  if (use.free_bytes < std::max(kMinReleasedBytes, used_bytes / kMaxFreePart)) {
    return absl::OkStatus();
  }
  packs_.reset();
  // Pages that a commit freed can be reused only after the next commit, because the state before
  // the last must stay readable. Without this extra commit the next base would not fit into the
  // pages of the previous one.
  {
    std::string next;
    AppendLittle(next, std::uint64_t{waymark::ToIndex(queue_->Allocate())});
    WM_ASSIGN_OR_RETURN(WriteTxn txn, environment_->BeginWrite());
    WM_RETURN_IF_ERROR(txn.Put(Table::kMeta, kMetaNextSegment, next));
    WM_RETURN_IF_ERROR(std::move(txn).Commit());
  }
  return environment_->ReleaseFreePages();
}

absl::Status StoreWriter::OpenReferencedPacks() {
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const ReadTxn> txn, BeginSharedRead(*environment_));
  return AddReferencedPacks(txn, *packs_);
}

absl::StatusOr<std::optional<ViewRecord>> StoreWriter::FindView(const ViewKey& key) {
  WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment_->BeginRead());
  WM_ASSIGN_OR_RETURN(std::optional<ViewRow> row, FindViewRow(txn, key));
  if (!row) return std::optional<ViewRecord>();
  return std::optional<ViewRecord>(std::move(row->record));
}

absl::StatusOr<std::vector<FileState>> StoreWriter::FileStates(const ViewKey& key) {
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const ReadTxn> txn, BeginSharedRead(*environment_));
  WM_ASSIGN_OR_RETURN(const std::optional<ViewRow> row, FindViewRow(*txn, key));
  if (!row) return std::vector<FileState>();
  return ReadFileStates(txn, *row);
}

absl::StatusOr<std::unique_ptr<FactsReader>> StoreWriter::OpenFacts() {
  return std::make_unique<PackSetReader>(packs_);
}

absl::StatusOr<std::unique_ptr<FactsPackBuilder>> StoreWriter::NewFactsPack() {
  return std::make_unique<FactsWriter>(
      queue_, [queue = queue_, packs = packs_](SegmentId pack) -> absl::Status {
        WM_ASSIGN_OR_RETURN(std::shared_ptr<const PackReader> reader, OpenPack(*queue, pack));
        packs->Add(std::move(reader));
        return absl::OkStatus();
      });
}

absl::StatusOr<std::unique_ptr<BaseBuilder>> StoreWriter::NewBase() {
  return std::make_unique<BaseWriter>(queue_);
}

absl::StatusOr<std::unique_ptr<OverlayBuilder>> StoreWriter::NewOverlay(const ViewKey& from) {
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const ReadTxn> txn, BeginSharedRead(*environment_));
  WM_ASSIGN_OR_RETURN(const std::optional<ViewRow> row, FindViewRow(*txn, from));
  if (!row) {
    return absl::NotFoundError(
        fmt::format("start an overlay from view '{}' of '{}': it was never "
                    "indexed; index it, or start from another view",
                    from.view, from.repository));
  }
  return OverlayWriter::Begin(txn, row->record, queue_);
}

absl::StatusOr<std::uint64_t> StoreWriter::Publish(const PublishRequest& request) {
  WM_RETURN_IF_ERROR(CheckSegments(request));
  WM_RETURN_IF_ERROR(CheckTakenOver(request));
  WM_ASSIGN_OR_RETURN(const States states, WriteStates(request));
  WM_ASSIGN_OR_RETURN(const std::uint64_t generation, Flip(request, states));
  first_unpublished_ = queue_->Allocate();
  return generation;
}

// A view must not reference absent segments. Catalogue rows are written last, so a row means that
// the segment is complete.
absl::Status StoreWriter::CheckSegments(const PublishRequest& request) const {
  WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment_->BeginRead());
  const auto check = [&](SegmentId segment, SegmentKind wanted,
                         std::string_view name) -> absl::Status {
    WM_ASSIGN_OR_RETURN(const std::optional<CatalogueRow> row, FindSegment(txn, segment));
    if (row && row->kind == wanted) return absl::OkStatus();
    return absl::InvalidArgumentError(
        fmt::format("publish view '{}' of '{}': segment {} is not a finished {}", request.key.view,
                    request.key.repository, waymark::ToIndex(segment), name));
  };
  for (const SegmentId pack : request.packs) {
    WM_RETURN_IF_ERROR(check(pack, SegmentKind::kFactsPack, "facts pack"));
  }
  if (request.overlay != SegmentId::kNone) {
    WM_RETURN_IF_ERROR(check(request.overlay, SegmentKind::kOverlay, "overlay"));
  }
  return check(request.base, SegmentKind::kBase, "base");
}

// A run that starts from damage would publish it as its own.
absl::Status StoreWriter::CheckTakenOver(const PublishRequest& request) const {
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const ReadTxn> txn, BeginSharedRead(*environment_));
  for (const SegmentId segment : {request.base, request.overlay}) {
    if (segment == SegmentId::kNone || segment >= first_unpublished_) continue;
    WM_ASSIGN_OR_RETURN(const std::unique_ptr<SegmentReader> reader,
                        SegmentReader::Open(txn, segment));
    WM_RETURN_IF_ERROR(intact_->Check(segment, *reader));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<CatalogueRow>> StoreWriter::FindSegment(const ReadTxn& txn,
                                                                     SegmentId segment) const {
  if (const auto waiting = queue_->Find(segment)) return std::optional(waiting->row);
  WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> bytes,
                      txn.Get(Table::kSegment, SegmentKey(segment)));
  if (!bytes) return std::optional<CatalogueRow>();
  WM_ASSIGN_OR_RETURN(CatalogueRow row, DecodeCatalogueRow(*bytes));
  return std::optional<CatalogueRow>(std::move(row));
}

// Changes are kept beside the states that they change; all changes since those states are in one
// segment.
absl::StatusOr<StoreWriter::States> StoreWriter::WriteStates(const PublishRequest& request) {
  if (request.states_given == StatesGiven::kAll) {
    WM_ASSIGN_OR_RETURN(const SegmentId all, WriteFileStates(*queue_, request.file_states));
    return States{all, SegmentId::kNone};
  }
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const ReadTxn> txn, BeginSharedRead(*environment_));
  WM_ASSIGN_OR_RETURN(const std::optional<ViewRow> row, FindViewRow(*txn, request.key));
  if (!row) {
    return absl::InvalidArgumentError(
        fmt::format("publish view '{}' of '{}': changes of file states, but it has none; give all",
                    request.key.view, request.key.repository));
  }
  if (request.file_states.empty() && request.removed_paths.empty()) {
    return States{row->file_states, row->state_changes};
  }
  std::vector<FileState> gone;
  for (const std::string& path : request.removed_paths) {
    gone.emplace_back().path = path;
    gone.back().skip_reason = kStateGone;
  }
  std::vector<FileState> changes;
  if (row->state_changes != SegmentId::kNone) {
    WM_ASSIGN_OR_RETURN(changes, ReadFileStates(txn, row->state_changes));
  }
  changes = MergeStates(std::move(changes), MergeStates(std::move(gone), request.file_states));
  if (changes.size() <= kMaxStateChanges) {
    WM_ASSIGN_OR_RETURN(const SegmentId segment, WriteFileStates(*queue_, changes));
    return States{row->file_states, segment};
  }
  WM_ASSIGN_OR_RETURN(std::vector<FileState> states, ReadFileStates(txn, row->file_states));
  WM_ASSIGN_OR_RETURN(
      const SegmentId all,
      WriteFileStates(*queue_, WithoutGone(MergeStates(std::move(states), std::move(changes)))));
  return States{all, SegmentId::kNone};
}

absl::StatusOr<std::uint64_t> StoreWriter::Flip(const PublishRequest& request,
                                                const States& states) {
  WM_ASSIGN_OR_RETURN(WriteTxn txn, environment_->BeginWrite());
  WM_ASSIGN_OR_RETURN(const std::optional<ViewRow> previous, FindViewRow(txn, request.key));
  const std::uint64_t generation = previous ? previous->record.generation : 0;
  if (generation != request.expected_generation) {
    return absl::AbortedError(fmt::format(
        "publish view '{}' of '{}': it is at generation {}, the run began at {}; run again",
        request.key.view, request.key.repository, generation, request.expected_generation));
  }
  ViewRow row;
  row.file_states = states.all;
  row.state_changes = states.changes;
  row.record.key = request.key;
  row.record.generation = generation + 1;
  row.record.base = request.base;
  row.record.overlay = request.overlay;
  row.record.packs = request.packs;
  row.record.root = request.root;
  row.record.parent_root = previous ? previous->record.root : RootHash();
  row.record.commit = request.commit;
  row.record.root_path = request.root_path;
  row.record.indexed_unix_seconds = request.indexed_unix_seconds;
  row.record.indexer_version = request.indexer_version;
  row.record.unindexed = request.unindexed;
  const SnapshotRow snapshot{row.record.generation, row.record.root, row.record.parent_root,
                             row.record.commit, row.record.indexed_unix_seconds};
  WM_RETURN_IF_ERROR(queue_->Put(txn));
  WM_RETURN_IF_ERROR(txn.Put(Table::kView, ViewRowKey(request.key), EncodeViewRow(row)));
  WM_RETURN_IF_ERROR(txn.Put(Table::kSnapshot, SnapshotRowKey(request.key, generation + 1),
                             EncodeSnapshotRow(snapshot)));
  WM_RETURN_IF_ERROR(PruneSnapshots(txn, request.key));
  WM_RETURN_IF_ERROR(WriteGitBlobs(txn, request.blobs));
  if (previous) {
    const SegmentId replaced[] = {previous->record.overlay, previous->state_changes};
    WM_RETURN_IF_ERROR(DeleteReplaced(txn, replaced));
  }
  WM_RETURN_IF_ERROR(std::move(txn).Commit());
  queue_->Clear();
  return generation + 1;
}

absl::Status StoreWriter::PutHistory(const ViewKey& key, const History& history) {
  const std::string bytes = Seal(ViewRowKey(key), history.Encode());
  WM_ASSIGN_OR_RETURN(WriteTxn txn, environment_->BeginWrite());
  WM_ASSIGN_OR_RETURN(const std::optional<ViewRow> row, FindViewRow(txn, key));
  if (!row || row->record.commit != history.head()) {
    return absl::AbortedError(
        fmt::format("record the history of view '{}' of '{}': it does not show {} any more",
                    key.view, key.repository, history.head()));
  }
  WM_RETURN_IF_ERROR(txn.Put(Table::kHistory, ViewRowKey(key), bytes));
  return std::move(txn).Commit();
}

absl::StatusOr<std::unique_ptr<PortableWriter>> StoreWriter::NewPortable(
    const PortableState& state) {
  WM_ASSIGN_OR_RETURN(std::unique_ptr<FactsReader> known, OpenFacts());
  WM_ASSIGN_OR_RETURN(std::unique_ptr<FactsPackBuilder> pack, NewFactsPack());
  return SegmentImport::Begin(state, queue_, std::move(known), std::move(pack));
}

absl::Status StoreWriter::CollectGarbage() { return Collect(first_unpublished_); }

absl::Status StoreWriter::Collect(SegmentId first_kept) {
  WM_ASSIGN_OR_RETURN(const std::vector<SegmentId> deleted,
                      DeleteUnreferenced(*environment_, first_kept));
  has_deleted_ = has_deleted_ || !deleted.empty();
  packs_->Remove(deleted);
  return absl::OkStatus();
}

absl::Status StoreWriter::RemoveView(const ViewKey& key) {
  WM_ASSIGN_OR_RETURN(WriteTxn txn, environment_->BeginWrite());
  WM_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> snapshots, SnapshotGenerations(txn, key));
  for (const std::uint64_t generation : snapshots) {
    WM_RETURN_IF_ERROR(txn.Delete(Table::kSnapshot, SnapshotRowKey(key, generation)));
  }
  WM_RETURN_IF_ERROR(txn.Delete(Table::kView, ViewRowKey(key)));
  WM_RETURN_IF_ERROR(txn.Delete(Table::kHistory, ViewRowKey(key)));
  return std::move(txn).Commit();
}

}  // namespace waymark::graph
