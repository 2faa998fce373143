// Files, or directories, that depend on each other in a circle.
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
  kMedium,  // between the two
  kHigh,    // ten nodes or more, or three directories or more
};
std::string_view Name(Severity severity);  // "low", "medium", "high"

struct Cycle {
  std::vector<std::string> nodes;  // paths in byte order; directories end with '/'
  Severity severity = Severity::kLow;
};

struct Cycles {
  std::vector<Cycle> cycles;     // by size, descending, then by first node; at most `limit`
  std::uint64_t total = 0;       // with those past the limit
  std::uint64_t unresolved = 0;  // references that could close another one
};

struct CycleOptions {
  std::size_t limit = 50;
  const std::atomic<bool>* cancelled = nullptr;
};

// The strongly connected components of more than one node (R. Tarjan, Depth-first search and linear
// graph algorithms, 1972) of production code: of files and their imports, or, where a language
// imports packages (Go, Java, C#), of directories and whatever in one depends on the other. Errors:
// Cancelled. Cost: every symbol and its edges once, some 50 ns an edge.
absl::StatusOr<Cycles> FindCycles(const graph::ReadView& view, const CycleOptions& options);

}  // namespace waymark::retrieval
