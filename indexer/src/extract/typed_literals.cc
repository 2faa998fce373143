#include "extract/typed_literals.h"

#include <algorithm>
#include <string>

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxUnitedTypes = 4;
constexpr std::size_t kMaxTupleElements =
    16;  // of a longer array the first known element tells all

// Whether both types are one name.
bool IsSameName(const FactsDraft& draft, ExpressionIndex a, ExpressionIndex b) {
  if (a == kNoIndex || b == kNoIndex) return false;
  const Expression& one = draft.expression(a);
  const Expression& other = draft.expression(b);
  return one.kind == ExpressionKind::kName && other.kind == ExpressionKind::kName &&
         one.name == other.name;
}

// Whether the blank-separated list has the type.
bool HoldsType(std::string_view list, std::string_view type) {
  const std::string word = " " + std::string(type) + " ";
  return (" " + std::string(list) + " ").find(word) != std::string::npos;
}

}  // namespace

ExpressionIndex TypeOfValue(FactsDraft& draft, ExpressionIndex value) {
  if (value == kNoIndex) return kNoIndex;
  const Expression known = draft.expression(value);
  if (known.kind == ExpressionKind::kLiteral) return kNoIndex;
  if (known.kind == ExpressionKind::kNew) return known.operand;
  return draft.AddExpression({ExpressionKind::kTypeOf, 0, 0, value}, draft.expression_site(value));
}

ExpressionIndex TypeOfAny(FactsDraft& draft, std::span<const ExpressionIndex> values) {
  ExpressionIndex all = kNoIndex;
  std::size_t count = 0;
  for (const ExpressionIndex value : values) {
    const ExpressionIndex type = TypeOfValue(draft, value);
    if (type == kNoIndex || IsSameName(draft, type, all)) continue;
    if (++count > kMaxUnitedTypes) break;
    all = AddUnion(draft, all, type);
  }
  return all;
}

ExpressionIndex ValueOfContainer(FactsDraft& draft, std::string_view name, ExpressionIndex type,
                                 std::uint32_t byte) {
  if (type == kNoIndex) return kNoIndex;
  const Word container = draft.words().Intern(name);
  const ExpressionIndex named = draft.AddExpression({ExpressionKind::kLiteral, 0, container}, byte);
  const ExpressionIndex applied =
      draft.AddExpression({ExpressionKind::kIndex, 1, 0, named, type}, byte);
  return draft.AddExpression({ExpressionKind::kNew, 0, 0, applied}, byte);
}

ExpressionIndex ValueOfMap(FactsDraft& draft, std::string_view name, ExpressionIndex type,
                           std::uint32_t byte) {
  if (type == kNoIndex) return kNoIndex;
  ExpressionIndex arguments =
      draft.AddExpression({ExpressionKind::kArguments, kTypeArgument, 0, type}, byte);
  arguments = draft.AddExpression(
      {ExpressionKind::kArguments, kTypeArgument, 0, kNoIndex, arguments}, byte);
  const Word map = draft.words().Intern(name);
  const ExpressionIndex named = draft.AddExpression({ExpressionKind::kLiteral, 0, map}, byte);
  const ExpressionIndex applied =
      draft.AddExpression({ExpressionKind::kIndex, 2, 0, named, arguments}, byte);
  return draft.AddExpression({ExpressionKind::kNew, 0, 0, applied}, byte);
}

ExpressionIndex ValueOfArray(FactsDraft& draft, std::string_view name,
                             std::span<const ExpressionIndex> elements, std::uint32_t byte) {
  std::vector<ExpressionIndex> types;
  for (const ExpressionIndex element : elements) types.push_back(TypeOfValue(draft, element));
  const auto is_known = [](ExpressionIndex type) { return type != kNoIndex; };
  const auto first = std::find_if(types.begin(), types.end(), is_known);
  if (first == types.end()) return kNoIndex;
  const bool is_uniform =
      types.size() > kMaxTupleElements || std::all_of(types.begin(), types.end(), [&](auto type) {
        return type == *first || IsSameName(draft, type, *first);
      });
  if (is_uniform) return ValueOfContainer(draft, name, *first, byte);
  ExpressionIndex tuple = kNoIndex;
  for (auto type = types.rbegin(); type != types.rend(); ++type) {
    tuple = draft.AddExpression({ExpressionKind::kArguments, 0, 0, *type, tuple}, byte);
  }
  return draft.AddExpression({ExpressionKind::kNew, 0, 0, tuple}, byte);
}

ExpressionIndex AddTypedMember(FactsDraft& draft, Word name, ExpressionIndex value,
                               ExpressionIndex members) {
  const ExpressionIndex type = TypeOfValue(draft, value);
  if (type == kNoIndex || name == 0) return members;
  return draft.AddExpression({ExpressionKind::kArguments, kKeyedElement, name, type, members},
                             draft.expression_site(value));
}

ExpressionIndex ArgumentOfBlock(FactsDraft& draft, const Frame& send, std::uint32_t position,
                                bool is_split) {
  if (send.operand == kNoIndex || send.name == 0 || position > 1) return kNoIndex;
  const ExpressionIndex callee =
      draft.AddExpression({ExpressionKind::kMember, 0, send.name, send.operand}, send.name_byte);
  const ExpressionIndex block =
      draft.AddExpression({ExpressionKind::kParameter, 0, 0, callee}, send.name_byte);
  return draft.AddExpression({ExpressionKind::kParameter, static_cast<std::uint8_t>(position), 0,
                              block, is_split ? callee : kNoIndex},
                             send.name_byte);
}

void AddToContainer(FactsDraft& draft, const LanguageRules& language, const Frame& call,
                    ExpressionIndex container, const ElementAdder& adder) {
  const Expression object = draft.expression(container);
  if (object.kind != ExpressionKind::kName) return;
  const ScopeIndex bound = draft.BindingScope(call.scope, object.name);
  const Binding* const last = bound == kNoIndex ? nullptr : draft.LastBinding(bound, object.name);
  if (last == nullptr || last->value == kNoIndex) return;
  const Expression* made = &draft.expression(last->value);
  if (made->kind == ExpressionKind::kNew) {  // of the container itself, or by an earlier addition
    if (made->operand == kNoIndex) return;
    made = &draft.expression(made->operand);
    if (made->kind == ExpressionKind::kIndex) made = &draft.expression(made->operand);
  }
  const bool is_named =
      made->kind == ExpressionKind::kName || made->kind == ExpressionKind::kLiteral;
  if (!is_named || !HoldsType(adder.of, draft.words().Text(made->name))) return;
  const ExpressionIndex type = TypeOfValue(draft, adder.argument == 0 ? call.second : call.value);
  if (type == kNoIndex) return;
  const std::string_view held = adder.of.substr(0, adder.of.find(' '));
  if (language.extends_literals && !draft.IsLocal(bound)) return;
  const ExpressionIndex content = ValueOfContainer(draft, held, type, draft.expression_site(type));
  draft.AddBinding({bound, object.name, BindingKind::kAssigned, content, call.scope});
}

}  // namespace waymark::indexer
