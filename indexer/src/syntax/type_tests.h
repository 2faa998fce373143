// Code that runs only if a test of a value's type holds, and what the test tells of the value.
//
// A language lists its conditions by node kind (TestRules). Its functions read what one condition
// tells; extract/narrowing.h finds the uses of the value that depend on it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// A question about the value.
enum class Asked : std::uint8_t {
  kType,       // it is an instance of one of the types
  kSubtype,    // it is one of the types, or a type derived from one
  kGuard,      // the function `types` says so of its first argument
  kAssertion,  // likewise, and returns only then
  kMember,     // it has the member
  kConstant,   // its member holds one of the literals `types`; `true` without any
};

struct TypeTest {
  NodeIndex subject = 0;  // a variable, a field, or a path of members
  Asked asked = Asked::kType;
  bool holds = true;
  std::vector<NodeIndex> types{};
  NodeIndex member = 0;  // its name, perhaps in quotes
};

// How a node decides which code runs. Fields have the names that grammars give them.
enum class Decides : std::uint8_t {
  kNothing,
  kIf,           // `condition`: `consequence` or `body`, else `alternative`
  kUnless,       // the other way round
  kConditional,  // three expressions: value, condition, other value
  kFilter,       // condition of the other parts of its parent
  kJunction,     // `left` and `right`, joined by a word or sign for "and" or "or"
  kNot,          // a sign or word before its last child
  kGrouping,     // its only child
  kAssertion,    // its first child is a condition of all that follows
  kCases,        // TestRules::read_cases reads it
  kLeaves,       // leaves the block around it
  kStatements,   // holds statements that run one after the other
};

struct DecidingNode {
  std::string_view node;
  Decides decides = Decides::kNothing;
};

// Reading a tree by the names of the grammar.
class TestTree {
 public:
  TestTree(const RuleTable& rules, const SyntaxTree& tree, std::string_view bytes)
      : rules_(rules), nodes_(tree.nodes), bytes_(bytes) {}

  std::string_view KindOf(NodeIndex node) const;

  std::string_view TextOf(NodeIndex node) const {
    return bytes_.substr(nodes_[node].begin, nodes_[node].end - nodes_[node].begin);
  }

  // Trimmed.
  std::string_view TextBetween(NodeIndex left, NodeIndex right) const;

  // The first child in the field; 0 if there is none.
  NodeIndex Child(NodeIndex parent, std::string_view field) const;
  bool IsIn(NodeIndex child, std::string_view field) const;
  // The children that are no comments.
  std::vector<NodeIndex> ChildrenOf(NodeIndex parent) const;
  // The only child of groupings, as long as there is one.
  NodeIndex Inside(NodeIndex node, std::string_view grouping) const;

  const RuleTable& rules() const { return rules_; }

  const SyntaxNode& node(NodeIndex index) const { return nodes_[index]; }

  NodeIndex End(NodeIndex node) const { return nodes_[node].next; }

  NodeIndex size() const { return static_cast<NodeIndex>(nodes_.size()); }

 private:
  const RuleTable& rules_;
  const std::vector<SyntaxNode>& nodes_;
  const std::string_view bytes_;
};

// Code that runs in one case of a statement: the nodes from `begin` to `end`.
struct TestedCase {
  std::vector<TypeTest> tests{};
  NodeIndex begin = 0;
  NodeIndex end = 0;
};

struct TestRules {
  std::span<const DecidingNode> nodes{};
  // Adds the tests of a condition that is no junction, if it holds or if it does not.
  void (*read_test)(const TestTree& tree, NodeIndex condition, bool holds,
                    std::vector<TypeTest>& tests) = nullptr;
  // The cases of a node with Decides::kCases.
  void (*read_cases)(const TestTree& tree, NodeIndex node,
                     std::vector<TestedCase>& cases) = nullptr;
  // Adds the tests that hold for all that follows a statement, because it returns only then.
  void (*read_statement)(const TestTree& tree, NodeIndex statement,
                         std::vector<TypeTest>& tests) = nullptr;
  std::span<const std::string_view> leaving_calls{};    // functions that never return
  std::span<const std::string_view> asserting_calls{};  // that return only if the first argument
                                                        // holds
};

}  // namespace waymark::indexer
