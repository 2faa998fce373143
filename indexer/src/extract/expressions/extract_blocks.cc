// Blocks that run for another receiver than the one around them, as in DSLs: which method gets a
// block, and what a method does with its block.
#include <algorithm>

#include "extract/extraction.h"
#include "extract/typed_literals.h"
#include "text/characters.h"

namespace waymark::indexer {

namespace {

constexpr Expression kAnyObject{ExpressionKind::kLiteral};  // an unknown receiver of a block
constexpr std::string_view kUnwrittenParameters[] = {"_1", "it"};

// Whether a block uses its first parameter by a name that it does not declare. `it "runs" do` is a
// call.
bool NamesUnwritten(std::string_view block, std::string_view name) {
  for (std::size_t at = block.find(name); at != block.npos; at = block.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const char before = at == 0 ? ' ' : block[at - 1];
    const bool is_part = IsWordCharacter(before) || before == '.' || before == ':' ||
                         before == '@' || (end < block.size() && IsWordCharacter(block[end]));
    if (is_part) continue;
    const std::string_view behind = block.substr(end);
    const std::string_view next = TrimmedSpace(behind);
    const bool is_call = next.starts_with('"') || next.starts_with('\'') || next.starts_with('{') ||
                         next.starts_with("do ") || next.starts_with("do\n") ||
                         behind.starts_with('(') || behind.starts_with(':') ||
                         behind.starts_with('?') || behind.starts_with('!');
    if (!is_call) return true;
  }
  return false;
}

}  // namespace

NodeIndex ExtractionRoutes::LastIn(const Frame& frame, ChildRole list_part) const {
  const NodeIndex list = FindChild(frame.node, *frame.rule, list_part);
  NodeIndex last = kNoIndex;
  if (list == kNoIndex) return last;
  for (NodeIndex child = list + 1; child < node(list).next; child = node(child).next) last = child;
  return last;
}

// The name of the enclosing method's block parameter, its last one; empty if it has none.
std::string_view Extraction::BlockTakenAround(const Frame& frame) const {
  if (frame.returns_to == kNoIndex) return {};
  for (std::size_t i = frames_.size(); i-- > 0;) {
    const Frame& method = frames_[i];
    const bool around =
        method.definition == frame.returns_to && method.rule->role == Role::kDefinition;
    if (!around) continue;
    const NodeIndex last = LastIn(method, ChildRole::kParameters);
    const std::string_view text = last == kNoIndex ? std::string_view() : TextOf(last);
    return text.starts_with('&') ? text.substr(1) : std::string_view();
  }
  return {};
}

// Nothing if the message is no reflective method.
std::optional<Reflection> ExtractionRoutes::ReflectionOf(std::string_view message) const {
  for (const ReflectiveMethod& row : language().reflective_methods) {
    if (row.name == message) return row.does;
  }
  return std::nullopt;
}

void Extraction::AddRun(const Frame& frame, ExpressionIndex run) {
  Definition& method = draft_.facts().definitions[frame.returns_to];
  method.declared_type = AddUnion(draft_, method.declared_type, run);
}

// The call that takes the innermost block around, within the enclosing definition; null if there is
// no such block.
const Frame* Extraction::TakerAround() const {
  for (std::size_t i = frames_.size(); i-- > 1;) {
    const Role role = frames_[i].rule->role;
    const Frame& around = frames_[i - 1];
    if (role == Role::kBlock && around.rule->role == Role::kMethodCall) return &around;
    if (frames_[i].definition != kNoIndex) return nullptr;
  }
  return nullptr;
}

// `Box.class_eval do`: whether definitions in the block are members of the receiver type.
bool ExtractionRoutes::OpensType(const Frame& send) const {
  if (send.operand == kNoIndex || ReflectionOf(draft_.words().Text(send.name)) != Reflection::kRuns)
    return false;
  const Expression& type = draft_.expression(send.operand);
  const std::string_view name = draft_.words().Text(type.name);
  const bool named = type.kind == ExpressionKind::kName || type.kind == ExpressionKind::kMember;
  return named && !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
}

// A function in such a block is a member of the type, or of the type object if the block runs only
// for that.
void Extraction::AddOwnerByBlock(ScopeIndex scope, Definition& definition) const {
  if (language().reflective_methods.empty() || KindOf(scope) != ScopeKind::kBlock) return;
  if (definition.owner != kNoIndex || (definition.flags & kSymbolLocal) != 0) return;
  const Frame* const opening = TakerAround();
  if (opening == nullptr || !OpensType(*opening)) return;
  definition.owner = opening->operand;
  definition.kind = SymbolKind::kMethod;
  const bool own = draft_.words().Text(opening->name).starts_with("instance_");
  if (own) definition.flags |= kSymbolStatic;
}

// Code that gets the block by name, as an argument or from a container, may run it for any
// receiver. Calling it, testing it and keeping it in a field do not count.
void Extraction::PassBlock(const Frame& user, ChildRole part, NodeIndex name) {
  if (language().reflective_methods.empty() || user.returns_to == kNoIndex) return;
  const Role role = user.rule->role;
  const auto first = [&](ChildRole wanted) { return FindChild(user.node, *user.rule, wanted); };
  bool passed = role == Role::kList || role == Role::kLiteral || role == Role::kContainerLiteral;
  if (role == Role::kTransparent) passed = first(ChildRole::kWord) != kNoIndex;  // key: block
  if (role == Role::kChoice)
    passed = part == ChildRole::kBranch && !user.is_marked;  // list << block
  if (role == Role::kAssignment && part == ChildRole::kValue) {
    const NodeIndex target = first(ChildRole::kTarget);
    passed = target != kNoIndex && RoleOf(target) != Role::kOwnField;
  }
  if (!passed) return;
  if (TextOf(name) != BlockTakenAround(user)) return;
  AddRun(user, draft_.AddExpression(kAnyObject, node(name).begin));
}

// `object.instance_eval(&block)` runs the block for the object; other methods may do so. Without a
// sent message it is `define_method(name, &block)`, which runs it for instances of the type.
void Extraction::AddBlockReceiver(const Frame& send, std::string_view message,
                                  ExpressionIndex sent) {
  if (language().reflective_methods.empty()) return;
  const NodeIndex last = LastIn(send, ChildRole::kArguments);
  if (last == kNoIndex || RoleOf(last) != Role::kBlockArgument) return;
  const NodeIndex block = last + 1;
  if (block >= node(last).next) return;
  const bool is_field = RoleOf(block) == Role::kOwnField && EnclosingType(send.scope) != kNoIndex;
  const bool is_taken =
      RoleOf(block) == Role::kIdentifier && TextOf(block) == BlockTakenAround(send);
  if (!is_field && !is_taken) return;
  ExpressionIndex run = kNoIndex;
  const bool defines = sent == kNoIndex;
  if (defines) {
    if (!send.has_object) return;
    const ExpressionIndex self = draft_.AddExpression({ExpressionKind::kSelf}, send.name_byte);
    run = AddUnary(ExpressionKind::kNew, self);
  } else if (ReflectionOf(message) != Reflection::kRuns) {
    const Expression& call = draft_.expression(sent);
    run = AddUnary(ExpressionKind::kParameter,
                   call.kind == ExpressionKind::kNew ? sent : call.operand);
  } else if (send.operand != kNoIndex) {
    run = send.operand;
  } else if (send.has_object && FindChild(send.node, *send.rule, ChildRole::kOperand) == kNoIndex) {
    run = draft_.AddExpression({ExpressionKind::kSelf}, send.name_byte);
  }
  if (is_taken) {
    // A name bound in a block inside the method does not exist in the method itself.
    const bool in_method = draft_.facts().definitions[send.returns_to].inner_scope == send.scope;
    const bool is_known = run != kNoIndex && (in_method || defines ||
                                              draft_.expression(run).kind == ExpressionKind::kSelf);
    if (!is_known) run = draft_.AddExpression(kAnyObject, node(block).begin);
    return AddRun(send, run);
  }
  if (run == kNoIndex) return;
  draft_.AddBinding(
      {EnclosingType(send.scope), BlockKept(block), BindingKind::kField, run, send.scope});
}

// `@block = block`
void Extraction::KeepBlock(const Frame& assignment, NodeIndex field) {
  if (language().reflective_methods.empty()) return;
  const NodeIndex value = FindChild(assignment.node, *assignment.rule, ChildRole::kValue);
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
  const ScopeIndex around = block.scope;
  block.scope = draft_.AddScope(block.scope, ScopeKind::kBlock, kNoIndex);
  if (block.rule->role != Role::kBlock) return;
  NoteTaker(block);
  const bool has_parameters =
      FindChild(block.node, *block.rule, ChildRole::kParameters) != kNoIndex;
  if (has_parameters || Below(block).rule->role != Role::kMethodCall) return;
  for (const std::string_view name : kUnwrittenParameters) {
    if (!NamesUnwritten(TextOf(block.node), name)) continue;
    const ExpressionIndex given = ArgumentOfBlock(draft_, Below(block), 0, false);
    draft_.AddBinding({block.scope, draft_.words().Intern(name), BindingKind::kAssigned, given,
                       given == kNoIndex ? block.scope : around});
  }
}

void Extraction::NoteTaker(const Frame& block) {
  const Frame& send = Below(block);
  const bool taken =
      !language().reflective_methods.empty() && send.rule->role == Role::kMethodCall &&
      send.name != 0 && send.definition == kNoIndex &&
      (send.class_macro == nullptr || send.class_macro->kind == ClassMacroKind::kDefines);
  if (!taken) return;
  ExpressionIndex taker = kNoIndex;
  const std::string_view message = draft_.words().Text(send.name);
  if (ReflectionOf(message) == Reflection::kRuns) {
    if (send.operand != kNoIndex) taker = AddUnary(ExpressionKind::kParameter, send.operand);
  } else if (message == language().constructor_method) {
    if (send.operand != kNoIndex) taker = AddUnary(ExpressionKind::kNew, send.operand);
  } else {
    taker = Addressed(send, send.name, send.name_byte);
  }
  if (taker == kNoIndex) return;
  const Word name = draft_.words().Intern(std::string_view(&kBlockMark, 1));
  draft_.AddBinding({block.scope, name, BindingKind::kBlockReceiver, taker, send.scope});
}

}  // namespace waymark::indexer
