// The words of a commit message that count in a history.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/tokenize.h"

namespace waymark::indexer {

// Distinct stemmed words of a message, in order, without trailers, addresses, ids of commits and
// issues, and versions. Empty for housekeeping commits (bumps, releases, merges, reverts), whose
// words say nothing about the touched code.
std::vector<std::string> CommitWords(std::string_view message, graph::Tokenizer& tokenizer);

}  // namespace waymark::indexer
