#include "ranking/cohesion.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

struct Member {
  std::uint32_t group = 0;      // file, or slot of the parent
  std::uint32_t candidate = 0;  // index
  double score = 0;
};

// Calls `visit` with each group and the mean of its `depth` best scores; missing ones count 0.
template <typename Visitor>
void ForEachGroup(std::vector<Member>& members, std::uint32_t depth, const Visitor& visit) {
  std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
    return a.group != b.group ? a.group < b.group : a.score > b.score;
  });
  for (std::size_t begin = 0; begin < members.size();) {
    std::size_t end = begin;
    double sum = 0;
    while (end < members.size() && members[end].group == members[begin].group) {
      if (end - begin < depth) sum += members[end].score;
      ++end;
    }
    visit(std::span<const Member>(members).subspan(begin, end - begin), sum / depth);
    begin = end;
  }
}

}  // namespace

void AddCohesion(const SymbolSlots& slots, std::vector<Candidate>& candidates) {
  std::vector<Member> by_file;
  std::vector<Member> by_parent;
  for (std::uint32_t i = 0; i < candidates.size(); ++i) {
    Candidate& candidate = candidates[i];
    by_file.push_back(
        Member{.group = ToIndex(candidate.file), .candidate = i, .score = candidate.lexical});
    if (candidate.parent == SymbolId::kNone) continue;
    const std::uint32_t parent = slots.Find(candidate.parent);
    if (parent == SymbolSlots::kNone) continue;
    candidate.cohesion += kParentCohesion * candidates[parent].lexical;
    by_parent.push_back(Member{.group = parent, .candidate = i, .score = candidate.lexical});
  }
  ForEachGroup(by_file, kFileCohesionDepth, [&](std::span<const Member> file, double mean) {
    for (const Member& member : file) candidates[member.candidate].cohesion += kFileCohesion * mean;
  });
  ForEachGroup(by_parent, kChildCohesionDepth, [&](std::span<const Member> children, double mean) {
    candidates[children[0].group].cohesion += kChildCohesion * mean;
  });
}

}  // namespace waymark::retrieval
