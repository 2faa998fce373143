// Numbers of the node kinds and fields of the PHP grammar that code refers to.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/syntax.h"

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
  SymbolNumber name, block, parenthesized, assignment;
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

}  // namespace waymark::indexer
