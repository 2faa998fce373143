// The final step of OverlayWriter: joins the data of the starting state with the new data.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "overlay/overlay_carry.h"
#include "overlay/overlay_encoder.h"
#include "overlay/overlay_identity.h"
#include "overlay/overlay_writer.h"

namespace waymark::graph {

absl::StatusOr<std::shared_ptr<const MemorySegment>> OverlayWriter::Encode(
    OverlaySummary& summary) {
  WM_RETURN_IF_ERROR(CheckComplete());
  is_finished_ = true;
  CarryFiles();
  MapSymbols();
  CarryBindings();
  WM_RETURN_IF_ERROR(CheckTargets());
  std::vector<const ReboundContent*> rebound;
  for (const auto& [file, content] : rebound_) rebound.push_back(content.get());
  for (Slot& slot : slots_) files_.push_back(std::move(slot.file));
  if (!skipped_ && old_ != nullptr && !old_->skipped_from_base()) {
    skipped_ = SortedCopy(old_->part().Skipped());
  }
  if (skipped_) {
    const std::span<const SkippedFile> of_base = base_->Skipped();
    const bool is_same = std::equal(skipped_->begin(), skipped_->end(), of_base.begin(),
                                    of_base.end(), [](const SkippedText& a, const SkippedFile& b) {
                                      return a.path == b.path && a.reason == b.reason;
                                    });
    if (is_same) skipped_.reset();
  }
  OverlayContent content;
  content.base = base_.get();
  content.masked = masked_;
  content.remap = remap_;
  content.rebound = rebound;
  content.files = files_;
  content.skipped = skipped_ ? &*skipped_ : nullptr;
  content.dangling = dangling_;
  return OverlayEncoder(content).Encode(summary);
}

absl::Status OverlayWriter::CheckComplete() const {
  if (!is_planned_ || is_finished_) {
    return absl::InvalidArgumentError("finish an overlay: it has no plan, or was finished before");
  }
  for (const Slot& slot : slots_) {
    if (slot.is_carried || slot.file != nullptr) continue;
    return absl::InvalidArgumentError(
        fmt::format("finish an overlay: '{}' is in the plan but was not added", slot.path));
  }
  return absl::OkStatus();
}

// Carries over unchanged files of the old overlay, without their references.
void OverlayWriter::CarryFiles() {
  if (old_ == nullptr) return;
  OverlayCarrier carrier(*base_, *old_);
  for (Slot& slot : slots_) {
    if (!slot.is_carried) continue;
    std::unique_ptr<OverlayFile> file = carrier.ReadFile(*slot.was, texts_);
    if (slot.is_rebound) file->bindings = std::move(slot.file->bindings);
    slot.file = std::move(file);
  }
}

// Maps the symbols of the starting state and of the base to the symbols of the overlay's files.
void OverlayWriter::MapSymbols() {
  std::uint32_t before = 0;
  for (const FileId file : masked_) {
    const std::uint32_t count = base_->File(file).symbol_count;
    masked_before_.push_back(before);
    before += count;
    const Slot* const slot = FindSlot(base_->Path(file));
    if (slot == nullptr) {
      remap_.resize(before, SymbolId::kNone);
      continue;
    }
    for (const std::uint32_t match : MatchIdentities(
             KeysOf(*base_, file), KeysOf(slot->file->input.language, slot->file->symbols,
                                          slot->file->identity_prefixes))) {
      remap_.push_back(match == kNoMatch ? SymbolId::kNone : SymbolId{slot->first_symbol + match});
    }
  }
  if (old_ == nullptr) return;
  const GraphPart& own = old_->part();
  moved_.assign(own.symbol_bound(), SymbolId::kNone);
  for (const Slot& slot : slots_) {
    if (!slot.was) continue;
    const std::uint32_t first = ToIndex(own.File(*slot.was).first_symbol);
    if (slot.is_carried) {
      for (std::uint32_t i = 0; i < slot.symbol_count; ++i) {
        moved_[first + i] = SymbolId{slot.first_symbol + i};
      }
      continue;
    }
    const std::vector<std::uint32_t> matches = MatchIdentities(
        KeysOf(own, *slot.was),
        KeysOf(slot.file->input.language, slot.file->symbols, slot.file->identity_prefixes));
    for (std::size_t i = 0; i < matches.size(); ++i) {
      if (matches[i] != kNoMatch) moved_[first + i] = SymbolId{slot.first_symbol + matches[i]};
    }
  }
}

SymbolId OverlayWriter::MappedFromBase(SymbolId symbol) const {
  const FileId file = base_->FileOf(symbol);
  const auto place = std::lower_bound(masked_.begin(), masked_.end(), file);
  if (place == masked_.end() || *place != file) return symbol;
  const FileRow row = base_->File(file);
  const std::uint32_t position = ToIndex(symbol) - ToIndex(row.first_symbol);
  if (position >= row.symbol_count) return SymbolId::kNone;
  const auto i = static_cast<std::size_t>(place - masked_.begin());
  return remap_[masked_before_[i] + position];
}

SymbolId OverlayWriter::Mapped(SymbolId symbol) const {
  if (symbol == SymbolId::kNone) return symbol;
  if (ToIndex(symbol) < base_->symbol_bound()) return MappedFromBase(symbol);
  return moved_[ToIndex(symbol) - base_->symbol_bound()];
}

void OverlayWriter::CarryBindings() {
  if (old_ == nullptr) {
    for (Slot& slot : slots_) slot.file->Bind();
    return;
  }
  OverlayCarrier carrier(*base_, *old_);
  const MapSymbol map = [this](SymbolId symbol) { return Mapped(symbol); };
  for (Slot& slot : slots_) {
    if (slot.is_carried) {
      for (SymbolInput& symbol : slot.file->symbols) {
        const SymbolId parent = Mapped(symbol.parent);
        if (parent == SymbolId::kNone && symbol.parent != SymbolId::kNone) ++dangling_;
        symbol.parent = parent;
      }
    }
    if (slot.is_carried && !slot.is_rebound) {
      const std::uint32_t first = ToIndex(old_->part().File(*slot.was).first_symbol);
      carrier.ReadBindings(SymbolId{base_->symbol_bound() + first}, slot.symbol_count, map,
                           slot.file->bindings, dangling_);
    }
    slot.file->Bind();
  }
  for (auto& [file, content] : rebound_) {
    if (content != nullptr) continue;
    const FileRow row = base_->File(file);
    content = std::make_unique<ReboundContent>();
    content->file = file;
    carrier.ReadBindings(row.first_symbol, row.symbol_count, map, content->bindings, dangling_);
  }
}

bool OverlayWriter::IsLive(SymbolId symbol) const {
  const std::uint32_t i = ToIndex(symbol);
  return i < base_->symbol_bound() ? !IsMasked(base_->FileOf(symbol)) : i < symbol_bound_;
}

absl::Status OverlayWriter::CheckTargets() const {
  const auto check = [this](std::string_view path, const FileBindings& bindings) -> absl::Status {
    bool are_live = true;
    for (const EdgeInput& edge : bindings.edges) are_live = are_live && IsLive(edge.target);
    for (const std::vector<SymbolId>& candidates : bindings.candidates) {
      for (const SymbolId candidate : candidates) are_live = are_live && IsLive(candidate);
    }
    if (are_live) return absl::OkStatus();
    return absl::InvalidArgumentError(fmt::format(
        "finish an overlay: an edge or candidate of '{}' is no symbol of the state", path));
  };
  for (const Slot& slot : slots_) {
    WM_RETURN_IF_ERROR(check(slot.path, slot.file->bindings));
    for (const SymbolInput& symbol : slot.file->symbols) {
      if (symbol.parent == SymbolId::kNone || IsLive(symbol.parent)) continue;
      return absl::InvalidArgumentError(
          fmt::format("finish an overlay: a parent in '{}' is no symbol of the state", slot.path));
    }
  }
  for (const auto& [file, content] : rebound_) {
    WM_RETURN_IF_ERROR(check(base_->Path(file), content->bindings));
  }
  return absl::OkStatus();
}

}  // namespace waymark::graph
