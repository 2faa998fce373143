#include "base/base_symbols.h"

#include <algorithm>

#include "text/text_order.h"

namespace waymark::graph {
namespace {

bool FitsByte(std::uint32_t number) { return number <= 0xFF; }

// Whether a place can be stored as NarrowPlace. The lines of the name and of the end must not come
// before the first line.
bool IsNarrow(const SourceRange& range, Position name) {
  return range.end.line >= range.begin.line && name.line >= range.begin.line &&
         range.end.line - range.begin.line < kWidePlaceMark &&
         FitsByte(name.line - range.begin.line) && FitsByte(range.begin.column) &&
         FitsByte(range.end.column) && FitsByte(name.column);
}

}  // namespace

BaseSymbols::BaseSymbols(SegmentWriter& segment, BaseStrings& strings)
    : segment_(segment),
      strings_(strings),
      name_(segment, kSymbolName),
      scope_(segment, kSymbolScope),
      parent_(segment, kSymbolParent),
      file_base_(segment, kSymbolFileBase),
      file_(segment, kSymbolFile),
      kind_(segment, kSymbolKind),
      flags_(segment, kSymbolFlags),
      place_(segment, kSymbolPlace),
      identity_(segment, kSymbolIdentity),
      lengths_(segment, kSymbolLengths),
      wide_lengths_(segment, kWideLengthsIndex, kWideLengths),
      documentation_(segment, kDocumentationIndex, kDocumentationRange),
      variants_(segment, kVariantIndex, kVariant),
      wide_places_(segment, kWidePlaceIndex, kWidePlace),
      signatures_(segment) {}

void BaseSymbols::Append(const SymbolInput& symbol, const Derived& derived) {
  const std::uint32_t name = NameNumber(symbol.name);
  name_.Append(name == kNoString ? kNoString : strings_.AddressOf(string_of_name_[name]));
  scope_.Append(strings_.AddName(symbol.scope));
  const std::uint32_t parent = waymark::ToIndex(symbol.parent);
  parent_.Append(parent);
  if (symbol.parent != SymbolId::kNone) max_parent_ = std::max(max_parent_, parent);
  AppendFile(waymark::ToIndex(derived.file));
  kind_.Append(static_cast<std::uint8_t>(symbol.kind));
  flags_.Append(derived.flags);
  AppendPlace(symbol);
  identity_.Append(derived.identity_prefix);
  AppendLengths(derived.lengths);
  const Range documentation{symbol.doc_begin, symbol.doc_end};
  documentation_.Append(symbol.doc_begin == symbol.doc_end ? nullptr : &documentation);
  const Variant variant{strings_.AddText(symbol.discriminator), symbol.ordinal};
  const bool is_variant = !symbol.discriminator.empty() || symbol.ordinal != 0;
  variants_.Append(is_variant ? &variant : nullptr);
  signatures_.Append(symbol.signature);
  names_of_symbols_.push_back(name);
  parents_.push_back(parent);
}

std::uint32_t BaseSymbols::NameNumber(std::string_view name) {
  if (name.empty()) return kNoString;
  const std::uint32_t string = strings_.Number(name);
  if (string >= name_numbers_.size()) name_numbers_.resize(string + 1, kNoString);
  if (name_numbers_[string] == kNoString) {
    name_numbers_[string] = static_cast<std::uint32_t>(string_of_name_.size());
    string_of_name_.push_back(string);
  }
  return name_numbers_[string];
}

void BaseSymbols::AppendFile(std::uint32_t file) {
  if (size() % kSymbolsPerFileBase == 0) {
    last_file_base_ = file;
    file_base_.Append(file);
  }
  file_.Append(static_cast<std::uint8_t>(file - last_file_base_));
}

void BaseSymbols::AppendPlace(const SymbolInput& symbol) {
  const SourceRange& range = symbol.range;
  const Position name = symbol.name_position;
  if (IsNarrow(range, name)) {
    place_.Append(NarrowPlace{
        range.begin.line, static_cast<std::uint16_t>(range.end.line - range.begin.line),
        static_cast<std::uint8_t>(range.begin.column), static_cast<std::uint8_t>(range.end.column),
        static_cast<std::uint8_t>(name.column),
        static_cast<std::uint8_t>(name.line - range.begin.line)});
    wide_places_.Append(nullptr);
    return;
  }
  place_.Append(NarrowPlace{range.begin.line, kWidePlaceMark, 0, 0, 0, 0});
  const WidePlace wide{range.begin.line, range.begin.column, range.end.line,
                       range.end.column, name.line,          name.column};
  wide_places_.Append(&wide);
}

void BaseSymbols::AppendLengths(const FieldLengths& lengths) {
  NarrowLengths narrow{};
  bool fits = lengths[0] < kWideLengthsMark;
  for (std::size_t f = 0; f < lengths.size(); ++f) {
    fits = fits && FitsByte(lengths[f]);
    narrow[f] = static_cast<std::uint8_t>(lengths[f]);
  }
  if (!fits) narrow[0] = kWideLengthsMark;
  lengths_.Append(narrow);
  wide_lengths_.Append(fits ? nullptr : &lengths);
}

void BaseSymbols::Finish() {
  name_.Close();
  scope_.Close();
  parent_.Close();
  file_base_.Close();
  file_.Close();
  kind_.Close();
  flags_.Close();
  place_.Close();
  identity_.Close();
  lengths_.Close();
  wide_lengths_.Close();
  documentation_.Close();
  variants_.Close();
  wide_places_.Close();
  signatures_.Close();
  WriteNames();
}

void BaseSymbols::WriteNames() {
  const auto text_of = [this](std::uint32_t name) {
    return strings_.NameOf(string_of_name_[name]);
  };
  const auto name_count = static_cast<std::uint32_t>(string_of_name_.size());
  const SpillVector<std::uint32_t> order = OrderByText(name_count, text_of);

  // Counting sort of the symbols by the rank of their names; symbols with the same name stay in
  // order.
  SpillVector<std::uint32_t> rank_of(name_count);
  ColumnWriter<std::uint32_t> names(segment_, kNameOrder);
  for (std::uint32_t rank = 0; rank < name_count; ++rank) {
    rank_of[order[rank]] = rank;
    names.Append(strings_.AddressOf(string_of_name_[order[rank]]));
  }
  names.Close();
  SpillVector<std::uint32_t> next(name_count + 1, 0);
  for (const std::uint32_t name : names_of_symbols_) {
    if (name != kNoString) ++next[rank_of[name] + 1];
  }
  ColumnWriter<std::uint32_t> offsets(segment_, kNameOffsets);
  for (std::uint32_t rank = 0; rank <= name_count; ++rank) {
    if (rank > 0) next[rank] += next[rank - 1];
    offsets.Append(next[rank]);
  }
  offsets.Close();
  SpillVector<std::uint32_t> sorted(next[name_count]);
  for (std::uint32_t symbol = 0; symbol < size(); ++symbol) {
    const std::uint32_t name = names_of_symbols_[symbol];
    if (name != kNoString) sorted[next[rank_of[name]]++] = symbol;
  }
  ColumnWriter<std::uint32_t> symbols(segment_, kNameSymbols);
  for (const std::uint32_t symbol : sorted) symbols.Append(symbol);
  symbols.Close();
}

}  // namespace waymark::graph
