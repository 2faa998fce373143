// Resolves the name in a request to what it means: of several symbols that it fits to the
// likeliest, with a note that names the others; or, before something is changed, to an error with
// candidates.
#pragma once

#include <cstddef>
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
  // If the name fits other symbols too: which one it was taken for, and the ids of others. One line
  // that ends with a full stop.
  std::string note;
};

// The likeliest symbol: of the product rather than of a test, for use by other code, most used. A
// path may be absolute, inside the view's checkout. NotFound, with near names or the error in the
// place; FailedPrecondition if the name has parameters that no symbol takes, with candidates.
absl::StatusOr<NamedSymbol> ResolveName(const graph::ReadView& view, std::string_view name);

// The same for calls that change something: FailedPrecondition if several symbols fit, with places
// that distinguish them.
absl::StatusOr<NamedSymbol> ResolveOnlyName(const graph::ReadView& view, std::string_view name);

// Adds the symbol and its declarations.
void AddWithDeclarations(const NamedSymbol& named, std::vector<SymbolId>& symbols);

// As ResolveName, for questions about sets of symbols: the likeliest symbol with all of its
// overloads. The first has the note.
absl::StatusOr<std::vector<NamedSymbol>> ResolveOverloads(const graph::ReadView& view,
                                                          std::string_view name);

// Most meanings of a name that ResolveMeanings tells apart.
inline constexpr std::size_t kMaxMeanings = 32;

// As ResolveOverloads, for questions that may look further: the likeliest symbol with its
// overloads, then the others that the name fits, the likeliest first. The first symbol of each has
// a note for the case that it is taken. At least one.
absl::StatusOr<std::vector<std::vector<NamedSymbol>>> ResolveMeanings(const graph::ReadView& view,
                                                                      std::string_view name);

// Files that may hold a name that is not found, since they could not be read.
struct UnreadFiles {
  std::uint64_t count = 0;
  std::string names;  // of the first ones, with the reasons
};

UnreadFiles FindUnreadFiles(const graph::ReadView& view);

}  // namespace waymark::services
