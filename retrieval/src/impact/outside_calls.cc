#include "impact/outside_calls.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "traits/constants.h"

namespace waymark::retrieval {

std::vector<OutsideCall> OutsideCallsOf(const graph::ReadView& view,
                                        std::span<const SymbolId> callers) {
  std::unordered_map<SymbolId, std::size_t> order;
  for (const SymbolId caller : callers) order.emplace(caller, order.size());
  std::unordered_map<FileId, std::vector<OutsideModule>> imported;
  std::vector<std::pair<std::size_t, OutsideCall>> found;
  view.VisitUnresolved([&](std::string_view name, const UnresolvedRow& row) {
    if (row.reason != UnresolvedReason::kExternal) return true;
    if (row.type == EdgeType::kImports) {
      imported[view.FileOf(row.source)].push_back({std::string(name), row.site});
    } else if (const auto caller = order.find(row.source);
               row.type == EdgeType::kCalls && caller != order.end()) {
      found.emplace_back(caller->second, OutsideCall{row.source, std::string(name), row.site, {}});
    }
    return true;
  });
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  if (found.size() > kMaxOutsideCalls) found.resize(kMaxOutsideCalls);
  std::vector<OutsideCall> calls;
  calls.reserve(found.size());
  for (auto& [number, call] : found) {
    const auto modules = imported.find(view.FileOf(call.source));
    if (modules != imported.end()) call.modules = modules->second;
    calls.push_back(std::move(call));
  }
  return calls;
}

}  // namespace waymark::retrieval
