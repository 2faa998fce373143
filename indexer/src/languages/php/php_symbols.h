// Numbers of the node kinds and fields of the PHP grammar that code refers to.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/syntax.h"
#include "text/characters.h"

struct TSLanguage;

namespace waymark::indexer {

enum class PhpNode : std::uint8_t {
  kOther,
  kAnonymousClass,
  kArgument,
  kArguments,
  kArrayCreation,
  kArrayElement,
  kAssignment,
  kAttributeGroup,
  kBaseClause,
  kBinary,
  kBlock,  // of statements
  kClassConstant,
  kClassInterfaceClause,
  kComment,
  kConditional,
  kElse,
  kEncapsedString,
  kExpressionStatement,
  kFunctionCall,
  kIf,  // or elseif or while: a condition and what runs where it holds
  kInclude,
  kLeaves,  // return, break, continue, exit
  kMatchArm,
  kMatchConditions,
  kMemberAccess,
  kMemberCall,
  kMembers,  // of a type
  kName,
  kNamedType,
  kNamespace,
  kNamespaceName,
  kNamespaceUse,
  kNamespaceUseClause,
  kNamespaceUseGroup,
  kNullsafeAccess,
  kNullsafeCall,
  kObjectCreation,
  kParenthesized,
  kProperty,  // that a type declares, or a parameter makes
  kQualifiedName,
  kReferenceAssignment,
  kRelativeName,
  kRelativeScope,
  kScopedCall,
  kScopedProperty,
  kString,
  kStringContent,
  kThrow,
  kUnary,
  kUseAs,
  kUseDeclaration,
  kUseInstead,
  kVariableName,
  kVariadicPlaceholder,
};

struct PhpSymbols {
  explicit PhpSymbols(const TSLanguage* grammar);

  PhpNode KindOf(const SyntaxNode& node) const {
    return node.symbol < kinds.size() ? kinds[node.symbol] : PhpNode::kOther;
  }

  std::vector<PhpNode> kinds;  // by symbol number
  SymbolNumber name, qualified_name, block, parenthesized, assignment;
  // Kinds that php_tree.cc reuses for constructs without a node of their own: an assignment to a
  // field that the type does not declare, `instanceof`, a member of any name, methods as values.
  // It gives the nodes that had these kinds another kind.
  SymbolNumber field_use, type_test, member_access, member_call, any_member, method_value,
      static_value;
  SymbolNumber self, parent, class_word;  // tokens
  FieldNumber alternative, body, condition, conditions, function, left, name_field, result, right,
      scope;
};

// The symbols of the PHP grammar.
const PhpSymbols& PhpSymbolsOf(const TSLanguage* grammar);

// Whether the node is a name of a type, a function or a constant, with or without a namespace.
constexpr bool IsPhpName(PhpNode kind) {
  return kind == PhpNode::kName || kind == PhpNode::kQualifiedName ||
         kind == PhpNode::kRelativeName;
}

// The nodes of a tree with their kinds and texts. A view: tree and bytes must outlive it.
class PhpNodes {
 public:
  PhpNodes(const TSLanguage* grammar, const SyntaxTree& tree, std::string_view bytes)
      : symbols_(PhpSymbolsOf(grammar)), nodes_(tree.nodes), bytes_(bytes) {}

  const PhpSymbols& symbols() const { return symbols_; }

  std::size_t size() const { return nodes_.size(); }

  const SyntaxNode& operator[](NodeIndex node) const { return nodes_[node]; }

  PhpNode KindOf(NodeIndex node) const { return symbols_.KindOf(nodes_[node]); }

  // The first node after the subtree.
  NodeIndex End(NodeIndex node) const { return nodes_[node].next; }

  std::string_view TextOf(NodeIndex node) const {
    return bytes_.substr(nodes_[node].begin, nodes_[node].end - nodes_[node].begin);
  }

  // The text between two nodes, without white space around it.
  std::string_view TextBetween(NodeIndex left, NodeIndex right) const {
    return TrimmedSpace(bytes_.substr(nodes_[left].end, nodes_[right].begin - nodes_[left].end));
  }

 private:
  const PhpSymbols& symbols_;
  const std::vector<SyntaxNode>& nodes_;
  std::string_view bytes_;
};

}  // namespace waymark::indexer
