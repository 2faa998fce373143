// Blocks that run for another object than the one around them, as DSLs are written: what a block is
// handed to, and what a method does with the block that it takes.
#include <algorithm>

#include "extraction.h"

namespace waymark::indexer {

NodeIndex ExtractionRoutes::LastIn(const Frame& frame, Part list_part) const {
  const NodeIndex list = FindChild(frame.node, *frame.rule, list_part);
  NodeIndex last = kNoIndex;
  if (list == kNoIndex) return last;
  for (NodeIndex child = list + 1; child < node(list).next; child = node(child).next) last = child;
  return last;
}

// The name of the block that the method around takes, its last parameter; empty where it takes
// none.
std::string_view Extraction::BlockTakenAround(const Frame& frame) const {
  if (frame.returns_to == kNoIndex) return {};
  for (std::size_t i = frames_.size(); i-- > 0;) {
    const Frame& method = frames_[i];
    const bool around =
        method.definition == frame.returns_to && method.rule->role == Role::kDefinition;
    if (!around) continue;
    const NodeIndex last = LastIn(method, Part::kParameters);
    const std::string_view text = last == kNoIndex ? std::string_view() : TextOf(last);
    return text.starts_with('&') ? text.substr(1) : std::string_view();
  }
  return {};
}

bool ExtractionRoutes::IsRunning(std::string_view message) const {
  const auto& running = language().running_functions;
  return std::find(running.begin(), running.end(), message) != running.end();
}

void Extraction::AddRun(const Frame& frame, ExpressionIndex run) {
  Definition& method = draft_.facts().definitions[frame.returns_to];
  method.declared_type = AddUnion(method.declared_type, run);
}

// `object.instance_eval(&block)` runs the block for the object, any other method may.
void Extraction::HandOnBlock(const Frame& send, std::string_view message, ExpressionIndex sent) {
  if (language().running_functions.empty()) return;
  const NodeIndex last = LastIn(send, Part::kArguments);
  if (last == kNoIndex || RoleOf(last) != Role::kBlockArgument) return;
  const NodeIndex block = last + 1;
  if (block >= node(last).next) return;
  const bool is_field = RoleOf(block) == Role::kOwnField && EnclosingType(send.scope) != kNoIndex;
  const bool is_taken =
      RoleOf(block) == Role::kIdentifier && TextOf(block) == BlockTakenAround(send);
  if (!is_field && !is_taken) return;
  ExpressionIndex run = kNoIndex;
  if (!IsRunning(message)) {
    const Expression& call = draft_.expression(sent);
    run = AddUnary(ExpressionKind::kParameter,
                   call.kind == ExpressionKind::kNew ? sent : call.operand);
  } else if (send.operand != kNoIndex) {
    run = send.operand;
  } else if (send.has_object && FindChild(send.node, *send.rule, Part::kOperand) == kNoIndex) {
    run = draft_.AddExpression({ExpressionKind::kSelf}, send.name_byte);
  }
  if (run == kNoIndex) return;
  if (is_taken) {
    // What a block inside the method binds has no name in the method itself.
    const bool in_method = draft_.facts().definitions[send.returns_to].inner_scope == send.scope;
    if (in_method || draft_.expression(run).kind == ExpressionKind::kSelf) AddRun(send, run);
    return;
  }
  draft_.AddBinding(
      {EnclosingType(send.scope), BlockKept(block), BindingKind::kField, run, send.scope});
}

// `@block = block`
void Extraction::KeepBlock(const Frame& assignment, NodeIndex field) {
  if (language().running_functions.empty()) return;
  const NodeIndex value = FindChild(assignment.node, *assignment.rule, Part::kValue);
  const bool keeps = value != kNoIndex && RoleOf(value) == Role::kIdentifier &&
                     TextOf(value) == BlockTakenAround(assignment);
  if (!keeps) return;
  const std::uint32_t byte = node(field).begin;
  const ExpressionIndex self = draft_.AddExpression({ExpressionKind::kSelf}, byte);
  AddRun(assignment, AddMember(self, BlockKept(field), byte));
}

Word ExtractionRoutes::BlockKept(NodeIndex field) {
  return draft_.words().Intern(std::string(TextOf(field)) + kBlockMark);
}

void Extraction::EnterBlock(Frame& block) {
  block.scope = draft_.AddScope(block.scope, ScopeKind::kBlock, kNoIndex);
  if (block.rule->role == Role::kBlock) NoteTaker(block);
}

void Extraction::NoteTaker(const Frame& block) {
  const Frame& send = Below(block);
  const bool taken = !language().running_functions.empty() && send.rule->role == Role::kSend &&
                     send.name != 0 && send.directive == nullptr && send.definition == kNoIndex;
  if (!taken) return;
  ExpressionIndex taker = kNoIndex;
  const std::string_view message = draft_.words().Text(send.name);
  if (IsRunning(message)) {
    if (send.operand != kNoIndex) taker = AddUnary(ExpressionKind::kParameter, send.operand);
  } else if (message == language().new_message) {
    if (send.operand != kNoIndex) taker = AddUnary(ExpressionKind::kNew, send.operand);
  } else {
    taker = Addressed(send, send.name, send.name_byte);
  }
  if (taker == kNoIndex) return;
  const Word name = draft_.words().Intern(std::string_view(&kBlockMark, 1));
  draft_.AddBinding({block.scope, name, BindingKind::kHandedTo, taker, send.scope});
}

}  // namespace waymark::indexer
