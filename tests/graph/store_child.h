// What the processes of store_child.cc write, for the tests that start and judge them.
#pragma once

#include <cstdint>
#include <string>

#include "graph/hash.h"
#include "graph/store.h"
#include "graph_data.h"

namespace waymark::graph {

inline constexpr std::uint64_t kChildMapBytes = std::uint64_t{1} << 34;

inline ViewKey ChildKey() { return ViewKey{"example.org/repo", "work:child"}; }

inline GraphData ChildGraph(std::uint64_t generation) {
  RandomGraphOptions options;
  options.seed = generation;
  options.files = 30;
  return RandomGraph(options);
}

inline FactsKey ChildFactsKey(std::uint64_t generation) {
  return FactsKey{1, 1, HashContent(std::to_string(generation))};
}

inline std::string ChildFacts(std::uint64_t generation) {
  return std::string(100000, static_cast<char>('a' + generation % 26));
}

}  // namespace waymark::graph
