// Variety: what a symbol adds to those of the same owner that rank before it.
//
//   score(d) = raw(d) / (1 + kVarietyLoss * number of symbols of d's owner of a higher raw score)
//
// The owner is the enclosing type, else the file. Members of one class share the class's words, so
// that without this its accessors fill the answer of a question that names it. Source: measured.
#pragma once

#include <cstdint>
#include <vector>

#include "ranking/candidates.h"

namespace waymark::retrieval {

// `order` holds indices of candidates, best first: the canonical order stands where scores are
// equal. Sets `variety` of those and sorts `order` again. Cost: O(n log n).
void AddDiversity(std::vector<Candidate>& candidates, std::vector<std::uint32_t>& order);

}  // namespace waymark::retrieval
