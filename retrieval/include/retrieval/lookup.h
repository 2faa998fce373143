// From names that people and agents write to symbols.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Names to symbols: exact qualified name, else the file of the module that is called so (of one
// component: after all that follows), else suffix of qualified-name components, else inherited
// member, else what the module called as the rest imports by the last name, else path or path:line,
// else a module by the end of its name, of product code where there is such, else FILE:NAME, else a
// name as tools write it: (*Router).ServeHTTP, Outer$Inner, Gson.toJson(Object), crate::walk::scan,
// <T as Trait>::method. FILE:NAME means what that file has, whatever else is called so. Of a line
// on which several symbols begin side by side, all. Several fits are returned all, never one of
// them in silence; none gives near names for the message.
struct SymbolMatches {
  std::vector<SymbolId> exact;  // canonical order
  // When `exact` is empty: several that the name fits, none of which takes the parameters that were
  // written behind it. Canonical order.
  std::vector<SymbolId> overloads;
  std::vector<std::string> near;  // when both are empty: at most ten similar qualified names
};

SymbolMatches FindSymbols(const graph::ReadView& view, std::string_view name);

// Fuzzy search over names for `search`: exact, prefix, word and subsequence matches, best first.
struct SearchHit {
  SymbolId symbol = SymbolId::kNone;
  float score = 0;
};

struct SearchResult {
  std::vector<SearchHit> hits;  // best first, at most `limit`
  std::uint64_t omitted = 0;    // symbols that match as well
};

// Cost: every distinct name of the view, and the symbols whose names match.
SearchResult SearchSymbols(const graph::ReadView& view, std::string_view query, std::size_t limit);

}  // namespace waymark::retrieval
