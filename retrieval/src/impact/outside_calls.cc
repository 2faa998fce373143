#include "impact/outside_calls.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "traits/constants.h"

namespace waymark::retrieval {

OutsideCalls OutsideCallsOf(const graph::ReadView& view, std::span<const SymbolId> callers) {
  std::unordered_map<SymbolId, std::size_t> order;
  for (const SymbolId caller : callers) order.emplace(caller, order.size());
  OutsideCalls outside;
  std::vector<OutsideCall>& calls = outside.calls;
  view.VisitUnresolved([&](std::string_view name, const UnresolvedRow& row) {
    if (row.reason != UnresolvedReason::kExternal) return true;
    if (row.type == EdgeType::kImports) {
      outside.modules[view.FileOf(row.source)].push_back({std::string(name), row.site});
    } else if (row.type == EdgeType::kCalls && order.contains(row.source)) {
      calls.push_back({row.source, std::string(name), row.site});
    }
    return true;
  });
  std::stable_sort(calls.begin(), calls.end(), [&](const OutsideCall& a, const OutsideCall& b) {
    return order.at(a.source) < order.at(b.source);
  });
  if (calls.size() > kMaxOutsideCalls) calls.resize(kMaxOutsideCalls);
  return outside;
}

}  // namespace waymark::retrieval
