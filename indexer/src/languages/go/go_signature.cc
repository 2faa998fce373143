#include "languages/go/go_signature.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace waymark::indexer {
namespace {

using GoToken = std::string_view;
using GoTokens = std::span<const GoToken>;

bool IsGoWord(GoToken token) {
  const auto first = static_cast<unsigned char>(token.front());
  return std::isalnum(first) != 0 || first == '_' || first >= 0x80;
}

bool IsTypeKeyword(GoToken token) {
  constexpr GoToken kTypeKeywords[] = {"chan", "func", "interface", "map", "struct"};
  return std::find(std::begin(kTypeKeywords), std::end(kTypeKeywords), token) !=
         std::end(kTypeKeywords);
}

// Words, "...", "<-" and single characters; `package.Name` is reduced to the name.
std::vector<GoToken> Split(std::string_view text) {
  std::vector<GoToken> tokens;
  for (std::size_t i = 0; i < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && IsGoWord(text.substr(end, 1))) ++end;
    const bool is_qualifier =
        end > i && end + 1 < text.size() && text[end] == '.' && IsGoWord(text.substr(end + 1, 1));
    if (is_qualifier) {
      i = end + 1;
      continue;
    }
    if (end == i) {
      const std::string_view rest = text.substr(i);
      end = i + (rest.starts_with("...") ? 3 : rest.starts_with("<-") ? 2 : 1);
    }
    tokens.push_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

// The position after the bracket that closes the first one; 0 if none does.
std::size_t SizeOfBrackets(GoTokens tokens) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const char c = tokens[i].front();
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0) return i + 1;
  }
  return 0;
}

std::vector<GoTokens> Elements(GoTokens list) {
  std::vector<GoTokens> elements;
  for (std::size_t begin = 0; begin < list.size();) {
    std::size_t end = begin;
    while (end < list.size() && list[end] != ",") {
      const char c = list[end].front();
      const bool opens = c == '(' || c == '[' || c == '{';
      const std::size_t size = opens ? SizeOfBrackets(list.subspan(end)) : 1;
      end += std::max<std::size_t>(size, 1);
    }
    elements.push_back(list.subspan(begin, end - begin));
    begin = end + 1;
  }
  return elements;
}

// `name Type`: a word before a type, and not the generic type `Name[Type]`.
bool HasName(GoTokens element) {
  if (element.size() < 2 || !IsGoWord(element[0]) || IsTypeKeyword(element[0])) return false;
  return element[1] != "[" || SizeOfBrackets(element.subspan(1)) + 1 < element.size();
}

std::string ListText(GoTokens list);

bool IsEmptyInterface(GoTokens type) {
  return type.size() >= 3 && type[0] == "interface" && type[1] == "{" && type[2] == "}";
}

// Function types may name their parameters too.
std::string TypeText(GoTokens type) {
  std::string text;
  for (std::size_t i = 0; i < type.size(); ++i) {
    const bool is_list = i > 0 && type[i] == "(" && (type[i - 1] == "func" || type[i - 1] == ")");
    const std::size_t size = is_list ? SizeOfBrackets(type.subspan(i)) : 0;
    if (size > 1) {
      text += ListText(type.subspan(i + 1, size - 2));
      i += size - 1;
      continue;
    }
    if (!text.empty() && IsGoWord(type[i]) && IsGoWord(text.substr(text.size() - 1))) text += ' ';
    const bool is_any = IsEmptyInterface(type.subspan(i));
    text += is_any ? "any" : type[i];
    if (is_any) i += 2;
  }
  return text;
}

// If one parameter has a name, all have. Parameters of one type may state it once, at the last.
std::string ListText(GoTokens list) {
  const std::vector<GoTokens> elements = Elements(list);
  const bool named = std::any_of(elements.begin(), elements.end(), HasName);
  std::vector<std::string> types(elements.size());
  for (std::size_t i = elements.size(); i-- > 0;) {
    if (!named) {
      types[i] = TypeText(elements[i]);
    } else if (HasName(elements[i])) {
      types[i] = TypeText(elements[i].subspan(1));
    } else if (i + 1 < elements.size()) {
      types[i] = types[i + 1];
    }
  }
  return fmt::format("({})", fmt::join(types, ","));
}

}  // namespace

std::string GoMethodType(std::string_view signature) {
  const std::vector<GoToken> tokens = Split(signature);
  GoTokens rest = tokens;
  const auto skip_brackets = [&](GoToken open) {
    if (!rest.empty() && rest[0] == open) rest = rest.subspan(SizeOfBrackets(rest));
  };
  if (!rest.empty() && rest[0] == "func") {
    rest = rest.subspan(1);
    skip_brackets("(");
  }
  if (rest.size() < 2 || !IsGoWord(rest[0])) return "";
  rest = rest.subspan(1);
  skip_brackets("[");
  if (rest.empty() || rest[0] != "(") return "";
  const std::size_t size = SizeOfBrackets(rest);
  if (size == 0) return "";
  std::string text = ListText(rest.subspan(1, size - 2));
  rest = rest.subspan(size);
  if (rest.empty()) return text + "()";
  if (rest[0] != "(") return fmt::format("{}({})", text, TypeText(rest));
  const std::size_t results = SizeOfBrackets(rest);
  return results == rest.size() ? text + ListText(rest.subspan(1, results - 2)) : "";
}

}  // namespace waymark::indexer
