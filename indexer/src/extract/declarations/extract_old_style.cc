// Old-style (K&R) function definitions of C, and others whose head parses as something else:
// `main(argc, argv) int argc; char** argv; {}`, `static twice(n) {}`, and heads from a macro of the
// file.
#include <algorithm>

#include "extract/extraction.h"
#include "text/characters.h"

namespace waymark::indexer {

namespace {

bool HasLowerCase(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

// The call that makes up a statement without a semicolon.
NodeIndex Extraction::OldStyleHeader(NodeIndex statement) const {
  const NodeIndex call = statement + 1;
  if (call >= node(statement).next || RoleOf(call) != Role::kCall) return kNoIndex;
  return node(call).end == node(statement).end ? call : kNoIndex;
}

// The braces after a head, with the declarations of its parameters between them.
NodeIndex Extraction::BodyBehind(NodeIndex head) const {
  for (NodeIndex at = node(head).next; at < frames_.back().end; at = node(at).next) {
    const Role role = RoleOf(at);
    if (role == Role::kScope) return TextOf(at).starts_with('{') ? at : kNoIndex;
    if (role != Role::kDeclaration && role != Role::kComment) return kNoIndex;
  }
  return kNoIndex;
}

// Empty if it is uncertain: a name in upper case is a macro, whose text may be in any file.
std::string Extraction::NameOfOldStyle(std::string_view head,
                                       std::span<const std::string_view> given) const {
  if (macros_.Has(head)) return macros_.FunctionDefinedBy(head, given);
  const bool is_plain = HasLowerCase(head) && !IsIn(language().keywords, head) &&
                        std::all_of(given.begin(), given.end(), IsWord);
  return is_plain ? std::string(head) : std::string();
}

// Defines a function if the statement is the head of one; returns whether it is.
bool Extraction::BeginOldStyle(const Frame& around, NodeIndex statement) {
  if (!language().has_old_style_functions || around.scope != 0) return false;
  const NodeIndex call = OldStyleHeader(statement);
  const NodeIndex body = call == kNoIndex ? kNoIndex : BodyBehind(statement);
  if (body == kNoIndex) return false;
  const Rule& rule = rules_.RuleOf(node(call).symbol);
  const NodeIndex callee = FindChild(call, rule, ChildRole::kOperand);
  const NodeIndex list = FindChild(call, rule, ChildRole::kArguments);
  if (callee == kNoIndex || list == kNoIndex || RoleOf(callee) != Role::kIdentifier) return false;
  const std::vector<std::string_view> arguments = MacroArguments(TextOf(list));
  const std::string name = NameOfOldStyle(TextOf(callee), arguments);
  if (name.empty() || name.size() > kMaxNameBytes) return false;
  const bool is_macro = macros_.Has(TextOf(callee));
  Definition definition;
  definition.name = draft_.words().Intern(name);
  definition.kind = SymbolKind::kFunction;
  definition.scope = around.scope;
  definition.flags = FlagsOf(around, name, around.scope);
  definition.range = draft_.RangeOf(node(statement).begin, node(body).end);
  definition.name_position = draft_.PositionOf(node(callee).begin);
  definition.signature = Signature(Fold(node(statement).begin, node(statement).end));
  definition.parameter_count = kVariadicCount;  // the number of arguments is not checked
  const DefinitionIndex added = AddDefinition(definition, node(statement).begin);
  const ScopeIndex scope = draft_.AddScope(around.scope, ScopeKind::kFunction, added);
  draft_.facts().definitions[added].inner_scope = scope;
  for (const std::string_view argument : arguments) {
    if (is_macro || !IsWord(argument)) continue;
    const Word parameter = draft_.words().Intern(argument);
    draft_.AddBinding({scope, parameter, BindingKind::kParameter, kNoIndex, scope});
  }
  draft_.CountText(added, Field::kIdentifiers, TextOf(statement));
  old_style_ = {around.node, statement, body, added, scope};
  return true;
}

// The parameter declarations and the body are siblings of the head.
void Extraction::PlaceInOldStyle(Frame& frame, const Frame& parent) const {
  const bool is_inside = frame.node > old_style_.head && frame.node <= old_style_.body;
  if (!is_inside || parent.node != old_style_.around) return;
  frame.scope = old_style_.scope;
  frame.owner = old_style_.definition;
  frame.returns_to = old_style_.definition;
}

// The name of a definition by its declarator. The head of a function without a result type looks
// like a type and a name in parentheses.
std::string Extraction::NameByHead(NodeIndex function, const Rule& rule, Declarator& name) const {
  std::string text = NameText(name.name);
  const bool may = language().has_old_style_functions && rule.scope == ScopeKind::kFunction &&
                   name.function == kNoIndex;
  const NodeIndex head = may ? FindChild(function, rule, ChildRole::kReturnType) : kNoIndex;
  if (head == kNoIndex || RoleOf(head) != Role::kIdentifier) return text;
  const std::string list = "(" + text + ")";
  std::string known = NameOfOldStyle(TextOf(head), MacroArguments(list));
  if (known.empty()) return text;
  name.name = head;
  return known;
}

}  // namespace waymark::indexer
