#include "syntax/macro_use.h"

#include <algorithm>

namespace waymark::indexer {
namespace {

// Skips the argument list after the name of a macro; returns its closing parenthesis, if there is
// one.
std::optional<CToken> SkipArguments(std::string_view bytes, CTokens& tokens) {
  int depth = 0;
  std::uint32_t begin = 0;
  for (CToken token = tokens.Next(); token.kind != CTokenKind::kEnd; token = tokens.Next()) {
    if (begin == 0) begin = token.begin;
    if (token.end - begin > kMaxMacroArgumentBytes) return std::nullopt;
    const std::string_view text = token.Text(bytes);
    if (text == "(") ++depth;
    if (text == ")" && --depth == 0) return token;
    if (depth == 0 || text == ";" || text == "{") return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

bool IsMacroName(std::string_view text) {
  constexpr std::size_t kShortest = 3;
  return text.size() >= kShortest && text[0] != '_' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
         });
}

std::optional<MacroUse> ReadMacro(std::string_view bytes, const CToken& name, CTokens& behind) {
  MacroUse use{name.begin, name.end, false, {}};
  CTokens arguments = behind;
  use.next = behind.Next();
  if (use.next.kind != CTokenKind::kOther || use.next.Text(bytes) != "(") return use;
  const std::optional<CToken> close = SkipArguments(bytes, arguments);
  if (!close.has_value()) return std::nullopt;
  use.end = close->end;
  use.has_arguments = true;
  behind = arguments;
  use.next = behind.Next();
  return use;
}

// Starting after `[[`: the end of the attributes, 0 if there are none.
static std::uint32_t EndOfAttributes(std::string_view bytes, CTokens tokens) {
  int depth = 0;
  std::uint32_t closed = 0;  // end of the last bracket
  std::uint32_t begin = 0;
  for (CToken token = tokens.Next(); token.kind != CTokenKind::kEnd; token = tokens.Next()) {
    if (begin == 0) begin = token.begin;
    if (token.kind == CTokenKind::kDirective || token.end - begin > kMaxMacroArgumentBytes) break;
    const std::string_view text = token.Text(bytes);
    if (depth > 0) {
      depth += text == "(" ? 1 : text == ")" ? -1 : 0;
    } else if (text == "]") {
      if (closed == token.begin) return token.end;
      closed = token.end;
      continue;
    } else if (closed != 0) {
      break;
    } else if (text == "(") {
      ++depth;
    } else if (token.kind != CTokenKind::kWord && text != "::" && text != "," && text != ":") {
      break;
    }
  }
  return 0;
}

bool MaskAttributes(std::string_view bytes, std::string& plain) {
  if (bytes.find("[[") == std::string_view::npos) return false;
  plain.clear();
  CTokens tokens(bytes);
  CToken before;
  for (CToken token = tokens.Next(); token.kind != CTokenKind::kEnd; token = tokens.Next()) {
    const bool opens = token.Text(bytes) == "[" && before.end == token.begin && before.end > 0 &&
                       before.Text(bytes) == "[";
    const std::uint32_t end = opens ? EndOfAttributes(bytes, tokens) : 0;
    if (end != 0) {
      if (plain.empty()) plain.assign(bytes);
      for (std::uint32_t i = before.begin; i < end; ++i) {
        if (plain[i] != '\n') plain[i] = ' ';
      }
      tokens = CTokens(bytes, end);
    }
    before = token;
  }
  return !plain.empty();
}

}  // namespace waymark::indexer
