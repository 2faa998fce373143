// The parts of source that a reader tells apart by colour.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace waymark::indexer {

enum class TokenKind : std::uint8_t {
  kKeyword,
  kString,
  kComment,
  kNumber,
  kType,      // where a type is named
  kFunction,  // where a function is defined or called
};

struct SyntaxToken {
  std::uint32_t begin = 0;  // bytes
  std::uint32_t end = 0;
  TokenKind kind = TokenKind::kKeyword;
};

// The tokens of `source`, in order and apart from each other. It is a file in the language of
// `path`, or a part of one, which parses less well. Empty for languages without a grammar, files
// that hold several languages, and source beyond the limits of the parser. Cost: linear in the
// bytes, as to parse them.
std::vector<SyntaxToken> SyntaxTokens(std::string_view path, std::string_view source);

}  // namespace waymark::indexer
