#include "syntax/type_tests.h"

#include <tree_sitter/api.h>

#include "text/characters.h"

namespace waymark::indexer {

std::string_view TestTree::KindOf(NodeIndex node) const {
  const SymbolNumber symbol = nodes_[node].symbol;
  if (symbol == kErrorSymbol) return {};
  const char* const name = ts_language_symbol_name(rules_.grammar(), symbol);
  return name == nullptr ? std::string_view() : std::string_view(name);
}

std::string_view TestTree::TextBetween(NodeIndex left, NodeIndex right) const {
  const std::uint32_t begin = nodes_[left].end;
  const std::uint32_t end = nodes_[right].begin;
  return end <= begin ? std::string_view() : TrimmedSpace(bytes_.substr(begin, end - begin));
}

bool TestTree::IsIn(NodeIndex child, std::string_view field) const {
  const FieldNumber number = nodes_[child].field;
  if (number == 0) return false;
  const char* const name = ts_language_field_name_for_id(rules_.grammar(), number);
  return name != nullptr && field == name;
}

NodeIndex TestTree::Child(NodeIndex parent, std::string_view field) const {
  for (NodeIndex child = parent + 1; child < End(parent); child = End(child)) {
    if (IsIn(child, field)) return child;
  }
  return 0;
}

std::vector<NodeIndex> TestTree::ChildrenOf(NodeIndex parent) const {
  std::vector<NodeIndex> children;
  for (NodeIndex child = parent + 1; child < End(parent); child = End(child)) {
    const Role role = rules_.RuleOf(nodes_[child].symbol).role;
    if (role != Role::kComment && role != Role::kSkip) children.push_back(child);
  }
  return children;
}

NodeIndex TestTree::Inside(NodeIndex node, std::string_view grouping) const {
  while (KindOf(node) == grouping) {
    const std::vector<NodeIndex> children = ChildrenOf(node);
    if (children.size() != 1) break;
    node = children.front();
  }
  return node;
}

}  // namespace waymark::indexer
