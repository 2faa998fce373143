#include "tokens/token_pieces.h"

#include <array>
#include <cstdint>

#include "character_class.h"
#include "tokens/embedded_tables.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::uint8_t kLetter = kUpperLetter | kLowerLetter | kCaselessLetter;
constexpr std::uint8_t kWhiteSpace = kBlank | kNewline;
// Upper and lower case in the o200k pattern: caseless letters and marks are both.
constexpr std::uint8_t kUpperSet = kUpperLetter | kCaselessLetter | kMark;
constexpr std::uint8_t kLowerSet = kLowerLetter | kCaselessLetter | kMark;
constexpr std::uint8_t kEitherSet = kUpperSet & kLowerSet;
constexpr std::uint8_t kSymbolSet = kSymbol | kMark;  // [^\s\p{L}\p{N}]
constexpr std::size_t kMaxNumberRun = 3;

struct Character {
  std::uint8_t character_class = 0;  // 0 at the end of the text
  std::uint8_t size = 0;
};

Character ClassifyMultibyte(std::string_view text, std::size_t at) {
  const CodePoint code_point = DecodeUtf8(text, at);
  if (code_point.size == 0) return {kSymbol, 1};
  const std::size_t block = waymark_character_table[code_point.value / kCharacterBlock];
  const std::uint8_t* classes =
      waymark_character_table + kCharacterBlockCount + block * kCharacterBlock;
  return {classes[code_point.value % kCharacterBlock], static_cast<std::uint8_t>(code_point.size)};
}

inline Character Classify(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  const auto byte = static_cast<std::uint8_t>(text[at]);
  if (byte < 0x80) return {waymark_character_table[kCharacterBlockCount + byte], 1};  // block 0
  return ClassifyMultibyte(text, at);
}

// End of the run of characters whose class is in `set`.
inline std::size_t EndOfRun(std::string_view text, std::size_t at, std::uint8_t set) {
  for (Character next = Classify(text, at); (next.character_class & set) != 0;
       next = Classify(text, at)) {
    at += next.size;
  }
  return at;
}

// End of (?i:'s|'t|'re|'ve|'m|'ll|'d) if it stands at `at`, else `at`.
std::size_t EndOfContraction(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size() || text[at] != '\'') return at;
  const auto lower = [text](std::size_t i) { return i < text.size() ? text[i] | 0x20 : 0; };
  const int first = lower(at + 1);
  const int second = lower(at + 2);
  switch (first) {
    case 's':
    case 't':
    case 'm':
    case 'd':
      return at + 2;
    case 'r':
    case 'v':
      return second == 'e' ? at + 3 : at;
    case 'l':
      return second == 'l' ? at + 3 : at;
    default:
      // U+017F, the long s, folds to s.
      return text.substr(at + 1).starts_with("\xC5\xBF") ? at + 3 : at;
  }
}

// \p{N}{1,3}
std::size_t EndOfNumber(std::string_view text, std::size_t at) {
  for (std::size_t count = 0; count < kMaxNumberRun; ++count) {
    const Character next = Classify(text, at);
    if (next.character_class != kNumber) break;
    at += next.size;
  }
  return at;
}

// cl100k takes white space at the end of the text as one piece; o200k cuts it after a line break
// too.
enum class AtEndOfText : std::uint8_t { kLikeElsewhere, kWhole };

// White space: up to and including the last line break of the run if it has one; otherwise all but
// the last character, which belongs to the following word; all of it at the end of the text or if
// it is a single character.
std::size_t EndOfWhiteSpace(std::string_view text, std::size_t begin, AtEndOfText at_end) {
  std::size_t after_newline = begin;
  std::size_t last = begin;
  std::size_t at = begin;
  for (Character next = Classify(text, at); (next.character_class & kWhiteSpace) != 0;
       next = Classify(text, at)) {
    last = at;
    at += next.size;
    if (next.character_class == kNewline) after_newline = at;
  }
  if (at_end == AtEndOfText::kWhole && at == text.size()) return at;
  if (after_newline != begin) return after_newline;
  return at == text.size() || last == begin ? at : last;
}

// " ?[^\s\p{L}\p{N}]+", then any of `tail`; `begin` if there is none.
std::size_t EndOfSymbols(std::string_view text, std::size_t begin, std::string_view tail) {
  const std::size_t symbols = text[begin] == ' ' ? begin + 1 : begin;
  std::size_t at = EndOfRun(text, symbols, kSymbolSet);
  if (at == symbols) return begin;
  while (at < text.size() && tail.find(text[at]) != std::string_view::npos) ++at;
  return at;
}

struct CasedWord {
  std::size_t end = 0;
  bool ends_in_lower = false;  // the first alternative fits
};

// [U]*[L]+C?|[U]+[L]*C? of the o200k pattern; an empty word if neither fits.
CasedWord FindCasedWord(std::string_view text, std::size_t begin) {
  std::size_t after_either = begin;  // end of the last character of the upper run that may end it
  std::size_t at = begin;
  Character next = Classify(text, at);
  for (; (next.character_class & kUpperSet) != 0; next = Classify(text, at)) {
    at += next.size;
    if ((next.character_class & kEitherSet) != 0) after_either = at;
  }
  CasedWord word;
  if (next.character_class == kLowerLetter) {
    word.ends_in_lower = true;
    at = EndOfRun(text, at, kLowerSet);
  } else if (after_either != begin) {
    word.ends_in_lower = true;
    at = after_either;
  }
  word.end = at == begin ? begin : EndOfContraction(text, at);
  return word;
}

// A word whose first character is neither letter, number nor line break; `begin` if there is none.
// Such a character may lead a word. A mark can also be its first letter: then the pattern prefers
// the word that ends in lower case with the mark as its lead, and without a lead otherwise.
std::size_t EndOfLedWord(std::string_view text, std::size_t begin, Character lead) {
  const std::size_t after_lead = begin + lead.size;
  const CasedWord led = FindCasedWord(text, after_lead);
  if (lead.character_class == kMark && !led.ends_in_lower) return FindCasedWord(text, begin).end;
  return led.end == after_lead ? begin : led.end;
}

}  // namespace

std::size_t EndOfPieceO200k(std::string_view text, std::size_t begin) {
  const Character first = Classify(text, begin);
  if ((first.character_class & kLetter) != 0) return FindCasedWord(text, begin).end;
  if (first.character_class == kNumber) return EndOfNumber(text, begin);
  if (first.character_class != kNewline) {
    const std::size_t word = EndOfLedWord(text, begin, first);
    if (word != begin) return word;
    const std::size_t symbols = EndOfSymbols(text, begin, "\r\n/");
    if (symbols != begin) return symbols;
  }
  return EndOfWhiteSpace(text, begin, AtEndOfText::kLikeElsewhere);
}

std::size_t EndOfPieceCl100k(std::string_view text, std::size_t begin) {
  const std::size_t contraction = EndOfContraction(text, begin);
  if (contraction != begin) return contraction;
  const Character first = Classify(text, begin);
  if ((first.character_class & kLetter) != 0) return EndOfRun(text, begin, kLetter);
  if (first.character_class == kNumber) return EndOfNumber(text, begin);
  if (first.character_class != kNewline) {
    const std::size_t word = begin + first.size;
    const std::size_t end = EndOfRun(text, word, kLetter);
    if (end != word) return end;
    const std::size_t symbols = EndOfSymbols(text, begin, "\r\n");
    if (symbols != begin) return symbols;
  }
  return EndOfWhiteSpace(text, begin, AtEndOfText::kWhole);
}

}  // namespace waymark::wire
