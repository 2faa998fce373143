// Function types, and parameter types of function literals: a parameter of `(c) => ...` has the
// type that the context expects.
#include <algorithm>
#include <limits>
#include <span>

#include "extract/extraction.h"

namespace waymark::indexer {

namespace {

// `(*Job, error)`: several results are a tuple.
void KeepResults(FactsDraft& draft, std::span<const ExpressionIndex> types, Frame& function) {
  if (types.size() < 2) return;
  ExpressionIndex tuple = kNoIndex;
  for (std::size_t i = types.size(); i-- > 0;) {
    if (types[i] == kNoIndex) return;
    tuple = draft.AddExpression({ExpressionKind::kArguments, 0, 0, types[i], tuple},
                                draft.expression_site(types[i]));
  }
  function.type = tuple;
  if (function.definition == kNoIndex) return;
  draft.facts().definitions[function.definition].return_type = tuple;
}

constexpr std::uint32_t kMaxPosition = std::numeric_limits<std::uint8_t>::max();

}  // namespace

// Whether values of the written type may be functions.
bool Extraction::MayBeFunction(ExpressionIndex type) const {
  if (type == kNoIndex) return false;
  const Expression& written = draft_.expression(type);
  switch (written.kind) {
    case ExpressionKind::kFunction:
    case ExpressionKind::kMember:
    case ExpressionKind::kTypeOf:
      return true;
    case ExpressionKind::kName:
      return !IsPlainType(type);
    case ExpressionKind::kIndex:
    case ExpressionKind::kUnion:
    case ExpressionKind::kArguments:
      return MayBeFunction(written.operand) || MayBeFunction(written.second);
    default:
      return false;
  }
}

// A function that may take functions keeps the types of its parameters.
void Extraction::ExitParameters(const Frame& list) {
  if (list.part == ChildRole::kReturnType) {
    KeepResults(draft_, std::span(values_).subspan(list.values_begin), Below(list));
    values_.resize(list.values_begin);
    return;
  }
  if (language().keeps_types) return KeepParameterTypes(list);
  if (!language().keeps_functions) return;
  Frame& function = Below(list);
  ExpressionIndex types = kNoIndex;
  bool takes_rest = list.is_variadic;
  bool takes_functions = false;
  while (values_.size() > list.values_begin) {
    takes_functions |= MayBeFunction(values_.back());
    types = draft_.AddExpression(
        {ExpressionKind::kArguments, static_cast<std::uint8_t>(takes_rest ? 1 : 0), 0,
         values_.back(), types},
        node(list.node).begin);
    takes_rest = false;
    values_.pop_back();
  }
  if (function.rule->role == Role::kFunctionType) {
    function.second = types;
  } else if (function.definition != kNoIndex && takes_functions) {
    Definition& definition = draft_.facts().definitions[function.definition];
    const bool extends = (definition.flags & kSymbolExtension) != 0;  // keeps the extended type
    const bool is_type = definition.kind == SymbolKind::kClass ||
                         definition.kind == SymbolKind::kType ||
                         definition.kind == SymbolKind::kInterface;
    const bool is_object = is_type && definition.return_type == kNoIndex;  // no function type
    if (extends || is_object) return;
    const ExpressionIndex type =
        draft_.AddExpression({ExpressionKind::kFunction, 0, 0, types}, node(list.node).begin);
    draft_.facts().definitions[function.definition].declared_type = type;
  }
}

ExpressionIndex Extraction::ExitFunctionType(const Frame& frame) {
  const ExpressionIndex type = draft_.AddExpression(
      {ExpressionKind::kFunction, 0, 0, frame.second, frame.type}, node(frame.node).begin);
  if (frame.part != ChildRole::kUsed) return type;
  // Values of the enclosing type are such functions.
  const ScopeIndex around = Below(frame).scope;
  const bool is_member = KindOf(around) == ScopeKind::kType && (frame.context & kAnonymous) == 0;
  if (!is_member || draft_.facts().scopes[around].definition == kNoIndex) return kNoIndex;
  Definition& owner = draft_.facts().definitions[draft_.facts().scopes[around].definition];
  owner.declared_type = AddUnion(draft_, owner.declared_type, type);
  return kNoIndex;
}

// The expected type of the value of the frame at `index`, as far as it is written around it.
ExpressionIndex Extraction::ExpectedOf(std::size_t index) {
  for (; index > 1; --index) {
    const Frame& value = frames_[index];
    const Frame& around = frames_[index - 1];
    switch (around.rule->role) {
      case Role::kPass:
        continue;
      case Role::kUnion:
      case Role::kChoice:
        if (value.part != ChildRole::kBranch) return kNoIndex;
        continue;
      case Role::kList: {
        const Frame& call = frames_[index - 2];
        const bool calls = call.rule->role == Role::kCall || call.rule->role == Role::kNew;
        if (value.part != ChildRole::kArgument || !calls) return kNoIndex;
        return ArgumentFrom(call.operand, around.count - 1);
      }
      case Role::kAssignment:
        return value.part == ChildRole::kValue ? AddUnary(ExpressionKind::kNew, around.type)
                                               : kNoIndex;
      case Role::kReturn:
        return ResultExpectedOf(around.returns_to);
      case Role::kLambda:
        return value.part == ChildRole::kBody ? ResultExpectedOf(around.definition) : kNoIndex;
      case Role::kPair: {
        const NodeIndex key = FindChild(around.node, *around.rule, ChildRole::kName);
        if (value.part != ChildRole::kValue || key == kNoIndex ||
            RoleOf(key) != Role::kIdentifier) {
          return kNoIndex;
        }
        const ExpressionIndex object = ExpectedOf(index - 2);
        return object == kNoIndex ? kNoIndex : AddMember(object, WordOf(key), node(key).begin);
      }
      default:
        return kNoIndex;
    }
  }
  return kNoIndex;
}

ExpressionIndex Extraction::ResultExpectedOf(DefinitionIndex function) {
  if (function == kNoIndex) return kNoIndex;
  return AddUnary(ExpressionKind::kNew, draft_.facts().definitions[function].return_type);
}

// The argument of a function literal's parameter at `position`.
ExpressionIndex Extraction::ExpectedArgument(const Frame& function, std::uint32_t position) {
  if (!language().keeps_functions || function.rule->role != Role::kLambda) return kNoIndex;
  return ArgumentFrom(ExpectedOf(IndexOf(function)), position);
}

// The argument that `function` gets at `position`.
ExpressionIndex Extraction::ArgumentFrom(ExpressionIndex function, std::uint32_t position) {
  if (position > kMaxPosition) return kNoIndex;
  return AddUnary(ExpressionKind::kParameter, function, position);
}

}  // namespace waymark::indexer
