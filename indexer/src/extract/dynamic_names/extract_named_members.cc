// Members that patterns, annotations and brackets name.
#include "extract/extraction_texts.h"

namespace waymark::indexer {

// Without a known type, any member of the name may be meant.
void ExtractionTexts::UseFieldByName(Frame& field, NodeIndex key) {
  const bool is_path = RoleOf(key) == Role::kMember;
  for (NodeIndex at = key; at < node(key).next; ++at) {
    if ((is_path && !tree_.IsLeaf(at)) || RoleOf(at) != Role::kIdentifier) continue;
    // A name that may not be a key also counts as a variable.
    if (field.rule->in_fields) {
      draft_.CountWord(field.owner, Field::kIdentifiers, draft_.words().Intern(TextOf(at)));
    }
    UseByName(field, kNoIndex, TextOf(at), node(at).begin);
  }
}

// `{ Size.Width: 1 }`
void ExtractionTexts::UseMemberPath(Frame& field, ExpressionIndex object, NodeIndex path) {
  for (NodeIndex at = path; at < node(path).next; ++at) {
    if (!tree_.IsLeaf(at) || RoleOf(at) != Role::kIdentifier) continue;
    field.name = draft_.words().Intern(TextOf(at));
    draft_.CountWord(field.owner, Field::kIdentifiers, field.name);
    object =
        draft_.AddExpression({ExpressionKind::kMember, kOfAny, field.name, object}, node(at).begin);
    draft_.AddReference(ReferenceRole::kFieldAccess, object, field.scope, field.owner);
  }
}

// The elements of annotations are methods of their types.
void ExtractionTexts::UseElement(const Frame& frame, ExpressionIndex annotation, Word name,
                                 std::uint32_t byte) {
  const ExpressionIndex element =
      draft_.AddExpression({ExpressionKind::kMember, kFunctionOf, name, annotation}, byte);
  draft_.AddReference(ReferenceRole::kValue, element, frame.scope, frame.owner);
}

// `case Point(x=0, 1)`: a field named by keyword, or any field by position.
void ExtractionTexts::EnterPattern(const Frame& pattern, const Frame& around) {
  if (around.rule->role != Role::kPass || around.value == kNoIndex) return;
  const NodeIndex first = pattern.node + 1;
  const NodeIndex key = first < pattern.end
                            ? FindChild(first, rules_.RuleOf(node(first).symbol), ChildRole::kWord)
                            : kNoIndex;
  const bool is_named = key != kNoIndex;
  const std::uint32_t byte = node(is_named ? first : pattern.node).begin;
  const ExpressionIndex object =
      draft_.AddExpression({ExpressionKind::kNew, 0, 0, around.value}, byte);
  if (!is_named) return UseByName(pattern, object, {}, byte);
  const Word name = draft_.words().Intern(TextOf(key));
  const ExpressionIndex field =
      draft_.AddExpression({ExpressionKind::kMember, kOfAny, name, object}, byte);
  draft_.AddReference(ReferenceRole::kFieldAccess, field, pattern.scope, pattern.owner);
}

// `object[key]`: the index operator may be a method of the object's type.
void ExtractionTexts::UseIndexMember(const Frame& frame, ExpressionIndex object) {
  if (language().implicit_methods.index.empty() || object == kNoIndex) return;
  if (draft_.expression(object).kind == ExpressionKind::kLiteral) return;
  const Word name = draft_.words().Intern(language().implicit_methods.index);
  const ExpressionIndex member = draft_.AddExpression(
      {ExpressionKind::kMember, kOfProtocol, name, object}, draft_.expression_site(object));
  draft_.AddReference(ReferenceRole::kValue, member, frame.scope, frame.owner);
}

// `Name = value`
bool ExtractionTexts::IsAssigned(const SyntaxNode& name) const {
  const std::string_view bytes = draft_.bytes();
  const std::size_t next = bytes.find_first_not_of(" \t\r\n", name.end);
  return next != std::string_view::npos && bytes[next] == '=';
}

// `class Shop::Cart` looks Shop up like any use of a constant.
void ExtractionTexts::NameOwner(const Frame& frame, ExpressionIndex owner) {
  if (owner == kNoIndex || !language().capitals_are_constants) return;
  const ExpressionKind kind = draft_.expression(owner).kind;
  if (kind != ExpressionKind::kName && kind != ExpressionKind::kMember) return;
  draft_.AddReference(ReferenceRole::kValue, owner, frame.scope, frame.owner);
}

bool ExtractionTexts::IsStatic(NodeIndex definition) const {
  for (NodeIndex child = definition + 1; child < node(definition).next; child = node(child).next) {
    if ((ModifiersOf(child) & kModifierStatic) != 0) return true;
  }
  return false;
}

// Whether the body of a type defines an instance method of that name, before or after the current
// position. The body is scanned once, without nested functions.
bool ExtractionTexts::DefinesMethod(NodeIndex type, Word name) {
  const auto [known, is_new] = methods_.try_emplace(type);
  for (NodeIndex at = is_new ? type + 1 : node(type).next; at < node(type).next;) {
    if (RoleOf(at) == Role::kLambda || RoleOf(at) == Role::kObject) {
      at = node(at).next;
      continue;
    }
    if (RoleOf(at) != Role::kDefinition) {
      ++at;
      continue;
    }
    const Rule& rule = rules_.RuleOf(node(at).symbol);
    const NodeIndex named = FindChild(at, rule, ChildRole::kName);
    const bool is_method = rule.scope == ScopeKind::kFunction && named != kNoIndex && !IsStatic(at);
    if (is_method) known->second.insert(draft_.words().Intern(TextOf(named)));
    at = node(at).next;
  }
  return known->second.contains(name);
}

}  // namespace waymark::indexer
