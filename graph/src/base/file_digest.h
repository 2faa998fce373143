// The digest of one file's part of the graph: its leaf.
//
//   own part    the file by itself: attributes, content, symbols
//   references  its unresolved references, without candidates
//   leaf        path, own part, references, and everything the file is bound to: parents, edges
//               with their targets and sites, candidates
//
// Other symbols are represented by the prefixes of their identities and sorted by them. So a leaf
// changes only with what its file says and means, not when a target moves in another file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/base_format.h"
#include "graph/base_builder.h"
#include "graph/hash.h"
#include "graph/ids.h"

namespace waymark::graph {

// Reusable. Not thread-safe.
class OwnPartHasher {
 public:
  void BeginFile(const FileInput& file);
  // `flags` include those that follow from the file.
  void AddSymbol(const SymbolInput& symbol, std::uint16_t flags, const SymbolIdentity& identity);
  RootHash Finish();

 private:
  FieldHasher hasher_{"waymark.leaf_own.v1"};
  std::string bytes_;
};

// Reusable. Not thread-safe.
class FileDigestHasher {
 public:
  // Calls for one file: a parent for each symbol in order, 0 for none; the edges of its symbols
  // except nesting, in any order within a source, sources ascending; for each unresolved reference
  // with candidates, in order, the prefixes of the candidates.
  void AddParent(std::uint64_t prefix);
  void AddEdge(std::uint32_t source, EdgeLabel label, std::uint64_t target,
               std::span<const Position> sites);
  void AddCandidates(std::vector<std::uint64_t>& prefixes);  // sorts them

  RootHash Finish(std::string_view path, const RootHash& own_part, const RootHash& references);

 private:
  // An edge of the current source; its sites are a range of sites_.
  struct Edge {
    EdgeLabel label = 0;
    std::uint64_t target = 0;
    std::size_t sites_begin = 0;
    std::size_t sites_end = 0;
  };

  void CloseSource();

  FieldHasher hasher_{"waymark.leaf.v1"};
  std::string parents_;
  std::string edges_;
  std::string candidates_;
  std::uint32_t source_ = 0;
  std::vector<Edge> open_;
  std::string sites_;
};

// Canonical bytes of unresolved references, hashed.
class ReferencesHasher {
 public:
  void Add(const UnresolvedInput& reference);
  RootHash Finish();

 private:
  FieldHasher hasher_{"waymark.leaf_references.v1"};
  std::string bytes_;
};

}  // namespace waymark::graph
