// Computes the Merkle roots after some files of a base changed. Only directories that contain such
// a file are hashed again.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graph/ids.h"
#include "model/merkle.h"
#include "view/graph_part.h"

namespace waymark::graph {

struct ChangedLeaf {
  std::string_view path;
  std::optional<RootHash> leaf;  // nothing: the file is gone
};

struct ChangedTree {
  std::vector<DirectoryRoot> directories;  // changed and still existing, in byte order of paths
  RootHash top;
};

// `changed` is in byte order of paths, without duplicates; deleted files are files of the base.
ChangedTree ComputeChangedTree(const GraphPart& base, std::span<const ChangedLeaf> changed);

}  // namespace waymark::graph
