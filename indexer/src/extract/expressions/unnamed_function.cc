#include "extract/expressions/unnamed_function.h"

#include <algorithm>
#include <span>
#include <vector>

#include "extract/expressions/function_shape.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxBindingsLookedAt = 64;  // of the latest ones

const Expression* NamedTypeOf(FactsDraft& draft, const Expression& type) {
  const bool is_generic = type.kind == ExpressionKind::kIndex && type.operand != kNoIndex;
  const Expression& named = is_generic ? draft.expression(type.operand) : type;
  return named.kind == ExpressionKind::kName ? &named : nullptr;
}

// The result of a function type: for `Func<int, Task<string>>` its last argument.
FunctionResult ResultOfType(FactsDraft& draft, std::span<const FunctionType> types,
                            const Expression& type) {
  const Expression* const name = NamedTypeOf(draft, type);
  if (name == nullptr) return FunctionResult::kOpen;
  const auto is_it = [&](const FunctionType& row) {
    return row.name == draft.words().Text(name->name);
  };
  const auto found = std::find_if(types.begin(), types.end(), is_it);
  if (found == types.end()) return FunctionResult::kOpen;
  if (!found->gives) return FunctionResult::kNone;
  ExpressionIndex last = type.kind == ExpressionKind::kIndex ? type.second : kNoIndex;
  while (last != kNoIndex && draft.expression(last).kind == ExpressionKind::kArguments) {
    const Expression& list = draft.expression(last);
    last = list.second == kNoIndex ? list.operand : list.second;
  }
  const Expression* const given =
      last == kNoIndex ? nullptr : NamedTypeOf(draft, draft.expression(last));
  if (given == nullptr) return FunctionResult::kValue;
  const bool is_generic = draft.expression(last).kind == ExpressionKind::kIndex;
  return ResultNamed(draft.words().Text(given->name), is_generic);
}

// The result of a call of a visible variable, from its written type.
FunctionResult ResultOfCalling(FactsDraft& draft, std::span<const FunctionType> types,
                               ScopeIndex scope, Word name) {
  const ScopeIndex around = draft.BindingScope(scope, name);
  const std::vector<Binding>& bindings = draft.facts().bindings;
  const std::size_t least = bindings.size() - std::min(bindings.size(), kMaxBindingsLookedAt);
  for (std::size_t i = bindings.size(); around != kNoIndex && i-- > least;) {
    const Binding& binding = bindings[i];
    if (binding.scope != around || binding.name != name) continue;
    const bool is_typed =
        binding.kind == BindingKind::kParameter || binding.kind == BindingKind::kAnnotated;
    if (!is_typed || binding.value == kNoIndex) break;
    return ResultOfType(draft, types, draft.expression(binding.value));
  }
  return FunctionResult::kOpen;
}

}  // namespace

ExpressionIndex AddUnnamedFunction(FactsDraft& draft, std::span<const FunctionType> types,
                                   ScopeIndex scope, std::string_view text, std::uint32_t byte) {
  FunctionParts parts = PartsInText(text);
  const std::string_view called = CalledIn(text);
  if (parts.result == FunctionResult::kOpen && !called.empty()) {
    parts.result = ResultOfCalling(draft, types, scope, draft.words().Intern(called));
  }
  const Word name = draft.words().Intern(NameOfFunction(parts));
  return draft.AddExpression({ExpressionKind::kLiteral, 0, name}, byte);
}

}  // namespace waymark::indexer
