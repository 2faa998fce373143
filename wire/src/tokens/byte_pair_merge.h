// Byte-pair encoding of one piece of text.
//
// The encoding starts with one part a byte and joins, as long as any two neighbours together are a
// token, the pair whose token has the lowest rank, the leftmost among equals. The number of parts
// left is the number of tokens.
#pragma once

#include <cstddef>
#include <string_view>

#include "tokens/token_table.h"

namespace waymark::wire {

// Number of tokens of `piece`. O(n^2) word operations up to 128 bytes, O(n log n) beyond.
// REQUIRES: !piece.empty().
std::size_t CountPieceTokens(const TokenTable& table, std::string_view piece);

}  // namespace waymark::wire
