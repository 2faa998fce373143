// Arguments of macros: a tree of brackets, names and literals in which nothing but the order tells
// what is called.
//
// A name and what follows it without a gap, or behind `.`, `::`, `?` and `!`, is read as an
// expression; a bracket behind it is a call. Everything else separates expressions.
#include <algorithm>

#include "characters.h"
#include "extraction.h"

namespace waymark::indexer {

namespace {

constexpr std::string_view kOwnPackage = "$crate";
constexpr std::string_view kPackageRoot = "crate";
constexpr std::string_view kAwait = "await";

// Macros of the standard library whose value is nothing of the repository's.
constexpr std::string_view kPlainMacros[] = {
    "concat", "env", "file", "format", "include_bytes", "include_str", "line", "stringify",
};

bool IsCapital(std::string_view name) {
  return !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
}

}  // namespace

ExpressionIndex Extraction::ExitMacroCall(const Frame& frame) {
  if (frame.operand == kNoIndex) return kNoIndex;
  draft_.AddReference(ReferenceRole::kMacro, frame.operand, frame.scope, frame.owner);
  const std::string_view name = LastName(frame.operand);
  const bool is_plain =
      std::find(std::begin(kPlainMacros), std::end(kPlainMacros), name) != std::end(kPlainMacros);
  if (!is_plain) return kNoIndex;
  return draft_.AddExpression({ExpressionKind::kLiteral, 0, draft_.words().Intern(name)},
                              draft_.expression_site(frame.operand));
}

// The text between a byte and a node, without white space around it.
std::string_view Extraction::GapBefore(NodeIndex next, std::uint32_t end) const {
  std::string_view gap = draft_.bytes().substr(end, node(next).begin - end);
  while (!gap.empty() && IsSpace(gap.front())) gap.remove_prefix(1);
  while (!gap.empty() && IsSpace(gap.back())) gap.remove_suffix(1);
  return gap;
}

void Extraction::VisitTokens(Frame& parent, NodeIndex tokens, int depth) {
  if (depth > kMaxPatternDepth) return;
  const NodeIndex end = node(tokens).next;
  for (NodeIndex token = tokens + 1; token < end;) token = VisitToken(parent, token, end, depth);
}

// As many as there are commas between the arguments, and one.
std::uint32_t Extraction::CountArguments(NodeIndex tokens) const {
  std::uint32_t count = 0;
  std::uint32_t end = node(tokens).begin + 1;
  for (NodeIndex child = tokens + 1; child < node(tokens).next; child = node(child).next) {
    if (count == 0) count = 1;
    const std::string_view gap = GapBefore(child, end);
    count += static_cast<std::uint32_t>(std::count(gap.begin(), gap.end(), ','));
    end = node(child).end;
  }
  return count;
}

// Reads the expression that begins with the token; gives the token behind it.
NodeIndex Extraction::VisitToken(Frame& parent, NodeIndex token, NodeIndex end, int depth) {
  const Role role = RoleOf(token);
  if (role == Role::kTokens) {
    VisitTokens(parent, token, depth + 1);
    return node(token).next;
  }
  ExpressionIndex expression = kNoIndex;
  const std::uint32_t byte = node(token).begin;
  const std::string_view text = TextOf(token);
  if (role == Role::kIdentifier) {
    if (text == kOwnPackage) {
      expression = AddName(parent, draft_.words().Intern(kPackageRoot), byte);
    } else if (!text.starts_with('$')) {
      draft_.CountWord(parent.owner, Field::kIdentifiers, WordOf(token));
      expression = AddName(parent, WordOf(token), byte);
    }
  } else if (role == Role::kSelf) {
    const NodeIndex next = node(token).next;
    const bool is_path = next < end && GapBefore(next, node(token).end) == "::";
    expression = is_path ? AddName(parent, WordOf(token), byte) : AddSelf(parent, token);
  } else {
    for (NodeIndex part = token; part < node(token).next; ++part) {
      if (RoleOf(part) == Role::kText) VisitText(parent, node(part));
    }
    if (role != Role::kLiteral) return node(token).next;
    expression = AddLiteral(rules_.RuleOf(node(token).symbol), token);
  }
  std::string_view gap;
  NodeIndex next = node(token).next;
  while (next < end) {
    gap = GapBefore(next, node(token).end);
    token = next;
    const ExpressionIndex before = expression;
    next = ContinueTokens(parent, token, end, depth, gap, expression);
    if (next == token) break;
    if (expression == kNoIndex && before != kNoIndex) return next;
    // The last token that was read, whose end the next gap begins at.
    while (node(token).next < next) token = node(token).next;
  }
  const bool is_typed = next < end && (gap == ":" || gap == ": &") && expression != kNoIndex &&
                        draft_.expression(expression).kind == ExpressionKind::kName;
  if (is_typed && IsCapital(TextOf(next))) return BindToken(parent, next, end, expression);
  const bool is_label = next < end && (gap == ":" || (gap.starts_with('=') && gap != "=="));
  if (!is_label) Use(parent, Part::kUsed, expression);
  return next;
}

// `name: Type`, of a parameter most likely: what follows in the macro knows the name.
NodeIndex Extraction::BindToken(Frame& parent, NodeIndex type, NodeIndex end,
                                ExpressionIndex named) {
  if (parent.inner_scope == kNoIndex) {
    parent.inner_scope = draft_.AddScope(parent.scope, ScopeKind::kBlock, kNoIndex);
    parent.scope = parent.inner_scope;
  }
  ExpressionIndex path = AddName(parent, WordOf(type), node(type).begin);
  NodeIndex next = node(type).next;
  while (next < end && GapBefore(next, node(type).end) == "::" &&
         RoleOf(next) == Role::kIdentifier) {
    path = AddPathMember(path, WordOf(next), node(next).begin);
    type = next;
    next = node(next).next;
  }
  draft_.AddReference(ReferenceRole::kType, path, parent.scope, parent.owner);
  draft_.AddBinding({parent.scope, draft_.expression(named).name, BindingKind::kAnnotated, path,
                     draft_.facts().scopes[parent.scope].parent});
  return next;
}

// One step of an expression: gives the token behind it, or `next` when the expression has ended.
NodeIndex Extraction::ContinueTokens(Frame& parent, NodeIndex next, NodeIndex end, int depth,
                                     std::string_view gap, ExpressionIndex& expression) {
  const Role role = RoleOf(next);
  if (expression == kNoIndex) return next;
  if (role == Role::kTokens && gap.empty()) {
    const char bracket = draft_.bytes()[node(next).begin];
    const Expression callee = draft_.expression(expression);
    const bool is_name =
        callee.kind == ExpressionKind::kName || callee.kind == ExpressionKind::kMember;
    if (bracket == '(' && is_name) {
      const bool is_made = IsCapital(draft_.words().Text(callee.name));
      const ExpressionIndex call =
          AddUnary(ExpressionKind::kCall, expression, CountArguments(next));
      const bool on_literal = callee.kind == ExpressionKind::kMember &&
                              draft_.expression(callee.operand).kind == ExpressionKind::kLiteral;
      if (is_made) {
        Use(parent, Part::kUsed, expression);  // perhaps a pattern
      } else if (!on_literal) {
        draft_.AddReference(ReferenceRole::kCall, call, parent.scope, parent.owner);
      }
      expression = call;
    } else if (bracket == '[') {
      Use(parent, Part::kUsed, expression);
      expression = AddUnary(ExpressionKind::kIndex, expression);
    } else {
      return next;
    }
    VisitTokens(parent, next, depth + 1);
    return node(next).next;
  }
  if (role == Role::kTokens && gap == "!") {
    draft_.AddReference(ReferenceRole::kMacro, expression, parent.scope, parent.owner);
    VisitTokens(parent, next, depth + 1);
    expression = kNoIndex;
    return node(next).next;
  }
  while (gap.starts_with('?')) {
    expression = AddUnary(ExpressionKind::kIndex, expression);
    gap.remove_prefix(1);
  }
  const bool is_name = role == Role::kIdentifier || role == Role::kLiteral;
  if (gap == "." && is_name) {
    const Word name = WordOf(next);
    if (role == Role::kIdentifier) draft_.CountWord(parent.owner, Field::kIdentifiers, name);
    expression = TextOf(next) == kAwait ? AddUnary(ExpressionKind::kAwait, expression)
                                        : AddMember(expression, name, node(next).begin);
    return node(next).next;
  }
  if (gap == "::" && role == Role::kIdentifier) {
    draft_.CountWord(parent.owner, Field::kIdentifiers, WordOf(next));
    expression = AddPathMember(expression, WordOf(next), node(next).begin);
    return node(next).next;
  }
  if (gap == "::<") {  // type arguments: up to a bracket behind `>`
    std::uint32_t byte = node(next).end;
    for (NodeIndex at = node(next).next; at < end; at = node(at).next) {
      const std::string_view between = GapBefore(at, byte);
      if (RoleOf(at) == Role::kTokens && between.ends_with('>')) {
        return ContinueTokens(parent, at, end, depth, {}, expression);
      }
      byte = node(at).end;
    }
  }
  return next;
}

}  // namespace waymark::indexer
