// Which local variables own their value up to the end of their scope, in languages where a value
// has one owner and moves when it is used.
#pragma once

#include <string_view>

#include "extract/extraction_frame.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

class OwnedLocals {
 public:
  OwnedLocals(const RuleTable& rules, const SyntaxTree& tree, std::string_view bytes)
      : rules_(rules), tree_(tree), bytes_(bytes) {}

  // Whether the variable of a `let` gets a new value, and nothing in `block` after it may take the
  // value: it is only borrowed, or asked for its members. False if that is not certain.
  bool Keeps(const Frame& let, NodeIndex block) const;

 private:
  bool IsNew(NodeIndex value) const;
  bool GivesAway(NodeIndex method) const;
  bool Borrows(NodeIndex user, NodeIndex name) const;
  NodeIndex ChildOf(NodeIndex parent, ChildRole part) const;
  std::string_view TextOf(NodeIndex index) const;

  const SyntaxNode& At(NodeIndex index) const { return tree_.nodes[index]; }

  const Rule& RuleAt(NodeIndex index) const { return rules_.RuleOf(At(index).symbol); }

  const RuleTable& rules_;
  const SyntaxTree& tree_;
  std::string_view bytes_;
};

}  // namespace waymark::indexer
