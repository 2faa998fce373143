#include "macro_use.h"

#include <algorithm>

namespace waymark::indexer {
namespace {

// From behind the name of a macro past its argument list; the closing parenthesis when there is
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

}  // namespace waymark::indexer
