// Bytes in memory and in the store: little-endian loads and stores without alignment, big-endian
// keys, varints.
//
// A varint holds seven bits per byte, least significant group first, with the high bit set on all
// bytes except the last; at most ten bytes.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace waymark::graph {

// Columns are read in place, so the byte order of the format is that of the machine.
static_assert(std::endian::native == std::endian::little, "the store is read in place");

inline constexpr std::size_t kMaxVarintBytes = 10;

template <typename T>
T Load(const void* from) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <typename T>
void AppendLittle(std::string& out, T value) {
  static_assert(std::is_trivially_copyable_v<T>);
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

// Keys sort like their numbers.
template <std::unsigned_integral T>
void AppendBig(std::string& out, T value) {
  for (std::size_t i = sizeof(T); i-- > 0;) {
    out.push_back(static_cast<char>(static_cast<unsigned char>(value >> (8 * i))));
  }
}

template <std::unsigned_integral T>
T LoadBig(const void* from) {
  const auto* const bytes = static_cast<const unsigned char*>(from);
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value = static_cast<T>(value << 8 | bytes[i]);
  return value;
}

// Writes at most kMaxVarintBytes; returns the end.
inline std::uint8_t* WriteVarint(std::uint8_t* out, std::uint64_t value) {
  while (value >= 0x80) {
    *out++ = static_cast<std::uint8_t>(value | 0x80);
    value >>= 7;
  }
  *out++ = static_cast<std::uint8_t>(value);
  return out;
}

inline void AppendVarint(std::string& out, std::uint64_t value) {
  std::uint8_t bytes[kMaxVarintBytes];
  const std::uint8_t* const end = WriteVarint(bytes, value);
  out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(end - bytes));
}

// Maps signed numbers of small magnitude to small unsigned ones: 0, -1, 1, -2, ...
inline std::uint64_t ZigZag(std::int64_t value) {
  return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}

inline std::int64_t UnZigZag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

// Reads fields one after another and never past the end. The first field that does not fit makes
// this and all later reads fail; they return zeros. Check ok() once at the end of a record.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes)
      : at_(reinterpret_cast<const std::uint8_t*>(bytes.data())), end_(at_ + bytes.size()) {}

  bool ok() const { return ok_; }

  // True if all bytes were read and none was missing.
  bool AtEnd() const { return ok_ && at_ == end_; }

  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  template <typename T>
  T Little() {
    if (left() < sizeof(T)) return Fail<T>();
    const T value = Load<T>(at_);
    at_ += sizeof(T);
    return value;
  }

  // Varints of one and two bytes, nearly all there are, take one branch each.
  std::uint64_t Varint() {
    if (at_ != end_ && *at_ < 0x80) return *at_++;
    if (left() >= 2 && at_[1] < 0x80) {
      const std::uint64_t value = (at_[0] & 0x7Fu) | std::uint64_t{at_[1]} << 7;
      at_ += 2;
      return value;
    }
    const LongVarint read = ReadLongVarint(at_, end_);
    if (read.end == nullptr) return Fail<std::uint64_t>();
    at_ = read.end;
    return read.value;
  }

  // A varint that must fit 32 bits.
  std::uint32_t Varint32() {
    const std::uint64_t value = Varint();
    return value <= 0xFFFFFFFF ? static_cast<std::uint32_t>(value) : Fail<std::uint32_t>();
  }

  std::string_view Bytes(std::uint64_t size) {
    if (left() < size) return Fail<std::string_view>();
    const std::string_view bytes(reinterpret_cast<const char*>(at_),
                                 static_cast<std::size_t>(size));
    at_ += size;
    return bytes;
  }

  // A varint length, followed by that many bytes.
  std::string_view Text() { return Bytes(Varint()); }

 private:
  struct LongVarint {
    std::uint64_t value = 0;
    const std::uint8_t* end = nullptr;  // null: the number does not fit
  };

  // Takes no reader, so that its state can stay in registers.
  static LongVarint ReadLongVarint(const std::uint8_t* at, const std::uint8_t* end) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && at != end; shift += 7) {
      const std::uint8_t byte = *at++;
      value |= std::uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return {.value = value, .end = at};
    }
    return {};
  }

  template <typename T>
  T Fail() {
    ok_ = false;
    at_ = end_;
    return T();
  }

  const std::uint8_t* at_;
  const std::uint8_t* end_;
  bool ok_ = true;
};

inline void AppendText(std::string& out, std::string_view text) {
  AppendVarint(out, text.size());
  out.append(text);
}

}  // namespace waymark::graph
