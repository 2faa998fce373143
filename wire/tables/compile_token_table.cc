// compile_token_table ENCODING.tiktoken OUT: turns a published list of tokens (a line each: base64
// of the bytes, a space, the rank) into the table that token_table_format.h describes.
#include <array>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "table_file.h"
#include "token_table_format.h"

namespace waymark::wire {
namespace {

constexpr double kMaxFill = 0.77;

std::array<int, 256> MakeBase64Values() {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<int, 256> values;
  values.fill(-1);
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    values[static_cast<std::uint8_t>(kDigits[i])] = static_cast<int>(i);
  }
  return values;
}

std::optional<std::string> DecodeBase64(std::string_view text) {
  static const std::array<int, 256> values = MakeBase64Values();
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  std::uint32_t bits = 0;
  int bit_count = 0;
  for (const char digit : text) {
    const int value = values[static_cast<std::uint8_t>(digit)];
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    bit_count += 6;
    if (bit_count >= 8) {
      bit_count -= 8;
      bytes.push_back(static_cast<char>(bits >> bit_count & 0xFF));
    }
  }
  return bytes;
}

// Tokens by rank; the ranks of a published list are 0, 1, 2, ... in order.
std::optional<std::vector<std::string>> ReadTokens(const char* path) {
  std::ifstream file(path);
  std::vector<std::string> tokens;
  for (std::string line; std::getline(file, line);) {
    if (line.empty()) continue;
    const std::size_t space = line.find(' ');
    std::size_t rank = 0;
    if (space == std::string::npos ||
        std::from_chars(line.data() + space + 1, line.data() + line.size(), rank).ec !=
            std::errc() ||
        rank != tokens.size()) {
      std::fprintf(stderr, "%s: line %zu is not 'BASE64 %zu'\n", path, tokens.size() + 1,
                   tokens.size());
      return std::nullopt;
    }
    std::optional<std::string> bytes = DecodeBase64(std::string_view(line).substr(0, space));
    if (!bytes || bytes->empty()) {
      std::fprintf(stderr, "%s: line %zu is not base64\n", path, tokens.size() + 1);
      return std::nullopt;
    }
    tokens.push_back(*std::move(bytes));
  }
  if (tokens.empty() || tokens.size() >= kRankMask) {
    std::fprintf(stderr, "%s: %zu tokens; the table holds 1 to %u\n", path, tokens.size(),
                 kRankMask - 1);
    return std::nullopt;
  }
  return tokens;
}

std::vector<std::uint32_t> BuildSlots(const std::vector<std::string>& tokens,
                                      std::uint32_t slot_bits) {
  std::vector<std::uint32_t> slots(std::size_t{1} << slot_bits, 0);
  for (std::size_t rank = 0; rank < tokens.size(); ++rank) {
    const std::uint64_t hash = HashToken(tokens[rank]);
    std::uint32_t slot = FirstSlot(hash, slot_bits);
    while (slots[slot] != 0) slot = (slot + 1) & ((1U << slot_bits) - 1);
    slots[slot] = SlotTag(hash) | static_cast<std::uint32_t>(rank + 1);
  }
  return slots;
}

int Compile(const char* in_path, const char* out_path) {
  const std::optional<std::vector<std::string>> tokens = ReadTokens(in_path);
  if (!tokens) return 1;
  TokenTableHeader header;
  header.magic = kTokenTableMagic;
  header.token_count = static_cast<std::uint32_t>(tokens->size());
  while (static_cast<double>(tokens->size()) >
         kMaxFill * static_cast<double>(1U << header.slot_bits)) {
    ++header.slot_bits;
  }
  std::vector<std::uint32_t> offsets = {0};
  std::string bytes;
  for (const std::string& token : *tokens) {
    bytes += token;
    offsets.push_back(static_cast<std::uint32_t>(bytes.size()));
    header.max_token_bytes =
        std::max(header.max_token_bytes, static_cast<std::uint32_t>(token.size()));
  }
  const std::vector<std::uint32_t> slots = BuildSlots(*tokens, header.slot_bits);

  return WriteTable(out_path, {BytesOf(&header, 1), BytesOf(slots.data(), slots.size()),
                               BytesOf(offsets.data(), offsets.size()), bytes});
}

}  // namespace
}  // namespace waymark::wire

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: compile_token_table ENCODING.tiktoken OUT\n");
    return 2;
  }
  return waymark::wire::Compile(argv[1], argv[2]);
}
