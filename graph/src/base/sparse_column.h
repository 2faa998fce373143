// A column in which few symbols have a value.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "base/base_format.h"
#include "segment/segment_reader.h"
#include "segment/segment_writer.h"

namespace waymark::graph {

template <typename T>
class SparseWriter {
 public:
  SparseWriter(SegmentWriter& segment, SectionNumber index, SectionNumber values)
      : index_(segment, index), values_(segment, values) {}

  // Called once per symbol, in order; null means no value.
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

template <typename T>
struct SparseColumn {
  Column<SparseIndexEntry> index;
  Column<T> values;

  // REQUIRES: an index entry for the symbol.
  std::optional<T> Get(std::uint32_t symbol) const {
    const SparseIndexEntry entry = index[symbol / kSymbolsPerSparseEntry];
    const std::uint64_t bit = std::uint64_t{1} << (symbol % kSymbolsPerSparseEntry);
    if ((entry.present & bit) == 0) return std::nullopt;
    const std::uint64_t before = entry.present & (bit - 1);
    const std::uint64_t at = entry.values_before + static_cast<unsigned>(std::popcount(before));
    if (at >= values.size()) return std::nullopt;
    return values[at];
  }

  absl::Status Bind(const SegmentReader& segment, SectionNumber index_section,
                    SectionNumber value_section) {
    absl::Status status = segment.Bind(index_section, index);
    status.Update(segment.Bind(value_section, values));
    return status;
  }
};

}  // namespace waymark::graph
