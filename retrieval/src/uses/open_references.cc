#include "uses/open_references.h"

#include <algorithm>
#include <string_view>

#include "graph/base_builder.h"

namespace waymark::retrieval {

bool ListsAllCandidates(const UnresolvedRow& row) {
  return row.reason == UnresolvedReason::kAmbiguous && row.candidates_count > 0 &&
         row.candidates_count < graph::kMaxCandidates;
}

void OpenReferences::Follow(const graph::ReadView& view) {
  if (!followed_.MovesTo(view)) return;
  sources_.clear();
  view.VisitUnresolved([this](std::string_view, const UnresolvedRow& row) {
    if (row.reason != UnresolvedReason::kExternal) sources_.push_back(row.source);
    return true;
  });
  // Sources come in canonical order, which is that of the ids unless an overlay has moved some.
  if (!std::is_sorted(sources_.begin(), sources_.end())) {
    std::sort(sources_.begin(), sources_.end());
  }
}

std::uint64_t OpenReferences::CountOf(SymbolId source) const {
  const auto [begin, end] = std::equal_range(sources_.begin(), sources_.end(), source);
  return static_cast<std::uint64_t>(end - begin);
}

}  // namespace waymark::retrieval
