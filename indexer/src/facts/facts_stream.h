// Writer and reader of facts records, with the same functions, so that one description of a layout
// serves both directions.
//
//   number     unsigned varint: seven bits a byte, the low ones first, the high bit set on all but
//              the last byte
//   delta      zigzag difference: 0, -1, 1, -2, ... as 0, 1, 2, 3, ...
//   optional   0 for none, else the delta plus 1
//   fresh      0 for the first index that was not used before, else the index plus 1
//
// A reader never trusts a count: as every element takes at least a byte, a count above the bytes
// that are left is damage. After the first error it gives zeros and stays failed.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "indexer/facts.h"

namespace waymark::indexer {

class FactsWriter {
 public:
  static constexpr bool kReads = false;

  template <typename Integer>
  void Number(const Integer& value) {
    auto left = static_cast<std::uint64_t>(value);
    while (left >= 0x80) {
      bytes_ += static_cast<char>(left | 0x80);
      left >>= 7;
    }
    bytes_ += static_cast<char>(left);
  }

  template <typename Enum>
  void Enumerator(const Enum& value, Enum, Enum) {
    bytes_ += static_cast<char>(value);
  }

  // The difference from `previous`, which becomes the value.
  void Delta(const std::uint32_t& value, std::uint32_t& previous) {
    Number(ZigZag(value, previous));
    previous = value;
  }

  // An index below `bound`.
  void Index(const std::uint32_t& value, std::size_t) { Number(value); }

  // An index that is mostly `next`, used for the first time; `next` stays above all used ones.
  void Fresh(const std::uint32_t& value, std::uint32_t& next, std::size_t) {
    Number(value == next ? 0 : std::uint64_t{value} + 1);
    if (value >= next) next = value + 1;
  }

  // kNoIndex, or an index below `bound` as the difference from `previous`, which becomes the value.
  void Optional(const std::uint32_t& value, std::uint32_t& previous, std::size_t) {
    Number(value == kNoIndex ? 0 : ZigZag(value, previous) + 1);
    if (value != kNoIndex) previous = value;
  }

  template <typename Element>
  void Count(const std::vector<Element>& list) {
    Number(list.size());
  }

  void Bytes(std::string_view bytes) { bytes_ += bytes; }

  std::string Take() && { return std::move(bytes_); }

 private:
  static std::uint64_t ZigZag(std::uint32_t value, std::uint32_t previous) {
    const auto difference = static_cast<std::int64_t>(value) - previous;
    return (static_cast<std::uint64_t>(difference) << 1) ^
           static_cast<std::uint64_t>(difference >> 63);
  }

  std::string bytes_;
};

class FactsReader {
 public:
  static constexpr bool kReads = true;

  explicit FactsReader(std::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }

  std::size_t offset() const { return offset_; }

  std::size_t left() const { return bytes_.size() - offset_; }

  void Fail() { ok_ = false; }

  template <typename Integer>
  void Number(Integer& value) {
    value = static_cast<Integer>(ReadNumber(std::numeric_limits<Integer>::max()));
  }

  template <typename Enum>
  void Enumerator(Enum& value, Enum first, Enum last) {
    const std::uint64_t number = ReadNumber(static_cast<std::uint64_t>(last));
    if (number < static_cast<std::uint64_t>(first)) Fail();
    value = ok_ ? static_cast<Enum>(number) : first;
  }

  void Delta(std::uint32_t& value, std::uint32_t& previous) {
    value = previous = Undo(ReadNumber(std::numeric_limits<std::uint64_t>::max()), previous);
  }

  void Index(std::uint32_t& value, std::size_t bound) {
    Number(value);
    if (value >= bound) Fail();
  }

  void Fresh(std::uint32_t& value, std::uint32_t& next, std::size_t bound) {
    const std::uint64_t number = ReadNumber(bound);
    if (number == std::uint64_t{next} + 1) Fail();  // no index has two encodings
    value = number == 0 ? next : static_cast<std::uint32_t>(number - 1);
    if (value >= bound) Fail();
    if (!ok_) value = 0;
    if (value >= next) next = value + 1;
  }

  void Optional(std::uint32_t& value, std::uint32_t& previous, std::size_t bound) {
    const std::uint64_t number = ReadNumber(std::numeric_limits<std::uint64_t>::max());
    value = kNoIndex;
    if (number == 0) return;
    value = previous = Undo(number - 1, previous);
    if (value >= bound) Fail();
  }

  // Resizes the list to the count.
  template <typename Element>
  void Count(std::vector<Element>& list) {
    const std::uint64_t count = ReadNumber(left());
    list.resize(ok_ && count <= left() ? static_cast<std::size_t>(count) : 0);
  }

  std::string_view Bytes(std::size_t size) {
    if (!ok_ || size > left()) {
      Fail();
      return {};
    }
    offset_ += size;
    return bytes_.substr(offset_ - size, size);
  }

 private:
  std::uint32_t Undo(std::uint64_t zigzag, std::uint32_t previous) {
    const auto difference = static_cast<std::int64_t>((zigzag >> 1) ^ (~(zigzag & 1) + 1));
    const std::int64_t limit = std::numeric_limits<std::uint32_t>::max();
    if (difference < -limit || difference > limit || difference + previous < 0 ||
        difference + previous > limit)
      Fail();
    return ok_ ? static_cast<std::uint32_t>(difference + previous) : 0;
  }

  std::uint64_t ReadNumber(std::uint64_t limit) {
    std::uint64_t number = 0;
    for (unsigned shift = 0; ok_ && shift < 64; shift += 7) {
      if (offset_ == bytes_.size()) break;
      const auto byte = static_cast<unsigned char>(bytes_[offset_++]);
      const std::uint64_t bits = byte & 0x7F;
      if (bits << shift >> shift != bits) break;
      number |= bits << shift;
      if ((byte & 0x80) == 0) {
        if (byte == 0 && shift > 0) break;  // no number has two encodings
        if (number <= limit) return number;
        break;
      }
    }
    ok_ = false;
    return 0;
  }

  std::string_view bytes_;
  std::size_t offset_ = 0;
  bool ok_ = true;
};

}  // namespace waymark::indexer
