#include "extract/item_blocks.h"

#include <string_view>

namespace waymark::indexer {
namespace {

// Marks the scope of such a block among blocks that only bind variables. It cannot be a name in the
// source.
constexpr std::string_view kItemsMark = "{}";

}  // namespace

bool HoldsItems(const RuleTable& rules, const SyntaxTree& tree, const Frame& block,
                const Frame& around) {
  if (!block.rule->opens_scope) return false;
  const Role role = around.rule->role;
  const bool is_body =
      block.part == ChildRole::kBody && (role == Role::kDefinition || role == Role::kLambda);
  if (is_body) return false;
  for (NodeIndex child = block.node + 1; child < block.end; child = tree.nodes[child].next) {
    const Role defines = rules.RuleOf(tree.nodes[child].symbol).role;
    if (defines == Role::kDefinition || defines == Role::kNamespace || defines == Role::kUse) {
      return true;
    }
  }
  return false;
}

bool HoldsFunctions(const RuleTable& rules, const SyntaxTree& tree, NodeIndex object, int depth) {
  const auto role_of = [&](NodeIndex node) { return rules.RuleOf(tree.nodes[node].symbol).role; };
  if (depth > kMaxPatternDepth) return false;
  const NodeIndex end = tree.nodes[object].next;
  for (NodeIndex child = object + 1; child < end; child = tree.nodes[child].next) {
    if (role_of(child) == Role::kDefinition) return true;
    if (role_of(child) != Role::kPair) continue;
    NodeIndex value = child + 1;  // the key is first
    while (value < tree.nodes[child].next && tree.nodes[value].next < tree.nodes[child].next) {
      value = tree.nodes[value].next;
    }
    if (value >= tree.nodes[child].next) continue;
    if (role_of(value) == Role::kLambda) return true;
    if (role_of(value) == Role::kObject && HoldsFunctions(rules, tree, value, depth + 1)) {
      return true;
    }
  }
  return false;
}

void MarkItems(FactsDraft& draft, ScopeIndex block) {
  draft.MarkLocal(block, draft.words().Intern(kItemsMark), kLocalBound);
}

ScopeIndex MarkedScope(FactsDraft& draft, ScopeIndex scope) {
  return draft.LocalScope(scope, draft.words().Intern(kItemsMark));
}

}  // namespace waymark::indexer
