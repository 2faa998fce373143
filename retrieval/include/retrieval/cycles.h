// Cycles of dependence between files or directories.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"

namespace waymark::retrieval {

enum class Severity : std::uint8_t {
  kLow,     // two or three files of one directory
  kMedium,  // all others
  kHigh,    // ten nodes or more, or three directories or more
};
std::string_view Name(Severity severity);  // "low", "medium", "high"

// A dependence within a cycle; the ends are indexes into its nodes.
struct CycleEdge {
  std::uint32_t from = 0;  // depends on `to`
  std::uint32_t to = 0;

  bool operator==(const CycleEdge&) const = default;
};

struct Cycle {
  std::vector<std::string> nodes;  // paths in byte order; directories end with '/'
  std::vector<CycleEdge> edges;    // ascending; the first kMaxCycleEdges
  Severity severity = Severity::kLow;
};

inline constexpr std::size_t kMaxCycleEdges = 4096;

struct Cycles {
  std::vector<Cycle> cycles;     // by size, descending, then by first node; at most `limit`
  std::uint64_t total = 0;       // including those beyond the limit
  std::uint64_t unresolved = 0;  // unresolved references that could close another cycle
};

struct CycleOptions {
  std::size_t limit = 50;
  const std::atomic<bool>* cancelled = nullptr;
};

// The strongly connected components of more than one node (R. Tarjan, Depth-first search and linear
// graph algorithms, 1972) of production code. Nodes are files with their imports; in languages that
// import packages (Go, Java, C#) they are directories with all dependences between them. Errors:
// Cancelled. Cost: one pass over the symbols and edges, some 50 ns per edge.
absl::StatusOr<Cycles> FindCycles(const graph::ReadView& view, const CycleOptions& options);

}  // namespace waymark::retrieval
