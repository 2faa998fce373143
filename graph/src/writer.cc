#include "writer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base_writer.h"
#include "bytes.h"
#include "catalogue.h"
#include "facts_writer.h"
#include "file_states.h"
#include "garbage.h"
#include "graph/status.h"
#include "segment_reader.h"

namespace waymark::graph {
namespace {

absl::StatusOr<std::shared_ptr<const ReadTxn>> BeginSharedRead(const Environment& environment) {
  WM_ASSIGN_OR_RETURN(ReadTxn txn, environment.BeginRead());
  return std::make_shared<const ReadTxn>(std::move(txn));
}

// The oldest snapshots beyond kMaxSnapshotsKept, after one more was put.
absl::Status PruneSnapshots(WriteTxn& txn, const ViewKey& key) {
  WM_ASSIGN_OR_RETURN(const std::vector<SnapshotRow> snapshots, SnapshotRows(txn, key));
  for (std::size_t i = 0; i + kMaxSnapshotsKept < snapshots.size(); ++i) {
    WM_RETURN_IF_ERROR(txn.Delete(Table::kSnapshot, SnapshotRowKey(key, snapshots[i].generation)));
  }
  return absl::OkStatus();
}

}  // namespace

StoreWriter::StoreWriter(std::shared_ptr<Environment> environment, WriterLock lock,
                         std::uint64_t next_segment)
    : environment_(std::move(environment)),
      lock_(std::move(lock)),
      space_(std::make_shared<SegmentSpace>(environment_, next_segment)),
      packs_(std::make_shared<PackSet>()),
      first_unpublished_(SegmentId{next_segment}) {}

absl::StatusOr<std::unique_ptr<Writer>> StoreWriter::Begin(std::shared_ptr<Environment> environment,
                                                           WriterLock lock) {
  std::optional<std::uint64_t> next_segment;
  {
    WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment->BeginRead());
    WM_ASSIGN_OR_RETURN(next_segment, MetaNumber(txn, kMetaNextSegment));
  }
  std::unique_ptr<StoreWriter> writer(
      new StoreWriter(std::move(environment), std::move(lock), next_segment.value_or(1)));
  WM_RETURN_IF_ERROR(writer->Collect(writer->first_unpublished_));
  WM_RETURN_IF_ERROR(writer->OpenReferencedPacks());
  return writer;
}

// What was written and not published is dropped now rather than by the next writer; an error here
// leaves it to that one.
StoreWriter::~StoreWriter() { Collect(space_->Allocate()).IgnoreError(); }

absl::Status StoreWriter::OpenReferencedPacks() {
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const ReadTxn> txn, BeginSharedRead(*environment_));
  WM_ASSIGN_OR_RETURN(const std::vector<ViewRow> views, AllViewRows(*txn));
  std::vector<SegmentId> packs;
  for (const ViewRow& view : views) {
    packs.insert(packs.end(), view.record.packs.begin(), view.record.packs.end());
  }
  std::sort(packs.begin(), packs.end());
  packs.erase(std::unique(packs.begin(), packs.end()), packs.end());
  for (const SegmentId pack : packs) {
    WM_ASSIGN_OR_RETURN(std::shared_ptr<const PackReader> reader, PackReader::Open(txn, pack));
    packs_->Add(std::move(reader));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<ViewRecord>> StoreWriter::FindView(const ViewKey& key) {
  WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment_->BeginRead());
  WM_ASSIGN_OR_RETURN(std::optional<ViewRow> row, FindViewRow(txn, key));
  if (!row) return std::optional<ViewRecord>();
  return std::optional<ViewRecord>(std::move(row->record));
}

absl::StatusOr<std::vector<FileState>> StoreWriter::FileStates(const ViewKey& key) {
  WM_ASSIGN_OR_RETURN(std::shared_ptr<const ReadTxn> txn, BeginSharedRead(*environment_));
  WM_ASSIGN_OR_RETURN(const std::optional<ViewRow> row, FindViewRow(*txn, key));
  if (!row) return std::vector<FileState>();
  return ReadFileStates(std::move(txn), row->file_states);
}

absl::StatusOr<std::unique_ptr<FactsReader>> StoreWriter::OpenFacts() {
  return std::make_unique<PackSetReader>(packs_);
}

absl::StatusOr<std::unique_ptr<FactsPackBuilder>> StoreWriter::NewFactsPack() {
  return std::make_unique<FactsWriter>(
      space_, [environment = environment_, packs = packs_](SegmentId pack) -> absl::Status {
        WM_ASSIGN_OR_RETURN(std::shared_ptr<const ReadTxn> txn, BeginSharedRead(*environment));
        WM_ASSIGN_OR_RETURN(std::shared_ptr<const PackReader> reader,
                            PackReader::Open(std::move(txn), pack));
        packs->Add(std::move(reader));
        return absl::OkStatus();
      });
}

absl::StatusOr<std::unique_ptr<BaseBuilder>> StoreWriter::NewBase() {
  return std::make_unique<BaseWriter>(space_);
}

absl::StatusOr<std::unique_ptr<OverlayBuilder>> StoreWriter::NewOverlay(const ViewKey& from) {
  return absl::UnimplementedError(
      fmt::format("start an overlay from view '{}' of '{}'", from.view, from.repository));
}

absl::StatusOr<std::uint64_t> StoreWriter::Publish(const PublishRequest& request) {
  WM_RETURN_IF_ERROR(CheckSegments(request));
  WM_ASSIGN_OR_RETURN(const SegmentId file_states, WriteFileStates(*space_, request.file_states));
  WM_ASSIGN_OR_RETURN(const std::uint64_t generation, Flip(request, file_states));
  first_unpublished_ = space_->Allocate();
  return generation;
}

// A view must not name what is not there: the catalogue rows are written last, so a row means a
// whole segment.
absl::Status StoreWriter::CheckSegments(const PublishRequest& request) const {
  WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment_->BeginRead());
  std::vector<SegmentId> segments = request.packs;
  segments.push_back(request.base);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const SegmentKind wanted =
        i + 1 == segments.size() ? SegmentKind::kBase : SegmentKind::kFactsPack;
    WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> bytes,
                        txn.Get(Table::kSegment, SegmentKey(segments[i])));
    if (bytes) {
      WM_ASSIGN_OR_RETURN(const CatalogueRow row, DecodeCatalogueRow(*bytes));
      if (row.kind == wanted) continue;
    }
    return absl::InvalidArgumentError(
        fmt::format("publish view '{}' of '{}': segment {} is not a finished {}", request.key.view,
                    request.key.repository, waymark::ToIndex(segments[i]),
                    wanted == SegmentKind::kBase ? "base" : "facts pack"));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::uint64_t> StoreWriter::Flip(const PublishRequest& request,
                                                SegmentId file_states) {
  WM_ASSIGN_OR_RETURN(WriteTxn txn, environment_->BeginWrite());
  WM_ASSIGN_OR_RETURN(const std::optional<ViewRow> previous, FindViewRow(txn, request.key));
  const std::uint64_t generation = previous ? previous->record.generation : 0;
  if (generation != request.expected_generation) {
    return absl::AbortedError(fmt::format(
        "publish view '{}' of '{}': it is at generation {}, the run began at {}; run again",
        request.key.view, request.key.repository, generation, request.expected_generation));
  }
  ViewRow row;
  row.file_states = file_states;
  row.record.key = request.key;
  row.record.generation = generation + 1;
  row.record.base = request.base;
  row.record.packs = request.packs;
  row.record.root = request.root;
  row.record.parent_root = previous ? previous->record.root : RootHash();
  row.record.commit = request.commit;
  row.record.root_path = request.root_path;
  row.record.indexed_unix_seconds = request.indexed_unix_seconds;
  row.record.indexer_version = request.indexer_version;
  const SnapshotRow snapshot{row.record.generation, row.record.root, row.record.parent_root,
                             row.record.commit, row.record.indexed_unix_seconds};
  WM_RETURN_IF_ERROR(txn.Put(Table::kView, ViewRowKey(request.key), EncodeViewRow(row)));
  WM_RETURN_IF_ERROR(txn.Put(Table::kSnapshot, SnapshotRowKey(request.key, generation + 1),
                             EncodeSnapshotRow(snapshot)));
  WM_RETURN_IF_ERROR(PruneSnapshots(txn, request.key));
  WM_RETURN_IF_ERROR(std::move(txn).Commit());
  return generation + 1;
}

absl::Status StoreWriter::CollectGarbage() { return Collect(first_unpublished_); }

absl::Status StoreWriter::Collect(SegmentId first_kept) {
  WM_ASSIGN_OR_RETURN(const std::vector<SegmentId> deleted,
                      DeleteUnreferenced(*environment_, first_kept));
  packs_->Remove(deleted);
  return absl::OkStatus();
}

absl::Status StoreWriter::RemoveView(const ViewKey& key) {
  WM_ASSIGN_OR_RETURN(WriteTxn txn, environment_->BeginWrite());
  WM_ASSIGN_OR_RETURN(const std::vector<SnapshotRow> snapshots, SnapshotRows(txn, key));
  for (const SnapshotRow& snapshot : snapshots) {
    WM_RETURN_IF_ERROR(txn.Delete(Table::kSnapshot, SnapshotRowKey(key, snapshot.generation)));
  }
  WM_RETURN_IF_ERROR(txn.Delete(Table::kView, ViewRowKey(key)));
  return std::move(txn).Commit();
}

}  // namespace waymark::graph
