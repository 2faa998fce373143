// Classes of characters in source text beyond those of graph/ascii.h, trimming, and words in lists.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "graph/ascii.h"

namespace waymark::indexer {

// No position in a text.
inline constexpr std::size_t kNowhere = std::string_view::npos;

// White space of C: blanks, vertical tabs and form feeds.
constexpr bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Blanks within a line, whose end may be a carriage return.
inline constexpr std::string_view kLineBlanks = " \t\r";

constexpr bool IsLineBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Blanks within a directive of C: a backslash continues it on the next line.
inline constexpr std::string_view kDirectiveBlanks = " \t\r\n\\";

constexpr bool IsDirectiveBlank(char c) { return IsBlank(c) || c == '\\'; }

// Words in ASCII, as in most languages and the preprocessor of C.
constexpr bool BeginsWord(char c) { return IsLower(c) || IsUpper(c) || c == '_'; }

constexpr bool IsWordCharacter(char c) { return BeginsWord(c) || IsDigit(c); }

// Words of JavaScript and Java.
constexpr bool IsWordCharacterOrDollar(char c) { return IsWordCharacter(c) || c == '$'; }

// For a name in ASCII.
constexpr bool BeginsWithCapital(std::string_view name) {
  return !name.empty() && IsUpper(name.front());
}

constexpr bool IsWord(std::string_view text) {
  return !text.empty() && BeginsWord(text[0]) &&
         std::all_of(text.begin(), text.end(), IsWordCharacter);
}

// The word at the end of the text; empty if there is none.
constexpr std::string_view WordAtEnd(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && IsWordCharacter(text[begin - 1])) --begin;
  return text.substr(begin);
}

// A line without blanks at both ends.
constexpr std::string_view TrimmedLine(std::string_view line) { return Trimmed(line, kLineBlanks); }

// The same for a directive.
constexpr std::string_view TrimmedDirective(std::string_view text) {
  return Trimmed(text, kDirectiveBlanks);
}

// Without C white space at both ends.
constexpr std::string_view TrimmedSpace(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

// Whether the text ends in the word and blanks: `delete ` before `process.env.HOME`.
constexpr bool EndsWithWord(std::string_view text, std::string_view word) {
  const std::string_view before = TrimmedSpace(text);
  if (word.empty() || !before.ends_with(word) || text.ends_with(word)) return false;
  const std::string_view further = before.substr(0, before.size() - word.size());
  return further.empty() ||
         std::string_view(" \t\r\n;{}(").find(further.back()) != std::string_view::npos;
}

// Whether a blank-separated list contains the word.
constexpr bool IsWordOf(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != words.npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || words[at - 1] == ' ';
    if (begins && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

constexpr bool IsIn(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace waymark::indexer
