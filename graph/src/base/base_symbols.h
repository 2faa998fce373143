// Writes the symbol columns and names of a base.
#pragma once

#include <cstdint>
#include <span>

#include "base/base_format.h"
#include "base/base_signatures.h"
#include "base/base_strings.h"
#include "base/sparse_column.h"
#include "graph/base_builder.h"
#include "graph/ids.h"
#include "graph/spill.h"
#include "segment/segment_writer.h"

namespace waymark::graph {

class BaseSymbols {
 public:
  BaseSymbols(SegmentWriter& segment, BaseStrings& strings);

  // The stored data of a symbol that does not come from its input.
  struct Derived {
    FileId file = FileId::kNone;
    std::uint16_t flags = 0;
    std::uint64_t identity_prefix = 0;
    FieldLengths lengths{};
  };

  void Append(const SymbolInput& symbol, const Derived& derived);

  std::uint32_t size() const { return static_cast<std::uint32_t>(parents_.size()); }

  std::span<const std::uint32_t> parents() const { return parents_; }

  // The largest parent so far, 0 without any.
  std::uint32_t max_parent() const { return max_parent_; }

  void Finish();

 private:
  std::uint32_t NameNumber(std::string_view name);
  void AppendFile(std::uint32_t file);
  void AppendPlace(const SymbolInput& symbol);
  void AppendLengths(const FieldLengths& lengths);
  void WriteNames();

  SegmentWriter& segment_;
  BaseStrings& strings_;
  ColumnWriter<std::uint32_t> name_;
  ColumnWriter<std::uint32_t> scope_;
  ColumnWriter<std::uint32_t> parent_;
  ColumnWriter<std::uint32_t> file_base_;
  ColumnWriter<std::uint8_t> file_;
  ColumnWriter<std::uint8_t> kind_;
  ColumnWriter<std::uint16_t> flags_;
  ColumnWriter<NarrowPlace> place_;
  ColumnWriter<std::uint64_t> identity_;
  ColumnWriter<NarrowLengths> lengths_;
  SparseWriter<FieldLengths> wide_lengths_;
  SparseWriter<Range> documentation_;
  SparseWriter<Variant> variants_;
  SparseWriter<WidePlace> wide_places_;
  BaseSignatures signatures_;

  std::uint32_t last_file_base_ = 0;
  SpillVector<std::uint32_t> parents_;
  std::uint32_t max_parent_ = 0;
  // Names of symbols are numbered separately, because the strings also contain scopes and others.
  SpillVector<std::uint32_t> name_numbers_;    // by string number; kNoString: not a symbol's name
  SpillVector<std::uint32_t> string_of_name_;  // by name number
  SpillVector<std::uint32_t>
      names_of_symbols_;  // name number by symbol; kNoString for the empty name
};

}  // namespace waymark::graph
