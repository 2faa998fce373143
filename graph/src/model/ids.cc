#include "graph/ids.h"

namespace waymark {
namespace {

constexpr char kHexDigits[] = "0123456789abcdef";

int HexValue(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

}  // namespace

template <typename Tag>
std::string Hash256<Tag>::ToHex() const {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::uint8_t byte : bytes) {
    text.push_back(kHexDigits[byte >> 4]);
    text.push_back(kHexDigits[byte & 15]);
  }
  return text;
}

template <typename Tag>
std::optional<Hash256<Tag>> Hash256<Tag>::FromHex(std::string_view text) {
  Hash256 hash;
  if (text.size() != 2 * hash.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < hash.bytes.size(); ++i) {
    const int high = HexValue(text[2 * i]);
    const int low = HexValue(text[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    hash.bytes[i] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return hash;
}

template <typename Tag>
std::uint64_t Hash256<Tag>::Prefix64() const {
  std::uint64_t prefix = 0;
  for (std::size_t i = 0; i < sizeof(prefix); ++i) prefix = prefix << 8 | bytes[i];
  return prefix;
}

template struct Hash256<ContentTag>;
template struct Hash256<IdentityTag>;
template struct Hash256<RootTag>;

}  // namespace waymark
