// Immediately invoked functions, which run once when their file is loaded: their definitions are
// those of a module.
#include "extract/extraction.h"

namespace waymark::indexer {

namespace {

constexpr std::string_view kAmdDefine = "define";  // takes the function that makes a module

}  // namespace

// (function () {})(), (function () {}).call(this), the function arguments of such a call, and those
// of define().
bool Extraction::IsModule(const Frame& function) const {
  if (language().prototype.empty() || function.definition != kNoIndex) return false;
  if (IsLocal(DeclarationScope(function.scope)) || KindOf(function.scope) == ScopeKind::kType) {
    return false;
  }
  std::size_t i = IndexOf(function);
  if (frames_[i].part == ChildRole::kArgument && frames_[i - 1].part == ChildRole::kArguments) {
    const Frame& call = frames_[i - 2];
    if (call.rule->role != Role::kCall) return false;
    NodeIndex callee = FindChild(call.node, *call.rule, ChildRole::kOperand);
    if (callee != kNoIndex && TextOf(callee) == kAmdDefine) return true;
    while (callee != kNoIndex && RoleOf(callee) == Role::kPass && !tree_.IsLeaf(callee)) ++callee;
    return callee != kNoIndex && RoleOf(callee) == Role::kLambda;
  }
  while (i > 0 && frames_[i].part == ChildRole::kValue && frames_[i - 1].rule->role == Role::kPass)
    --i;
  if (i > 0 && frames_[i].part == ChildRole::kOperand &&
      frames_[i - 1].rule->role == Role::kMember) {
    const std::string_view text = TextOf(frames_[i - 1].node);
    if (!text.ends_with(".call") && !text.ends_with(".apply")) return false;
    --i;
  }
  return i > 0 && frames_[i].part == ChildRole::kOperand &&
         frames_[i - 1].rule->role == Role::kCall;
}

// The exports of a module function are its result.
void Extraction::ReturnFromModule(const Frame& statement) {
  for (std::size_t i = IndexOf(statement); i-- > 0;) {
    const Role role = frames_[i].rule->role;
    if (role == Role::kDefinition) return;
    if (role != Role::kLambda) continue;
    if (frames_[i].is_marked) frames_[i].operand = statement.value;
    return;
  }
}

// module.exports = factory(): finds the enclosing function whose parameter is meant, and the call
// that passes its arguments.
void Extraction::ExportCall(const Frame& statement) {
  if (statement.value == kNoIndex) return;
  const Expression& call = draft_.expression(statement.value);
  if (call.kind != ExpressionKind::kCall) return;
  const Expression& callee = draft_.expression(call.operand);
  if (callee.kind != ExpressionKind::kName) return;
  for (std::size_t i = IndexOf(statement); i-- > 0;) {
    const Frame& function = frames_[i];
    if (function.rule->role != Role::kLambda) continue;
    if (!function.is_marked) return;
    std::size_t outer = i;
    while (outer > 0 && frames_[outer].rule->role != Role::kCall) --outer;
    const Frame& run = frames_[outer];
    const NodeIndex arguments = FindChild(run.node, *run.rule, ChildRole::kArguments);
    const NodeIndex list = FindChild(function.node, *function.rule, ChildRole::kParameters);
    if (run.rule->role != Role::kCall || arguments == kNoIndex || list == kNoIndex) return;
    std::uint32_t position = 0;
    for (NodeIndex at = list + 1; at < node(list).next; at = node(at).next) {
      if (RoleOf(at) == Role::kComment) continue;
      if (WordOf(at) == callee.name) {
        exported_calls_.push_back({arguments, position, statement.name});
        return;
      }
      ++position;
    }
    return;
  }
}

void Extraction::ExitModule(const Frame& function) {
  if (function.part != ChildRole::kArgument || function.operand == kNoIndex) return;
  const Frame& list = Below(function);
  for (const ExportedCall& exported : exported_calls_) {
    if (exported.arguments != list.node || exported.position + 1 != list.count) continue;
    const Expression& value = draft_.expression(function.operand);
    if (value.kind == ExpressionKind::kName) exports_.push_back(value.name);
    ExportAs(exported.name, function.operand, function.inner_scope);
  }
}

}  // namespace waymark::indexer
