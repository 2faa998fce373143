// Routes that are told by the path of a file: what it exports under a name that is agreed on
// answers there.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "graph/ids.h"
#include "indexer/language.h"

namespace waymark::indexer {

// A convention of routes by path. Directories and files between `root` and the end are components
// of the route.
struct FileRouteConvention {
  std::string_view root;    // directory, with those it must lie in
  std::string_view kept{};  // last component of the root that is a part of the route as well
  std::string_view stem{};  // name of the file without extension; empty: any
  bool by_verb = false;
  std::string_view drops{};     // what components that are no part of the route begin with
  std::string_view private_{};  // what those begin with below which nothing answers
};

struct FileRouteRules {
  std::span<const FileRouteConvention> conventions{};
  std::span<const std::string_view> extensions{};  // of files that they are about, with the dot
};

struct FileRoute {
  std::string path;      // "/api/users/[id]"; empty: the file is for no route
  bool by_verb = false;  // exports named GET, POST, ...; else the default export answers all

  bool exists() const { return !path.empty(); }
};

// The route that `path`, relative to the repository, tells of. O(bytes of the path).
FileRoute FileRouteOf(const GrammarRow& grammar, std::string_view path);

// What facts of a file are known by: its content, and the route where there is one, since equal
// bytes at another path answer another route.
ContentHash FactsContent(const GrammarRow& grammar, std::string_view path,
                         const ContentHash& content);

}  // namespace waymark::indexer
