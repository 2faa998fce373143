// compile_character_table OUT: asks PCRE2 for the Unicode properties of every code point and writes
// the table that character_class.h describes.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <pcre2.h>

#include "character_class.h"
#include "table_file.h"

namespace waymark::wire {
namespace {

// The capture group that takes part in the match tells the class. White space is Unicode's
// White_Space, spelt out: the \s of regular expression libraries differ from it and from each
// other.
constexpr const char* kClassPattern =
    "([\\p{Lu}\\p{Lt}])|(\\p{Ll})|([\\p{Lm}\\p{Lo}])|(\\p{M})|(\\p{N})|"
    "([\\t\\x0B\\f "
    "\\x85\\xA0\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}])|"
    "([\\r\\n])";
constexpr int kClassGroups = 7;

std::size_t EncodeUtf8(std::uint32_t code_point, PCRE2_UCHAR* out) {
  if (code_point < 0x80) {
    out[0] = static_cast<PCRE2_UCHAR>(code_point);
    return 1;
  }
  const std::size_t size = code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
  for (std::size_t i = size; --i > 0; code_point >>= 6) {
    out[i] = static_cast<PCRE2_UCHAR>(0x80 | (code_point & 0x3F));
  }
  out[0] = static_cast<PCRE2_UCHAR>((0xF00 >> size & 0xFF) | code_point);
  return size;
}

class Classifier {
 public:
  Classifier() {
    int error = 0;
    PCRE2_SIZE error_offset = 0;
    code_ = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(kClassPattern), PCRE2_ZERO_TERMINATED,
                          PCRE2_UTF | PCRE2_UCP | PCRE2_ANCHORED, &error, &error_offset, nullptr);
    if (code_ != nullptr) match_ = pcre2_match_data_create_from_pattern(code_, nullptr);
  }

  ~Classifier() {
    pcre2_match_data_free(match_);
    pcre2_code_free(code_);
  }

  Classifier(const Classifier&) = delete;
  Classifier& operator=(const Classifier&) = delete;

  bool ok() const { return match_ != nullptr; }

  std::uint8_t ClassOf(std::uint32_t code_point) const {
    const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (surrogate) return kSymbol;
    std::array<PCRE2_UCHAR, 4> utf8;
    const std::size_t size = EncodeUtf8(code_point, utf8.data());
    if (pcre2_match(code_, utf8.data(), size, 0, 0, match_, nullptr) < 0) return kSymbol;
    const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(match_);
    for (int group = 1; group <= kClassGroups; ++group) {
      if (ends[2 * group] != PCRE2_UNSET) return static_cast<std::uint8_t>(1 << (group - 1));
    }
    return kSymbol;
  }

 private:
  pcre2_code* code_ = nullptr;
  pcre2_match_data* match_ = nullptr;
};

int Compile(const char* out_path) {
  const Classifier classifier;
  if (!classifier.ok()) {
    std::fprintf(stderr, "PCRE2 was built without Unicode support\n");
    return 1;
  }
  using Block = std::array<std::uint8_t, kCharacterBlock>;
  std::map<Block, std::uint8_t> numbers;
  std::vector<std::uint8_t> selectors;
  std::vector<Block> blocks;
  for (std::uint32_t first = 0; first < kCodePointCount; first += kCharacterBlock) {
    Block block;
    for (std::uint32_t i = 0; i < kCharacterBlock; ++i) block[i] = classifier.ClassOf(first + i);
    const auto [entry, is_new] =
        numbers.try_emplace(block, static_cast<std::uint8_t>(blocks.size()));
    if (is_new) blocks.push_back(block);
    selectors.push_back(entry->second);
  }
  if (blocks.size() > 256) {
    std::fprintf(stderr, "%zu different blocks of characters; a selector byte tells 256 apart\n",
                 blocks.size());
    return 1;
  }
  return WriteTable(out_path, {BytesOf(selectors.data(), selectors.size()),
                               BytesOf(blocks.data(), blocks.size())});
}

}  // namespace
}  // namespace waymark::wire

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: compile_character_table OUT\n");
    return 2;
  }
  return waymark::wire::Compile(argv[1]);
}
