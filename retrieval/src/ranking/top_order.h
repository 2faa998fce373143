// Reorders the top of a ranking: a type comes after those of its members that match the question by
// themselves.
//
// Members lend a type their scores (cohesion.h), so it would come before them although they are the
// answer; and after the type's name, the names of its members tell less than the other way round. A
// member goes first if its lexical score is at least kMemberShare of the type's. Symbols of the
// type's own file may stand between, and at most kMostForeignBetween of other files in a row: a
// type that is the best answer does not move behind other files for a member further down. The set
// of the first kTopSize symbols does not change.
#pragma once

#include <cstdint>
#include <vector>

#include "ranking/candidates.h"

namespace waymark::retrieval {

// `order` holds indices of candidates, best score first. Types that move get the score of the
// member that they follow.
void PutMembersFirst(std::vector<Candidate>& candidates, std::vector<std::uint32_t>& order);

}  // namespace waymark::retrieval
