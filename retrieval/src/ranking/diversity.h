// Diversity: lowers further symbols of an owner that already has better ones.
//
//   score(d) = raw(d) / (1 + kDiversityLoss * number of symbols of d's owner of a higher raw score)
//
// The owner is the enclosing type, otherwise the file. Members of one class share its words, so
// without this factor its accessors would fill the answer to a question that names it. Source:
// measured.
#pragma once

#include <cstdint>
#include <vector>

#include "ranking/candidates.h"

namespace waymark::retrieval {

// `order` holds indices of candidates, best first, in canonical order where scores are equal. Sets
// `diversity` of those and sorts `order` again. Cost: O(n log n).
void AddDiversity(std::vector<Candidate>& candidates, std::vector<std::uint32_t>& order);

}  // namespace waymark::retrieval
