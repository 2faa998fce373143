// Words that a question writes as one and names of the repository as two, and vice versa:
// `livereload` and `LiveReload`, `shuts down` and `Shutdown`. The tokenizer splits identifiers at
// their humps, which a plain word does not have.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/read_view.h"
#include "graph/tokenize.h"

namespace waymark::retrieval {

// The terms of the two parts of `word`, which is in lower case and stems to `stem`; empty if no
// name of the repository has the word in two parts. Cost: two look-ups per letter, and the postings
// of the rarer part of each split, if there are at most kMaxPushedNames.
std::vector<std::string> CompoundParts(const graph::ReadView& view, std::string_view word,
                                       std::string_view stem, graph::Tokenizer& tokenizer);

// The term of two neighbouring words written as one, if a name of the repository has it. The first
// word counts without its ending. Cost: one look-up, and the postings of the term if it exists.
std::optional<std::string> CompoundOf(const graph::ReadView& view, std::string_view first,
                                      std::string_view second, graph::Tokenizer& tokenizer);

}  // namespace waymark::retrieval
