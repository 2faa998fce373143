// The identifiers that a file's facts mention: a file resolves to something else only when one of
// them means something else (impact.h).
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/facts.h"
#include "resolve/program/program.h"

namespace waymark::indexer {

// MentionHash of each, ascending, each once. A function of the facts alone. Left out is what is
// reached in other ways: default exports through the module that is imported, constructors through
// their type.
std::vector<std::uint32_t> MentionsOf(const FileFacts& facts, Language language);

}  // namespace waymark::indexer
