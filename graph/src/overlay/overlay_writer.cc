#include "overlay/overlay_writer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/base_files.h"
#include "base/file_check.h"
#include "graph/status.h"
#include "overlay/overlay_carry.h"
#include "overlay/overlay_encoder.h"
#include "overlay/overlay_identity.h"
#include "overlay/overlay_view.h"

namespace waymark::graph {
namespace {

constexpr std::string_view kPlanning = "plan an overlay: ";

absl::Status WrongPlan(std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("{}{}", kPlanning, what));
}

bool Contains(std::span<const std::string_view> sorted, std::string_view path) {
  return std::binary_search(sorted.begin(), sorted.end(), path);
}

}  // namespace

absl::StatusOr<std::unique_ptr<OverlayBuilder>> OverlayWriter::Begin(
    const std::shared_ptr<const ReadTxn>& txn, const ViewRecord& from,
    std::shared_ptr<SegmentQueue> queue) {
  WM_ASSIGN_OR_RETURN(std::unique_ptr<SegmentReader> base_segment,
                      SegmentReader::Open(txn, from.base, SegmentKind::kBase));
  WM_ASSIGN_OR_RETURN(std::shared_ptr<const GraphPart> base,
                      GraphPart::Open(std::move(base_segment), {}));
  std::unique_ptr<const OverlayPart> old;
  if (from.overlay != SegmentId::kNone) {
    WM_ASSIGN_OR_RETURN(std::unique_ptr<SegmentReader> segment,
                        SegmentReader::Open(txn, from.overlay, SegmentKind::kOverlay));
    WM_ASSIGN_OR_RETURN(old, OverlayPart::Open(std::move(segment), *base));
  }
  return std::unique_ptr<OverlayBuilder>(
      new OverlayWriter(std::move(base), std::move(old), from, std::move(queue)));
}

OverlayWriter::OverlayWriter(std::shared_ptr<const GraphPart> base,
                             std::unique_ptr<const OverlayPart> old, const ViewRecord& from,
                             std::shared_ptr<SegmentQueue> queue)
    : base_(std::move(base)), old_(std::move(old)), from_(from), queue_(std::move(queue)) {}

absl::Status OverlayWriter::Plan(std::span<const PlannedFile> replaced,
                                 std::span<const std::string_view> removed) {
  WM_RETURN_IF_ERROR(CheckPlan(replaced, removed));
  is_planned_ = true;
  AddSlots(replaced, removed);
  MaskFiles(removed);
  if (old_ == nullptr) return absl::OkStatus();
  for (std::uint64_t i = 0; i < old_->rebound_files().size(); ++i) {
    const FileId file{old_->rebound_files()[i]};
    if (!IsMasked(file)) rebound_.emplace(file, nullptr);
  }
  return absl::OkStatus();
}

absl::Status OverlayWriter::CheckPlan(std::span<const PlannedFile> replaced,
                                      std::span<const std::string_view> removed) const {
  if (is_planned_) return WrongPlan("it is planned already");
  std::uint64_t symbols = base_->symbol_bound() + (old_ ? old_->part().symbol_bound() : 0);
  for (std::size_t i = 0; i < replaced.size(); ++i) {
    const std::string_view path = replaced[i].path;
    if (i > 0 && replaced[i - 1].path >= path) return WrongPlan("files are not in order of paths");
    if (replaced[i].symbol_count == 0) return WrongPlan(fmt::format("'{}' has no symbol", path));
    if (Contains(removed, path)) {
      return WrongPlan(fmt::format("'{}' is both replaced and removed", path));
    }
    symbols += replaced[i].symbol_count;
  }
  if (!std::is_sorted(removed.begin(), removed.end())) {
    return WrongPlan("removed paths are not in order");
  }
  if (symbols <= kMaxSymbols) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      fmt::format("{}more than {} symbols; index anew", kPlanning, kMaxSymbols));
}

void OverlayWriter::AddSlots(std::span<const PlannedFile> replaced,
                             std::span<const std::string_view> removed) {
  for (const PlannedFile& file : replaced) {
    Slot& slot = slots_.emplace_back();
    slot.path = file.path;
    slot.symbol_count = file.symbol_count;
    if (old_ != nullptr) slot.was = old_->part().FindFile(file.path);
  }
  const auto planned = slots_.size();
  const std::uint32_t old_files = old_ == nullptr ? 0 : old_->part().file_bound();
  for (std::uint32_t i = 0; i < old_files; ++i) {
    const FileRow row = old_->part().File(FileId{i});
    const auto place =
        std::partition_point(replaced.begin(), replaced.end(),
                             [&row](const PlannedFile& file) { return file.path < row.path; });
    const bool is_planned = place != replaced.end() && place->path == row.path;
    if (is_planned || Contains(removed, row.path)) continue;
    Slot& slot = slots_.emplace_back();
    slot.path = row.path;
    slot.symbol_count = row.symbol_count;
    slot.was = FileId{i};
    slot.is_carried = true;
  }
  std::inplace_merge(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(planned),
                     slots_.end(), [](const Slot& a, const Slot& b) { return a.path < b.path; });
  symbol_bound_ = base_->symbol_bound();
  for (Slot& slot : slots_) {
    slot.first_symbol = symbol_bound_;
    symbol_bound_ += slot.symbol_count;
  }
}

void OverlayWriter::MaskFiles(std::span<const std::string_view> removed) {
  const auto mask = [this](std::string_view path) {
    if (const std::optional<FileId> file = base_->FindFile(path)) masked_.push_back(*file);
  };
  for (const Slot& slot : slots_) mask(slot.path);
  for (const std::string_view path : removed) mask(path);
  if (old_ != nullptr) {
    for (std::uint64_t i = 0; i < old_->masked_files().size(); ++i) {
      masked_.push_back(FileId{old_->masked_files()[i]});
    }
  }
  std::sort(masked_.begin(), masked_.end());
  masked_.erase(std::unique(masked_.begin(), masked_.end()), masked_.end());
}

const OverlayWriter::Slot* OverlayWriter::FindSlot(std::string_view path) const {
  const auto place = std::partition_point(slots_.begin(), slots_.end(),
                                          [path](const Slot& slot) { return slot.path < path; });
  return place != slots_.end() && place->path == path ? &*place : nullptr;
}

OverlayWriter::Slot* OverlayWriter::FindSlot(std::string_view path) {
  return const_cast<Slot*>(std::as_const(*this).FindSlot(path));
}

bool OverlayWriter::IsMasked(FileId file) const {
  return std::binary_search(masked_.begin(), masked_.end(), file);
}

std::optional<SymbolId> OverlayWriter::FirstSymbolOf(std::string_view path) const {
  if (const Slot* const slot = FindSlot(path)) return SymbolId{slot->first_symbol};
  const std::optional<FileId> file = base_->FindFile(path);
  if (!file || IsMasked(*file)) return std::nullopt;
  return base_->File(*file).first_symbol;
}

absl::Status OverlayWriter::AddFile(const FileInput& file) {
  constexpr std::string_view kAdding = "add file to an overlay";
  WM_RETURN_IF_ERROR(CheckFile(kAdding, file));
  Slot* const slot = FindSlot(file.path);
  if (slot == nullptr || slot->is_carried || slot->file != nullptr ||
      slot->symbol_count != file.symbols.size()) {
    return absl::InvalidArgumentError(
        fmt::format("{} '{}': it is not in the plan with {} symbols, or was added before", kAdding,
                    file.path, file.symbols.size()));
  }
  slot->file = std::make_unique<OverlayFile>();
  OverlayFile& kept = *slot->file;
  KeepFile(file, texts_, kept);
  OwnPartHasher hasher;
  hasher.BeginFile(kept.input);
  for (const SymbolInput& symbol : kept.symbols) {
    const SymbolIdentity identity = IdentityOf(base_->repository(), file, symbol);
    kept.identity_prefixes.push_back(identity.Prefix64());
    hasher.AddSymbol(symbol, StoredFlags(file, symbol), identity);
  }
  kept.own_part = hasher.Finish();
  return absl::OkStatus();
}

absl::Status OverlayWriter::RebindFile(const ReboundFile& file) {
  constexpr std::string_view kRebinding = "rebind file";
  if (Slot* const slot = FindSlot(file.path)) {
    WM_RETURN_IF_ERROR(
        CheckReferences(kRebinding, file.path, slot->symbol_count, file.edges, file.unresolved));
    if (!slot->is_carried) {
      return absl::InvalidArgumentError(
          fmt::format("{} '{}': it is replaced in the same overlay", kRebinding, file.path));
    }
    if (slot->file == nullptr) slot->file = std::make_unique<OverlayFile>();
    KeepBindings(file.edges, file.unresolved, texts_, slot->file->bindings);
    slot->is_rebound = true;
    return absl::OkStatus();
  }
  const std::optional<FileId> found = base_->FindFile(file.path);
  if (!is_planned_ || !found || IsMasked(*found)) {
    return absl::InvalidArgumentError(
        fmt::format("{} '{}': the state does not have it", kRebinding, file.path));
  }
  WM_RETURN_IF_ERROR(CheckReferences(kRebinding, file.path, base_->File(*found).symbol_count,
                                     file.edges, file.unresolved));
  auto content = std::make_unique<ReboundContent>();
  content->file = *found;
  KeepBindings(file.edges, file.unresolved, texts_, content->bindings);
  rebound_[*found] = std::move(content);
  return absl::OkStatus();
}

void OverlayWriter::SetSkipped(std::span<const SkippedFile> skipped) {
  skipped_ = SortedCopy(skipped);
}

absl::StatusOr<OverlaySummary> OverlayWriter::Finish() {
  if (queue_ == nullptr) {
    return absl::FailedPreconditionError(
        "finish an overlay: it was begun as one that is never published; finish it as that, or "
        "begin it with a writer");
  }
  OverlaySummary summary;
  WM_ASSIGN_OR_RETURN(std::shared_ptr<const MemorySegment> segment, Encode(summary));
  WM_ASSIGN_OR_RETURN(summary.segment, queue_->Add(std::move(segment)));
  return summary;
}

absl::StatusOr<std::shared_ptr<const ReadView>> OverlayWriter::FinishUnpublished() {
  OverlaySummary summary;
  WM_ASSIGN_OR_RETURN(std::shared_ptr<const MemorySegment> segment, Encode(summary));
  WM_ASSIGN_OR_RETURN(std::unique_ptr<SegmentReader> reader,
                      SegmentReader::OpenInMemory(std::move(segment)));
  WM_ASSIGN_OR_RETURN(std::unique_ptr<const OverlayPart> overlay,
                      OverlayPart::Open(std::move(reader), *base_));
  ViewRecord record = from_;
  record.root = summary.root;
  return std::make_shared<const OverlayView>(base_, std::move(overlay), record);
}

}  // namespace waymark::graph
