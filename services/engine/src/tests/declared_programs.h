// Programs that project files name: scripts of pyproject.toml, bin of package.json.
#pragma once

#include <vector>

#include "graph/read_view.h"
#include "indexer/source_reader.h"

namespace waymark::services {

// At most so many directories are looked into, those nearest to the root first.
inline constexpr std::size_t kMaxProjectDirectories = 1000;

// The functions that they name, or else the files: all that the view has of them, in no order.
// `sources` are those of the view. Cost: a look at two files in each directory above code.
std::vector<SymbolId> FindDeclaredPrograms(const graph::ReadView& view,
                                           const indexer::SourceReader& sources);

}  // namespace waymark::services
