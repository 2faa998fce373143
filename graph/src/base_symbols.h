// Writes what a base says of its symbols: columns, names, nesting.
#pragma once

#include <cstdint>
#include <vector>

#include "base_format.h"
#include "base_strings.h"
#include "graph/base_builder.h"
#include "graph/ids.h"
#include "segment_writer.h"

namespace waymark::graph {

// A column in which few symbols have a value.
template <typename T>
class SparseWriter {
 public:
  SparseWriter(SegmentWriter& segment, SectionNumber index, SectionNumber values)
      : index_(segment, index), values_(segment, values) {}

  // Called once a symbol, in order; a null value is none.
  void Append(const T* value) {
    if (value != nullptr) {
      present_ |= std::uint64_t{1} << in_entry_;
      values_.Append(*value);
    }
    if (++in_entry_ == kSymbolsPerSparseEntry) CloseEntry();
  }

  void Close() {
    if (in_entry_ > 0) CloseEntry();
    index_.Close();
    values_.Close();
  }

 private:
  void CloseEntry() {
    index_.Append(SparseIndexEntry{present_, values_before_});
    values_before_ = static_cast<std::uint32_t>(values_.size());
    present_ = 0;
    in_entry_ = 0;
  }

  ColumnWriter<SparseIndexEntry> index_;
  ColumnWriter<T> values_;
  std::uint64_t present_ = 0;
  std::uint32_t values_before_ = 0;
  std::uint32_t in_entry_ = 0;
};

class BaseSymbols {
 public:
  BaseSymbols(SegmentWriter& segment, BaseStrings& strings);

  // Everything of a symbol but its own input.
  struct Derived {
    FileId file = FileId::kNone;
    std::uint16_t flags = 0;
    std::uint64_t identity_prefix = 0;
    FieldLengths lengths{};
  };

  void Append(const SymbolInput& symbol, const Derived& derived);

  std::uint32_t size() const { return static_cast<std::uint32_t>(parents_.size()); }

  const std::vector<std::uint32_t>& parents() const { return parents_; }

  // Largest parent given, 0 when none was.
  std::uint32_t max_parent() const { return max_parent_; }

  // Symbols that have a parent: the number of nesting edges.
  std::uint64_t nested_count() const { return nested_count_; }

  // REQUIRES: max_parent() < size(), or no symbol has a parent.
  void Finish();

 private:
  void AppendPlace(const SymbolInput& symbol);
  void WriteNames();
  void WriteChildren();

  SegmentWriter& segment_;
  BaseStrings& strings_;
  ColumnWriter<std::uint32_t> name_;
  ColumnWriter<std::uint32_t> scope_;
  ColumnWriter<std::uint32_t> signature_;
  ColumnWriter<std::uint32_t> parent_;
  ColumnWriter<std::uint32_t> file_;
  ColumnWriter<std::uint8_t> kind_;
  ColumnWriter<std::uint16_t> flags_;
  ColumnWriter<NarrowPlace> place_;
  ColumnWriter<std::uint64_t> identity_;
  ColumnWriter<FieldLengths> lengths_;
  SparseWriter<ByteRange> documentation_;
  SparseWriter<Variant> variants_;
  SparseWriter<WidePlace> wide_places_;

  std::vector<std::uint32_t> parents_;
  std::uint32_t max_parent_ = 0;
  std::uint64_t nested_count_ = 0;
  // Names of symbols are numbered on their own, since the strings hold scopes and others besides.
  std::vector<std::uint32_t> name_numbers_;    // by string number; kNoString: not a symbol's name
  std::vector<std::uint32_t> string_of_name_;  // by name number
  std::vector<std::uint32_t>
      names_of_symbols_;  // name number by symbol; kNoString for the empty name
};

}  // namespace waymark::graph
