// Writes the strings of a base and returns their addresses.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/base_format.h"
#include "graph/spill.h"
#include "segment/segment_writer.h"
#include "text/string_interner.h"

namespace waymark::graph {

// Names repeat everywhere and are deduplicated over the whole base. Longer texts (signatures)
// mostly repeat nearby and are deduplicated within a window of kWindowBytes, which bounds their
// memory.
class BaseStrings {
 public:
  explicit BaseStrings(SegmentWriter& segment) : records_(segment, kStrings) {}

  // The number of a name, counted from 0 in order of first appearance. REQUIRES: not empty.
  std::uint32_t Number(std::string_view name) {
    const StringInterner::Interned interned = names_.Intern(name);
    if (interned.is_new) name_addresses_.push_back(records_.Append(name));
    return interned.id;
  }

  std::uint32_t AddressOf(std::uint32_t number) const { return name_addresses_[number]; }

  std::string_view NameOf(std::uint32_t number) const { return names_.at(number); }

  std::uint32_t AddName(std::string_view name) {
    return name.empty() ? kNoString : AddressOf(Number(name));
  }

  std::uint32_t AddText(std::string_view text) {
    if (text.empty()) return kNoString;
    if (texts_.text_bytes() > kWindowBytes) {
      texts_.Clear();
      text_addresses_.clear();
    }
    const StringInterner::Interned interned = texts_.Intern(text);
    if (interned.is_new) text_addresses_.push_back(records_.Append(text));
    return text_addresses_[interned.id];
  }

  void Close() { records_.Close(); }

 private:
  static constexpr std::size_t kWindowBytes = 16 << 20;

  RecordWriter records_;
  StringInterner names_;
  SpillVector<std::uint32_t> name_addresses_;
  StringInterner texts_;
  SpillVector<std::uint32_t> text_addresses_;
};

}  // namespace waymark::graph
