// Routes by file paths: an export with a conventional name handles the route.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "graph/ids.h"
#include "indexer/language.h"

namespace waymark::indexer {

// A convention for such routes. Directories and files after `root` are the components of the route.
struct FileRouteConvention {
  std::string_view root;    // directory, with required parents
  std::string_view kept{};  // last component of the root that is also part of the route
  std::string_view stem{};  // name of the file without extension; empty: any
  bool by_verb = false;
  std::string_view drops{};     // prefix of components that are not part of the route
  std::string_view private_{};  // prefix of components below which there are no routes
};

struct FileRouteRules {
  std::span<const FileRouteConvention> conventions{};
  std::span<const std::string_view> extensions{};  // of files with routes, with the dot
};

struct FileRoute {
  std::string path;  // "/api/users/[id]"; empty: no route
  bool by_verb =
      false;  // exports are named GET, POST, ...; otherwise the default export handles all

  bool exists() const { return !path.empty(); }
};

// The route of `path`, relative to the repository. O(bytes of the path).
FileRoute FileRouteOf(const GrammarRow& grammar, std::string_view path);

// The content hash under which facts of a file are stored: that of its content, combined with its
// route if it has one, since equal bytes at another path handle another route.
ContentHash FactsContent(const GrammarRow& grammar, std::string_view path,
                         const ContentHash& content);

}  // namespace waymark::indexer
