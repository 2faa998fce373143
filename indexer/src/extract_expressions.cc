// Expressions, built bottom-up, and the references that they are.
#include <algorithm>
#include <limits>

#include "extraction.h"

namespace waymark::indexer {

namespace {

constexpr std::uint32_t kMaxCount = std::numeric_limits<std::uint8_t>::max();

}  // namespace

ExpressionIndex Extraction::AddName(const Frame& frame, Word word, std::uint32_t byte) {
  const ExpressionKind kind = word == frame.self ? ExpressionKind::kSelf : ExpressionKind::kName;
  return draft_.AddExpression({kind, 0, kind == ExpressionKind::kSelf ? 0 : word}, byte);
}

ExpressionIndex Extraction::AddMember(ExpressionIndex operand, Word name, std::uint32_t byte) {
  return draft_.AddExpression({ExpressionKind::kMember, 0, name, operand}, byte);
}

ExpressionIndex Extraction::AddLiteral(const Rule& rule, NodeIndex index) {
  return draft_.AddExpression({ExpressionKind::kLiteral, 0, draft_.words().Intern(rule.text)},
                              node(index).begin);
}

ExpressionIndex Extraction::AddUnary(ExpressionKind kind, ExpressionIndex operand) {
  if (operand == kNoIndex) return kNoIndex;
  return draft_.AddExpression({kind, 0, 0, operand}, draft_.expression_site(operand));
}

ExpressionIndex Extraction::AddUnion(ExpressionIndex first, ExpressionIndex second) {
  if (first == kNoIndex || second == kNoIndex) return first == kNoIndex ? second : first;
  return draft_.AddExpression({ExpressionKind::kUnion, 0, 0, first, second},
                              draft_.expression_site(first));
}

ExpressionIndex Extraction::ExitMember(const Frame& frame) {
  if (frame.operand == kNoIndex || frame.name == 0) return kNoIndex;
  const Expression& operand = draft_.expression(frame.operand);
  // The field of `self.field.method()` is accessed too.
  const bool is_field = operand.kind == ExpressionKind::kMember && operand.operand != kNoIndex &&
                        draft_.expression(operand.operand).kind == ExpressionKind::kSelf;
  if (is_field) Use(frame, Part::kUsed, frame.operand);
  return AddMember(frame.operand, frame.name, frame.name_byte);
}

ExpressionIndex Extraction::ExitCall(const Frame& frame) {
  if (frame.operand == kNoIndex) return kNoIndex;
  const Expression& callee = draft_.expression(frame.operand);
  const std::uint32_t site = draft_.expression_site(frame.operand);
  if (callee.kind == ExpressionKind::kName &&
      draft_.words().Text(callee.name) == language().super_function) {
    return draft_.AddExpression({ExpressionKind::kSuper}, site);
  }
  const bool on_literal = callee.kind == ExpressionKind::kMember && callee.operand != kNoIndex &&
                          draft_.expression(callee.operand).kind == ExpressionKind::kLiteral;
  const auto count = static_cast<std::uint8_t>(std::min(frame.count, kMaxCount));
  const ExpressionIndex call =
      draft_.AddExpression({ExpressionKind::kCall, count, 0, frame.operand}, site);
  // A method of a literal is one of the language.
  if (!on_literal && (frame.context & kDecorates) == 0) {
    draft_.AddReference(ReferenceRole::kCall, call, frame.scope, frame.owner);
  }
  return call;
}

const TypeWrapper* Extraction::FindWrapper(ExpressionIndex type) const {
  const std::string_view name = LastName(type);
  for (const TypeWrapper& wrapper : language().type_wrappers) {
    if (wrapper.name == name) return &wrapper;
  }
  return nullptr;
}

ExpressionIndex Extraction::ExitIndex(const Frame& frame) {
  if (frame.operand == kNoIndex) return kNoIndex;
  if ((frame.context & kInType) != 0) {
    if (const TypeWrapper* wrapper = FindWrapper(frame.operand))
      return WrapType(frame, wrapper->wrapping);
  }
  Use(frame, Part::kUsed, frame.operand);
  const ExpressionIndex argument = (frame.context & kInType) != 0 ? frame.second : kNoIndex;
  return draft_.AddExpression({ExpressionKind::kIndex, 0, 0, frame.operand, argument},
                              draft_.expression_site(frame.operand));
}

ExpressionIndex Extraction::WrapType(const Frame& frame, Wrapping wrapping) {
  switch (wrapping) {
    case Wrapping::kOptional: {
      const Word null_type = draft_.words().Intern(language().null_type);
      return AddUnion(frame.second, draft_.AddExpression({ExpressionKind::kLiteral, 0, null_type},
                                                         draft_.expression_site(frame.operand)));
    }
    case Wrapping::kUnion:
      return AddUnion(frame.second, frame.value);
    case Wrapping::kTransparent:
      return frame.second;
    case Wrapping::kOpaque:
      return kNoIndex;
  }
  return kNoIndex;
}

ExpressionIndex Extraction::ExitUnion(const Frame& frame) {
  if (frame.rule->role == Role::kTypeUnion && (frame.context & kInType) == 0) return kNoIndex;
  return AddUnion(frame.operand, frame.second);
}

bool Extraction::IsPlainType(ExpressionIndex type) const {
  const std::string_view name = draft_.words().Text(draft_.expression(type).name);
  const auto& plain = language().plain_types;
  return std::find(plain.begin(), plain.end(), name) != plain.end();
}

// A name or member that is used for its own sake is a reference; all else has made its references
// on its way.
void Extraction::Use(const Frame& parent, Part part, ExpressionIndex expression) {
  if (expression == kNoIndex) return;
  const Expression* used = &draft_.expression(expression);
  while (used->kind == ExpressionKind::kPointer || used->kind == ExpressionKind::kAwait) {
    expression = used->operand;
    used = &draft_.expression(expression);
  }
  const bool is_member = used->kind == ExpressionKind::kMember;
  if (!is_member && used->kind != ExpressionKind::kName) return;
  ReferenceRole role = ReferenceRole::kValue;
  if ((parent.context & kInType) != 0 || part == Part::kType || part == Part::kReturnType) {
    if (!is_member && IsPlainType(expression)) return;
    if (FindWrapper(expression) != nullptr) return;
    role = ReferenceRole::kType;
  } else if (is_member && draft_.expression(used->operand).kind == ExpressionKind::kSelf) {
    role = ReferenceRole::kFieldAccess;
  }
  draft_.AddReference(role, expression, ScopeFor(parent, part), parent.owner);
}

std::string_view Extraction::LastName(ExpressionIndex expression) const {
  if (expression == kNoIndex) return {};
  const Expression* last = &draft_.expression(expression);
  if (last->kind == ExpressionKind::kCall && last->operand != kNoIndex)
    last = &draft_.expression(last->operand);
  const bool has_name =
      last->kind == ExpressionKind::kName || last->kind == ExpressionKind::kMember;
  return has_name ? draft_.words().Text(last->name) : std::string_view{};
}

}  // namespace waymark::indexer
