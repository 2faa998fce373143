#include "retrieval/direct_users.h"

#include <algorithm>

#include "retrieval/declarations.h"
#include "retrieval/incompleteness.h"
#include "traits/edge_traits.h"
#include "traits/kind_traits.h"
#include "uses/completeness.h"
#include "uses/incoming.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {

DirectUserCounter::DirectUserCounter(const graph::ReadView& view, Workspace& workspace)
    : view_(view), workspace_(workspace) {
  workspace_.buffers().notes.Follow(view_, /*min_confidence=*/0);
}

DirectUsers DirectUserCounter::Of(SymbolId symbol) {
  SymbolSlots& met = workspace_.buffers().slots;
  met.Reset(view_.symbol_bound());
  const SymbolId definition = SingleDefinitionOf(view_, symbol, scratch_);
  own_ = DeclarationsOf(view_, definition);
  own_.insert(own_.begin(), definition);
  const bool is_called = IsCallable(view_.Kind(symbol));
  DirectUsers result;
  files_.clear();
  met.Set(definition, kSearchedSlot);
  for (const SymbolId own : own_) {
    view_.In(own, in_);
    CountSources(definition, is_called, result);
  }
  overridden_.clear();
  OverriddenBy(view_, definition, overridden_);
  for (const SymbolId overridden : overridden_) {
    in_.clear();
    DispatchingUses(view_, overridden, in_);
    CountSources(definition, is_called, result);
  }
  own_.insert(own_.end(), overridden_.begin(), overridden_.end());
  for (const SymbolId own : own_) met.Set(own, kSearchedSlot);
  std::sort(files_.begin(), files_.end());
  result.files =
      static_cast<std::uint32_t>(std::unique(files_.begin(), files_.end()) - files_.begin());
  const FollowedUses followed{.only_calls = is_called};
  Workspace::QueryBuffers& buffers = workspace_.buffers();
  result.is_exact = !MayHaveMoreUsers(view_, own_, buffers.slots, followed, buffers.notes);
  return result;
}

// Counts the sources of the edges in `in_`.
void DirectUserCounter::CountSources(SymbolId definition, bool is_called, DirectUsers& result) {
  SymbolSlots& met = workspace_.buffers().slots;
  for (const Neighbor& edge : in_) {
    const bool is_use =
        is_called ? edge.type == EdgeType::kCalls : TraitsOf(edge.type).carries_dependence;
    if (!is_use) continue;
    const SymbolId user = SingleDefinitionOf(view_, edge.symbol, scratch_);
    if (user == definition || met.Find(user) != SymbolSlots::kNone) continue;
    met.Set(user, kUserSlot);
    ((view_.Flags(user) & kSymbolTest) != 0 ? result.tests : result.users) += 1;
    files_.push_back(view_.FileOf(user));
  }
}

}  // namespace waymark::retrieval
