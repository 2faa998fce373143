#include "languages/c_family/c_types.h"

#include <algorithm>

#include "text/characters.h"

namespace waymark::indexer {
namespace {

bool ContainsAnyOf(std::string_view text, std::string_view characters) {
  return text.find_first_of(characters) != std::string_view::npos;
}

std::string_view NumberType(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const bool real = hexadecimal ? ContainsAnyOf(text, ".pP") : ContainsAnyOf(text, ".eE");
  if (real) {
    if (ContainsAnyOf(text.substr(text.size() - 1), "fF") && !hexadecimal) return "float";
    return ContainsAnyOf(text.substr(text.size() - 1), "lL") ? "ldouble" : "double";
  }
  std::size_t digits = text.find_last_not_of("uUlLzZ");
  digits = digits == std::string_view::npos ? 0 : digits + 1;
  const std::string_view suffix = text.substr(digits);
  const bool is_unsigned = ContainsAnyOf(suffix, "uU");
  const auto longs =
      std::count_if(suffix.begin(), suffix.end(), [](char c) { return c == 'l' || c == 'L'; });
  if (longs > 1) return is_unsigned ? "ullong" : "llong";
  // A literal that does not fit an int is a long.
  const bool large = longs == 1 || ContainsAnyOf(suffix, "zZ") || digits > 10;
  if (large) return is_unsigned ? "ulong" : "long";
  return is_unsigned ? "uint" : "int";
}

}  // namespace

std::string_view CBuiltIn(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty()) return text;
  if (IsDigit(text[0]) || (text[0] == '.' && text.size() > 1)) return NumberType(text);
  if (text == "unsigned") return "uint";
  if (text == "signed") return "int";
  if (!ContainsAnyOf(text, " \t\n") && text != "long" && text != "short") return text;
  int longs = 0;
  bool is_unsigned = false;
  bool is_short = false;
  bool is_char = false;
  bool is_double = false;
  bool is_signed = false;
  while (!text.empty()) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n"));
    text.remove_prefix(word.size());
    longs += word == "long" ? 1 : 0;
    is_unsigned |= word == "unsigned";
    is_signed |= word == "signed";
    is_short |= word == "short";
    is_char |= word == "char";
    is_double |= word == "double";
  }
  if (is_double) return longs > 0 ? "ldouble" : "double";
  if (is_char) return is_unsigned ? "uchar" : is_signed ? "schar" : "char";
  if (is_short) return is_unsigned ? "ushort" : "short";
  if (longs > 1) return is_unsigned ? "ullong" : "llong";
  if (longs == 1) return is_unsigned ? "ulong" : "long";
  return is_unsigned ? "uint" : "int";
}

}  // namespace waymark::indexer
