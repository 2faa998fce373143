// Uses of values whose type a test has shown: `if isinstance(x, Job): x.run()`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/facts_draft.h"
#include "syntax/type_tests.h"

namespace waymark::indexer {

inline constexpr std::size_t kMaxTypeTests = 4096;  // of one file
inline constexpr std::size_t kMaxTestsOfUse = 4;    // tests that are kept of one use

// The tests on which the uses of a file's values depend. Empty for a language without TestRules.
class Narrowing {
 public:
  // A node whose value a test, a number in a list, tells about.
  struct Use {
    NodeIndex node = 0;
    std::uint32_t test = 0;
  };

  // Cost: linear in the nodes of the tree, and in the nodes that depend on each condition.
  Narrowing(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft);

  // The expression of a node, with what tests tell of it: a kTypeOf for each of them. Of what is
  // called, only the tests of a type count.
  ExpressionIndex Apply(NodeIndex node, ExpressionIndex expression, bool is_called);

 private:
  ExpressionIndex ApplyTest(const TypeTest& test, ExpressionIndex expression, std::uint32_t byte);
  ExpressionIndex TypesOf(const TypeTest& test);
  ExpressionIndex ReadType(NodeIndex type, int depth = 0);
  ExpressionIndex ReadLiteral(NodeIndex literal);
  ExpressionIndex AddName(NodeIndex name);

  const RuleTable& rules_;
  const TestTree tree_;
  FactsDraft& draft_;
  std::vector<TypeTest> tests_;
  std::vector<Use> uses_;  // by node; outer tests first
};

// The expression below all tests of it.
ExpressionIndex Untested(const FactsDraft& draft, ExpressionIndex expression);

// The name of a literal that is a type of its own: its text, without its kind of quotes.
std::string WholeLiteral(std::string_view text);

}  // namespace waymark::indexer
