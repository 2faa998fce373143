// Child roles: the part that a child plays in its parent, and the scope in which its names are
// looked up.
#include "extract/extraction.h"

namespace waymark::indexer {

// A child without a role of its own has that of the list around it.
ChildRole Extraction::PartIn(const Frame& parent, const SyntaxNode& child) const {
  ChildRole part = rules_.PartOf(*parent.rule, child.field, child.symbol);
  if (&child == &tree_.nodes[parent.node + 1]) {
    part = rules_.FirstPartOf(*parent.rule).value_or(part);
  }
  const bool is_target =
      parent.part == ChildRole::kTarget || parent.part == ChildRole::kTargetElement;
  const bool binds = is_target || parent.part == ChildRole::kParameterName;
  switch (parent.rule->role) {
    case Role::kPass:
    case Role::kDefaulted:
      return part == ChildRole::kValue && binds ? parent.part : part;
    case Role::kProperties:
      return binds && part == ChildRole::kUsed ? ChildRole::kTargetElement : part;
    case Role::kProperty:
      return part == ChildRole::kValue ? ChildRole::kTargetElement : part;
    case Role::kField:
      if (part != ChildRole::kMemberName) return part;
      // `{ name }` is the field and, as its value, the variable.
      if (child.begin == node(parent.node).begin && child.end == node(parent.node).end) {
        return ChildRole::kUsed;
      }
      return parent.name != 0 || parent.rule->in_fields ? ChildRole::kSkipped : ChildRole::kUsed;
    case Role::kContainerLiteral:
      return part == ChildRole::kUsed ? ChildRole::kArgument : part;
    case Role::kValues:
      return ListPart(parent, child, part);
    case Role::kLiteral:
    case Role::kVariadic:
      return is_target && part != ChildRole::kType ? ChildRole::kTargetElement : part;
    case Role::kList:
      if (binds) return ChildRole::kTargetElement;
      if (parent.part == ChildRole::kArguments || parent.part == ChildRole::kValue)
        return ChildRole::kArgument;
      if (parent.part == ChildRole::kType &&
          (HoldsTypeArguments(parent) || frames_[IndexOf(parent) - 1].rule->role == Role::kNew)) {
        return ChildRole::kArgument;
      }
      return parent.part == ChildRole::kBases && child.field == 0 && part == ChildRole::kUsed
                 ? ChildRole::kBase
                 : part;
    default:
      if (part != ChildRole::kKey) return part;
      return IsAssigned(child) ? ChildRole::kWord : ChildRole::kUsed;
  }
}

// A single value stands for its list.
ChildRole Extraction::ListPart(const Frame& list, const SyntaxNode& child, ChildRole part) const {
  switch (list.part) {
    case ChildRole::kTarget:
      return child.next == list.end && &child == &tree_.nodes[list.node + 1]
                 ? ChildRole::kTarget
                 : ChildRole::kTargetElement;
    case ChildRole::kValue:
    case ChildRole::kSwitched:
      return list.part;
    default:
      return part;
  }
}

ScopeIndex Extraction::ScopeFor(const Frame& parent, ChildRole part) const {
  if (parent.inner_scope != kNoIndex) {
    switch (part) {
      case ChildRole::kBody:
      case ChildRole::kParameters:
      case ChildRole::kParameterName:
      case ChildRole::kUnderlying:
      case ChildRole::kTypeParameters:
      case ChildRole::kDefined:
        if (part == ChildRole::kTypeParameters &&
            (parent.rule->role == Role::kDefinition || parent.rule->role == Role::kReceiverBlock)) {
          break;
        }
        return parent.inner_scope;
      default:
        break;
    }
  }
  // A name bound by a condition is not visible where the condition fails.
  if (part == ChildRole::kUnguarded && parent.rule->role == Role::kScope) {
    return ScopeFor(frames_[IndexOf(parent) - 1], parent.part);
  }
  // Types and defaults of parameters are evaluated outside the function.
  const bool is_parameter =
      parent.rule->role == Role::kParameter || parent.rule->role == Role::kVariadic;
  const bool is_default = part == ChildRole::kDefault && !language().capitals_are_constants;
  if (is_parameter && (part == ChildRole::kType || is_default)) {
    return OutsideOf(frames_[IndexOf(parent) - 1]);
  }
  return parent.scope;
}

// Whether the definition follows its modifiers directly.
bool Extraction::IsOnlyDefinition(NodeIndex child, NodeIndex keyword) const {
  NodeIndex first = keyword + 1;
  while (first < child &&
         (RoleOf(first) == Role::kModifier || RoleOf(first) == Role::kDecorators)) {
    first = node(first).next;
  }
  return first == child && node(child).next == node(keyword).next;
}

// The scope around the function whose parameters the list holds; that of the list if it opens none.
ScopeIndex Extraction::OutsideOf(const Frame& list) const {
  const bool opens = IndexOf(list) > 0 && frames_[IndexOf(list) - 1].inner_scope == list.scope;
  return opens ? draft_.facts().scopes[list.scope].parent : list.scope;
}

bool ExtractionRoutes::IsAlone(NodeIndex child, NodeIndex parent) const {
  return child == parent + 1 && node(child).next == node(parent).next;
}

bool Extraction::KeepsArguments(const Frame& list) const {
  const bool keeps = language().keeps_arguments || language().keeps_values;
  const bool infers = language().keeps_type_arguments && list.part == ChildRole::kArguments;
  const bool is_list =
      ((keeps || infers) && list.rule->role == Role::kList) || HoldsTypeArguments(list);
  return is_list || list.rule->role == Role::kTuple || list.rule->role == Role::kContainerLiteral;
}

// The value of such a body is the result of the function.
bool Extraction::IsBodyOfLambda(const Frame& block) {
  return block.part == ChildRole::kBody && Below(block).rule->role == Role::kLambda;
}

// Whether the members belong to the type that a definition names.
bool Extraction::AreUnderlying(const Frame& members) const {
  if (members.part == ChildRole::kUnderlying) return true;
  if (members.part != ChildRole::kArgument || IndexOf(members) < 3) return false;
  const Frame& defined = frames_[IndexOf(members) - 3];
  return defined.rule->role == Role::kDefinition &&
         MembersIn(defined.node, *defined.rule) == members.node;
}

// Nodes that only set the context of their children.
void Extraction::ChangeContext(Frame& frame) {
  switch (frame.rule->role) {
    case Role::kDecorator:
      frame.context |= kDecorates;
      break;
    case Role::kExport:
      frame.context |= kExported;
      break;
    case Role::kMembers:
      if (!AreUnderlying(frame)) frame.context |= kAnonymous;
      break;
    case Role::kOwnMethods:
      frame.context |= kOnType;
      break;
    case Role::kFriend:
      if (const ScopeIndex type = EnclosingType(frame.scope); type != kNoIndex)
        frame.scope = draft_.facts().scopes[type].parent;
      break;
    case Role::kContainer:
      frame.context |= kInType;
      break;
    case Role::kPass:  // [kKey] = value, in the body of a type
      if (frame.part == ChildRole::kTarget && language().has_keyed_members &&
          KindOf(frame.scope) == ScopeKind::kType) {
        BindName(frame, frame.part, draft_.words().Intern(NameText(frame.node)),
                 node(frame.node).begin);
      }
      break;
    case Role::kPattern:
      EnterPattern(frame, Below(frame));
      break;
    case Role::kUnevaluated:
      frame.first_reference = static_cast<std::uint32_t>(draft_.facts().references.size());
      [[fallthrough]];
    case Role::kTypeQuery:
      frame.context &= static_cast<std::uint16_t>(~kInType);
      break;
    default:
      break;
  }
}

}  // namespace waymark::indexer
