// How a parent uses the expression of a child.
#include <utility>

#include "extract/extraction.h"
#include "extract/implicit_calls.h"

namespace waymark::indexer {
namespace {

// def __enter__(self: T) -> T, def make(cls: type[T]) -> T: a type parameter stands for the type of
// the object, whatever its bound. The name of the enclosing type does not.
bool GivesOwnType(FactsDraft& draft, ExpressionIndex self, ExpressionIndex type,
                  DefinitionIndex around) {
  if (self == kNoIndex || around == kNoIndex) return false;
  const Expression* own = &draft.expression(self);
  if (own->kind == ExpressionKind::kIndex && own->second != kNoIndex) {
    own = &draft.expression(own->second);
  }
  const Expression& given = draft.expression(type);
  return own->kind == ExpressionKind::kName && given.kind == ExpressionKind::kName &&
         own->name == given.name && draft.facts().definitions[around].name != given.name;
}

// A type in a base position, which is no use of its own.
bool IsEmbedded(const Frame& field, ChildRole part) {
  return part == ChildRole::kType && field.rule->embeds && field.target_count == 0 &&
         (field.context & kAnonymous) == 0;
}

// Whether the frame at a position is a member that an assignment may define, or a part of one.
bool IsInTarget(const std::vector<Frame>& frames, std::size_t at) {
  for (; at > 0 && frames[at].rule->role == Role::kMember; --at) {
    const ChildRole part = frames[at].part;
    if (part == ChildRole::kTarget || part == ChildRole::kTargetElement) return true;
  }
  return false;
}

// Whether the parent takes the value of a child, of which a test may have told.
bool TakesValue(const Frame& parent, ChildRole part) {
  switch (part) {
    case ChildRole::kOperand:
      return parent.rule->role != Role::kPath && !parent.rule->is_path;
    case ChildRole::kArgument:
    case ChildRole::kBranch:
    case ChildRole::kSecond:
    case ChildRole::kValue:
      return (parent.context & kInType) == 0;
    default:
      return false;
  }
}

}  // namespace

// A list passes its collected values to the node that it is part of.
void Extraction::PassToParent(const Frame& list, Frame& parent) {
  const bool behind = list.part == ChildRole::kType && parent.rule->role == Role::kNew;
  if (behind || HoldsTypeArguments(list)) return TakeTypeArguments(list, parent);
  if (list.part != ChildRole::kArguments && list.part != ChildRole::kValue) return;
  if (parent.rule->role == Role::kReturn) {
    if (list.count == 1) parent.value = list.second;
    return;
  }
  if (list.part == ChildRole::kValue) {
    parent.is_constructed = true;
    parent.argument_count = list.count;
    if (language().keeps_types) KeepValues(list, parent);
    return;
  }
  parent.count = list.count;
  parent.second = list.second;
  if (language().keeps_values && parent.rule->role == Role::kCall) {
    parent.second = TakeElements(list, false);
    if (language().keeps_type_arguments) parent.arguments = parent.second;
  } else if (language().keeps_arguments && parent.rule->role != Role::kIndex) {
    KeepValues(list, parent);
  } else if (language().keeps_type_arguments &&
             (parent.part != ChildRole::kUsed || language().hooks.name_of_unnamed != nullptr) &&
             (parent.rule->role == Role::kCall || parent.rule->role == Role::kNew)) {
    // Arguments of a call whose result is used may determine the type of the result. Where types
    // need not name the interfaces that they satisfy, any callee may run methods of its arguments.
    for (std::size_t i = list.values_begin; i < values_.size(); ++i) {
      const bool is_literal =
          values_[i] != kNoIndex && draft_.expression(values_[i]).kind == ExpressionKind::kLiteral;
      if (is_literal) values_[i] = kNoIndex;
    }
    const ExpressionIndex first = parent.second;
    KeepValues(list, parent);
    parent.arguments = std::exchange(parent.second, first);
  }
  parent.value = list.value;
  parent.is_generic = parent.rule->role == Role::kIndex;
}

// For arguments that were parsed as parameters.
void Extraction::PassArgumentsToParent(const Frame& list, Frame& parent) {
  parent.count = list.count;
  if (!language().keeps_types) return;
  KeepValues(list, parent);
  values_.resize(list.values_begin);
}

// The known values of a list, in order.
void Extraction::KeepValues(const Frame& list, Frame& parent) {
  parent.second = kNoIndex;
  for (std::size_t i = values_.size(); i-- > list.values_begin;) {
    if (values_[i] == kNoIndex && parent.second == kNoIndex) continue;
    parent.second = draft_.AddExpression(
        {ExpressionKind::kArguments, 0, 0, values_[i], parent.second}, node(list.node).begin);
  }
}

// `rest` after `base`: the name of a member, with its type arguments.
ExpressionIndex Extraction::Append(ExpressionIndex base, ExpressionIndex rest) {
  if (base == kNoIndex) return rest;
  const Expression last = draft_.expression(rest);
  if (last.kind == ExpressionKind::kIndex && last.operand != kNoIndex) {
    const Expression name = draft_.expression(last.operand);
    const ExpressionIndex member = AddMember(base, name.name, draft_.expression_site(rest));
    if (draft_.IsType(last.operand)) draft_.MarkType(member);
    return draft_.AddExpression({ExpressionKind::kIndex, last.count, 0, member, last.second},
                                draft_.expression_site(rest));
  }
  if (last.kind != ExpressionKind::kName) return rest;
  const ExpressionIndex member = AddMember(base, last.name, draft_.expression_site(rest));
  if (draft_.IsType(rest)) draft_.MarkType(member);
  return member;
}

// `::Name`, which is no constant of the enclosing types.
ExpressionIndex Extraction::FromTop(const Frame& path, ExpressionIndex name) {
  const bool is_rooted = path.operand == kNoIndex && language().capitals_are_constants &&
                         TextOf(path.node).substr(0, 2) == "::";
  const Expression expression = draft_.expression(name);
  if (!is_rooted || expression.kind != ExpressionKind::kName) return name;
  return draft_.AddExpression({ExpressionKind::kName, kFromTop, expression.name},
                              draft_.expression_site(name));
}

void Extraction::ReturnOperand(Frame& parent, ExpressionIndex expression) {
  const bool is_used = parent.rule->role == Role::kOperation || parent.rule->role == Role::kPass;
  if (is_used) Use(parent, ChildRole::kUsed, expression);
  parent.operand =
      parent.rule->role == Role::kPath ? Append(parent.operand, expression) : expression;
}

// A statement uses its value; an expression passes it on to its user.
void Extraction::ReturnValue(Frame& parent, ExpressionIndex expression) {
  if (parent.rule->role == Role::kValues) {
    values_.back() = expression;
    if (values_.size() > parent.values_begin + 1) {  // the first is passed on
      Use(parent, ChildRole::kUsed, expression);
      return;
    }
  }
  parent.value = expression;
  switch (parent.rule->role) {
    case Role::kAssignment:
    case Role::kDeclaration:
    case Role::kDeclarator:
    case Role::kLet:
    case Role::kMatch:
    case Role::kReturn:
    case Role::kExport:
    case Role::kPair:
    case Role::kCast:
    case Role::kKeyed:
    case Role::kSpread:
    case Role::kYield:
    case Role::kBlock:
    case Role::kEntering:
      Use(parent, ChildRole::kValue, expression);
      return;
    case Role::kField:
      Use(parent, ChildRole::kValue, expression);
      GiveMember(parent);
      return;
    default:
      return;
  }
}

// A single alternative is the value of the whole, and is used as such.
void Extraction::ReturnBranch(Frame& parent, ExpressionIndex expression) {
  if (parent.operand == kNoIndex) {
    parent.operand = expression;
    return;
  }
  if (parent.second != kNoIndex && parent.rule->role == Role::kUnion) {
    parent.operand = AddUnion(draft_, parent.operand, parent.second);
    Use(parent, ChildRole::kBranch, expression);
    parent.second = expression;
    return;
  }
  if (parent.second == kNoIndex) Use(parent, ChildRole::kBranch, parent.operand);
  Use(parent, ChildRole::kBranch, expression);
  parent.second = expression;
}

// A type whose values are functions records the function type itself.
void Extraction::SetUnderlying(const Frame& frame, ExpressionIndex type) {
  if (frame.definition == kNoIndex) return;
  Definition& definition = draft_.facts().definitions[frame.definition];
  if (definition.declared_type != kNoIndex) return;
  definition.declared_type = type;
  // type Handler<T> = (x: T) => void: the binding shows where the parameters are.
  const bool is_generic =
      language().keeps_type_arguments && frame.scope != definition.scope &&
      definition.inner_scope == kNoIndex && definition.owner == kNoIndex &&
      FindChild(frame.node, *frame.rule, ChildRole::kTypeParameters) != kNoIndex;
  if (!is_generic) return;
  draft_.AddBinding({definition.scope, definition.name, BindingKind::kAlias, type, frame.scope});
}

void Extraction::SetReturnType(const Frame& function, ExpressionIndex type) {
  if (function.definition == kNoIndex) return;
  if (GivesOwnType(draft_, function.self_type, type, TypeAround(function.scope))) {
    type = draft_.AddExpression({ExpressionKind::kSelf}, draft_.expression_site(type));
  }
  const bool in_front = function.rule->role == Role::kDefinition;
  const ExpressionIndex whole = in_front ? DeclaredType(type, function.node) : type;
  draft_.facts().definitions[function.definition].return_type = whole;
}

void Extraction::ReturnToParent(Frame& parent, ChildRole part, ExpressionIndex expression) {
  const NodeIndex returned = std::exchange(returned_, kNoIndex);
  if (expression == kNoIndex) return;
  const bool may_define = !language().prototype.empty() && IsInTarget(frames_, IndexOf(parent));
  if (TakesValue(parent, part) && !may_define) {
    const bool is_called = part == ChildRole::kOperand &&
                           (parent.rule->role == Role::kCall || parent.rule->role == Role::kNew);
    expression = narrowing_.Apply(returned, expression, is_called);
  }
  switch (part) {
    case ChildRole::kOperand:
      return ReturnOperand(parent, expression);
    case ChildRole::kRest:
      parent.operand = FromTop(parent, Append(parent.operand, expression));
      return;
    case ChildRole::kRaised:
      draft_.AddReference(ReferenceRole::kRaise, expression, parent.scope, parent.owner);
      return;
    case ChildRole::kMemberName:  // with type arguments, or the own object
      parent.name = NameOf(expression);
      parent.is_marked |= draft_.expression(expression).kind == ExpressionKind::kSelf;
      parent.name_byte = draft_.expression_site(expression);
      if (draft_.expression(expression).kind == ExpressionKind::kIndex) parent.type = expression;
      return;
    case ChildRole::kValue:
      return ReturnValue(parent, expression);
    case ChildRole::kBranch:
      return ReturnBranch(parent, expression);
    case ChildRole::kBase:
      return AddBase(parent, expression);
    case ChildRole::kTarget:
    case ChildRole::kTargetElement:
      return BindMember(parent, part, expression);
    default:
      break;
  }
  if (!IsEmbedded(parent, part)) Use(parent, part, expression);
  if (parent.rule->role == Role::kCase) UseCase(parent, expression);
  switch (part) {
    case ChildRole::kArguments:  // next(job for job in jobs)
      if (language().keeps_values && parent.rule->role == Role::kCall) {
        parent.count = 1;
        parent.second =
            AddElement(0, kOneElement, expression, kNoIndex, draft_.expression_site(expression));
      }
      return;
    case ChildRole::kArgument:
      if (KeepsArguments(parent)) values_.back() = expression;
      [[fallthrough]];
    case ChildRole::kSecond:
      if (parent.second == kNoIndex) {
        parent.second = expression;
      } else if (parent.value == kNoIndex) {
        parent.value = expression;
      }
      return;
    case ChildRole::kType:
      parent.type = expression;
      if (parent.rule->role == Role::kTypeCase) EnterTypeCase(parent, expression);
      if (parent.rule->role == Role::kPositions) AddPosition(parent, expression);
      return;
    case ChildRole::kBases:
      AddBases(parent, expression);
      return;
    case ChildRole::kUnderlying:
      return SetUnderlying(parent, expression);
    case ChildRole::kReturnType:
      parent.type = expression;
      SetReturnType(parent, expression);
      return;
    case ChildRole::kCondition: {
      const std::string_view name = LastName(expression);
      parent.is_guarded = !name.empty() && name == language().type_checking_condition;
      const bool decides = parent.rule->role == Role::kGuard && !parent.is_guarded;
      if (decides) ImplicitCalls(language(), draft_).AddTest(parent, expression);
      return;
    }
    case ChildRole::kBody:
    case ChildRole::kDefault:
      parent.value = expression;
      return;
    case ChildRole::kUpdated:
      parent.operand = expression;
      return;
    case ChildRole::kTested:
      return ImplicitCalls(language(), draft_).AddTest(parent, expression);
    default:
      return;
  }
}

}  // namespace waymark::indexer
