// Finds symbols by the beginning of their qualified names: a package, a class, or a file with its
// contents.
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

// Returns symbols in canonical order, all with hop 0, and the published edges between the shown
// ones, one for each pair and type, with the rule of the highest confidence. Declarations whose
// definition is in the repository and symbols within functions are left out. Case-sensitive; files
// are matched by path. Errors: Cancelled. Cost: the name of every symbol of the view, and the edges
// of the shown ones.
absl::StatusOr<RelatedSymbols> FindByPrefix(const graph::ReadView& view, std::string_view prefix,
                                            const PrefixOptions& options);

}  // namespace waymark::retrieval
