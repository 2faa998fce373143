// Designated initialisers of C: struct ops file = {.read = read_file, .at = {[0] = first}};
#include <algorithm>

#include "extract/extraction.h"

namespace waymark::indexer {

// The object that the pairs of an initialiser list set, as an expression: an instance of the
// variable's declared type, a member of one, or an element of an array of them. kNoIndex if the
// type is not written.
ExpressionIndex Extraction::ObjectInitialized(const Frame& pair) {
  bool is_element = false;  // of the enclosing list
  for (std::size_t i = IndexOf(pair); i-- > 1;) {
    const Frame& around = frames_[i];
    ExpressionIndex type = kNoIndex;
    switch (around.rule->role) {
      case Role::kList:
        is_element = is_element || frames_[i - 1].rule->role == Role::kList;
        continue;
      case Role::kField:
        return is_element ? kNoIndex : around.type;
      case Role::kPass:
        continue;
      case Role::kDeclarator:
        if (is_element && !around.is_pointer) return kNoIndex;  // a member by position
        type = frames_[i - 1].type;
        break;
      case Role::kCast:
      case Role::kNew:
        if (is_element) return kNoIndex;
        type = around.operand;
        break;
      default:
        return kNoIndex;
    }
    if (!IsNamedType(type)) return kNoIndex;
    const ExpressionIndex named =
        draft_.AddExpression(draft_.expression(type), node(pair.node).begin);
    return AddUnary(ExpressionKind::kNew, named);
  }
  return kNoIndex;
}

void Extraction::EnterDesignators(Frame& pair) {
  ExpressionIndex object = ObjectInitialized(pair);
  if (object == kNoIndex) return;
  for (NodeIndex child = pair.node + 1; child < pair.end; child = node(child).next) {
    const SyntaxNode& at = node(child);
    if (rules_.PartOf(*pair.rule, at.field, at.symbol) != ChildRole::kMemberName) continue;
    const NodeIndex member = FindChild(child, rules_.RuleOf(at.symbol), ChildRole::kWord);
    if (member == kNoIndex) continue;  // an element has the type of the whole
    pair.name = WordOf(member);
    draft_.CountWord(pair.owner, Field::kIdentifiers, pair.name);
    object = AddMember(object, pair.name, node(member).begin);
    draft_.AddReference(ReferenceRole::kFieldAccess, object, pair.scope, pair.owner);
  }
  pair.type = object;
}

// A function assigned to a member may run when code calls through the member.
void Extraction::GiveMember(const Frame& pair) {
  if (pair.type == kNoIndex || pair.name == 0 || pair.value == kNoIndex) return;
  ExpressionIndex value = pair.value;
  while (draft_.expression(value).kind == ExpressionKind::kPointer &&
         draft_.expression(value).operand != kNoIndex) {
    value = draft_.expression(value).operand;
  }
  const Expression named = draft_.expression(value);
  if (named.kind != ExpressionKind::kName) return;
  const std::string_view text = draft_.words().Text(named.name);
  const bool is_constant =
      std::none_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  const ScopeIndex bound = draft_.BindingScope(pair.scope, named.name);
  if (is_constant || (bound != kNoIndex && IsLocal(bound))) return;
  const std::uint32_t byte = draft_.expression_site(value);
  const ExpressionIndex given =
      draft_.AddExpression({ExpressionKind::kArguments, 0, 0, value, kNoIndex}, byte);
  const ExpressionIndex call =
      draft_.AddExpression({ExpressionKind::kCall, 0, 0, pair.type, given}, byte);
  draft_.AddBinding(
      {0, CallArgumentsName(pair.name), BindingKind::kCallArguments, call, pair.scope});
}

}  // namespace waymark::indexer
