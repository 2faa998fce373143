// Literals that name something outside the language, read as text where the syntax shows a call, a
// subscript or a member access.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "extract/extraction.h"
#include "integration/argument_text.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxCalleeBytes = 200;         // of a longer callee only the end counts
constexpr std::string_view kHandlerKey = "handler";  // of an object that describes a route

struct ExternalKind {
  LiteralRole role;
  SymbolKind kind;
  std::string_view scheme;
};

constexpr ExternalKind kExternalKinds[] = {
    {LiteralRole::kRoute, SymbolKind::kRouteHandler, ""},
    {LiteralRole::kEnvVar, SymbolKind::kEnvVar, "env://"},
    {LiteralRole::kCommand, SymbolKind::kProcess, "process://"},
    {LiteralRole::kEndpoint, SymbolKind::kExternal, "endpoint://"},
    {LiteralRole::kPublished, SymbolKind::kExternal, "topic://"},
    {LiteralRole::kSubscribed, SymbolKind::kExternal, "topic://"},
    {LiteralRole::kFlag, SymbolKind::kExternal, "flag://"},
    {LiteralRole::kRpcService, SymbolKind::kExternal, "rpc://"},
    {LiteralRole::kRpcClient, SymbolKind::kExternal, "rpc://"},
};

// API patterns have dots: `app->get` and `app?->get` become `app.get`.
void WriteArrowsAsDots(std::string& callee) {
  constexpr std::string_view kArrow = "->";
  for (std::size_t at = callee.find(kArrow); at != std::string::npos; at = callee.find(kArrow)) {
    const std::size_t begin = at > 0 && callee[at - 1] == '?' ? at - 1 : at;
    callee.replace(begin, at + kArrow.size() - begin, ".");
  }
}

// `@app.get("/")` is read with what it decorates.
bool IsDecorator(std::string_view bytes) { return Trimmed(bytes).ends_with('@'); }

// Whether the first argument is an object that describes a route.
bool HasOneOf(std::span<const std::string_view> options, std::string_view arguments) {
  return std::any_of(options.begin(), options.end(), [&](std::string_view option) {
    return ArgumentNamed(arguments, option).has_value();
  });
}

CallShape FormOf(Role role) {
  if (role == Role::kIndex) return CallShape::kElement;
  return role == Role::kMember ? CallShape::kMember : CallShape::kCall;
}

}  // namespace

Mention ExtractionRoutes::MentionIn(const Frame& frame, CallShape form,
                                    std::optional<LiteralRole> wanted) const {
  const Rule& rule = *frame.rule;
  const std::string_view bytes = draft_.bytes();
  const std::uint32_t end = node(frame.node).end;
  std::uint32_t begin = node(frame.node).begin;
  std::uint32_t behind = 0;  // the callee
  switch (rule.role) {
    case Role::kCall:
    case Role::kNew:
    case Role::kMethodCall: {
      const NodeIndex arguments = FindChild(frame.node, rule, ChildRole::kArguments);
      if (arguments == kNoIndex) return {};
      behind = node(arguments).begin;
      if (rule.role == Role::kNew) {
        const NodeIndex type = FindChild(frame.node, rule, ChildRole::kOperand);
        if (type != kNoIndex) begin = node(type).begin;
      }
      break;
    }
    case Role::kIndex:
    case Role::kMacroCall:
    case Role::kMember: {
      const NodeIndex operand = FindChild(frame.node, rule, ChildRole::kOperand);
      if (operand == kNoIndex) return {};
      behind = node(operand).end;
      break;
    }
    default:
      return {};
  }
  if (behind < begin) return {};
  const std::string_view before = bytes.substr(0, begin);
  if (EndsWithWord(before, language().removing_word) || IsDecorator(before)) return {};
  std::string_view rest = bytes.substr(behind, end - behind);
  if (rule.role == Role::kMember) {
    const NodeIndex name = FindChild(frame.node, rule, ChildRole::kMemberName);
    if (name == kNoIndex) return {};
    rest = TextOf(name);
  }
  std::string_view callee = Trimmed(bytes.substr(begin, behind - begin));
  if (callee.ends_with('>')) callee = Trimmed(callee.substr(0, callee.find('<')));
  if (callee.size() > kMaxCalleeBytes) callee.remove_prefix(callee.size() - kMaxCalleeBytes);
  std::string compact(callee);
  std::erase_if(compact, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  WriteArrowsAsDots(compact);
  return FindMention(language().api_patterns, form, compact, rest, constants_, wanted);
}

// Whether it is app.get("/users")(list), a decorator applied by hand, or the decorator in it.
bool Extraction::EnterApplied(Frame& frame) {
  if (frame.rule->role != Role::kCall) return false;
  if (frame.part == ChildRole::kOperand) {
    const ApiPattern* const around = Below(frame).api_call;
    if (around != nullptr && around->form == CallShape::kDecorator) return true;
  }
  const NodeIndex operand = FindChild(frame.node, *frame.rule, ChildRole::kOperand);
  if (operand == kNoIndex || RoleOf(operand) != Role::kCall) return false;
  Frame decorator;
  decorator.node = operand;
  decorator.rule = &rules_.RuleOf(node(operand).symbol);
  const Mention mention = MentionIn(decorator, CallShape::kDecorator, LiteralRole::kRoute);
  if (mention.use == nullptr || !mention.use->callee.starts_with('.')) return false;
  if (HandlerOf(frame, mention) == kNoIndex) return false;
  EnterRoute(frame, mention, CalleePartsOf(operand).object);
  return true;
}

// Whether the last argument is a function or object literal.
bool ExtractionRoutes::HasFunctionOrObject(const Frame& frame, Role role) const {
  NodeIndex last = kNoIndex;
  const NodeIndex list = FindChild(frame.node, *frame.rule, ChildRole::kArguments);
  if (list == kNoIndex) return false;
  for (NodeIndex child = list + 1; child < node(list).next; child = node(child).next) {
    if (RoleOf(child) != Role::kComment) last = child;
  }
  return last != kNoIndex && RoleOf(last) == role;
}

// Whether the value is that of an object's key for the handler.
bool ExtractionRoutes::IsHandler(ExpressionIndex value) const {
  std::string_view before = draft_.bytes().substr(0, draft_.expression_site(value));
  const std::string_view name = draft_.words().Text(draft_.expression(value).name);
  const std::size_t end = before.find_last_not_of(kNameCharacters);
  before = Trimmed(before.substr(0, end == std::string_view::npos ? 0 : end + 1));
  if (!before.ends_with(':')) return name == kHandlerKey;  // { handler }
  return Trimmed(before.substr(0, before.size() - 1)).ends_with(kHandlerKey);
}

// A route's handler is passed with its path, as a function or in a block. An object, string or
// number belongs to a request instead.
bool ExtractionRoutes::HasHandler(const Frame& frame, const Mention& mention) const {
  if (FindChild(frame.node, *frame.rule, ChildRole::kBody) != kNoIndex) return true;
  std::string_view rest = Trimmed(mention.behind);
  // Without a block the call may be a request in a test: a route states its target.
  if (frame.rule->role == Role::kMethodCall) {
    constexpr std::array<std::string_view, 3> kLeads = {" to:", " controller:", " action:"};
    return rest.starts_with("=>") || std::any_of(kLeads.begin(), kLeads.end(), [&](auto word) {
             return rest.find(word) != std::string_view::npos;
           });
  }
  if (!mention.use->key.empty()) {
    return ArgumentNamed(mention.arguments, kHandlerKey).has_value();
  }
  const RouteNotation* notation = language().routes;
  const NodeIndex handler = HandlerOf(frame, mention);
  if (notation != nullptr && handler != kNoIndex && IsCallNode(handler)) {
    const std::string_view name = CalleePartsOf(handler).name;
    const auto& none = notation->no_handlers;
    if (std::find(none.begin(), none.end(), name) != none.end()) return false;
  }
  if (notation != nullptr && !notation->handler_names.empty()) return handler != kNoIndex;
  if (!rest.starts_with(',')) return false;
  if (handler != kNoIndex && RoleOf(handler) == Role::kMember) return true;
  rest = Trimmed(rest.substr(1));
  if (rest.starts_with('{'))
    return HasFunctionOrObject(frame, Role::kLambda) || HasOneOf(language().route_options, rest);
  return !rest.empty() && std::string_view("{\"'`0123456789)").find(rest[0]) == std::string::npos;
}

DefinitionIndex ExtractionRoutes::DefineExternal(LiteralRole role, std::string_view name,
                                                 std::uint32_t begin, std::uint32_t end) {
  return DefineExternalAt(role, name, draft_.RangeOf(begin, end));
}

DefinitionIndex ExtractionRoutes::DefineExternalAt(LiteralRole role, std::string_view name,
                                                   const SourceRange& range) {
  const auto* row = std::find_if(std::begin(kExternalKinds), std::end(kExternalKinds),
                                 [&](const ExternalKind& at) { return at.role == role; });
  const Word word = draft_.words().Intern(fmt::format("{}{}", row->scheme, name));
  std::uint32_t& known = draft_.VariableOf(0, word);
  if (known == 0) {
    Definition definition;
    definition.name = word;
    definition.kind = row->kind;
    definition.flags = kSymbolExported;
    definition.range = range;
    definition.name_position = definition.range.begin;
    known = draft_.AddDefinition(definition) + 1;
  }
  return known - 1;
}

void Extraction::EnterApiCall(Frame& frame) {
  if (language().api_patterns.empty() || frame.part == ChildRole::kTarget) return;
  if (EnterRoutingDsl(frame) || EnterApplied(frame)) return;
  const CallShape form = FormOf(frame.rule->role);
  Mention mention = MentionIn(frame, form, std::nullopt);
  if (mention.use == nullptr) {
    NodeIndex object = kNoIndex;
    const Mention chained = ChainedMention(frame, object);
    if (chained.use != nullptr) EnterRoute(frame, chained, object);
    return;
  }
  if (mention.use->role == LiteralRole::kRoute) {
    if (HasHandler(frame, mention)) {
      return EnterRoute(frame, mention, CalleePartsOf(frame.node).object);
    }
    // A path without a handler may be a request: `router.get("/users", list)`,
    // `client.get("/users")`.
    mention = MentionIn(frame, form, LiteralRole::kEndpoint);
    if (mention.use == nullptr) return;
  }
  const bool is_request = mention.use->role == LiteralRole::kEndpoint;
  const std::string_view named = is_request ? mention.address : mention.literal;
  const std::string name =
      mention.verbs.empty() ? std::string(named) : fmt::format("{} {}", mention.verbs, named);
  const std::uint32_t begin = node(frame.node).begin;
  frame.api_call = mention.use;
  frame.literal = static_cast<std::uint32_t>(draft_.facts().literals.size());
  draft_.facts().literals.push_back(
      {mention.use->role, DefineExternal(mention.use->role, name, begin, node(frame.node).end),
       frame.owner, draft_.PositionOf(begin)});
}

// The expression to check for the receiver of a literal: the object of a call if any receiver
// matches, else the callee's first name, which may be something else. Ruby opens external modules,
// whose names say nothing.
ExpressionIndex Extraction::CalleeAsked(const Frame& frame) {
  const std::string_view row = frame.api_call->callee;
  const bool of_any = row.starts_with('.');
  const Role role = frame.rule->role;
  const bool is_part = role == Role::kIndex || role == Role::kMember;
  if (!is_part && role != Role::kCall && role != Role::kNew && role != Role::kMethodCall)
    return kNoIndex;
  if (of_any && row.find('.', 1) != std::string_view::npos) return kNoIndex;  // specific enough
  ExpressionIndex callee = frame.operand;
  if (frame.name != 0 && !is_part && role != Role::kNew) {  // named apart from the object
    const bool has_object = FindChild(frame.node, *frame.rule, ChildRole::kOperand) != kNoIndex;
    callee = has_object ? AddMember(frame.operand, frame.name, frame.name_byte)
                        : AddName(frame, frame.name, frame.name_byte);
  }
  while (callee != kNoIndex) {
    const Expression& written = draft_.expression(callee);
    const bool is_name = written.kind == ExpressionKind::kName;
    if (is_name || (of_any && written.kind == ExpressionKind::kMember)) break;
    callee = written.operand;
  }
  if (of_any && callee == kNoIndex) return AddMember(kNoIndex, 0, node(frame.node).begin);
  const bool is_path = !of_any && row.find_first_of(".:") != std::string_view::npos;
  return is_path && language().capitals_are_constants ? kNoIndex : callee;
}

// Whether it contains a function literal or a block.
bool ExtractionRoutes::HasFunction(const Frame& frame) const {
  return HasFunctionOrObject(frame, Role::kLambda) ||
         FindChild(frame.node, *frame.rule, ChildRole::kBody) != kNoIndex;
}

void Extraction::ExitApiCall(const Frame& frame) {
  const ExpressionIndex callee = CalleeAsked(frame);
  std::size_t count = 0;
  for (std::size_t i = open_routes_.size(); i-- > 0; ++count) {
    if (open_routes_[i].frame != IndexOf(frame)) break;
  }
  const bool has_function = frame.route != kNoIndex && HasFunction(frame);
  for (std::size_t i = 0; frame.literal != kNoIndex && i < std::max<std::size_t>(count, 1); ++i) {
    Literal& literal = draft_.facts().literals[frame.literal + i];
    literal.callee = callee;
    literal.scope = frame.scope;
    literal.has_function = has_function;
  }
  for (std::size_t i = open_routes_.size() - count; i < open_routes_.size(); ++i) {
    ExitRoute(frame, open_routes_[i], callee);
  }
  open_routes_.resize(open_routes_.size() - count);
}

}  // namespace waymark::indexer
