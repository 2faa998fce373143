// How the code of other repositories names a file when it imports it, where a project file says so:
// go.mod and package.json.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/kinds.h"
#include "indexer/source_reader.h"

namespace waymark::indexer {

struct ImportName {
  std::string name;
  bool is_of_whole = false;  // of the package, which has other files too: one of npm

  bool operator==(const ImportName&) const = default;
};

// Of the file at `path`, relative to the root of `sources`, by the project file nearest above it;
// each name once. Go: the module's path and the directory. TypeScript and JavaScript: the package,
// its `exports` whose targets are the file or what is built of it, and the file's path below the
// package and below its directory of sources. Empty in other languages, and without such a file.
// Looks for a file in every directory above `path`.
std::vector<ImportName> ImportNamesOf(const SourceReader& sources, std::string_view path,
                                      Language language);

}  // namespace waymark::indexer
