#include "graph/store.h"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "facts/facts_reader.h"
#include "graph/history.h"
#include "graph/mutex.h"
#include "graph/status.h"
#include "lmdb/catalogue.h"
#include "lmdb/environment.h"
#include "lmdb/store_directory.h"
#include "model/bytes.h"
#include "overlay/overlay_view.h"
#include "overlay/overlay_writer.h"
#include "segment/verified_segments.h"
#include "share/portable_reader.h"
#include "store/file_states.h"
#include "store/git_blobs.h"
#include "store/repair.h"
#include "store/sealed_rows.h"
#include "store/session_rows.h"
#include "store/store_sizes.h"
#include "store/writer.h"
#include "view/base_view.h"

namespace waymark::graph {
namespace {

absl::Status CheckFormat(const Environment& environment) {
  WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment.BeginRead());
  WM_ASSIGN_OR_RETURN(const std::optional<std::uint64_t> version, MetaNumber(txn, kMetaFormat));
  if (version == kStoreFormatVersion) return absl::OkStatus();
  if (!version) {
    return absl::FailedPreconditionError(
        fmt::format("open store {}: data.mdb is not a store of this program: choose another "
                    "directory",
                    environment.directory().string()));
  }
  return absl::FailedPreconditionError(fmt::format(
      "open store {}: format version {}, this build reads {}; use a newer build, or delete the "
      "directory and index again",
      environment.directory().string(), *version, kStoreFormatVersion));
}

absl::StatusOr<std::shared_ptr<const ReadView>> OpenStoredView(std::shared_ptr<const ReadTxn> txn,
                                                               const ViewRow& row,
                                                               VerifiedSegments& verified) {
  WM_ASSIGN_OR_RETURN(std::unique_ptr<SegmentReader> segment,
                      SegmentReader::Open(txn, row.record.base, SegmentKind::kBase));
  WM_RETURN_IF_ERROR(verified.Check(row.record.base, *segment));
  WM_ASSIGN_OR_RETURN(std::unique_ptr<const GraphPart> base,
                      GraphPart::Open(std::move(segment), {}));
  if (row.record.overlay == SegmentId::kNone) {
    return std::make_shared<const BaseView>(std::move(base), row.record);
  }
  WM_ASSIGN_OR_RETURN(
      segment, SegmentReader::Open(std::move(txn), row.record.overlay, SegmentKind::kOverlay));
  WM_RETURN_IF_ERROR(verified.Check(row.record.overlay, *segment));
  WM_ASSIGN_OR_RETURN(std::unique_ptr<const OverlayPart> overlay,
                      OverlayPart::Open(std::move(segment), *base));
  return std::make_shared<const OverlayView>(std::move(base), std::move(overlay), row.record);
}

class LmdbStore : public Store {
 public:
  explicit LmdbStore(std::shared_ptr<Environment> environment)
      : environment_(std::move(environment)) {}

  const std::filesystem::path& directory() const override { return environment_->directory(); }

  absl::StatusOr<std::vector<ViewRecord>> Views() override {
    WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment_->BeginRead());
    WM_ASSIGN_OR_RETURN(std::vector<ViewRow> rows, AllViewRows(txn));
    std::vector<ViewRecord> records;
    records.reserve(rows.size());
    for (ViewRow& row : rows) records.push_back(std::move(row.record));
    return records;
  }

  absl::StatusOr<std::optional<ViewRecord>> FindView(const ViewKey& key) override {
    WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment_->BeginRead());
    WM_ASSIGN_OR_RETURN(std::optional<ViewRow> row, FindViewRow(txn, key));
    if (!row) return std::optional<ViewRecord>();
    return std::optional<ViewRecord>(std::move(row->record));
  }

  absl::StatusOr<std::shared_ptr<const ReadView>> OpenView(const ViewKey& key) override {
    WM_ASSIGN_OR_RETURN(ReadTxn txn, environment_->BeginRead());
    WM_ASSIGN_OR_RETURN(const std::optional<ViewRow> row, FindViewRow(txn, key));
    if (!row) return NotIndexed(key);
    MutexLock lock(mutex_);
    ForgetIfChanged();
    std::weak_ptr<const ReadView>& cached = open_views_[key];
    std::shared_ptr<const ReadView> view = cached.lock();
    if (view != nullptr && view->info().generation == row->record.generation &&
        view->info().root == row->record.root) {
      if (verified_segments_.IsSettled(row->record.base)) return view;
      WM_ASSIGN_OR_RETURN(const std::unique_ptr<SegmentReader> base,
                          SegmentReader::Open(std::make_shared<const ReadTxn>(std::move(txn)),
                                              row->record.base, SegmentKind::kBase));
      WM_RETURN_IF_ERROR(verified_segments_.Check(row->record.base, *base));
      return view;
    }
    WM_ASSIGN_OR_RETURN(view, OpenStoredView(std::make_shared<const ReadTxn>(std::move(txn)), *row,
                                             verified_segments_));
    cached = view;
    return view;
  }

  absl::StatusOr<std::shared_ptr<const History>> OpenHistory(const ViewKey& key) override {
    WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment_->BeginRead());
    WM_ASSIGN_OR_RETURN(const std::optional<ViewRow> row, FindViewRow(txn, key));
    if (!row) return NotIndexed(key);
    WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> bytes,
                        GetSealed(txn, Table::kHistory, ViewRowKey(key)));
    if (!bytes || History::HeadOf(*bytes) != row->record.commit) {
      return std::shared_ptr<const History>();
    }
    MutexLock lock(mutex_);
    std::shared_ptr<const History>& cached = histories_[key];
    if (cached != nullptr && cached->head() == row->record.commit) return cached;
    WM_ASSIGN_OR_RETURN(History history, History::Decode(*bytes));
    cached = std::make_shared<const History>(std::move(history));
    return cached;
  }

  absl::StatusOr<std::shared_ptr<const History>> LastHistory(const ViewKey& key) override {
    WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment_->BeginRead());
    WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> stored,
                        txn.Get(Table::kHistory, ViewRowKey(key)));
    if (!stored) return std::shared_ptr<const History>();
    const absl::StatusOr<std::string_view> bytes = Unseal(ViewRowKey(key), *stored);
    if (!bytes.ok() || History::HeadOf(*bytes).empty()) return std::shared_ptr<const History>();
    absl::StatusOr<History> history = History::Decode(*bytes);
    if (absl::IsDataLoss(history.status())) return std::shared_ptr<const History>();
    WM_RETURN_IF_ERROR(history.status());
    return std::make_shared<const History>(*std::move(history));
  }

  absl::StatusOr<std::unique_ptr<OverlayBuilder>> NewUnpublished(const ViewKey& from) override {
    WM_ASSIGN_OR_RETURN(ReadTxn txn, environment_->BeginRead());
    WM_ASSIGN_OR_RETURN(const std::optional<ViewRow> row, FindViewRow(txn, from));
    if (!row) return NotIndexed(from);
    return OverlayWriter::Begin(std::make_shared<const ReadTxn>(std::move(txn)), row->record,
                                nullptr);
  }

  absl::StatusOr<std::unique_ptr<FactsReader>> OpenFacts() override {
    WM_ASSIGN_OR_RETURN(ReadTxn txn, environment_->BeginRead());
    const auto packs = std::make_shared<PackSet>();
    WM_RETURN_IF_ERROR(AddReferencedPacks(std::make_shared<const ReadTxn>(std::move(txn)), *packs));
    return std::make_unique<PackSetReader>(packs);
  }

  absl::StatusOr<std::vector<FileState>> FileStates(const ViewKey& key) override {
    WM_ASSIGN_OR_RETURN(ReadTxn txn, environment_->BeginRead());
    WM_ASSIGN_OR_RETURN(const std::optional<ViewRow> row, FindViewRow(txn, key));
    if (!row) return NotIndexed(key);
    return ReadFileStates(std::make_shared<const ReadTxn>(std::move(txn)), *row);
  }

  absl::StatusOr<std::unique_ptr<PortableReader>> OpenPortable(
      const ViewKey& key, const std::function<absl::Status()>& check) override {
    WM_ASSIGN_OR_RETURN(ReadTxn begun, environment_->BeginRead());
    auto txn = std::make_shared<const ReadTxn>(std::move(begun));
    StoredView view;
    WM_ASSIGN_OR_RETURN(std::optional<ViewRow> row, FindViewRow(*txn, key));
    if (!row) return NotIndexed(key);
    view.row = *std::move(row);
    WM_ASSIGN_OR_RETURN(view.states, ReadFileStates(txn, view.row));
    WM_ASSIGN_OR_RETURN(view.history, OpenHistory(key));
    if (view.history != nullptr && view.history->head() != view.row.record.commit) {
      view.history.reset();
    }
    return ReadPortableView(std::move(txn), view, check);
  }

  absl::StatusOr<std::vector<std::optional<GitBlob>>> FindBlobs(
      std::span<const GitObjectId> objects) override {
    WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment_->BeginRead());
    return ReadGitBlobs(txn, objects);
  }

  absl::StatusOr<std::optional<std::string>> Recall(SessionRowKind kind,
                                                    const RootHash& key) override {
    WM_ASSIGN_OR_RETURN(const ReadTxn txn, environment_->BeginRead());
    return ReadSessionRow(txn, kind, key);
  }

  absl::Status Remember(SessionRowKind kind, const RootHash& key,
                        const SessionRowChange& change) override {
    if (environment_->read_only()) {
      return absl::FailedPreconditionError(fmt::format("store {} cannot be written by this process",
                                                       environment_->directory().string()));
    }
    WM_ASSIGN_OR_RETURN(WriteTxn txn, environment_->BeginWrite());
    WM_ASSIGN_OR_RETURN(const std::optional<std::string> known, ReadSessionRow(txn, kind, key));
    WM_ASSIGN_OR_RETURN(const std::string text, change(known));
    WM_RETURN_IF_ERROR(WriteMemory(txn, kind, key, text));
    return std::move(txn).Commit();
  }

  absl::StatusOr<std::vector<std::string>> Repair(const std::string& kept_view) override {
    if (environment_->read_only()) return ReadOnly();
    WM_ASSIGN_OR_RETURN(const WriterLock lock, WriterLock::Acquire(environment_->directory()));
    return RepairStore(*environment_, kept_view);
  }

  absl::StatusOr<std::unique_ptr<Writer>> BeginWrite() override {
    if (environment_->read_only()) return ReadOnly();
    WM_ASSIGN_OR_RETURN(WriterLock lock, WriterLock::Acquire(environment_->directory()));
    return StoreWriter::Begin(environment_, std::move(lock), intact_);
  }

  absl::StatusOr<std::vector<StorePart>> Sizes() override { return ComputeSizes(*environment_); }

  absl::StatusOr<ReaderTable> Readers() override {
    WM_ASSIGN_OR_RETURN(const unsigned freed, environment_->ClearStaleReaders());
    WM_ASSIGN_OR_RETURN(const Environment::ReaderUse use, environment_->Readers());
    return ReaderTable{use.slots, use.active, freed};
  }

  absl::StatusOr<VerifiedStore> Verify(const std::function<absl::Status()>& check) override {
    WM_ASSIGN_OR_RETURN(ReadTxn begun, environment_->BeginRead());
    const auto txn = std::make_shared<const ReadTxn>(std::move(begun));
    WM_ASSIGN_OR_RETURN(const std::vector<SegmentId> segments, ReferencedSegments(*txn));
    VerifiedStore verified;
    for (const SegmentId segment : segments) {
      WM_RETURN_IF_ERROR(check());
      WM_ASSIGN_OR_RETURN(const std::unique_ptr<SegmentReader> reader,
                          SegmentReader::Open(txn, segment));
      WM_RETURN_IF_ERROR(reader->Verify());
      ++verified.segments;
      verified.bytes += reader->bytes();
    }
    WM_RETURN_IF_ERROR(VerifyRows(*txn));
    return verified;
  }

 private:
  absl::Status ReadOnly() const {
    return absl::FailedPreconditionError(fmt::format("write to store {}: it was opened read-only",
                                                     environment_->directory().string()));
  }

  absl::Status NotIndexed(const ViewKey& key) const {
    return absl::NotFoundError(
        fmt::format("open view '{}' of '{}' in store {}: it was never "
                    "indexed; run `waymark index` there first",
                    key.view, key.repository, environment_->directory().string()));
  }

  // After something else than LMDB wrote to the file, segments are compared with their hashes
  // again.
  void ForgetIfChanged() WM_REQUIRES(mutex_) {
    if (environment_->changes() == seen_changes_) return;
    seen_changes_ = environment_->changes();
    open_views_.clear();
    intact_->Forget();
    verified_segments_.Forget();
  }

  std::shared_ptr<Environment> environment_;
  Mutex mutex_;
  std::uint64_t seen_changes_ WM_GUARDED_BY(mutex_) = 0;
  // Weak references: a view that nobody uses would keep old pages from being reused.
  std::map<ViewKey, std::weak_ptr<const ReadView>> open_views_ WM_GUARDED_BY(mutex_);
  const std::shared_ptr<IntactSegments> intact_ = std::make_shared<IntactSegments>();
  VerifiedSegments verified_segments_ WM_GUARDED_BY(mutex_){VerifiedSegments::Clock::now(),
                                                            intact_};
  // Decoded histories, which keep no pages; at most one per view.
  std::map<ViewKey, std::shared_ptr<const History>> histories_ WM_GUARDED_BY(mutex_);
};

}  // namespace

absl::StatusOr<std::unique_ptr<Store>> Store::Open(const StoreOptions& options) {
  WM_RETURN_IF_ERROR(PrepareDirectory(options.directory, !options.read_only));
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<Environment> environment,
                      Environment::Open(EnvironmentOptions{options.directory, options.read_only,
                                                           options.map_bytes, kMaxReaders}));
  WM_ASSIGN_OR_RETURN(const bool is_empty, environment->IsEmpty());
  if (is_empty && options.read_only) {
    return absl::NotFoundError(fmt::format("open store {}: it is empty; index a repository first",
                                           options.directory.string()));
  }
  std::string format;
  AppendLittle(format, kStoreFormatVersion);
  WM_RETURN_IF_ERROR(environment->OpenTables(kMetaFormat, format));
  WM_RETURN_IF_ERROR(CheckFormat(*environment));
  return std::make_unique<LmdbStore>(environment);
}

}  // namespace waymark::graph
