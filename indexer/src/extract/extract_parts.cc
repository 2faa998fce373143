// Which part a child plays in its parent, and from which scope its names are looked up.
#include "extract/extraction.h"

namespace waymark::indexer {

// What plays no part of its own plays that of the list it stands in.
Part Extraction::PartIn(const Frame& parent, const SyntaxNode& child) const {
  Part part = rules_.PartOf(*parent.rule, child.field, child.symbol);
  if (&child == &tree_.nodes[parent.node + 1]) {
    part = rules_.FirstPartOf(*parent.rule).value_or(part);
  }
  const bool is_target = parent.part == Part::kTarget || parent.part == Part::kTargetElement;
  const bool binds = is_target || parent.part == Part::kParameterName;
  switch (parent.rule->role) {
    case Role::kPass:
    case Role::kDefaulted:
      return part == Part::kValue && binds ? parent.part : part;
    case Role::kProperties:
      return binds && part == Part::kUsed ? Part::kTargetElement : part;
    case Role::kProperty:
      return part == Part::kValue ? Part::kTargetElement : part;
    case Role::kField:
      if (part != Part::kMemberName) return part;
      // `{ name }` is the field and, as its value, the variable.
      if (child.begin == node(parent.node).begin && child.end == node(parent.node).end) {
        return Part::kUsed;
      }
      return parent.name != 0 || parent.rule->in_fields ? Part::kSkipped : Part::kUsed;
    case Role::kDisplay:
      return part == Part::kUsed ? Part::kArgument : part;
    case Role::kValues:
      return ListPart(parent, child, part);
    case Role::kLiteral:
    case Role::kVariadic:
      return is_target && part != Part::kType ? Part::kTargetElement : part;
    case Role::kList:
      if (binds) return Part::kTargetElement;
      if (parent.part == Part::kArguments || parent.part == Part::kValue) return Part::kArgument;
      if (parent.part == Part::kType &&
          (HoldsTypeArguments(parent) || frames_[IndexOf(parent) - 1].rule->role == Role::kNew)) {
        return Part::kArgument;
      }
      return parent.part == Part::kBases && child.field == 0 && part == Part::kUsed ? Part::kBase
                                                                                    : part;
    default:
      if (part != Part::kKey) return part;
      return IsAssigned(child) ? Part::kWord : Part::kUsed;
  }
}

// One value alone stands for its list.
Part Extraction::ListPart(const Frame& list, const SyntaxNode& child, Part part) const {
  switch (list.part) {
    case Part::kTarget:
      return child.next == list.end && &child == &tree_.nodes[list.node + 1] ? Part::kTarget
                                                                             : Part::kTargetElement;
    case Part::kValue:
    case Part::kSwitched:
      return list.part;
    default:
      return part;
  }
}

ScopeIndex Extraction::ScopeFor(const Frame& parent, Part part) const {
  if (parent.inner_scope != kNoIndex) {
    switch (part) {
      case Part::kBody:
      case Part::kParameters:
      case Part::kParameterName:
      case Part::kUnderlying:
      case Part::kTypeParameters:
      case Part::kDefined:
        if (parent.rule->role == Role::kDefinition && part == Part::kTypeParameters) break;
        return parent.inner_scope;
      default:
        break;
    }
  }
  // What a condition binds is not known where it does not hold.
  if (part == Part::kUnguarded && parent.rule->role == Role::kScope) {
    return ScopeFor(frames_[IndexOf(parent) - 1], parent.part);
  }
  // Types and defaults of parameters are evaluated outside the function.
  const bool is_parameter =
      parent.rule->role == Role::kParameter || parent.rule->role == Role::kVariadic;
  const bool is_default = part == Part::kDefault && !language().capitals_are_constants;
  if (is_parameter && (part == Part::kType || is_default)) {
    return OutsideOf(frames_[IndexOf(parent) - 1]);
  }
  return parent.scope;
}

// Behind the words that modify it.
bool Extraction::IsOnlyDefinition(NodeIndex child, NodeIndex keyword) const {
  NodeIndex first = keyword + 1;
  while (first < child &&
         (RoleOf(first) == Role::kModifier || RoleOf(first) == Role::kDecorators)) {
    first = node(first).next;
  }
  return first == child && node(child).next == node(keyword).next;
}

// The scope around the function whose parameters the list holds; that of the list where it opens
// none.
ScopeIndex Extraction::OutsideOf(const Frame& list) const {
  const bool opens = IndexOf(list) > 0 && frames_[IndexOf(list) - 1].inner_scope == list.scope;
  return opens ? draft_.facts().scopes[list.scope].parent : list.scope;
}

bool ExtractionRoutes::IsAlone(NodeIndex child, NodeIndex parent) const {
  return child == parent + 1 && node(child).next == node(parent).next;
}

bool Extraction::KeepsArguments(const Frame& list) const {
  const bool keeps = language().keeps_arguments || language().keeps_values;
  const bool infers = language().keeps_type_arguments && list.part == Part::kArguments;
  const bool is_list =
      ((keeps || infers) && list.rule->role == Role::kList) || HoldsTypeArguments(list);
  return is_list || list.rule->role == Role::kTuple || list.rule->role == Role::kDisplay;
}

// What such a body is worth, the function is.
bool Extraction::IsBodyOfLambda(const Frame& block) {
  return block.part == Part::kBody && Below(block).rule->role == Role::kLambda;
}

// Whether members are those of the type that a definition names.
bool Extraction::AreUnderlying(const Frame& members) const {
  if (members.part == Part::kUnderlying) return true;
  if (members.part != Part::kArgument || IndexOf(members) < 3) return false;
  const Frame& defined = frames_[IndexOf(members) - 3];
  return defined.rule->role == Role::kDefinition &&
         MembersIn(defined.node, *defined.rule) == members.node;
}

// Nodes that only tell of what place their children are in.
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
