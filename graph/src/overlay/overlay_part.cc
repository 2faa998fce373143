#include "overlay/overlay_part.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "graph/status.h"

namespace waymark::graph {
namespace {

absl::Status DamagedOverlay() {
  return absl::DataLossError("open view: the sections of its overlay do not fit together");
}

}  // namespace

absl::StatusOr<std::unique_ptr<const OverlayPart>> OverlayPart::Open(
    std::unique_ptr<SegmentReader> segment, const GraphPart& base) {
  std::unique_ptr<OverlayPart> overlay(new OverlayPart(base));
  WM_RETURN_IF_ERROR(overlay->Bind(*segment));
  const GraphPart::Preceding preceding{overlay->base_symbols_, overlay->rebound_count_,
                                       static_cast<std::uint32_t>(overlay->touched_.size())};
  WM_ASSIGN_OR_RETURN(overlay->part_, GraphPart::Open(std::move(segment), preceding));
  WM_RETURN_IF_ERROR(overlay->BindOwn());
  return overlay;
}

absl::Status OverlayPart::Bind(const SegmentReader& segment) {
  Column<std::uint64_t> numbers;
  WM_RETURN_IF_ERROR(segment.Bind(kMaskedFiles, masked_files_));
  WM_RETURN_IF_ERROR(segment.Bind(kRemap, remap_));
  WM_RETURN_IF_ERROR(segment.Bind(kReboundFiles, rebound_files_));
  WM_RETURN_IF_ERROR(segment.Bind(kReboundLeaf, rebound_leaf_));
  WM_RETURN_IF_ERROR(segment.Bind(kCounterpart, counterpart_));
  WM_RETURN_IF_ERROR(segment.Bind(kTouchedSymbols, touched_));
  WM_RETURN_IF_ERROR(segment.Bind(kIncomingCount, incoming_count_));
  WM_RETURN_IF_ERROR(segment.Bind(kFileRank, file_rank_));
  WM_RETURN_IF_ERROR(segment.Bind(kOverlayNumbers, numbers));
  if (numbers.size() != kOverlayNumberCount) return DamagedOverlay();
  skipped_from_base_ = numbers[kNumberSkippedFromBase] != 0;
  dangling_edges_ = numbers[kNumberDangling];
  marks_.reset(static_cast<std::uint8_t*>(std::calloc(std::size_t{base_symbols_} + 1, 1)));
  if (marks_ == nullptr) return absl::ResourceExhaustedError("open view: no memory for its mask");
  WM_RETURN_IF_ERROR(MarkFiles(masked_files_, kMasked, masked_, masked_count_));
  WM_RETURN_IF_ERROR(MarkFiles(rebound_files_, kRebound, rebound_, rebound_count_));
  if (remap_.size() != masked_count_ || rebound_leaf_.size() != rebound_files_.size()) {
    return DamagedOverlay();
  }
  for (std::uint64_t i = 0; i < touched_.size(); ++i) {
    const std::uint32_t symbol = touched_[i];
    const bool is_sorted = i == 0 || touched_[i - 1] < symbol;
    if (symbol >= base_symbols_ || !is_sorted || IsMasked(symbol)) return DamagedOverlay();
    marks_[symbol] |= kTouched;
  }
  return absl::OkStatus();
}

// Binds the columns with one element for each of the overlay's own symbols or files.
absl::Status OverlayPart::BindOwn() {
  const bool fits = counterpart_.size() == part_->symbol_bound() &&
                    file_rank_.size() == part_->file_bound() &&
                    incoming_count_.size() == touched_.size() + part_->symbol_bound();
  if (!fits) return DamagedOverlay();
  symbol_rank_.reserve(file_rank_.size());
  for (std::uint64_t i = 0; i < file_rank_.size(); ++i) {
    const FileId file{file_rank_[i]};
    symbol_rank_.push_back(base_.IsLive(file) ? ToIndex(base_.File(file).first_symbol)
                                              : base_symbols_);
  }
  return absl::OkStatus();
}

absl::Status OverlayPart::MarkFiles(const Column<std::uint32_t>& files, Mark mark,
                                    std::vector<Span>& spans, std::uint32_t& count) {
  for (std::uint64_t i = 0; i < files.size(); ++i) {
    const FileId file{files[i]};
    if (!base_.IsLive(file) || (i > 0 && files[i - 1] >= files[i])) return DamagedOverlay();
    const FileRow row = base_.File(file);
    const Span span{ToIndex(row.first_symbol), ToIndex(row.first_symbol) + row.symbol_count, count};
    if (row.symbol_count == 0 || (!spans.empty() && span.first_symbol < spans.back().end_symbol)) {
      return DamagedOverlay();
    }
    for (std::uint32_t s = span.first_symbol; s < span.end_symbol; ++s) {
      if (marks_[s] != 0) return DamagedOverlay();
      marks_[s] = mark;
    }
    spans.push_back(span);
    count += row.symbol_count;
  }
  return absl::OkStatus();
}

const OverlayPart::Span* OverlayPart::Find(const std::vector<Span>& spans, std::uint32_t symbol) {
  const auto after = std::upper_bound(
      spans.begin(), spans.end(), symbol,
      [](std::uint32_t wanted, const Span& span) { return wanted < span.first_symbol; });
  if (after == spans.begin() || std::prev(after)->end_symbol <= symbol) return nullptr;
  return &*std::prev(after);
}

SymbolId OverlayPart::Remapped(std::uint32_t masked) const {
  const Span* const span = Find(masked_, masked);
  const std::uint32_t live = remap_[span->before + masked - span->first_symbol];
  const bool is_own = live >= base_symbols_ && live - base_symbols_ < part_->symbol_bound();
  return is_own ? SymbolId{live} : SymbolId::kNone;
}

std::uint32_t OverlayPart::OutRow(SymbolId symbol) const {
  const std::uint32_t i = ToIndex(symbol);
  if (i >= base_symbols_) return rebound_count_ + (i - base_symbols_);
  const Span* const span = Find(rebound_, i);
  return span->before + i - span->first_symbol;
}

std::uint32_t OverlayPart::InRow(SymbolId symbol) const {
  const std::uint32_t i = ToIndex(symbol);
  const auto touched = static_cast<std::uint32_t>(touched_.size());
  if (i >= base_symbols_) return touched + (i - base_symbols_);
  std::uint32_t low = 0;
  std::uint32_t high = touched;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (touched_[middle] < i) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

SymbolId OverlayPart::Counterpart(SymbolId symbol) const {
  const std::uint32_t i = ToIndex(symbol);
  if (i < base_symbols_) return symbol;
  const std::uint32_t masked = counterpart_[i - base_symbols_];
  return masked < base_symbols_ ? SymbolId{masked} : SymbolId::kNone;
}

std::optional<RootHash> OverlayPart::ReboundLeafOf(FileId file) const {
  std::uint64_t low = 0;
  std::uint64_t high = rebound_files_.size();
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (rebound_files_[middle] < ToIndex(file)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == rebound_files_.size() || rebound_files_[low] != ToIndex(file)) return std::nullopt;
  return ReboundLeaf(low);
}

bool OverlayPart::IsMasked(FileId file) const {
  const FileRow row = base_.File(file);
  return row.symbol_count > 0 && IsMasked(ToIndex(row.first_symbol));
}

}  // namespace waymark::graph
