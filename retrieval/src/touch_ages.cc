#include "retrieval/touch_ages.h"

#include <algorithm>
#include <utility>

namespace waymark::retrieval {

TouchAges::TouchAges(const graph::ReadView& view, const graph::History* history)
    : view_(view), history_(history) {
  if (history == nullptr) return;
  std::vector<std::vector<Touch>> touches(history->path_bound());
  for (std::uint32_t commit = 0; commit < history->commit_count(); ++commit) {
    const std::uint32_t count = history->touch_count(commit);
    for (std::uint32_t i = 0; i < count; ++i) {
      touches[history->TouchOf(commit, i).path].push_back({commit, i});
    }
  }
  by_path_.reserve(touches.size());
  for (std::uint32_t path = 0; path < touches.size(); ++path) {
    by_path_.emplace(history->Path(path), std::move(touches[path]));
  }
}

std::optional<std::uint32_t> TouchAges::Of(SymbolId symbol) const {
  const auto touches = by_path_.find(view_.File(view_.FileOf(symbol)).path);
  if (touches == by_path_.end()) return std::nullopt;
  const std::string_view name = view_.Symbol(symbol).name;
  for (const Touch& touch : touches->second) {
    const auto names = history_->TouchOf(touch.commit, touch.number).names;
    const bool is_touched = std::any_of(names.begin(), names.end(), [&](std::uint32_t number) {
      return history_->Name(number) == name;
    });
    if (is_touched) return touch.commit;
  }
  return std::nullopt;
}

}  // namespace waymark::retrieval
