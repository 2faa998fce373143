// The pre-tokenisers of the published encodings: they cut a text into pieces, and no token crosses
// the border of a piece.
//
// The encodings publish them as regular expressions (given in tests/wire/published_patterns.h,
// against which the tests compare this scanner). A scanner is enough because they need no
// backtracking: the classes of the characters ahead decide every alternative, and ASCII needs one
// table look-up per byte.
#pragma once

#include <cstddef>
#include <string_view>

#include "wire/tokens.h"

namespace waymark::wire {

// End of the piece that starts at text[begin]; greater than begin. REQUIRES: begin < text.size().
std::size_t EndOfPieceO200k(std::string_view text, std::size_t begin);
std::size_t EndOfPieceCl100k(std::string_view text, std::size_t begin);

}  // namespace waymark::wire
