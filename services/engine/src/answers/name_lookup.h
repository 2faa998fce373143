// Resolves the name in a request to the one thing that it means, or returns an error with
// candidates.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"

namespace waymark::services {

// A symbol and, in C and C++, its declarations elsewhere. For something outside the program, such
// as an environment variable, the symbols of other files that stand for the same thing.
struct NamedSymbol {
  SymbolId symbol =
      SymbolId::kNone;  // the definition; a declaration only when the repository has no definition
  std::vector<SymbolId> declarations;  // canonical order
  std::string name;                    // as it was asked for, a path relative to the checkout
};

// A path may be absolute, inside the view's checkout. NotFound, with near names or the error in the
// place; FailedPrecondition if several symbols fit, with places that distinguish them.
absl::StatusOr<NamedSymbol> ResolveName(const graph::ReadView& view, std::string_view name);

// Adds the symbol and its declarations.
void AddWithDeclarations(const NamedSymbol& named, std::vector<SymbolId>& symbols);

// The same for questions about sets of symbols: a name means all of its overloads.
absl::StatusOr<std::vector<NamedSymbol>> ResolveOverloads(const graph::ReadView& view,
                                                          std::string_view name);

// Files that may hold a name that is not found, since they could not be read.
struct UnreadFiles {
  std::uint64_t count = 0;
  std::string names;  // of the first ones, with the reasons
};

UnreadFiles FindUnreadFiles(const graph::ReadView& view);

}  // namespace waymark::services
