#include "base_symbols.h"

#include <algorithm>

#include "text_order.h"

namespace waymark::graph {
namespace {

bool FitsColumn(std::uint32_t column) { return column <= 0xFFFF; }

// Whether a place can be stored as NarrowPlace; lines of the name and the end must not come before
// the first.
bool IsNarrow(const SourceRange& range, Position name) {
  return range.end.line >= range.begin.line && name.line >= range.begin.line &&
         range.end.line - range.begin.line < kWidePlaceMark &&
         name.line - range.begin.line <= 0xFF && FitsColumn(range.begin.column) &&
         FitsColumn(range.end.column) && FitsColumn(name.column);
}

}  // namespace

BaseSymbols::BaseSymbols(SegmentWriter& segment, BaseStrings& strings)
    : segment_(segment),
      strings_(strings),
      name_(segment, kSymbolName),
      scope_(segment, kSymbolScope),
      signature_(segment, kSymbolSignature),
      parent_(segment, kSymbolParent),
      file_(segment, kSymbolFile),
      kind_(segment, kSymbolKind),
      flags_(segment, kSymbolFlags),
      place_(segment, kSymbolPlace),
      identity_(segment, kSymbolIdentity),
      lengths_(segment, kSymbolLengths),
      documentation_(segment, kDocumentationIndex, kDocumentationRange),
      variants_(segment, kVariantIndex, kVariant),
      wide_places_(segment, kWidePlaceIndex, kWidePlace) {}

void BaseSymbols::Append(const SymbolInput& symbol, const Derived& derived) {
  std::uint32_t name_number = kNoString;
  if (!symbol.name.empty()) {
    const std::uint32_t number = strings_.Number(symbol.name);
    if (number >= name_numbers_.size()) name_numbers_.resize(number + 1, kNoString);
    if (name_numbers_[number] == kNoString) {
      name_numbers_[number] = static_cast<std::uint32_t>(string_of_name_.size());
      string_of_name_.push_back(number);
    }
    name_number = name_numbers_[number];
  }
  names_of_symbols_.push_back(name_number);
  name_.Append(symbol.name.empty() ? kNoString : strings_.AddressOf(string_of_name_[name_number]));
  scope_.Append(strings_.AddName(symbol.scope));
  signature_.Append(strings_.AddText(symbol.signature));
  const std::uint32_t parent = waymark::ToIndex(symbol.parent);
  parent_.Append(parent);
  parents_.push_back(parent);
  if (symbol.parent != SymbolId::kNone) {
    ++nested_count_;
    max_parent_ = std::max(max_parent_, parent);
  }
  file_.Append(waymark::ToIndex(derived.file));
  kind_.Append(static_cast<std::uint8_t>(symbol.kind));
  flags_.Append(derived.flags);
  AppendPlace(symbol);
  identity_.Append(derived.identity_prefix);
  lengths_.Append(derived.lengths);
  const ByteRange documentation{symbol.doc_begin, symbol.doc_end};
  documentation_.Append(symbol.doc_begin == symbol.doc_end ? nullptr : &documentation);
  const Variant variant{strings_.AddText(symbol.discriminator), symbol.ordinal};
  const bool is_variant = !symbol.discriminator.empty() || symbol.ordinal != 0;
  variants_.Append(is_variant ? &variant : nullptr);
}

void BaseSymbols::AppendPlace(const SymbolInput& symbol) {
  const SourceRange& range = symbol.range;
  const Position name = symbol.name_position;
  if (IsNarrow(range, name)) {
    place_.Append(NarrowPlace{range.begin.line, static_cast<std::uint16_t>(range.begin.column),
                              static_cast<std::uint16_t>(range.end.line - range.begin.line),
                              static_cast<std::uint16_t>(range.end.column),
                              static_cast<std::uint16_t>(name.column),
                              static_cast<std::uint8_t>(name.line - range.begin.line)});
    wide_places_.Append(nullptr);
    return;
  }
  place_.Append(NarrowPlace{range.begin.line, 0, kWidePlaceMark, 0, 0, 0});
  const WidePlace wide{range.begin.line, range.begin.column, range.end.line,
                       range.end.column, name.line,          name.column};
  wide_places_.Append(&wide);
}

void BaseSymbols::Finish() {
  name_.Close();
  scope_.Close();
  signature_.Close();
  parent_.Close();
  file_.Close();
  kind_.Close();
  flags_.Close();
  place_.Close();
  identity_.Close();
  lengths_.Close();
  documentation_.Close();
  variants_.Close();
  wide_places_.Close();
  WriteNames();
  WriteChildren();
}

void BaseSymbols::WriteNames() {
  const auto text_of = [this](std::uint32_t name) {
    return strings_.NameOf(string_of_name_[name]);
  };
  const auto name_count = static_cast<std::uint32_t>(string_of_name_.size());
  const std::vector<std::uint32_t> order = OrderByText(name_count, text_of);

  // Counting sort of the symbols by the rank of their names; symbols of a rank stay in order.
  std::vector<std::uint32_t> rank_of(name_count);
  ColumnWriter<std::uint32_t> names(segment_, kNameOrder);
  for (std::uint32_t rank = 0; rank < name_count; ++rank) {
    rank_of[order[rank]] = rank;
    names.Append(strings_.AddressOf(string_of_name_[order[rank]]));
  }
  names.Close();
  std::vector<std::uint32_t> next(name_count + 1, 0);
  for (const std::uint32_t name : names_of_symbols_) {
    if (name != kNoString) ++next[rank_of[name] + 1];
  }
  ColumnWriter<std::uint32_t> offsets(segment_, kNameOffsets);
  for (std::uint32_t rank = 0; rank <= name_count; ++rank) {
    if (rank > 0) next[rank] += next[rank - 1];
    offsets.Append(next[rank]);
  }
  offsets.Close();
  std::vector<std::uint32_t> sorted(next[name_count]);
  for (std::uint32_t symbol = 0; symbol < size(); ++symbol) {
    const std::uint32_t name = names_of_symbols_[symbol];
    if (name != kNoString) sorted[next[rank_of[name]]++] = symbol;
  }
  ColumnWriter<std::uint32_t> symbols(segment_, kNameSymbols);
  for (const std::uint32_t symbol : sorted) symbols.Append(symbol);
  symbols.Close();
}

void BaseSymbols::WriteChildren() {
  std::vector<std::uint32_t> next(std::size_t{size()} + 1, 0);
  for (const std::uint32_t parent : parents_) {
    if (parent != waymark::ToIndex(SymbolId::kNone)) ++next[parent + 1];
  }
  ColumnWriter<std::uint32_t> offsets(segment_, kChildOffsets);
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (i > 0) next[i] += next[i - 1];
    offsets.Append(next[i]);
  }
  offsets.Close();
  std::vector<std::uint32_t> sorted(nested_count_);
  for (std::uint32_t symbol = 0; symbol < size(); ++symbol) {
    const std::uint32_t parent = parents_[symbol];
    if (parent != waymark::ToIndex(SymbolId::kNone)) sorted[next[parent]++] = symbol;
  }
  ColumnWriter<std::uint32_t> children(segment_, kChildren);
  for (const std::uint32_t child : sorted) children.Append(child);
  children.Close();
}

}  // namespace waymark::graph
