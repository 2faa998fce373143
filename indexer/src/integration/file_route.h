// Routes that are told by the path of a file: what it exports under a name that is agreed on
// answers there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "graph/ids.h"
#include "graph/kinds.h"

namespace waymark::indexer {

struct FileRoute {
  std::string path;      // "/api/users/[id]"; empty: the file is for no route
  bool by_verb = false;  // exports named GET, POST, ...; else the default export answers all

  bool exists() const { return !path.empty(); }
};

// The route that `path`, relative to the repository, tells of. O(bytes of the path).
FileRoute FileRouteOf(Language language, std::string_view path);

// What facts of a file are known by: its content, and the route where there is one, since equal
// bytes at another path answer another route.
ContentHash FactsContent(Language language, std::string_view path, const ContentHash& content);

}  // namespace waymark::indexer
