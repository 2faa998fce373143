#include "head_order.h"

#include <algorithm>
#include <cstddef>

#include "constants.h"

namespace waymark::retrieval {

void PutMembersFirst(std::vector<Candidate>& candidates, std::vector<std::uint32_t>& order) {
  const std::size_t size = std::min<std::size_t>(order.size(), kHeadSize);
  const auto head = order.begin();
  // The last first, so that a type nested in another has its place when the outer one looks.
  for (std::size_t i = size; i-- > 0;) {
    Candidate& type = candidates[head[static_cast<std::ptrdiff_t>(i)]];
    if (!type.is_type) continue;
    std::size_t place = i;
    for (std::size_t j = i + 1; j < size; ++j) {
      const Candidate& member = candidates[head[static_cast<std::ptrdiff_t>(j)]];
      if (member.parent != type.symbol || member.lexical == 0) continue;
      if (member.lexical >= kMemberShare * type.lexical) place = j;
    }
    if (place == i) continue;
    const Candidate& before = candidates[head[static_cast<std::ptrdiff_t>(place)]];
    type.variety *= before.score() / type.score();
    const auto begin = head + static_cast<std::ptrdiff_t>(i);
    std::rotate(begin, begin + 1, head + static_cast<std::ptrdiff_t>(place) + 1);
  }
}

}  // namespace waymark::retrieval
