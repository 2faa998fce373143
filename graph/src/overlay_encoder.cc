#include "overlay_encoder.h"

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
      file_path_(segment_, kFilePath),
      file_attributes_(segment_, kFileAttributes),
      file_content_(segment_, kFileContent),
      file_first_symbol_(segment_, kFileFirstSymbol),
      file_leaf_(segment_, kFileLeaf),
      file_own_part_(segment_, kFileOwnPart),
      file_unresolved_(segment_, kFileUnresolved),
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
  file_first_symbol_.Append(symbols_.size());
  file_path_.Close();
  file_attributes_.Close();
  file_content_.Close();
  file_first_symbol_.Close();
  file_leaf_.Close();
  file_own_part_.Close();
  file_unresolved_.Close();
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
    // Children of other files are listed by the base.
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
  const FileAttributes attributes{static_cast<std::uint8_t>(input.language),
                                  input.facts.grammar,
                                  input.flags,
                                  input.facts.extractor_version,
                                  input.line_count,
                                  input.size_bytes};
  file_path_.Append(strings_.AddText(input.path));
  file_attributes_.Append(attributes);
  file_content_.Append(input.facts.content.bytes);
  file_first_symbol_.Append(first);
  file_own_part_.Append(file.own_part.bytes);
  file_unresolved_.Append(static_cast<std::uint32_t>(input.unresolved.size()));
  mentions_.AppendFile(number, input.mentions);
  if (file.is_carried) {
    std::vector<bool> is_test;
    for (const SymbolInput& symbol : input.symbols) {
      is_test.push_back((symbol.flags & kSymbolTest) != 0);
    }
    terms_.AppendStemmed(number, SymbolId{first}, input.path, file.stemmed, is_test);
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
  const bool is_test_file = (file.input.flags & kFileTest) != 0;
  owners_.clear();
  for (std::size_t i = 0; i < file.symbols.size(); ++i) {
    const SymbolInput& symbol = file.symbols[i];
    BaseSymbols::Derived derived;
    derived.file = number;
    derived.flags = static_cast<std::uint16_t>(symbol.flags | (is_test_file ? kSymbolTest : 0));
    derived.identity_prefix = file.identity_prefixes[i];
    derived.lengths = lengths[i];
    symbols_.Append(symbol, derived);
    leaf_.AddParent(PrefixOf(symbol.parent));
    owners_.push_back(BaseEdges::Owner{symbol.parent, symbol.range.begin.line});
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      numbers_[kNumberTotalLength + f] += lengths[i][f];
      numbers_[kNumberNonempty + f] += lengths[i][f] > 0 ? 1 : 0;
    }
    numbers_[kNumberDocuments] += (derived.flags & kSymbolTest) == 0 ? 1 : 0;
  }
}

}  // namespace waymark::graph
