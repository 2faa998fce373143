// The Merkle roots above the leaves: directories, then the repository. A leaf is the digest of one
// file's part of the graph.
//
//   directory   SHA-256 over "waymark.directory.v1" and, per child in byte order of names: "file"
//               or "directory", name, root
//   repository  SHA-256 over "waymark.repository.v1", repository name, root of the top directory,
//               and per skipped file in order of paths: path, reason
//
// An edit changes its leaf and the directories above it. Names are hashed and children are never
// duplicated to fill a level, so no two trees have the same root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/hash.h"
#include "graph/ids.h"
#include "graph/records.h"

namespace waymark::graph {

struct DirectoryRoot {
  std::string path;  // "" for the top
  RootHash root;
};

enum class DirectoryEntry : std::uint8_t { kDirectory, kFile };  // in byte order of their names

// A child of a directory.
struct DirectoryChild {
  std::string_view name;
  DirectoryEntry kind = DirectoryEntry::kFile;
  RootHash root;
};

// Computes the root of a directory from its children, which it sorts.
class DirectoryHasher {
 public:
  RootHash RootOf(std::vector<DirectoryChild>& children);

 private:
  FieldHasher hasher_{"waymark.directory.v1"};
};

// Roots of all directories in byte order of paths, the top first; the top always exists. `paths`
// are in byte order, one per leaf.
std::vector<DirectoryRoot> ComputeDirectoryRoots(std::span<const std::string> paths,
                                                 std::span<const RootHash> leaves);

// `skipped` is in order of paths.
RootHash ComputeRepositoryRoot(std::string_view repository, const RootHash& top,
                               std::span<const SkippedFile> skipped);

}  // namespace waymark::graph
