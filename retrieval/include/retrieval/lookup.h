// Finds symbols by the names that people and agents write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Result of a look-up by name. These readings are tried in order, and the first that fits anything
// decides: a handle or an identity (below); the exact qualified name; the file of a module with
// that name (a name of one component is tried as a module only after path:line); the end of a
// qualified name, by components; an inherited member; a name that the module of the leading
// components imports; a path or path:line; a module by the end of its name, in product code if
// there is one; FILE:NAME or FILE#NAME; a name in the notation of tools: (*Router).ServeHTTP,
// Outer$Inner, Gson.toJson(Object), crate::walk::scan, <T as Trait>::method. FILE:NAME only means
// symbols of that file. A line on which several symbols begin gives all of them. If several symbols
// fit, all are returned, never a silent choice; if none fits, near names are returned for the
// message.
struct SymbolMatches {
  std::vector<SymbolId> exact;  // canonical order
  // If `exact` is empty: symbols with the name, none of which takes the parameters that were
  // written after it. Canonical order.
  std::vector<SymbolId> overloads;
  std::vector<std::string> near;  // if both are empty: at most ten similar qualified names
};

SymbolMatches FindSymbols(const graph::ReadView& view, std::string_view name);

// Handles: the names of symbols that programs keep and pass on. They are short, and they survive
// every edit that keeps the file and the name of the symbol.
//
//   src/flask/app.py#Flask.run     the file, then the name in the file
//   src/Cart.java#Cart.add(int)    overloads: the types of the parameters
//   src/shape.ts#Shape~2           other symbols of one name: their number in the file
//   src/flask/app.py               the file itself
//
// The handle of a symbol. A declaration has the handle of its definition. Cost: O(symbols with the
// same last name).
std::string HandleOf(const graph::ReadView& view, SymbolId symbol);

// The handles of `symbols`, the symbols of one file in order of position. A declaration has the
// name in its own file instead. Cost: O(n log n), where HandleOf for each would look at all
// namesakes.
std::vector<std::string> HandlesOf(const graph::ReadView& view, std::span<const SymbolId> symbols);

// The handles of the same symbols as HandleOf gives them: a declaration has that of its definition.
// Cost: O(n log n), and O(symbols with the last name) once for each last name of a declaration.
std::vector<std::string> ShownHandlesOf(const graph::ReadView& view,
                                        std::span<const SymbolId> symbols);

// The symbol with the handle. If the handle lacks parameters or number, every symbol that it may
// mean, in canonical order. For something outside the program, the symbols of other files that
// stand for it follow. Empty for text that is no handle of the view. Cost: O(symbols of the file).
std::vector<SymbolId> FindHandle(const graph::ReadView& view, std::string_view handle);

// The symbol with this identity in hexadecimal, at most one. Cost: O(symbols of the view) for 64
// hexadecimal digits, O(1) for other text.
std::vector<SymbolId> FindIdentity(const graph::ReadView& view, std::string_view identity);

// For each place in a file, in ascending order, the innermost definition around it; kNone where
// there is none. Cost: O(symbols of the file + places).
std::vector<SymbolId> DefinitionsAround(const graph::ReadView& view, FileId file,
                                        std::span<const Position> places);

// One hit of the fuzzy search.
struct SearchHit {
  SymbolId symbol = SymbolId::kNone;
  float score = 0;
};

struct SearchResult {
  std::vector<SearchHit> hits;  // best first, at most `limit`
  std::uint64_t omitted = 0;    // further symbols that match
};

// Fuzzy search over names for `search`: exact, prefix, word and subsequence matches, best first.
// Cost: every distinct name of the view, and the symbols whose names match.
SearchResult SearchSymbols(const graph::ReadView& view, std::string_view query, std::size_t limit);

}  // namespace waymark::retrieval
