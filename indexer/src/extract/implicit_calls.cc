#include "extract/implicit_calls.h"

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
    const ExpressionIndex call = draft_.AddExpression({ExpressionKind::kCall, 0, 0, member}, byte);
    draft_.AddReference(ReferenceRole::kCall, call, frame.scope, frame.owner);
    if (!method.of_result) result = call;
  }
}

void ImplicitCalls::AddTest(const Frame& frame, ExpressionIndex value) {
  AddProtocol(frame, methods_.truth, value);
}

void ImplicitCalls::AddScopeEnd(const Frame& frame, Word variable, std::uint32_t byte) {
  if (methods_.scope_end.empty()) return;
  AddProtocol(frame, methods_.scope_end,
              draft_.AddExpression({ExpressionKind::kName, 0, variable}, byte));
}

std::string_view ImplicitCalls::MethodOf(const Operation& operation) const {
  for (const OperatorMethod& row : methods_.operators) {
    if (operation.text.starts_with(row.sign)) return operation.is_binary ? row.binary : row.unary;
  }
  return {};
}

// The operands are listed for functions that take all of them, the first apart for its members.
ExpressionIndex ImplicitCalls::AddOperator(const Frame& frame, const Operation& operation) {
  const std::string_view method = MethodOf(operation);
  if (method.empty() || !(MayBeObject(operation.first) || MayBeObject(operation.second))) {
    return kNoIndex;
  }
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
