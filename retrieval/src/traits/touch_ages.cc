#include "retrieval/touch_ages.h"

#include <algorithm>

namespace waymark::retrieval {

std::optional<std::uint32_t> TouchAges::Of(SymbolId symbol) const {
  if (history_ == nullptr) return std::nullopt;
  const auto path = history_->FindPath(view_.File(view_.FileOf(symbol)).path);
  if (!path.has_value()) return std::nullopt;
  const std::string_view name = view_.Symbol(symbol).name;
  for (const graph::History::TouchRef& touch : history_->TouchesOf(*path)) {
    const auto names = history_->TouchOf(touch.commit, touch.touch).names;
    const bool is_touched = std::any_of(names.begin(), names.end(), [&](std::uint32_t number) {
      return history_->Name(number) == name;
    });
    if (is_touched) return touch.commit;
  }
  return std::nullopt;
}

}  // namespace waymark::retrieval
