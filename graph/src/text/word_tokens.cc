#include "text/word_tokens.h"

#include <array>
#include <cstdint>
#include <cstdlib>

#include <libstemmer.h>

#include "graph/tokenize.h"

namespace waymark::graph {
namespace {

constexpr std::size_t kShortestStemmed = 3;  // "is", "as" and two-letter names stay as they are

enum CharClass : std::uint8_t { kOther = 0, kLower, kUpper, kDigit, kUnderscore };

constexpr std::array<CharClass, 256> MakeCharClasses() {
  std::array<CharClass, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = kLower;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = kUpper;
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = kDigit;
  for (int c = 0x80; c <= 0xFF; ++c) classes[static_cast<std::size_t>(c)] = kLower;
  classes['_'] = kUnderscore;
  return classes;
}

constexpr std::array<CharClass, 256> kCharClasses = MakeCharClasses();

CharClass ClassOf(char c) { return kCharClasses[static_cast<unsigned char>(c)]; }

std::size_t EndOfRun(std::string_view text, std::size_t begin) {
  const CharClass run = ClassOf(text[begin]);
  std::size_t end = begin + 1;
  while (end < text.size() && ClassOf(text[end]) == run) ++end;
  return end;
}

// End of the part that starts at `begin`, an upper-case letter: a capitalised word, or an acronym
// without the capital letter of the following word.
std::size_t EndOfCapitals(std::string_view text, std::size_t begin) {
  const std::size_t end = EndOfRun(text, begin);
  const bool before_lower = end < text.size() && ClassOf(text[end]) == kLower;
  if (!before_lower) return end;
  return end - begin == 1 ? EndOfRun(text, end) : end - 1;
}

char LowerAscii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool IsAsciiLetters(std::string_view text) {
  for (const char c : text) {
    if (c < 'a' || c > 'z') return false;
  }
  return true;
}

}  // namespace

bool IsWordStart(char c) {
  const CharClass char_class = ClassOf(c);
  return char_class != kOther && char_class != kDigit;
}

bool IsWordByte(char c) { return ClassOf(c) != kOther; }

void SplitIdentifier(std::string_view identifier, std::vector<std::string_view>& out) {
  std::size_t i = 0;
  while (i < identifier.size()) {
    const CharClass char_class = ClassOf(identifier[i]);
    if (char_class == kOther || char_class == kUnderscore) {
      ++i;
      continue;
    }
    const std::size_t end =
        char_class == kUpper ? EndOfCapitals(identifier, i) : EndOfRun(identifier, i);
    out.push_back(identifier.substr(i, end - i));
    i = end;
  }
}

void WordTokens::StemmerDeleter::operator()(sb_stemmer* stemmer) const {
  sb_stemmer_delete(stemmer);
}

WordTokens::WordTokens() : stemmer_(sb_stemmer_new("porter", "UTF_8")) {
  if (stemmer_ == nullptr) std::abort();  // out of memory: the algorithm is part of the library
}

const std::vector<std::string>& WordTokens::Of(std::string_view word) {
  parts_.clear();
  tokens_.clear();
  SplitIdentifier(word, parts_);
  for (const std::string_view part : parts_) Add(part);
  return tokens_;
}

void WordTokens::Add(std::string_view part) {
  if (part.size() > kMaxTokenBytes) return;
  if (part.size() == 1 && ClassOf(part[0]) != kDigit) return;
  std::string token(part);
  for (char& c : token) c = LowerAscii(c);
  if (token.size() >= kShortestStemmed && IsAsciiLetters(token)) {
    const auto* const stem =
        sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(token.data()),
                        static_cast<int>(token.size()));
    if (stem == nullptr) std::abort();
    token.assign(reinterpret_cast<const char*>(stem),
                 static_cast<std::size_t>(sb_stemmer_length(stemmer_.get())));
  }
  tokens_.push_back(std::move(token));
}

}  // namespace waymark::graph
