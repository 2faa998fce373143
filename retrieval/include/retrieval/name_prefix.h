// Symbols by the beginning of their qualified names: a package, a class, a file with all that is in
// it.
#pragma once

#include <atomic>
#include <cstddef>
#include <string_view>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/relations.h"

namespace waymark::retrieval {

struct PrefixOptions {
  std::size_t limit = 100;
  const std::atomic<bool>* cancelled = nullptr;
};

// Symbols in canonical order, all of hop 0, and the published edges among those that are shown, one
// for each pair and type, by the surest rule. Declarations whose definition is in the repository
// are left out, and symbols within functions. Case-sensitive; files go by their paths. Errors:
// Cancelled. Cost: the name of every symbol of the view, and the edges of those shown.
absl::StatusOr<RelatedSymbols> FindByPrefix(const graph::ReadView& view, std::string_view prefix,
                                            const PrefixOptions& options);

}  // namespace waymark::retrieval
