// Names of methods that code writes as texts: symbols, strings and lists of them (Ruby).
#pragma once

#include <string_view>
#include <vector>

#include "extract/extraction_frame.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

struct WrittenName {
  std::string_view text;
  std::uint32_t byte = 0;
};

// A view: all that it is made of must outlive it.
class MethodNames {
 public:
  MethodNames(const RuleTable& rules, const SyntaxTree& tree, std::string_view bytes)
      : rules_(rules), tree_(tree), bytes_(bytes) {}

  // The name in a symbol or plain string; empty for anything else.
  std::string_view Of(NodeIndex argument) const;

  // The names in a list: [:a, :b], %i[a b], %w[a b]. Empty if it holds anything else.
  std::vector<std::string_view> InList(NodeIndex list) const;

  // The names in an argument of a call, in the values of its options and in its lists:
  // `:paid?`, `if: :paid?`, `only: %i[show edit]`. Options that are labels are left out.
  void InArgument(NodeIndex argument, std::vector<WrittenName>& names, int depth = 0) const;

  // The names that a parameter of a block around stands for: %i[a b].each { |name| send(name) }.
  // `frames` are the open nodes.
  std::vector<std::string_view> OfParameter(const std::vector<Frame>& frames,
                                            std::string_view parameter) const;

 private:
  const SyntaxNode& At(NodeIndex node) const { return tree_.nodes[node]; }

  const Rule& RuleAt(NodeIndex node) const { return rules_.RuleOf(At(node).symbol); }

  std::string_view TextOf(NodeIndex node) const {
    return bytes_.substr(At(node).begin, At(node).end - At(node).begin);
  }

  NodeIndex ChildIn(NodeIndex parent, ChildRole part) const;
  NodeIndex ListNamedBy(NodeIndex written) const;
  bool IsLabel(std::string_view option) const;

  const RuleTable& rules_;
  const SyntaxTree& tree_;
  std::string_view bytes_;
};

}  // namespace waymark::indexer
