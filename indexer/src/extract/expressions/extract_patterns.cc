// Patterns: names that are bound to a value or to parts of it.
//
// A pattern is read ahead, without frames. Names of a `let` are bound after it, so that names in
// its value keep their meaning. If they hide another local name, or one that the function has used
// before, the following code gets a scope of its own.
#include <algorithm>
#include <string>
#include <vector>

#include "extract/extraction.h"
#include "extract/implicit_calls.h"
#include "extract/owned_locals.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

// The match that the frame at a position (an arm or a case) belongs to; null outside of any.
const Frame* MatchAround(const std::vector<Frame>& frames, std::size_t at) {
  while (at-- > 0) {
    if (frames[at].rule->role == Role::kMatch) return &frames[at];
  }
  return nullptr;
}

}  // namespace

bool Extraction::TakesPattern(const Frame& parent, ChildRole part, const Rule& rule) {
  if (part != ChildRole::kTarget || rule.role == Role::kComment) return false;
  switch (parent.rule->role) {
    case Role::kLet:
    case Role::kArm:
    case Role::kParameter:
    case Role::kVariadic:
      return true;
    case Role::kParameters:
      return rule.role != Role::kParameter;
    default:
      return false;
  }
}

// The identifier that makes up the pattern, besides words like `mut` and `ref`.
NodeIndex Extraction::PlainName(NodeIndex pattern) const {
  for (int depth = 0; depth < kMaxPatternDepth; ++depth) {
    if (RoleOf(pattern) == Role::kIdentifier) return pattern;
    if (RoleOf(pattern) != Role::kPass) return kNoIndex;
    NodeIndex child = pattern + 1;
    while (child < node(pattern).next && RoleOf(child) == Role::kSkip) child = node(child).next;
    if (child >= node(pattern).next) return kNoIndex;
    pattern = child;
  }
  return kNoIndex;
}

void Extraction::VisitPattern(Frame& parent, NodeIndex pattern) {
  CountIdentifiers(parent.owner, pattern);
  const NodeIndex plain = PlainName(pattern);
  switch (parent.rule->role) {
    case Role::kLet:
      parent.pattern = pattern;
      if (plain == kNoIndex) return;
      parent.target_kind = AssignmentKind::kName;  // names a function that is the value
      parent.name = WordOf(plain);
      parent.name_byte = node(plain).begin;
      parent.target_scope = parent.scope;
      return;
    case Role::kArm: {
      Frame& arm = Below(parent);
      PatternValue value;
      if (const Frame* match = MatchAround(frames_, IndexOf(arm))) {
        value = {BindingKind::kAssigned, match->value, match->scope};
      }
      BindPattern(parent, OpenBlock(arm), pattern, value);
      return;
    }
    case Role::kParameters: {
      Frame parameter;
      parameter.rule = parent.rule;
      const PatternValue element = ElementPassed(parent);
      const bool known = element.value != kNoIndex;
      if (plain != kNoIndex && !known) parameter.name = WordOf(plain);
      AddParameter(parent, parameter);
      if (plain == kNoIndex || known) BindPattern(parent, parent.scope, pattern, element);
      return;
    }
    default:
      if (plain == kNoIndex) {
        parent.pattern = pattern;
      } else {
        parent.name = WordOf(plain);
        parent.name_byte = node(plain).begin;
      }
      return;
  }
}

// A case label without its type: a constant of the enumeration that is switched over.
void Extraction::UseCase(const Frame& label, ExpressionIndex name) {
  const Expression written = draft_.expression(name);
  const Frame* match = MatchAround(frames_, IndexOf(label));
  if (written.kind != ExpressionKind::kName || match == nullptr || match->value == kNoIndex) return;
  // The value that is switched over is not used again here.
  const ExpressionIndex constant =
      draft_.AddExpression({ExpressionKind::kMember, kOfProtocol, written.name, match->value},
                           draft_.expression_site(name));
  draft_.AddReference(ReferenceRole::kValue, constant, label.scope, label.owner);
}

// The element that the only parameter of a callback gets from a container's method.
PatternValue Extraction::ElementPassed(const Frame& parameters) const {
  const std::size_t at = IndexOf(parameters);
  if (language().error_methods.empty() || at < 3) return {};
  const NodeIndex only = parameters.node + 1;
  const Frame& call = frames_[at - 3];
  const bool is_argument = frames_[at - 1].rule->role == Role::kLambda &&
                           frames_[at - 1].part == ChildRole::kArgument &&
                           call.rule->role == Role::kCall;
  if (!is_argument || node(only).next != parameters.end || call.operand == kNoIndex) return {};
  const Expression& method = draft_.expression(call.operand);
  if (method.kind != ExpressionKind::kMember || method.count == kOfPath) return {};
  const auto& others = language().error_methods;
  const std::string_view name = draft_.words().Text(method.name);
  if (std::find(others.begin(), others.end(), name) != others.end()) return {};
  return {BindingKind::kIterated, method.operand, call.scope};
}

// The scope in which a `let` binds: that of the block, or a nested one if the name is already a
// local variable or has been used as an outer name.
ScopeIndex Extraction::LetScope(const Frame& let, Word name) {
  for (std::size_t i = IndexOf(let); i-- > 0;) {
    Frame& block = frames_[i];
    const Role role = block.rule->role;
    if (role == Role::kDefinition || role == Role::kLambda || role == Role::kBlock) break;
    if (role != Role::kScope) continue;
    const ScopeIndex known = name == 0 ? kNoIndex : draft_.BindingScope(let.scope, name);
    const bool hides =
        name == 0 || (known != kNoIndex && known != 0) || draft_.IsNamed(let.scope, name);
    const bool has_scope = block.inner_scope != kNoIndex || block.part == ChildRole::kBody;
    if (has_scope && (!hides || draft_.DepthOf(let.scope) >= kMaxScopeDepth)) return let.scope;
    block.inner_scope = kNoIndex;
    return OpenBlock(block);
  }
  return let.scope;
}

void Extraction::BindLet(Frame& let) {
  if (let.pattern == kNoIndex) return;
  const bool is_function = let.definition != kNoIndex && let.value == kNoIndex;
  if (is_function) return;
  ImplicitCalls calls(language(), draft_);
  if (let.rule->binding == BindingKind::kIterated) {
    calls.AddIteration(let, TextOf(let.node));
  }
  if (calls.converts_by_call() && let.type != kNoIndex) {
    calls.AddConversion(let, let.value, AddUnary(ExpressionKind::kNew, let.type));
  }
  PatternValue value{let.rule->binding, let.value, let.scope};
  if (let.type != kNoIndex) value = {BindingKind::kAnnotated, let.type, let.scope};
  Word name = let.target_kind == AssignmentKind::kName ? let.name : Word{0};
  // Inside its own initialiser the name is that of an outer scope.
  for (ExpressionIndex at = let.value; at != kNoIndex && name != 0;
       at = draft_.expression(at).operand) {
    if (draft_.expression(at).name == name) name = 0;
  }
  const NodeIndex pattern = let.pattern;
  if (OwnedLocals(rules_, tree_, draft_.bytes()).Keeps(let, Below(let).node)) {
    calls.AddOwnedEnd(let, let.value, node(pattern).begin);
  }
  const ScopeIndex scope = let.rule->opens_scope ? OpenBlock(let) : LetScope(let, name);
  BindPattern(let, scope, let.pattern, value);
}

void Extraction::BindPattern(const Frame& frame, ScopeIndex scope, NodeIndex pattern,
                             PatternValue value, int depth) {
  if (depth > kMaxPatternDepth) return;
  switch (RoleOf(pattern)) {
    case Role::kIdentifier: {
      const Word word = WordOf(pattern);
      const std::string_view name = TextOf(pattern);
      if (name == language().blank_name) return;
      if (BeginsWithCapital(name)) {  // a constant, or a variant without members
        const ExpressionIndex constant = AddName(frame, word, node(pattern).begin);
        draft_.AddReference(ReferenceRole::kValue, constant, frame.scope, frame.owner);
        return;
      }
      draft_.AddBinding({scope, word, value.kind, value.value, value.scope});
      return;
    }
    case Role::kMember:
      if (const ExpressionIndex path = ReadPath(frame, pattern); path != kNoIndex) {
        draft_.AddReference(ReferenceRole::kValue, path, frame.scope, frame.owner);
      }
      return;
    case Role::kVariantPattern:
      BindVariant(frame, scope, pattern, value, depth);
      return;
    case Role::kTuple:
      return BindTuple(frame, scope, pattern, value, depth);
    case Role::kTransparent:  // the type of its parts is unknown
      value = {};
      [[fallthrough]];
    case Role::kPass:
    case Role::kUnion:
      for (NodeIndex child = pattern + 1; child < node(pattern).next; child = node(child).next) {
        BindPattern(frame, scope, child, value, depth + 1);
      }
      return;
    default:
      return;
  }
}

// An element of the value.
PatternValue Extraction::ElementOf(PatternValue value) {
  if (value.value == kNoIndex) return {};
  ExpressionIndex holder = value.value;
  if (value.kind == BindingKind::kAnnotated) holder = AddUnary(ExpressionKind::kNew, holder);
  if (value.kind == BindingKind::kIterated) holder = AddIterated(draft_, holder);
  return {BindingKind::kIterated, holder, value.scope};
}

// How many commas stand between the byte `end` and a child: some omitted names leave no node.
std::uint32_t Extraction::CommasBefore(NodeIndex child, std::uint32_t end) const {
  const std::string_view between = draft_.bytes().substr(end, node(child).begin - end);
  return static_cast<std::uint32_t>(std::count(between.begin(), between.end(), ','));
}

PatternValue Extraction::PartOf(PatternValue tuple, std::uint32_t position) {
  if (tuple.value == kNoIndex) return {};
  const bool is_written = draft_.expression(tuple.value).kind == ExpressionKind::kArguments;
  if (is_written && tuple.kind != BindingKind::kIterated) {
    ExpressionIndex at = tuple.value;
    while (at != kNoIndex && position-- > 0) at = draft_.expression(at).second;
    return at == kNoIndex ? PatternValue{}
                          : PatternValue{tuple.kind, draft_.expression(at).operand, tuple.scope};
  }
  ExpressionIndex holder = tuple.value;
  if (tuple.kind == BindingKind::kAnnotated) holder = AddUnary(ExpressionKind::kNew, holder);
  if (tuple.kind == BindingKind::kIterated) holder = AddIterated(draft_, holder);
  const Word name = draft_.words().Intern(std::to_string(position));
  const ExpressionIndex part = AddMember(holder, name, draft_.expression_site(tuple.value));
  return {BindingKind::kAssigned, part, tuple.scope};
}

void Extraction::BindTuple(const Frame& frame, ScopeIndex scope, NodeIndex pattern,
                           PatternValue value, int depth) {
  std::uint32_t position = 0;
  std::uint32_t end = node(pattern).begin;
  for (NodeIndex child = pattern + 1; child < node(pattern).next; child = node(child).next) {
    if (RoleOf(child) == Role::kComment) continue;
    position += CommasBefore(child, end);
    end = node(child).end;
    if (TextOf(child) == "..") value = {};  // from here on positions count from the end
    BindPattern(frame, scope, child, PartOf(value, position), depth + 1);
  }
}

void Extraction::BindVariant(const Frame& frame, ScopeIndex scope, NodeIndex pattern,
                             PatternValue value, int depth) {
  const Rule& rule = rules_.RuleOf(node(pattern).symbol);
  const NodeIndex type = FindChild(pattern, rule, ChildRole::kType);
  if (type == kNoIndex) return;
  const auto& holders = language().element_patterns;
  const bool is_element = std::find(holders.begin(), holders.end(), TextOf(type)) != holders.end();
  ExpressionIndex path = kNoIndex;
  if (!is_element) path = ReadPath(frame, type);
  if (path != kNoIndex) {
    draft_.AddReference(ReferenceRole::kValue, path, frame.scope, frame.owner);
  }
  const auto member = [&](Word name, std::uint32_t byte) -> PatternValue {
    if (path == kNoIndex) return {};
    return {BindingKind::kAssigned, AddPathMember(path, name, byte), frame.scope};
  };
  std::uint32_t position = 0;
  std::uint32_t end = node(type).end;
  for (NodeIndex child = node(type).next; child < node(pattern).next; child = node(child).next) {
    if (RoleOf(child) == Role::kComment) continue;
    position += CommasBefore(child, end);
    end = node(child).end;
    if (RoleOf(child) != Role::kProperty) {
      const PatternValue part =
          is_element ? ElementOf(value)
                     : member(draft_.words().Intern(std::to_string(position)), node(child).begin);
      BindPattern(frame, scope, child, part, depth + 1);
      continue;
    }
    const Rule& property = rules_.RuleOf(node(child).symbol);
    const NodeIndex name = FindChild(child, property, ChildRole::kMemberName);
    if (name == kNoIndex) continue;
    const NodeIndex inner = FindChild(child, property, ChildRole::kValue);
    if (path != kNoIndex) {
      const ExpressionIndex field = AddPathMember(path, WordOf(name), node(name).begin);
      draft_.AddReference(ReferenceRole::kFieldAccess, field, frame.scope, frame.owner);
    }
    BindPattern(frame, scope, inner == kNoIndex ? name : inner,
                member(WordOf(name), node(name).begin), depth + 1);
  }
}

// A path as an expression; kNoIndex if it is none.
ExpressionIndex Extraction::ReadPath(const Frame& frame, NodeIndex path, int depth) {
  if (depth > kMaxPatternDepth) return kNoIndex;
  const Rule& rule = rules_.RuleOf(node(path).symbol);
  switch (rule.role) {
    case Role::kIdentifier:
    case Role::kSelf:
      return draft_.AddExpression({ExpressionKind::kName, 0, WordOf(path)}, node(path).begin);
    case Role::kIndex: {
      const NodeIndex operand = FindChild(path, rule, ChildRole::kOperand);
      return operand == kNoIndex ? kNoIndex : ReadPath(frame, operand, depth + 1);
    }
    case Role::kMember: {
      const NodeIndex operand = FindChild(path, rule, ChildRole::kOperand);
      const NodeIndex name = FindChild(path, rule, ChildRole::kMemberName);
      if (name == kNoIndex) return kNoIndex;
      if (operand == kNoIndex) return ReadPath(frame, name, depth + 1);
      const ExpressionIndex scope = ReadPath(frame, operand, depth + 1);
      if (scope == kNoIndex) return kNoIndex;
      return AddPathMember(scope, WordOf(name), node(name).begin);
    }
    default:
      return kNoIndex;
  }
}

}  // namespace waymark::indexer
