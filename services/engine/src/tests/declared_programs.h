// Programs that project files declare: scripts of pyproject.toml, bin of package.json.
#pragma once

#include <vector>

#include "graph/read_view.h"
#include "indexer/source_reader.h"

namespace waymark::services {

// Most directories that are searched, those nearest to the root first.
inline constexpr std::size_t kMaxProjectDirectories = 1000;

// The declared functions, or else their files, as far as the view has them, in no particular order.
// `sources` are those of the view. Cost: a look at two files in each directory above code.
std::vector<SymbolId> FindDeclaredPrograms(const graph::ReadView& view,
                                           const indexer::SourceReader& sources);

}  // namespace waymark::services
