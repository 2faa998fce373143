#include "languages/php/php_places.h"

#include <algorithm>
#include <tuple>

namespace waymark::indexer {
namespace {

bool StandsBefore(Position a, Position b) {
  return std::tie(a.line, a.column) < std::tie(b.line, b.column);
}

}  // namespace

PhpPlaces::PhpPlaces(FactsDraft& draft,
                     bool (*opens)(const FileFacts& facts, const Definition& definition))
    : draft_(draft) {
  const std::vector<Definition>& definitions = draft.facts().definitions;
  for (DefinitionIndex i = 1; i < definitions.size(); ++i) {
    if (!opens(draft.facts(), definitions[i])) continue;
    places_.push_back({definitions[i].range.begin, definitions[i].range.end, i, 0});
  }
  std::stable_sort(places_.begin(), places_.end(),
                   [](const Place& a, const Place& b) { return StandsBefore(a.begin, b.begin); });
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    while (!open.empty() && !StandsBefore(places_[i].begin, places_[open.back()].end))
      open.pop_back();
    places_[i].around = open.empty() ? 0 : open.back() + 1;
    open.push_back(i);
  }
}

DefinitionIndex PhpPlaces::At(std::uint32_t byte) const {
  const Position at = draft_.PositionOf(byte);
  const auto behind = std::upper_bound(
      places_.begin(), places_.end(), at,
      [](Position position, const Place& place) { return StandsBefore(position, place.begin); });
  auto number = static_cast<std::size_t>(behind - places_.begin());
  while (number != 0 && !StandsBefore(at, places_[number - 1].end))
    number = places_[number - 1].around;
  return number == 0 ? kNoIndex : places_[number - 1].definition;
}

}  // namespace waymark::indexer
