// Words that can stand for a word of a question: synonyms.def.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace waymark::retrieval {

// The stems of the words that mean the same as the word with this stem, without it, ascending and
// distinct; empty if there are none. Thread-safe. Cost: one look-up. The first call stems all
// words.
const std::vector<std::string>& SynonymsOf(std::string_view stem);

}  // namespace waymark::retrieval
