// The identifiers that a file's facts mention. A file resolves differently only if the meaning of
// one of them changes (impact.h).
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/facts.h"
#include "resolve/program/program.h"

namespace waymark::indexer {

// MentionHash of each, ascending and unique; a function of the facts alone. Identifiers that are
// reached in other ways are left out: default exports through the imported module, constructors
// through their type.
std::vector<std::uint32_t> MentionsOf(const FileFacts& facts, Language language);

}  // namespace waymark::indexer
