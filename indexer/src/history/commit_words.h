// From the message of a commit to the words that it is worth.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/tokenize.h"

namespace waymark::indexer {

// Stemmed words of a message, each once, in order: without trailers, addresses, ids of commits and
// issues, and versions. None for commits that keep house (bumps, releases, merges, reverts), whose
// words say nothing about what they touched.
std::vector<std::string> CommitWords(std::string_view message, graph::Tokenizer& tokenizer);

}  // namespace waymark::indexer
