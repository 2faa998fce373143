// The names under which other repositories import a file, as far as a project file (go.mod,
// package.json) defines them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/kinds.h"
#include "indexer/source_reader.h"

namespace waymark::indexer {

struct ImportName {
  std::string name;
  bool is_of_whole = false;  // names the npm package, which also has other files

  bool operator==(const ImportName&) const = default;
};

// The import names of the file at `path`, relative to the root of `sources`, by the nearest project
// file above it; without duplicates. Go: the module's path with the directory. TypeScript and
// JavaScript: the package, its `exports` whose target is the file or is built from it, and the
// file's path below the package and below its source directory. Empty in other languages, and
// without a project file. Looks for a project file in every directory above `path`.
std::vector<ImportName> ImportNamesOf(const SourceReader& sources, std::string_view path,
                                      Language language);

}  // namespace waymark::indexer
