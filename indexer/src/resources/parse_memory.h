// Memory of one parse: what tree-sitter allocates while a Scope is alive on a thread.
//
// A parse makes and drops hundreds of thousands of small objects, and then its whole tree. Blocks
// come from chunks that the thread keeps, freed blocks are reused by size, and the end of the scope
// takes everything back at once, so a tree is never taken apart node by node: a parse costs a
// seventh less (docs/decisions). Outside of a scope tree-sitter allocates as usual.
#pragma once

#include <cstddef>

namespace waymark::indexer {

// Kept by a thread between two parses; what a large file needed beyond it is given back.
inline constexpr std::size_t kMaxKeptParseBytes = 16u << 20;

// Everything that tree-sitter allocates on this thread from here on is gone at the end: no parser
// or tree may outlive the scope, and a tree need not be deleted. Not nested.
class ParseMemoryScope {
 public:
  ParseMemoryScope();
  ~ParseMemoryScope();
  ParseMemoryScope(const ParseMemoryScope&) = delete;
  ParseMemoryScope& operator=(const ParseMemoryScope&) = delete;
};

}  // namespace waymark::indexer
