// Syntax trees as flat arrays.
//
// Parser runs tree-sitter and copies the tree into one array in document order, without tokens that
// no rule mentions. Everything after that is index arithmetic: the children of node i are i + 1,
// nodes[i + 1].next, ... below nodes[i].next.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>

struct TSLanguage;
struct TSTree;

namespace waymark::indexer {

class RepairAdvisor;

using SymbolNumber = std::uint16_t;  // of a node kind in its grammar
using FieldNumber = std::uint8_t;    // 0: the child has no field
using NodeIndex = std::uint32_t;

inline constexpr SymbolNumber kErrorSymbol = 0xFFFF;  // text that fits no rule of the grammar

struct SyntaxNode {
  SymbolNumber symbol = 0;
  FieldNumber field = 0;    // in its parent
  bool missing = false;     // inserted by the parser; it has no text
  std::uint32_t begin = 0;  // bytes
  std::uint32_t end = 0;
  NodeIndex next = 0;  // first node after this subtree
};

struct SyntaxTree {
  std::vector<SyntaxNode> nodes;  // nodes[0] is the root
  std::uint32_t error_count = 0;  // error and missing nodes
  std::uint32_t first_error = 0;  // byte at which the first of them begins, if there is one

  bool IsLeaf(NodeIndex node) const { return nodes[node].next == node + 1; }
};

// Limits, counted in steps of the parser and never in time, so that the result is the same on every
// machine. One step is about a hundred parser operations; real source takes one per 80 to 200
// bytes, garbage one per 10 to 40.
inline constexpr std::uint64_t kMaxParseStepsFixed = 20'000;
inline constexpr std::uint64_t kMinBytesPerParseStep = 4;
// Recovery from an error copies the list of all that was read before; many errors cost quadratic
// time. Bounds the bytes of large lists: real source takes at most 3 per byte of its own.
inline constexpr std::uint64_t kMaxLargeBytesFixed = 256u << 20;
inline constexpr std::uint64_t kMaxLargeBytesPerByte = 64;

// Parses one file after the other, of any grammar. Not thread-safe: one per thread.
class Parser {
 public:
  Parser();
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;

  // Replaces `tree`. `kept` says by symbol number which leaves to keep (1) or to drop (0); inner
  // nodes are always kept. ResourceExhausted if a limit is hit. `bytes` must be shorter than
  // 4 GiB.
  absl::Status Parse(const TSLanguage* grammar, std::string_view bytes,
                     std::span<const std::uint8_t> kept, SyntaxTree& tree);

  // As Parse, and if there are errors, changes the text as the advisor proposes. `bytes` is then a
  // view of `buffer`, which it may have been before.
  absl::Status ParseAndRepair(const TSLanguage* grammar, std::string_view& bytes,
                              std::span<const std::uint8_t> kept, RepairAdvisor& advisor,
                              std::string& buffer, SyntaxTree& tree);

 private:
  struct Level;  // a node whose children are being copied

  void Copy(const TSTree& source, std::span<const std::uint8_t> kept, SyntaxTree& tree);

  std::vector<Level> levels_;
};

}  // namespace waymark::indexer
