#include "extract/implicit_calls.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "text/characters.h"

namespace waymark::indexer {

bool ImplicitCalls::MayBeObject(ExpressionIndex value) const {
  if (value == kNoIndex) return false;
  const ExpressionKind kind = draft_.expression(value).kind;
  return kind != ExpressionKind::kLiteral && kind != ExpressionKind::kArguments;
}

void ImplicitCalls::AddProtocol(const Frame& frame, std::span<const ProtocolMethod> methods,
                                ExpressionIndex value) {
  if (!MayBeObject(value)) return;
  const std::uint32_t byte = draft_.expression_site(value);
  ExpressionIndex result = value;
  for (const ProtocolMethod& method : methods) {
    const ExpressionIndex member = draft_.AddExpression(
        {ExpressionKind::kMember, kOfProtocol, draft_.words().Intern(method.name),
         method.of_result ? result : value},
        byte);
    const ExpressionIndex call =
        draft_.AddExpression({ExpressionKind::kCall, method.arguments, 0, member}, byte);
    draft_.AddReference(ReferenceRole::kCall, call, frame.scope, frame.owner);
    if (!method.of_result) result = call;
  }
}

void ImplicitCalls::AddIteration(const Frame& frame, std::string_view statement) {
  constexpr std::string_view kAsyncHeads[] = {"async ", "await ", "for await ", "for await("};
  const bool is_async =
      std::any_of(std::begin(kAsyncHeads), std::end(kAsyncHeads),
                  [&](std::string_view head) { return statement.starts_with(head); });
  AddProtocol(frame, is_async ? methods_.async_iteration : methods_.iteration, frame.value);
}

void ImplicitCalls::AddContext(const Frame& frame, ExpressionIndex value, bool is_async) {
  AddProtocol(frame, is_async ? methods_.async_context : methods_.context, value);
}

bool ImplicitCalls::Enters(const Frame& declaration, const Frame& around,
                           std::string_view statement) const {
  constexpr std::string_view kAwaits = "await ";
  if (methods_.context_word.empty()) return declaration.rule->binding == BindingKind::kEntered;
  if (around.rule->role == Role::kScope) return around.rule->binding == BindingKind::kEntered;
  if (around.rule->role != Role::kKeyword) return false;
  if (statement.starts_with(kAwaits)) statement = TrimmedSpace(statement.substr(kAwaits.size()));
  return statement.starts_with(methods_.context_word) &&
         statement.substr(methods_.context_word.size()).starts_with(' ');
}

// Whether the method of a tested value is its conversion.
bool ImplicitCalls::ConvertsByTruth() const {
  return std::any_of(
      methods_.truth.begin(), methods_.truth.end(),
      [&](const ProtocolMethod& method) { return method.name.ends_with(truth_type_); });
}

void ImplicitCalls::AddTest(const Frame& frame, ExpressionIndex value) {
  AddProtocol(frame, methods_.truth, value);
  if (methods_.decide_results && value != kNoIndex) return AddTestsOf(frame, value);
  if (!methods_.converts || ConvertsByTruth() || !MayBeObject(value)) return;
  const std::uint32_t byte = draft_.expression_site(value);
  const ExpressionIndex type =
      draft_.AddExpression({ExpressionKind::kLiteral, 0, draft_.words().Intern(truth_type_)}, byte);
  AddConversion(frame, value, draft_.AddExpression({ExpressionKind::kNew, 0, 0, type}, byte));
}

// One of a union is tested. What an operator computes hardly ever has a truth of its own.
void ImplicitCalls::AddTestsOf(const Frame& frame, ExpressionIndex value) {
  constexpr std::string_view kTestSign = "?";
  const Expression tested = draft_.expression(value);
  if (tested.kind == ExpressionKind::kUnion) {
    if (tested.operand != kNoIndex) AddTestsOf(frame, tested.operand);
    if (tested.second != kNoIndex) AddTestsOf(frame, tested.second);
  } else if (tested.kind != ExpressionKind::kPointer) {
    AddOperator(frame, {kTestSign, draft_.expression_site(value), value});
  }
}

void ImplicitCalls::AddScopeEnd(const Frame& frame, Word variable, std::uint32_t byte) {
  if (methods_.scope_end.empty()) return;
  AddProtocol(frame, methods_.scope_end,
              draft_.AddExpression({ExpressionKind::kName, 0, variable}, byte));
}

const OperatorMethod* ImplicitCalls::RowOf(const Operation& operation) const {
  for (const OperatorMethod& row : methods_.operators) {
    if (operation.text.starts_with(row.sign)) return &row;
  }
  return nullptr;
}

ExpressionIndex ImplicitCalls::AddOperator(const Frame& frame, const Operation& operation) {
  const OperatorMethod* const row = RowOf(operation);
  if (row == nullptr) return kNoIndex;
  const std::string_view method = operation.is_binary ? row->binary : row->unary;
  if (method.empty() || !(MayBeObject(operation.first) || MayBeObject(operation.second))) {
    return kNoIndex;
  }
  if (!row->of_second) return AddRun(frame, operation, method);
  Operation swapped = operation;
  std::swap(swapped.first, swapped.second);
  return MayBeObject(swapped.first) ? AddRun(frame, swapped, method) : kNoIndex;
}

void ImplicitCalls::AddAssignment(const Frame& frame, const Operation& operation) {
  const bool sets = operation.text.starts_with('=') && !operation.text.starts_with("==");
  if (sets) return AddConversion(frame, operation.second, operation.first);
  Operation updates = operation;
  updates.is_postfix = false;  // `x++` and `++x` run the same function
  AddOperator(frame, updates);
}

void ImplicitCalls::AddParts(const Frame& frame, ExpressionIndex whole) {
  if (methods_.part.empty() || !MayBeObject(whole)) return;
  AddRun(frame, {{}, draft_.expression_site(whole), whole}, methods_.part);
}

void ImplicitCalls::AddOwnedEnd(const Frame& frame, ExpressionIndex value, std::uint32_t byte) {
  if (MayBeObject(value)) AddRun(frame, {{}, byte, value}, methods_.owned_end);
}

// Whether a value is made of the written type that is wanted.
bool ImplicitCalls::NameOneType(const Expression& made, const Expression& wanted) const {
  if (wanted.kind != ExpressionKind::kNew) return true;  // not written
  const auto name_of = [&](ExpressionIndex type) {
    while (type != kNoIndex && draft_.expression(type).kind == ExpressionKind::kPointer) {
      type = draft_.expression(type).operand;
    }
    if (type == kNoIndex) return Word{0};
    const Expression& written = draft_.expression(type);
    const bool is_generic = written.kind == ExpressionKind::kIndex && written.operand != kNoIndex;
    return is_generic ? draft_.expression(written.operand).name : written.name;
  };
  const Word name = name_of(made.operand);
  return name == 0 || name == name_of(wanted.operand);
}

// The object of a call that converts it: `y` of `y.into()`.
ExpressionIndex ImplicitCalls::ObjectConverted(ExpressionIndex value) const {
  const Expression& call = draft_.expression(value);
  if (call.kind != ExpressionKind::kCall || call.count != 0 || call.operand == kNoIndex) {
    return kNoIndex;
  }
  const Expression& method = draft_.expression(call.operand);
  const bool converts = method.kind == ExpressionKind::kMember &&
                        draft_.words().Text(method.name) == methods_.conversion_call;
  return converts ? method.operand : kNoIndex;
}

void ImplicitCalls::AddErrorConversion(const Frame& frame, ExpressionIndex value,
                                       ExpressionIndex result) {
  if (value == kNoIndex || result == kNoIndex) return;
  if (draft_.expression(value).kind != ExpressionKind::kCall) return;
  AddConverted(frame, value, result, methods_.conversion);
}

// A call of `function`, or of what converts if that is empty.
void ImplicitCalls::AddConverted(const Frame& frame, ExpressionIndex value, ExpressionIndex target,
                                 std::string_view function) {
  const Word name = function.empty() ? Word{0} : draft_.words().Intern(function);
  const ExpressionIndex converted = draft_.AddExpression(
      {ExpressionKind::kPointer, kConverts, name, value, target}, draft_.expression_site(value));
  draft_.AddReference(ReferenceRole::kCall, converted, frame.scope, frame.owner);
}

void ImplicitCalls::AddConversion(const Frame& frame, ExpressionIndex value, ExpressionIndex target,
                                  std::string_view instead) {
  if (converts_by_call() && value != kNoIndex && target != kNoIndex) {
    const ExpressionIndex object = ObjectConverted(value);
    if (object != kNoIndex) AddConverted(frame, object, target, methods_.conversion);
    return;
  }
  if (!methods_.converts || value == kNoIndex || target == kNoIndex) return;
  const Expression& from = draft_.expression(value);
  const Expression& to = draft_.expression(target);
  const bool is_literal = from.kind == ExpressionKind::kLiteral;
  const bool to_literal = to.kind == ExpressionKind::kNew && to.operand != kNoIndex &&
                          draft_.expression(to.operand).kind == ExpressionKind::kLiteral;
  if (is_literal && to_literal) return;
  if (from.kind == ExpressionKind::kNew && NameOneType(from, to)) return;
  AddConverted(frame, value, target, instead);
}

void ImplicitCalls::AddAssigned(const Frame& frame, const Operation& operation) {
  const bool sets = operation.text.starts_with('=') && !operation.text.starts_with("==");
  if (!operation.is_binary || !sets) return;
  const OperatorMethod* const row = RowOf(operation);
  AddConversion(frame, operation.second, operation.first,
                row == nullptr ? std::string_view() : row->binary);
}

// The operands are listed for functions that take all of them, the first apart for its members.
ExpressionIndex ImplicitCalls::AddRun(const Frame& frame, const Operation& operation,
                                      std::string_view method) {
  ExpressionIndex rest = kNoIndex;
  if (operation.is_binary || operation.is_postfix) {
    rest =
        draft_.AddExpression({ExpressionKind::kArguments, 0, 0, operation.second}, operation.byte);
  }
  const ExpressionIndex operands = draft_.AddExpression(
      {ExpressionKind::kArguments, 0, 0, operation.first, rest}, operation.byte);
  const ExpressionIndex computed =
      draft_.AddExpression({ExpressionKind::kPointer, kComputed, draft_.words().Intern(method),
                            operation.first, operands},
                           operation.byte);
  draft_.AddReference(ReferenceRole::kCall, computed, frame.scope, frame.owner);
  return computed;
}

}  // namespace waymark::indexer
