// The memory of one parse: everything that tree-sitter allocates while a scope is alive on a
// thread.
//
// A parse makes and drops hundreds of thousands of small objects, and in the end its whole tree.
// Blocks come from chunks that the thread keeps; freed blocks are reused by size. The end of the
// scope frees everything at once, so a tree is never freed node by node. A parse costs a seventh
// less this way (docs/decisions). Outside of a scope tree-sitter allocates as usual.
#pragma once

#include <cstddef>
#include <cstdint>

namespace waymark::indexer {

// Kept by a thread between two parses; memory beyond it, for a large file, is released.
inline constexpr std::size_t kMaxKeptParseBytes = 16u << 20;

// Frees everything that tree-sitter allocated on this thread since its construction. No parser or
// tree may outlive it, and a tree need not be deleted. Does not nest.
class ParseMemoryScope {
 public:
  ParseMemoryScope();
  ~ParseMemoryScope();
  ParseMemoryScope(const ParseMemoryScope&) = delete;
  ParseMemoryScope& operator=(const ParseMemoryScope&) = delete;

  // Bytes of all large blocks that were allocated so far, also of those that are free again.
  // Recovery from errors copies long lists: the sum tells its cost, the same on every machine.
  std::uint64_t LargeBytes() const;
};

}  // namespace waymark::indexer
