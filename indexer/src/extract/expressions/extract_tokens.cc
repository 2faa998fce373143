// Arguments of macros and attributes: a tree of brackets, names and literals in which only the
// order shows what is called.
//
// A name and the tokens after it without a gap, or after `.`, `::`, `?` and `!`, form an
// expression. A bracket after it is a call; braces after a type may hold its fields. All other
// tokens separate expressions.
#include <algorithm>

#include "extract/extraction.h"
#include "text/characters.h"

namespace waymark::indexer {

namespace {

constexpr std::string_view kOwnPackage = "$crate";
constexpr std::string_view kPackageRoot = "crate";
constexpr std::string_view kAwaitWord = "await";
constexpr std::string_view kLetWord = "let";
constexpr std::string_view kMutable = "mut";

// Macros of the standard library whose value is never of this repository.
constexpr std::string_view kPlainMacros[] = {
    "concat", "env", "file", "format", "include_bytes", "include_str", "line", "stringify",
};

// Macros whose arguments are ordinary expressions.
constexpr std::string_view kExpressionMacros[] = {
    "anyhow",
    "assert",
    "assert_eq",
    "assert_ne",
    "bail",
    "concat",
    "dbg",
    "debug",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "ensure",
    "eprint",
    "eprintln",
    "error",
    "format",
    "format_args",
    "info",
    "join",
    "matches",
    "panic",
    "print",
    "println",
    "todo",
    "trace",
    "try",
    "unimplemented",
    "unreachable",
    "vec",
    "warn",
    "write",
    "writeln",
};

// include!("x.rs")
constexpr std::string_view kIncludeMacro = "include";
constexpr std::string_view kIncludedEnd = ".rs\"";

// Options of attributes whose string names a function, a module or a type.
constexpr std::string_view kNamingOptions[] = {
    "default",
    "deserialize_with",
    "from",
    "getter",
    "into",
    "remote",
    "serialize_with",
    "skip_deserializing_if",
    "skip_serializing_if",
    "try_from",
    "with",
};

// Attributes whose arguments are values, not options.
constexpr std::string_view kValueAttributes[] = {"case", "test_case", "values"};

// `name` of text that ends with "name =" or "name ".
std::string_view OptionAtEnd(std::string_view text) {
  // npos + 1 is 0: nothing is left
  return WordAtEnd(text.substr(0, text.find_last_not_of(" \t\r\n=") + 1));
}

// The path in a string `"a::b"`; kNoIndex for other text.
ExpressionIndex AddQuotedPath(FactsDraft& draft, std::string_view quoted, std::uint32_t byte) {
  if (quoted.size() < 3 || !quoted.starts_with('"')) return kNoIndex;
  std::string_view text = quoted.substr(1, quoted.size() - 2);
  ExpressionIndex path = kNoIndex;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find("::"), text.size());
    const std::string_view name = text.substr(0, size);
    if (name.empty() || !std::all_of(name.begin(), name.end(), IsWordCharacter)) return kNoIndex;
    const Word word = draft.words().Intern(name);
    path = path == kNoIndex
               ? draft.AddExpression({ExpressionKind::kName, 0, word}, byte)
               : draft.AddExpression({ExpressionKind::kMember, kOfPath, word, path}, byte);
    text.remove_prefix(std::min(size + 2, text.size()));
  }
  return path;
}

}  // namespace

ExpressionIndex Extraction::ExitMacroCall(const Frame& frame) {
  if (frame.operand == kNoIndex) return kNoIndex;
  draft_.AddReference(ReferenceRole::kMacro, frame.operand, frame.scope, frame.owner);
  const std::string_view name = LastName(frame.operand);
  if (name == kIncludeMacro) {
    NodeIndex given = frame.node + 1;
    while (given < frame.end && RoleOf(given) != Role::kLiteral) ++given;
    const std::string_view path = given < frame.end ? TextOf(given) : std::string_view();
    if (path.starts_with('"') && path.ends_with(kIncludedEnd)) {
      Import import;
      import.module = ModuleName(path.substr(1, path.size() - 2));
      import.flags = kImportModule | kImportStar;
      AddImport(import, frame, given);
    }
  }
  if (!IsIn(kPlainMacros, name)) return kNoIndex;
  return draft_.AddExpression({ExpressionKind::kLiteral, 0, draft_.words().Intern(name)},
                              draft_.expression_site(frame.operand));
}

// Whether a name may mean anything of that name: a macro may transform its arguments freely, and
// their text is read where the macro is used.
bool ExtractionTexts::IsMacroArgument(const Frame& tokens, bool begins_path) const {
  switch (tokens.rule->role) {
    case Role::kPass:  // an attribute
      return false;
    case Role::kMacroCall: {
      if (tokens.operand == kNoIndex || begins_path) return !begins_path;
      const Expression& macro = draft_.expression(tokens.operand);
      return !IsIn(kExpressionMacros, draft_.words().Text(macro.name));
    }
    default:
      return true;
  }
}

// The trimmed text between a byte and a node.
std::string_view ExtractionTexts::GapBefore(NodeIndex next, std::uint32_t end) const {
  return TrimmedSpace(draft_.bytes().substr(end, node(next).begin - end));
}

void Extraction::VisitTokens(Frame& parent, NodeIndex tokens, int depth) {
  if (depth > kMaxPatternDepth) return;
  const NodeIndex end = node(tokens).next;
  const bool are_options = parent.rule->role == Role::kPass &&
                           Below(parent).rule->role == Role::kDecorator &&
                           !IsIn(kValueAttributes, TextOf(parent.node + 1));
  if (are_options && KindOf(parent.scope) == ScopeKind::kType) {  // not a field
    parent.scope = draft_.facts().scopes[parent.scope].parent;
  }
  for (NodeIndex token = tokens + 1; token < end;) {
    const NodeIndex next = node(token).next;
    const Role role = RoleOf(token);
    const bool is_name = role == Role::kIdentifier;
    if (!are_options || role == Role::kTokens || role == Role::kSelf) {
      token = VisitToken(parent, token, end, depth).next;
      continue;
    }
    // An option is lower-case. Its value is a constant, a type or a path, or follows `=`.
    const std::string_view before = GapBefore(token, node(tokens).begin + 1);
    const bool is_given = before.ends_with('=');
    const bool is_path = next < end && GapBefore(next, node(token).end).starts_with("::");
    if (is_name && (is_given || is_path || BeginsWithCapital(TextOf(token)))) {
      token = VisitToken(parent, token, end, depth).next;
      continue;
    }
    if (is_given && IsIn(kNamingOptions, OptionAtEnd(before))) {
      const ExpressionIndex path = AddQuotedPath(draft_, TextOf(token), node(token).begin + 1);
      if (path != kNoIndex) {
        draft_.AddReference(ReferenceRole::kValue, path, parent.scope, parent.owner);
      }
    }
    token = next;
  }
}

// The text after a token, up to the next token or the closing bracket around them.
std::string_view ExtractionTexts::GapBehind(NodeIndex token, NodeIndex next, NodeIndex end) const {
  return next < end ? GapBefore(next, node(token).end) : std::string_view();
}

// Whether `let` or `let mut` precedes the name at the byte.
bool ExtractionTexts::IsBehindLet(std::uint32_t byte) const {
  const std::string_view text = draft_.bytes().substr(0, byte);
  std::string_view word = OptionAtEnd(text);
  if (word == kMutable) {
    word = OptionAtEnd(text.substr(0, static_cast<std::size_t>(word.data() - text.data())));
  }
  return word == kLetWord;
}

// The number of commas between the arguments plus one.
std::uint32_t ExtractionTexts::CountArguments(NodeIndex tokens) const {
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

// Reads the expression that begins with the token.
TokensRead Extraction::VisitToken(Frame& parent, NodeIndex token, NodeIndex end, int depth) {
  const Role role = RoleOf(token);
  if (role == Role::kTokens) {
    VisitTokens(parent, token, depth + 1);
    return {node(token).next};
  }
  ExpressionIndex expression = kNoIndex;
  const std::uint32_t byte = node(token).begin;
  const std::string_view text = TextOf(token);
  NodeIndex next = node(token).next;
  std::string_view gap = GapBehind(token, next, end);
  if (role == Role::kIdentifier) {
    if (text == kOwnPackage) {
      expression = AddName(parent, draft_.words().Intern(kPackageRoot), byte);
    } else if (!text.starts_with('$')) {
      draft_.CountWord(parent.owner, Field::kIdentifiers, WordOf(token));
      expression = AddName(parent, WordOf(token), byte);
      if (IsMacroArgument(parent, gap.starts_with("::"))) {
        draft_.facts().expressions[expression].count = kMacroArgument;
      }
    }
  } else if (role == Role::kSelf) {
    expression = gap == "::" ? AddName(parent, WordOf(token), byte) : AddSelf(parent, token);
  } else {
    for (NodeIndex part = token; part < next; ++part) {
      if (RoleOf(part) == Role::kText) VisitText(parent, node(part));
    }
    if (role != Role::kLiteral) return {next};
    expression = AddLiteral(rules_.RuleOf(node(token).symbol), token);
  }
  while (next < end) {
    token = next;
    const ExpressionIndex before = expression;
    next = ContinueTokens(parent, token, end, depth, gap, expression);
    if (next == token) break;
    if (expression == kNoIndex && before != kNoIndex) return {next};
    // The last token that was read; the next gap begins at its end.
    while (node(token).next < next) token = node(token).next;
    gap = GapBehind(token, next, end);
  }
  const bool is_name = next < end && expression != kNoIndex &&
                       draft_.expression(expression).kind == ExpressionKind::kName;
  const bool may_be_let = is_name && role == Role::kIdentifier && (gap == "=" || gap == "= &");
  if (may_be_let && IsBehindLet(byte)) {
    return {BindLetToken(parent, next, end, depth, expression)};
  }
  if (is_name && (gap == ":" || gap == ": &")) {
    const NodeIndex type = TextOf(next) == kMutable ? node(next).next : next;
    if (type < end && BeginsWithCapital(TextOf(type))) {
      return {BindToken(parent, type, end, expression)};
    }
  }
  if (next >= end || !IsLabel(expression, gap)) Use(parent, ChildRole::kUsed, expression);
  return {next, expression, gap};
}

// name: value, name = value. Before => stands a pattern, in which a lower-case name is bound.
bool ExtractionTexts::IsLabel(ExpressionIndex expression, std::string_view gap) const {
  if (expression == kNoIndex) return true;
  if (gap.starts_with("=>")) {
    const Expression& pattern = draft_.expression(expression);
    return pattern.kind == ExpressionKind::kName &&
           !BeginsWithCapital(draft_.words().Text(pattern.name));
  }
  return gap == ":" || (gap.starts_with('=') && gap != "==");
}

// The fields of a literal or pattern after its type. Up to each comma, the text between the braces
// begins with a field name and a colon, or is the name alone. A block does not look like that,
// unless it is a single name.
void Extraction::VisitFields(Frame& parent, NodeIndex braces, ExpressionIndex type, int depth) {
  if (depth > kMaxPatternDepth) return;
  const NodeIndex list_end = node(braces).next;
  std::uint32_t byte = node(braces).begin + 1;
  bool is_first = true;
  for (NodeIndex token = braces + 1; token < list_end; is_first = false) {
    const std::string_view gap = GapBefore(token, byte);
    const NodeIndex next = node(token).next;
    const std::string_view behind =
        next < list_end ? GapBefore(next, node(token).end)
                        : TrimmedSpace(draft_.bytes().substr(
                              node(token).end, node(braces).end - 1 - node(token).end));
    const bool is_named = behind.starts_with(':') && !behind.starts_with("::");
    const bool is_alone = behind.starts_with(',') || (next >= list_end && behind.empty());
    const bool is_field = (is_named || is_alone) && (is_first || gap.find(',') != gap.npos) &&
                          !gap.ends_with("..") && RoleOf(token) == Role::kIdentifier;
    if (is_field) {
      const ExpressionIndex field = AddPathMember(type, WordOf(token), node(token).begin);
      draft_.AddReference(ReferenceRole::kFieldAccess, field, parent.scope, parent.owner);
    }
    NodeIndex last = token;
    token = is_field && is_named ? next : VisitToken(parent, token, list_end, depth).next;
    while (node(last).next < token) last = node(last).next;
    byte = node(last).end;
  }
}

// Reads type arguments up to the closing bracket. `gap` becomes the text after the bracket, before
// the returned token.
NodeIndex Extraction::ReadTypes(Frame& parent, NodeIndex token, NodeIndex end, int depth,
                                std::string_view& gap) {
  for (int open = 1; token < end;) {
    if (RoleOf(token) == Role::kTokens) VisitTokens(parent, token, depth + 1);
    NodeIndex next = node(token).next;
    if (RoleOf(token) == Role::kIdentifier) {
      ExpressionIndex path = AddName(parent, WordOf(token), node(token).begin);
      for (; next < end && GapBefore(next, node(token).end) == "::" &&
             RoleOf(next) == Role::kIdentifier;
           next = node(next).next) {
        path = AddPathMember(path, WordOf(next), node(next).begin);
        token = next;
      }
      Use(parent, ChildRole::kType, path);
    }
    gap = next < end ? GapBefore(next, node(token).end) : std::string_view();
    while (!gap.empty() && open > 0) {
      const bool is_arrow = gap.starts_with("->");
      if (gap[0] == '<') ++open;
      if (gap[0] == '>') --open;
      gap.remove_prefix(is_arrow ? 2 : 1);
    }
    token = next;
    if (open == 0) break;
  }
  return token;
}

// The following tokens of the macro see the names bound there.
void ExtractionTexts::OpenTokens(Frame& parent) {
  parent.inner_scope = draft_.AddScope(parent.scope, ScopeKind::kBlock, kNoIndex);
  parent.scope = parent.inner_scope;
}

// `let name = value;`. For a value with operators only the binding of the name is known.
NodeIndex Extraction::BindLetToken(Frame& parent, NodeIndex value, NodeIndex end, int depth,
                                   ExpressionIndex named) {
  const TokensRead read = VisitToken(parent, value, end, depth);
  const bool is_whole = read.next < end && read.behind.starts_with(';');
  const Word name = draft_.expression(named).name;
  const ScopeIndex outside = parent.scope;
  const bool hides = draft_.BindingScope(outside, name) != kNoIndex;
  const bool is_deep = draft_.DepthOf(outside) >= kMaxScopeDepth;
  if (parent.inner_scope == kNoIndex || (hides && !is_deep)) OpenTokens(parent);
  draft_.AddBinding(
      {parent.scope, name, BindingKind::kAssigned, is_whole ? read.value : kNoIndex, outside});
  return read.next;
}

// `name: Type`, most likely a parameter.
NodeIndex Extraction::BindToken(Frame& parent, NodeIndex type, NodeIndex end,
                                ExpressionIndex named) {
  if (parent.inner_scope == kNoIndex) OpenTokens(parent);
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

// One step of an expression: returns the token after it, or `next` if the expression has ended.
NodeIndex Extraction::ContinueTokens(Frame& parent, NodeIndex next, NodeIndex end, int depth,
                                     std::string_view gap, ExpressionIndex& expression) {
  if (expression == kNoIndex) return next;
  while (gap == "::<") {
    const NodeIndex behind = ReadTypes(parent, next, end, depth, gap);
    if (behind >= end || behind <= next) return behind;
    next = behind;
    gap = TrimmedSpace(gap);
  }
  const Role role = RoleOf(next);
  if (role == Role::kTokens && gap.empty()) {
    const char bracket = draft_.bytes()[node(next).begin];
    const Expression callee = draft_.expression(expression);
    const bool is_name =
        callee.kind == ExpressionKind::kName || callee.kind == ExpressionKind::kMember;
    if (bracket == '(' && is_name) {
      const bool is_made = BeginsWithCapital(draft_.words().Text(callee.name));
      const ExpressionIndex call =
          AddUnary(ExpressionKind::kCall, expression, CountArguments(next));
      const bool on_literal = callee.kind == ExpressionKind::kMember &&
                              draft_.expression(callee.operand).kind == ExpressionKind::kLiteral;
      if (is_made) {
        Use(parent, ChildRole::kUsed, expression);  // perhaps a pattern
      } else if (!on_literal) {
        draft_.AddReference(ReferenceRole::kCall, call, parent.scope, parent.owner);
      }
      expression = call;
    } else if (bracket == '[') {
      Use(parent, ChildRole::kUsed, expression);
      expression = AddUnary(ExpressionKind::kIndex, expression);
    } else if (bracket == '{' && is_name && BeginsWithCapital(draft_.words().Text(callee.name))) {
      Use(parent, ChildRole::kUsed, expression);
      VisitFields(parent, next, expression, depth + 1);
      expression = AddUnary(ExpressionKind::kNew, expression);
      return node(next).next;
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
    expression = TextOf(next) == kAwaitWord ? AddUnary(ExpressionKind::kAwait, expression)
                                            : AddMember(expression, name, node(next).begin);
    return node(next).next;
  }
  if (gap == "::" && role == Role::kIdentifier) {
    draft_.CountWord(parent.owner, Field::kIdentifiers, WordOf(next));
    expression = AddPathMember(expression, WordOf(next), node(next).begin);
    return node(next).next;
  }
  return next;
}

}  // namespace waymark::indexer
