// What names stand for: assignments, loops, fields of the own object, and the variables they
// define.
#include <algorithm>

#include "extraction.h"

namespace waymark::indexer {

namespace {

bool IsConstantName(std::string_view name) {
  bool has_letter = false;
  for (const char c : name) {
    if (c >= 'a' && c <= 'z') return false;
    has_letter |= (c >= 'A' && c <= 'Z');
  }
  return has_letter;
}

}  // namespace

Frame* Extraction::EnclosingAssignment() {
  for (std::size_t i = frames_.size(); i-- > 0;) {
    switch (frames_[i].rule->role) {
      case Role::kAssignment:
        return &frames_[i];
      case Role::kPass:
      case Role::kList:
      case Role::kLiteral:
      case Role::kMember:
      case Role::kVariadic:
        continue;
      default:
        return nullptr;
    }
  }
  return nullptr;
}

ScopeIndex Extraction::EnclosingType(ScopeIndex scope) const {
  while (scope != kNoIndex && KindOf(scope) != ScopeKind::kType)
    scope = draft_.facts().scopes[scope].parent;
  return scope;
}

DefinitionIndex Extraction::DefineVariable(const Frame& statement, SymbolKind kind,
                                           ScopeIndex scope, Word word, std::uint32_t byte) {
  std::uint32_t& known = draft_.VariableOf(scope, word);
  if (known != 0) return known - 1;
  known = static_cast<std::uint32_t>(draft_.facts().definitions.size()) + 1;
  const std::string_view name = draft_.words().Text(word);
  Definition definition;
  definition.name = word;
  const bool is_variable = kind == SymbolKind::kVar || kind == SymbolKind::kField;
  definition.kind = is_variable && IsConstantName(name) ? SymbolKind::kConst : kind;
  definition.scope = scope;
  definition.flags = FlagsOf(name, scope);
  definition.range = draft_.RangeOf(node(statement.node).begin, node(statement.node).end);
  definition.name_position = draft_.PositionOf(byte);
  definition.signature = Signature(node(statement.node).begin, node(statement.node).end);
  return draft_.AddDefinition(definition);
}

void Extraction::BindName(Frame& parent, Part part, Word word, std::uint32_t byte) {
  Frame* const statement = EnclosingAssignment();
  if (statement == nullptr) {
    Deliver(parent, Part::kUsed, AddName(parent, word, byte));
    return;
  }
  const ScopeIndex scope = draft_.IsGlobalName(statement->scope, word) ? 0 : statement->scope;
  const ScopeKind kind = KindOf(scope);
  const bool is_alias = statement->rule->binding == BindingKind::kAlias;
  const bool is_plain = is_alias || statement->rule->binding == BindingKind::kAssigned;
  DefinitionIndex definition = kNoIndex;
  if (is_plain && (kind == ScopeKind::kFile || kind == ScopeKind::kType)) {
    const SymbolKind variable = kind == ScopeKind::kType ? SymbolKind::kField : SymbolKind::kVar;
    definition =
        DefineVariable(*statement, is_alias ? SymbolKind::kType : variable, scope, word, byte);
  }
  if (part == Part::kTarget) {
    statement->target_kind = TargetKind::kName;
    statement->name = word;
    statement->name_byte = byte;
    statement->definition = definition;
    statement->target_scope = scope;
  } else {
    draft_.AddBinding({scope, word, statement->rule->binding, kNoIndex, scope});
  }
}

// The target of an assignment that is no plain name: a field of the own object, or something that
// is only used.
void Extraction::BindMember(Frame& parent, Part part, ExpressionIndex target) {
  const Expression member = draft_.expression(target);
  Frame* const statement = EnclosingAssignment();
  const ScopeIndex type = EnclosingType(parent.scope);
  const bool is_field = member.kind == ExpressionKind::kMember && type != kNoIndex &&
                        statement != nullptr &&
                        draft_.expression(member.operand).kind == ExpressionKind::kSelf;
  if (!is_field) {
    Use(parent, part, target);
    return;
  }
  const bool is_new = draft_.VariableOf(type, member.name) == 0;
  const DefinitionIndex definition = DefineVariable(*statement, SymbolKind::kField, type,
                                                    member.name, draft_.expression_site(target));
  if (!is_new) Use(parent, part, target);
  if (part == Part::kTarget) {
    statement->target_kind = TargetKind::kField;
    statement->name = member.name;
    statement->definition = definition;
    statement->target_scope = type;
  } else {
    draft_.AddBinding({type, member.name, BindingKind::kField, kNoIndex, parent.scope});
  }
}

void Extraction::ExitAssignment(Frame& frame) {
  if (frame.target_kind == TargetKind::kNone) return;
  const bool is_field = frame.target_kind == TargetKind::kField;
  if (frame.definition != kNoIndex) {
    Definition& definition = draft_.facts().definitions[frame.definition];
    if (definition.declared_type == kNoIndex) definition.declared_type = frame.type;
  }
  if (frame.rule->binding == BindingKind::kAlias) {
    draft_.AddBinding(
        {frame.target_scope, frame.name, BindingKind::kAlias, frame.type, frame.scope});
    return;
  }
  if (frame.type != kNoIndex) {
    const BindingKind kind = is_field ? BindingKind::kFieldAnnotated : BindingKind::kAnnotated;
    draft_.AddBinding({frame.target_scope, frame.name, kind, frame.type, frame.scope});
  }
  if (frame.value != kNoIndex || frame.type == kNoIndex) {
    const BindingKind plain =
        frame.part == Part::kCaught ? BindingKind::kCaught : frame.rule->binding;
    draft_.AddBinding({frame.target_scope, frame.name, is_field ? BindingKind::kField : plain,
                       frame.value, frame.scope});
  }
  if (frame.target_scope == 0 && draft_.words().Text(frame.name) == language().exports_variable)
    CollectExports(frame);
}

void Extraction::CollectExports(const Frame& assignment) {
  exports_are_listed_ = true;
  for (NodeIndex at = assignment.node; at < assignment.end; ++at) {
    if (rules_.RuleOf(node(at).symbol).role == Role::kText)
      exports_.push_back(draft_.words().Intern(TextOf(at)));
  }
}

void Extraction::VisitGlobal(const Frame& parent, NodeIndex index) {
  for (NodeIndex child = index + 1; child < node(index).next; child = node(child).next) {
    draft_.MarkLocal(parent.scope, draft_.words().Intern(TextOf(child)), kLocalGlobal);
  }
}

}  // namespace waymark::indexer
