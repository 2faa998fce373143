#include "lookup/near_names.h"

#include <algorithm>
#include <utility>

#include "retrieval/edit_distance.h"
#include "traits/constants.h"

namespace waymark::retrieval {

std::vector<std::string_view> NearNames(const graph::ReadView& view, std::string_view name,
                                        std::size_t count) {
  const auto limit = static_cast<std::uint32_t>(
      std::max(1.0, static_cast<double>(name.size()) * kNearDistanceShare));
  std::vector<std::pair<std::uint32_t, std::string_view>> near;
  view.VisitNames("", [&](std::string_view candidate) {
    const std::uint32_t distance = EditDistance(name, candidate, limit);
    if (distance <= limit) near.emplace_back(distance, candidate);
    return true;
  });
  std::sort(near.begin(), near.end());
  if (near.size() > count) near.resize(count);
  std::vector<std::string_view> names;
  names.reserve(near.size());
  for (const auto& [distance, candidate] : near) names.push_back(candidate);
  return names;
}

}  // namespace waymark::retrieval
