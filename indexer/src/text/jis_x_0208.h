// The characters of JIS X 0208 with the rows that Windows adds.
#pragma once

namespace waymark::indexer {

inline constexpr int kJisCells = 94;  // of a row; there are as many rows

// By row and cell, counted from 0. U+FFFD if there is no character.
char16_t JisCharacter(int row, int cell);

}  // namespace waymark::indexer
