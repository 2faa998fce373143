#include "integration/argument_text.h"

#include <algorithm>

#include "text/characters.h"

namespace waymark::indexer {

std::size_t EndOfString(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == text[0]) {
      return i + 1;
    }
  }
  return text.size();
}

bool IsOneOf(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

void SkipSpaces(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
}

void SkipAny(std::string_view& text, std::string_view characters) {
  SkipSpaces(text);
  while (!text.empty() && characters.find(text.front()) != std::string_view::npos) {
    text.remove_prefix(1);
    SkipSpaces(text);
  }
}

void SkipArgumentName(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && IsWordCharacter(text[end])) ++end;
  std::string_view behind = text.substr(end);
  SkipSpaces(behind);
  if (end == 0 || behind.size() < 2 || behind[0] != '=' || behind[1] == '=') return;
  text = behind.substr(1);
  SkipAny(text, "{[(");
}

void SkipArgument(std::string_view& text) {
  std::size_t at = 0;
  while (at < text.size() && !IsOneOf(text[at], ",)]}")) {
    std::size_t size = 1;
    if (IsOneOf(text[at], "\"'`")) size = EndOfString(text.substr(at));
    if (IsOneOf(text[at], "([{")) size = EndOfBracket(text.substr(at));
    if (size == std::string_view::npos) break;
    at += size;
  }
  text.remove_prefix(std::min(at, text.size()));
}

std::optional<std::string_view> LiteralAt(std::string_view text) {
  if (text.starts_with(':')) {  // a symbol
    std::size_t end = 1;
    while (end < text.size() && IsWordCharacter(text[end])) ++end;
    if (end > 1) return text.substr(1, end - 1);
  }
  const std::size_t quote = text.substr(0, 3).find_first_of("\"'`");
  if (quote == std::string_view::npos) return std::nullopt;
  const std::string_view prefix = text.substr(0, quote);
  if (prefix.find_first_not_of("rRbBuUfFL@$") != std::string_view::npos) return std::nullopt;
  const char mark = text[quote];
  text.remove_prefix(quote + 1);
  const std::size_t end = text.substr(0, kMaxLiteralBytes + 1).find(mark);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view literal = text.substr(0, end);
  const bool has_parts = prefix.find_first_of("fF$") != std::string_view::npos &&
                         literal.find('{') != std::string_view::npos;
  const bool is_template =
      literal.find("${") != std::string_view::npos || literal.find("#{") != std::string_view::npos;
  if (has_parts || is_template) return std::nullopt;
  return literal;
}

std::string_view FirstLiteral(std::string_view text) {
  SkipAny(text, "![({&");
  SkipArgumentName(text);
  return LiteralAt(text).value_or(std::string_view());
}

std::size_t EndOfBracket(std::string_view text) {
  int depth = 0;
  if (text.empty() || !IsOneOf(text[0], "([{")) return std::string_view::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsOneOf(text[i], "\"'`")) {
      i += EndOfString(text.substr(i)) - 1;
    } else if (IsOneOf(text[i], "([{")) {
      ++depth;
    } else if (IsOneOf(text[i], ")]}") && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

std::optional<std::string_view> ArgumentNamed(std::string_view arguments, std::string_view name) {
  std::string_view text = arguments;
  SkipAny(text, "({");
  bool begins = true;  // an argument
  while (!text.empty() && !IsOneOf(text[0], ")]}")) {
    std::size_t end = 0;
    while (end < text.size() && IsWordCharacter(text[end])) ++end;
    if (begins && text.substr(0, end) == name) {
      std::string_view behind = text.substr(end);
      SkipSpaces(behind);
      if (!behind.empty() && IsOneOf(behind[0], "=:,}(")) return behind;
    }
    if (IsOneOf(text[0], "\"'`")) {
      end = EndOfString(text);
    } else if (IsOneOf(text[0], "([{")) {
      end = EndOfBracket(text);
      if (end == std::string_view::npos) return std::nullopt;
    }
    begins = text[0] == ',' || (begins && IsBlank(text[0]));
    text.remove_prefix(std::max<std::size_t>(end, 1));
  }
  return std::nullopt;
}

}  // namespace waymark::indexer
