#include "store/repair.h"

#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "facts/fetched_blobs.h"
#include "graph/history.h"
#include "graph/status.h"
#include "lmdb/catalogue.h"
#include "segment/segment_reader.h"
#include "store/sealed_rows.h"
#include "store/session_rows.h"

namespace waymark::graph {
namespace {

constexpr SessionRowKind kSessionRowKinds[] = {SessionRowKind::kPack, SessionRowKind::kSession,
                                               SessionRowKind::kJudgements,
                                               SessionRowKind::kWorkspaces};

// A row of another version is intact.
bool IsIntactHistory(std::string_view key, std::string_view stored) {
  const absl::StatusOr<std::string_view> row = Unseal(key, stored);
  if (!row.ok()) return false;
  return History::HeadOf(*row).empty() || !absl::IsDataLoss(History::Decode(*row).status());
}

bool IsIntactSessionRow(std::string_view key, std::string_view stored) {
  return DecodeSessionRow(key, stored).ok();
}

// Finds damage in a state of the store, and what to delete and to write so that it is gone.
class Repair {
 public:
  Repair(Environment& environment, const std::string& kept_view)
      : environment_(environment), kept_view_(kept_view) {}

  absl::Status Plan();
  absl::StatusOr<std::vector<std::string>> Apply();

 private:
  using Rows = std::vector<std::pair<Table, std::string>>;

  absl::Status PlanViews();
  absl::Status PlanView(std::string_view key, std::string_view bytes);
  absl::Status PlanRows(
      Table table,
      const std::function<bool(std::string_view key, std::string_view stored)>& is_intact);
  // False if the bytes of the segment differ from its hash, or if it cannot be read.
  bool IsIntact(SegmentId segment);

  Environment& environment_;
  const std::string& kept_view_;
  std::shared_ptr<const ReadTxn> txn_;
  std::map<SegmentId, bool> intact_;
  Rows deleted_;
  std::vector<std::pair<std::string, std::string>> views_;  // rows to write, by key
  std::vector<std::string> told_;
};

bool Repair::IsIntact(SegmentId segment) {
  if (segment == SegmentId::kNone) return true;
  const auto [at, is_new] = intact_.try_emplace(segment, false);
  if (!is_new) return at->second;
  const absl::StatusOr<std::unique_ptr<SegmentReader>> reader = SegmentReader::Open(txn_, segment);
  at->second = reader.ok() && (*reader)->Verify().ok();
  return at->second;
}

absl::Status Repair::Plan() {
  WM_ASSIGN_OR_RETURN(ReadTxn txn, environment_.BeginRead());
  txn_ = std::make_shared<const ReadTxn>(std::move(txn));
  WM_RETURN_IF_ERROR(PlanViews());
  WM_RETURN_IF_ERROR(PlanRows(Table::kHistory, IsIntactHistory));
  WM_RETURN_IF_ERROR(PlanRows(Table::kSnapshot, [](std::string_view, std::string_view row) {
    return DecodeSnapshotRow(row).ok();
  }));
  for (const SessionRowKind kind : kSessionRowKinds) {
    WM_RETURN_IF_ERROR(PlanRows(TableOf(kind), IsIntactSessionRow));
  }
  WM_RETURN_IF_ERROR(PlanRows(Table::kFetched, IsIntactFetched));
  WM_RETURN_IF_ERROR(PlanRows(Table::kFetchedOrder, IsIntactFetchedOrder));
  txn_ = nullptr;
  return absl::OkStatus();
}

absl::Status Repair::PlanViews() {
  WM_ASSIGN_OR_RETURN(Cursor cursor, Cursor::Open(*txn_, Table::kView));
  WM_ASSIGN_OR_RETURN(bool found, cursor.SeekAtLeast(std::string(1, '\0')));
  while (found) {
    WM_RETURN_IF_ERROR(PlanView(cursor.key(), cursor.value()));
    WM_ASSIGN_OR_RETURN(found, cursor.Next());
  }
  return absl::OkStatus();
}

absl::Status Repair::PlanView(std::string_view key, std::string_view bytes) {
  absl::StatusOr<ViewRow> row = DecodeViewRow(bytes);
  if (absl::IsFailedPrecondition(row.status())) return row.status();  // of a newer version
  if (!row.ok() || ViewRowKey(row->record.key) != key) {
    deleted_.emplace_back(Table::kView, key);
    told_.emplace_back("the row of a view");
    return absl::OkStatus();
  }
  ViewRecord& record = row->record;
  const bool is_kept = record.key.view == kept_view_;
  const bool is_whole = IsIntact(record.base) && IsIntact(record.overlay) &&
                        IsIntact(row->file_states) && IsIntact(row->state_changes);
  if (!is_whole && !is_kept) {
    told_.push_back(fmt::format("view '{}' of {}, which has to be indexed again", record.key.view,
                                record.root_path));
    deleted_.emplace_back(Table::kView, key);
    return absl::OkStatus();
  }
  if (!is_whole) told_.push_back(fmt::format("view '{}' of {}", record.key.view, record.root_path));
  const std::size_t packs =
      std::erase_if(record.packs, [this](SegmentId pack) { return !IsIntact(pack); });
  if (packs == 0) return absl::OkStatus();
  told_.push_back(fmt::format("facts of the files of {}", record.root_path));
  record.indexer_version = 0;  // the next run of the view takes over nothing but facts
  views_.emplace_back(key, EncodeViewRow(*row));
  return absl::OkStatus();
}

absl::Status Repair::PlanRows(
    Table table,
    const std::function<bool(std::string_view key, std::string_view stored)>& is_intact) {
  const std::size_t before = deleted_.size();
  WM_RETURN_IF_ERROR(ForEachRow(*txn_, table, [&](std::string_view key, std::string_view stored) {
    if (!is_intact(key, stored)) deleted_.emplace_back(table, key);
    return absl::OkStatus();
  }));
  if (const std::size_t rows = deleted_.size() - before; rows > 0) {
    told_.push_back(fmt::format("{} {} of '{}'", rows, rows == 1 ? "row" : "rows", NameOf(table)));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> Repair::Apply() {
  if (deleted_.empty() && views_.empty()) return std::move(told_);
  WM_ASSIGN_OR_RETURN(WriteTxn txn, environment_.BeginWrite());
  for (const auto& [table, key] : deleted_) WM_RETURN_IF_ERROR(txn.Delete(table, key));
  for (const auto& [key, row] : views_) WM_RETURN_IF_ERROR(txn.Put(Table::kView, key, row));
  WM_RETURN_IF_ERROR(std::move(txn).Commit());
  return std::move(told_);
}

}  // namespace

absl::StatusOr<std::vector<std::string>> RepairStore(Environment& environment,
                                                     const std::string& kept_view) {
  Repair repair(environment, kept_view);
  WM_RETURN_IF_ERROR(repair.Plan());
  return repair.Apply();
}

absl::Status VerifyRows(const Txn& txn) {
  struct Verified {
    Table table;
    bool (*is_intact)(std::string_view key, std::string_view stored);
  };

  constexpr Verified kVerified[] = {{Table::kHistory, IsIntactHistory},
                                    {Table::kJudgements, IsIntactSessionRow},
                                    {Table::kWorkspaces, IsIntactSessionRow}};
  for (const Verified& verified : kVerified) {
    WM_RETURN_IF_ERROR(
        ForEachRow(txn, verified.table, [&](std::string_view key, std::string_view stored) {
          return verified.is_intact(key, stored)
                     ? absl::OkStatus()
                     : absl::DataLossError(
                           fmt::format("a row of '{}' is damaged", NameOf(verified.table)));
        }));
  }
  return absl::OkStatus();
}

}  // namespace waymark::graph
