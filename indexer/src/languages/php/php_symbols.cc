#include "languages/php/php_symbols.h"

#include <iterator>
#include <utility>

#include <tree_sitter/api.h>

#include "syntax/grammar_numbers.h"

namespace waymark::indexer {
namespace {

constexpr std::pair<std::string_view, PhpNode> kPhpNodeNames[] = {
    {"anonymous_class", PhpNode::kAnonymousClass},
    {"argument", PhpNode::kArgument},
    {"arguments", PhpNode::kArguments},
    {"array_creation_expression", PhpNode::kArrayCreation},
    {"array_element_initializer", PhpNode::kArrayElement},
    {"assignment_expression", PhpNode::kAssignment},
    {"attribute_group", PhpNode::kAttributeGroup},
    {"base_clause", PhpNode::kBaseClause},
    {"binary_expression", PhpNode::kBinary},
    {"break_statement", PhpNode::kLeaves},
    {"class_constant_access_expression", PhpNode::kClassConstant},
    {"class_interface_clause", PhpNode::kClassInterfaceClause},
    {"colon_block", PhpNode::kBlock},
    {"comment", PhpNode::kComment},
    {"compound_statement", PhpNode::kBlock},
    {"conditional_expression", PhpNode::kConditional},
    {"continue_statement", PhpNode::kLeaves},
    {"declaration_list", PhpNode::kMembers},
    {"else_clause", PhpNode::kElse},
    {"else_if_clause", PhpNode::kIf},
    {"encapsed_string", PhpNode::kEncapsedString},
    {"enum_declaration_list", PhpNode::kMembers},
    {"exit_statement", PhpNode::kLeaves},
    {"expression_statement", PhpNode::kExpressionStatement},
    {"function_call_expression", PhpNode::kFunctionCall},
    {"if_statement", PhpNode::kIf},
    {"include_expression", PhpNode::kInclude},
    {"include_once_expression", PhpNode::kInclude},
    {"match_condition_list", PhpNode::kMatchConditions},
    {"match_conditional_expression", PhpNode::kMatchArm},
    {"member_access_expression", PhpNode::kMemberAccess},
    {"member_call_expression", PhpNode::kMemberCall},
    {"name", PhpNode::kName},
    {"named_type", PhpNode::kNamedType},
    {"namespace_definition", PhpNode::kNamespace},
    {"namespace_name", PhpNode::kNamespaceName},
    {"namespace_use_clause", PhpNode::kNamespaceUseClause},
    {"namespace_use_declaration", PhpNode::kNamespaceUse},
    {"namespace_use_group", PhpNode::kNamespaceUseGroup},
    {"nullsafe_member_access_expression", PhpNode::kNullsafeAccess},
    {"nullsafe_member_call_expression", PhpNode::kNullsafeCall},
    {"object_creation_expression", PhpNode::kObjectCreation},
    {"parenthesized_expression", PhpNode::kParenthesized},
    {"property_element", PhpNode::kProperty},
    {"property_promotion_parameter", PhpNode::kProperty},
    {"qualified_name", PhpNode::kQualifiedName},
    {"reference_assignment_expression", PhpNode::kReferenceAssignment},
    {"relative_name", PhpNode::kRelativeName},
    {"relative_scope", PhpNode::kRelativeScope},
    {"require_expression", PhpNode::kInclude},
    {"require_once_expression", PhpNode::kInclude},
    {"return_statement", PhpNode::kLeaves},
    {"scoped_call_expression", PhpNode::kScopedCall},
    {"scoped_property_access_expression", PhpNode::kScopedProperty},
    {"string", PhpNode::kString},
    {"string_content", PhpNode::kStringContent},
    {"throw_expression", PhpNode::kThrow},
    {"unary_op_expression", PhpNode::kUnary},
    {"use_as_clause", PhpNode::kUseAs},
    {"use_declaration", PhpNode::kUseDeclaration},
    {"use_instead_of_clause", PhpNode::kUseInstead},
    {"variable_name", PhpNode::kVariableName},
    {"variadic_placeholder", PhpNode::kVariadicPlaceholder},
    {"while_statement", PhpNode::kIf},
};

}  // namespace

PhpSymbols::PhpSymbols(const TSLanguage* grammar)
    : kinds(ts_language_symbol_count(grammar), PhpNode::kOther),
      name(SymbolOf(grammar, "name")),
      qualified_name(SymbolOf(grammar, "qualified_name")),
      block(SymbolOf(grammar, "compound_statement")),
      parenthesized(SymbolOf(grammar, "parenthesized_expression")),
      assignment(SymbolOf(grammar, "assignment_expression")),
      field_use(SymbolOf(grammar, "reference_assignment_expression")),
      type_test(SymbolOf(grammar, "relative_scope")),
      member_access(SymbolOf(grammar, "member_access_expression")),
      member_call(SymbolOf(grammar, "member_call_expression")),
      any_member(SymbolOf(grammar, "dynamic_variable_name")),
      method_value(SymbolOf(grammar, "nullsafe_member_access_expression")),
      static_value(SymbolOf(grammar, "scoped_property_access_expression")),
      self(SymbolOf(grammar, "self", false)),
      parent(SymbolOf(grammar, "parent", false)),
      class_word(SymbolOf(grammar, "class", false)),
      alternative(FieldOf(grammar, "alternative")),
      body(FieldOf(grammar, "body")),
      condition(FieldOf(grammar, "condition")),
      conditions(FieldOf(grammar, "conditional_expressions")),
      function(FieldOf(grammar, "function")),
      left(FieldOf(grammar, "left")),
      name_field(FieldOf(grammar, "name")),
      result(FieldOf(grammar, "return_expression")),
      right(FieldOf(grammar, "right")),
      scope(FieldOf(grammar, "scope")) {
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto symbol = static_cast<SymbolNumber>(i);
    if (ts_language_symbol_type(grammar, symbol) != TSSymbolTypeRegular) continue;
    const std::string_view text = ts_language_symbol_name(grammar, symbol);
    for (const auto& [known, kind] : kPhpNodeNames) {
      if (known == text) kinds[i] = kind;
    }
  }
}

const PhpSymbols& PhpSymbolsOf(const TSLanguage* grammar) {
  static const PhpSymbols symbols(grammar);
  return symbols;
}

}  // namespace waymark::indexer
