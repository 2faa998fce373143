#include "uses/incoming.h"

#include <algorithm>

#include "retrieval/contracts.h"
#include "traits/constants.h"
#include "traits/edge_traits.h"

namespace waymark::retrieval {

IncomingEdges::IncomingEdges(const graph::ReadView& view, std::span<const EdgeType> edge_types,
                             float min_confidence, SymbolNotes& notes)
    : view_(view),
      min_confidence_(min_confidence),
      notes_(notes),
      notes_follow_(edge_types.empty()) {
  for (const EdgeType type : AllEdgeTypes()) {
    const bool is_asked_for =
        std::find(edge_types.begin(), edge_types.end(), type) != edge_types.end();
    followed_[static_cast<std::uint8_t>(type)] =
        edge_types.empty() ? TraitsOf(type).carries_dependence : is_asked_for;
  }
}

std::span<const Neighbor> IncomingEdges::Read(SymbolId symbol) {
  view_.In(symbol, edges_);
  std::erase_if(edges_, [this](const Neighbor& edge) {
    return !followed_[static_cast<std::uint8_t>(edge.type)];
  });
  if (notes_follow_ && notes_.SetUses(notes_.Of(symbol), edges_)) {
    return notes_.UsesOf(notes_.Of(symbol));
  }
  return edges_;
}

void IncomingEdges::FindAliases(SymbolId symbol) {
  aliases_.clear();
  view_.In(symbol, edges_);
  for (const Neighbor& edge : edges_) {
    if (edge.type == EdgeType::kDeclares) AddAlias(symbol, edge.symbol, 1, false);
  }
  const SymbolKind kind = view_.Kind(symbol);
  if (kind == SymbolKind::kRouteHandler) {
    requests_.clear();
    RequestsAnsweredBy(view_, symbol, requests_);
    for (const SymbolId request : requests_) AddAlias(symbol, request, kAnsweredRequest, false);
  }
  // Only methods override, and only overriding symbols have aliases of aliases.
  if (kind == SymbolKind::kMethod) AddOverridden(symbol);
  notes_.SetAliases(notes_.Of(symbol), aliases_);
}

void IncomingEdges::AddOverridden(SymbolId symbol) {
  for (std::size_t i = 0; i <= aliases_.size(); ++i) {
    const Alias alias = i == 0 ? Alias{.symbol = symbol} : aliases_[i - 1];
    view_.Out(alias.symbol, edges_);
    for (const Neighbor& edge : edges_) {
      if (edge.type == EdgeType::kDeclares) {
        AddAlias(symbol, edge.symbol, alias.confidence, alias.is_overridden);
      } else if (TraitsOf(edge.type).dispatches && ConfidenceOf(edge.rule) >= min_confidence_) {
        AddAlias(symbol, edge.symbol, alias.confidence * ConfidenceOf(edge.rule), true);
      }
    }
    if (!alias.is_overridden) continue;
    view_.In(alias.symbol, edges_);
    for (const Neighbor& edge : edges_) {
      if (edge.type == EdgeType::kDeclares) AddAlias(symbol, edge.symbol, alias.confidence, true);
    }
  }
}

void IncomingEdges::AddAlias(SymbolId symbol, SymbolId alias, float confidence,
                             bool is_overridden) {
  const auto is_same = [alias](const Alias& known) { return known.symbol == alias; };
  if (alias == symbol || aliases_.size() + 1 >= kMaxAliases) return;
  if (std::any_of(aliases_.begin(), aliases_.end(), is_same)) return;
  aliases_.push_back({.symbol = alias, .confidence = confidence, .is_overridden = is_overridden});
}

void OverriddenBy(const graph::ReadView& view, SymbolId symbol, std::vector<SymbolId>& out) {
  // Only methods override, and only overriding methods have more than their own edges to follow.
  if (view.Kind(symbol) != SymbolKind::kMethod) return;
  const std::size_t begin = out.size();
  std::vector<Neighbor> edges;
  const auto add = [&](SymbolId found) {
    const bool is_new =
        found != symbol &&
        std::find(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), found) == out.end();
    if (is_new && out.size() - begin < kMaxAliases) out.push_back(found);
  };
  for (std::size_t i = begin; i <= out.size(); ++i) {
    const SymbolId at = i == begin ? symbol : out[i - 1];
    view.Out(at, edges);
    for (const Neighbor& edge : edges) {
      if (TraitsOf(edge.type).dispatches) add(edge.symbol);
    }
    if (at == symbol) continue;
    view.In(at, edges);
    for (const Neighbor& edge : edges) {
      if (edge.type == EdgeType::kDeclares) add(edge.symbol);
    }
  }
}

void DispatchingUses(const graph::ReadView& view, SymbolId overridden, std::vector<Neighbor>& out) {
  std::vector<Neighbor> uses;
  std::vector<Neighbor> edges;
  view.In(overridden, uses);
  for (const Neighbor& use : uses) {
    if (use.type != EdgeType::kCalls && use.type != EdgeType::kReferences) continue;
    view.Out(use.symbol, edges);
    const bool is_override = std::any_of(edges.begin(), edges.end(), [&](const Neighbor& edge) {
      return TraitsOf(edge.type).dispatches && edge.symbol == overridden;
    });
    if (!is_override) out.push_back(use);
  }
}

}  // namespace waymark::retrieval
