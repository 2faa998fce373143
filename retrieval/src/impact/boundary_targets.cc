#include "impact/boundary_targets.h"

#include <string>

#include "retrieval/contracts.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// Edge types between a symbol and an address.
struct Exchange {
  EdgeType sends;
  EdgeType receives;
};

constexpr Exchange kExchanges[] = {
    {EdgeType::kPublishes, EdgeType::kSubscribes},
    {EdgeType::kConsumesRpc, EdgeType::kImplementsRpc},
    {EdgeType::kRuntimeProduces, EdgeType::kRuntimeConsumes},
};

}  // namespace

void BoundaryTargets::Of(const Neighbor& sent, std::vector<BoundaryTarget>& out) {
  out.clear();
  if (sent.type == EdgeType::kConsumesEndpoint) AddRoutes(sent.symbol, out);
  for (const Exchange& exchange : kExchanges) {
    if (sent.type == exchange.sends) AddReceivers(sent.symbol, exchange.receives, out);
  }
}

void BoundaryTargets::AddRoutes(SymbolId request, std::vector<BoundaryTarget>& out) {
  if (!routes_) RoutesOf(view_, routes_.emplace());
  named_.clear();
  RoutesThatAnswer(view_, *routes_, request, named_);
  for (const SymbolId route : named_) {
    out.push_back({.symbol = route, .confidence = kAnsweredRequest, .edge = std::nullopt});
  }
}

// An address is a separate symbol in each file that names it.
void BoundaryTargets::AddReceivers(SymbolId address, EdgeType received,
                                   std::vector<BoundaryTarget>& out) {
  const std::string name(view_.Symbol(address).name);
  view_.WithName(name, named_);
  for (const SymbolId named : named_) {
    view_.In(named, edges_);
    for (const Neighbor& edge : edges_) {
      if (edge.type == received)
        out.push_back({.symbol = edge.symbol, .confidence = 1, .edge = edge});
    }
  }
}

}  // namespace waymark::retrieval
