// The order of a ranking's first symbols: a type comes after those of its members that say the
// question by themselves.
//
// Members lend a type their scores (cohesion.h), so that it stands before them though they are what
// is asked for; and who has read the type's name learns less from theirs than the other way round.
// A member goes first when its lexical score is at least kMemberShare of the type's. Symbols of the
// type's own file may stand between, and kMostForeignBetween of others in a row: a type that is the
// best answer does not go behind those of other files for a member further down. Nothing enters or
// leaves the first kHeadSize.
#pragma once

#include <cstdint>
#include <vector>

#include "ranking/candidates.h"

namespace waymark::retrieval {

// `order` holds indices of candidates, best score first; types that move get the score of the
// member that they follow.
void PutMembersFirst(std::vector<Candidate>& candidates, std::vector<std::uint32_t>& order);

}  // namespace waymark::retrieval
