#include "ranking/top_order.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// The position of the last member that goes before the type at `place`; `place` if there is none.
std::size_t LastMemberBehind(const std::vector<Candidate>& candidates,
                             std::span<const std::uint32_t> top, std::size_t place) {
  const Candidate& type = candidates[top[place]];
  std::uint32_t foreign = 0;
  for (std::size_t i = place + 1; i < top.size(); ++i) {
    const Candidate& behind = candidates[top[i]];
    const bool goes_before = behind.parent == type.symbol && behind.lexical > 0 &&
                             behind.lexical >= kMemberShare * type.lexical;
    if (goes_before) {
      place = i;
      foreign = 0;
    } else if (behind.file != type.file && ++foreign > kMostForeignBetween) {
      break;
    }
  }
  return place;
}

}  // namespace

void PutMembersFirst(std::vector<Candidate>& candidates, std::vector<std::uint32_t>& order) {
  const std::span<std::uint32_t> top(order.data(), std::min<std::size_t>(order.size(), kTopSize));
  // From the end, so that a nested type has its final position when the outer type is handled.
  for (std::size_t i = top.size(); i-- > 0;) {
    Candidate& type = candidates[top[i]];
    if (!type.is_type) continue;
    const std::size_t place = LastMemberBehind(candidates, top, i);
    if (place == i) continue;
    type.diversity *= candidates[top[place]].score() / type.score();
    const auto begin = top.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(begin, begin + 1, top.begin() + static_cast<std::ptrdiff_t>(place) + 1);
  }
}

}  // namespace waymark::retrieval
