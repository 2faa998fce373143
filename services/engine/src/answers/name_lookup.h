// From the name in a request to the one thing it names, or a refusal that says what it could be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"

namespace waymark::services {

// A symbol and, in C and C++, its declarations elsewhere; of what lies outside, such as an
// environment variable, the symbols of other files that stand for the same.
struct NamedSymbol {
  SymbolId symbol =
      SymbolId::kNone;  // the definition; a declaration only when the repository has no definition
  std::vector<SymbolId> declarations;  // canonical order
  std::string name;                    // as it was asked for, a path relative to the checkout
};

// A path may be absolute, inside the view's checkout. NotFound, with near names or what is wrong
// with the place; FailedPrecondition when several symbols fit, with places that tell
// them apart.
absl::StatusOr<NamedSymbol> ResolveName(const graph::ReadView& view, std::string_view name);

// Adds it and its declarations.
void AddWithDeclarations(const NamedSymbol& named, std::vector<SymbolId>& symbols);

// The same for questions about sets of symbols: overloads of one name are all meant by it.
absl::StatusOr<std::vector<NamedSymbol>> ResolveOverloads(const graph::ReadView& view,
                                                          std::string_view name);

}  // namespace waymark::services
