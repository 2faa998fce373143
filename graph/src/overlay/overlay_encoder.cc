#include "overlay/overlay_encoder.h"

#include <algorithm>
#include <string>
#include <utility>

#include "graph/hash.h"
#include "graph/status.h"

namespace waymark::graph {

OverlayEncoder::OverlayEncoder(const OverlayContent& content)
    : content_(content),
      base_(*content.base),
      base_symbols_(base_.symbol_bound()),
      marks_(base_symbols_),
      segment_(sink_, SegmentKind::kOverlay),
      strings_(segment_),
      symbols_(segment_, strings_),
      edges_(segment_,
             [this](std::uint32_t source, std::uint32_t target, EdgeLabel label,
                    std::span<const Position> sites) {
               leaf_.AddEdge(source - current_first_symbol_, label, PrefixOf(SymbolId{target}),
                             sites);
               incoming_.push_back(BaseEdges::Incoming{0, target, source, label});
             }),
      unresolved_(segment_),
      files_(segment_, strings_),
      file_leaf_(segment_, kFileLeaf),
      rebound_leaf_(segment_, kReboundLeaf),
      dangling_(content.dangling) {}

absl::StatusOr<std::shared_ptr<const MemorySegment>> OverlayEncoder::Encode(
    OverlaySummary& summary) {
  NumberSymbols();
  for (const ReboundContent* const rebound : content_.rebound) AppendRebound(*rebound);
  std::uint32_t number = 0;
  for (const std::unique_ptr<OverlayFile>& file : content_.files) {
    AppendFile(*file, FileId{number++});
  }
  files_.Finish(symbols_.size());
  file_leaf_.Close();
  rebound_leaf_.Close();
  symbols_.Finish();
  edges_.CloseOutgoing();
  unresolved_.CloseCandidates();
  CollectRemoved();
  WriteIncoming();
  WriteMask();
  terms_.Finish(segment_, strings_);
  mentions_.Finish(segment_);
  unresolved_.Finish(segment_, strings_);
  WriteRoots();
  WriteSummary(summary);
  strings_.Close();
  WM_RETURN_IF_ERROR(segment_.Finish());
  std::shared_ptr<const MemorySegment> segment = sink_.Take();
  summary.bytes = segment->row.bytes;
  return segment;
}

void OverlayEncoder::NumberSymbols() {
  for (const ReboundContent* const rebound : content_.rebound) {
    const FileRow row = base_.File(rebound->file);
    std::fill_n(marks_.begin() + ToIndex(row.first_symbol), row.symbol_count, kReboundMark);
  }
  std::uint32_t masked = kMaskedMark;
  for (const FileId file : content_.masked) {
    const FileRow row = base_.File(file);
    for (std::uint32_t i = 0; i < row.symbol_count; ++i) {
      marks_[ToIndex(row.first_symbol) + i] = masked++;
    }
  }
  for (const std::unique_ptr<OverlayFile>& file : content_.files) {
    prefixes_.insert(prefixes_.end(), file->identity_prefixes.begin(),
                     file->identity_prefixes.end());
  }
  counterparts_.assign(prefixes_.size(), waymark::ToIndex(SymbolId::kNone));
  for (const FileId file : content_.masked) {
    const FileRow row = base_.File(file);
    for (std::uint32_t i = 0; i < row.symbol_count; ++i) {
      const std::uint32_t symbol = ToIndex(row.first_symbol) + i;
      const SymbolId live = Live(SymbolId{symbol});
      if (live != SymbolId::kNone) counterparts_[ToIndex(live) - base_symbols_] = symbol;
    }
  }
}

SymbolId OverlayEncoder::Live(SymbolId symbol) const {
  if (symbol == SymbolId::kNone || ToIndex(symbol) >= base_symbols_) return symbol;
  const std::uint32_t mark = marks_[ToIndex(symbol)];
  return mark < kMaskedMark ? symbol : content_.remap[mark - kMaskedMark];
}

std::uint64_t OverlayEncoder::PrefixOf(SymbolId symbol) const {
  if (symbol == SymbolId::kNone) return 0;
  const std::uint32_t i = ToIndex(symbol);
  return i < base_symbols_ ? base_.IdentityPrefix(symbol) : prefixes_[i - base_symbols_];
}

RootHash OverlayEncoder::AppendBindings(std::uint32_t first_symbol, const FileBindings& bindings,
                                        std::string_view path, const RootHash& own_part) {
  current_first_symbol_ = first_symbol;
  edges_.AppendFile(first_symbol, owners_, bindings.edges);
  unresolved_.AppendFile(first_symbol, bindings.unresolved, references_);
  SortReferences(bindings.unresolved, sorted_);
  std::vector<std::uint64_t> prefixes;
  for (const UnresolvedInput* const reference : sorted_) {
    prefixes.clear();
    for (const SymbolId candidate : reference->candidates) prefixes.push_back(PrefixOf(candidate));
    leaf_.AddCandidates(prefixes);
  }
  const RootHash leaf = leaf_.Finish(path, own_part, references_.Finish());
  changed_.push_back(ChangedLeaf{path, leaf});
  return leaf;
}

void OverlayEncoder::AppendRebound(const ReboundContent& rebound) {
  const FileRow row = base_.File(rebound.file);
  const std::uint32_t first = ToIndex(row.first_symbol);
  owners_.clear();
  for (std::uint32_t i = 0; i < row.symbol_count; ++i) {
    const SymbolId symbol{first + i};
    const SymbolId parent = base_.Parent(symbol);
    leaf_.AddParent(PrefixOf(Live(parent)));
    // The base lists children in other files.
    const bool is_nested = parent != SymbolId::kNone && ToIndex(parent) - first < row.symbol_count;
    rebound_nesting_ += is_nested ? 1 : 0;
    owners_.push_back(
        BaseEdges::Owner{is_nested ? parent : SymbolId::kNone, base_.FirstLine(symbol)});
  }
  const RootHash leaf =
      AppendBindings(first, rebound.bindings, row.path, base_.OwnPart(rebound.file));
  rebound_leaf_.Append(leaf.bytes);
}

void OverlayEncoder::AppendFile(const OverlayFile& file, FileId number) {
  const std::uint32_t first = symbols_.size();
  const FileInput& input = file.input;
  files_.Append(input, first);
  files_.AppendOwnPart(file.own_part);
  mentions_.AppendFile(number, input.mentions);
  if (file.is_carried) {
    std::vector<bool> is_counted;
    for (const SymbolInput& symbol : input.symbols) {
      is_counted.push_back(IsCounted(input.language, symbol.flags));
    }
    terms_.AppendStemmed(number, SymbolId{first}, input.path, file.stemmed, is_counted);
    AppendSymbols(file, number, file.lengths);
  } else {
    AppendSymbols(file, number, terms_.AppendFile(number, SymbolId{first}, input));
  }
  const RootHash leaf =
      AppendBindings(base_symbols_ + first, file.bindings, input.path, file.own_part);
  file_leaf_.Append(leaf.bytes);
}

void OverlayEncoder::AppendSymbols(const OverlayFile& file, FileId number,
                                   std::span<const FieldLengths> lengths) {
  owners_.clear();
  for (std::size_t i = 0; i < file.symbols.size(); ++i) {
    const SymbolInput& symbol = file.symbols[i];
    BaseSymbols::Derived derived;
    derived.file = number;
    derived.flags = StoredFlags(file.input, symbol);
    derived.identity_prefix = file.identity_prefixes[i];
    derived.lengths = lengths[i];
    symbols_.Append(symbol, derived);
    leaf_.AddParent(PrefixOf(symbol.parent));
    owners_.push_back(BaseEdges::Owner{symbol.parent, symbol.range.begin.line});
    if (!AddsToSums(file.input.language)) continue;
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      numbers_[kNumberTotalLength + f] += lengths[i][f];
      numbers_[kNumberNonempty + f] += lengths[i][f] > 0 ? 1 : 0;
    }
    numbers_[kNumberDocuments] += IsCounted(file.input.language, derived.flags) ? 1 : 0;
  }
}

}  // namespace waymark::graph
