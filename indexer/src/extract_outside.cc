// Literals that name something outside the language: read as text where the syntax says that
// something is called, indexed or taken a member of.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "extraction.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kSpaces = " \t\r\n";
constexpr std::size_t kMaxCalleeBytes = 200;         // of a longer one, the end counts
constexpr std::string_view kHandlerKey = "handler";  // of an object that is all about a route
constexpr std::string_view kNameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";

struct OutsideName {
  LiteralRole role;
  SymbolKind kind;
  std::string_view scheme;
};

constexpr OutsideName kNames[] = {
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

std::string_view Trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
  return text.substr(0, text.find_last_not_of(kSpaces) + 1);
}

// "GET /users/:id", of the parts of which some may be missing.
std::string RouteName(std::string_view verbs, std::string_view prefix, std::string_view path) {
  std::string whole;
  for (std::string_view part : {prefix, path}) {
    while (part.starts_with('/')) part.remove_prefix(1);
    while (part.size() > 1 && part.ends_with('/') && !prefix.empty()) part.remove_suffix(1);
    if (!part.empty()) whole += fmt::format("/{}", part);
  }
  if (whole.empty()) whole = "/";
  return verbs.empty() ? whole : fmt::format("{} {}", verbs, whole);
}

// Whether the word for it stands in front: `delete process.env.HOME`.
bool IsRemoved(std::string_view word, std::string_view bytes) {
  const std::string_view before = Trimmed(bytes);
  if (word.empty() || !before.ends_with(word) || before.size() == bytes.size()) return false;
  const std::string_view further = before.substr(0, before.size() - word.size());
  return further.empty() ||
         std::string_view(" \t\r\n;{}(").find(further.back()) != std::string_view::npos;
}

// Whether the object that the arguments begin with is about a route.
bool HasOneOf(std::span<const std::string_view> options, std::string_view arguments) {
  return std::any_of(options.begin(), options.end(), [&](std::string_view option) {
    return ArgumentNamed(arguments, option).has_value();
  });
}

OutsideForm FormOf(Role role) {
  if (role == Role::kIndex) return OutsideForm::kElement;
  return role == Role::kMember ? OutsideForm::kMember : OutsideForm::kCall;
}

}  // namespace

Mention Extraction::MentionIn(const Frame& frame) const {
  const Rule& rule = *frame.rule;
  const std::string_view bytes = draft_.bytes();
  const std::uint32_t end = node(frame.node).end;
  std::uint32_t begin = node(frame.node).begin;
  std::uint32_t behind = 0;  // the callee
  switch (rule.role) {
    case Role::kCall:
    case Role::kNew:
    case Role::kSend: {
      const NodeIndex arguments = FindChild(frame.node, rule, Part::kArguments);
      if (arguments == kNoIndex) return {};
      behind = node(arguments).begin;
      if (rule.role == Role::kNew) {
        const NodeIndex type = FindChild(frame.node, rule, Part::kOperand);
        if (type != kNoIndex) begin = node(type).begin;
      }
      break;
    }
    case Role::kIndex:
    case Role::kMacroCall:
    case Role::kMember: {
      const NodeIndex operand = FindChild(frame.node, rule, Part::kOperand);
      if (operand == kNoIndex) return {};
      behind = node(operand).end;
      break;
    }
    default:
      return {};
  }
  if (behind < begin) return {};
  if (IsRemoved(language().removing_word, bytes.substr(0, begin))) return {};
  std::string_view rest = bytes.substr(behind, end - behind);
  if (rule.role == Role::kMember) {
    const NodeIndex name = FindChild(frame.node, rule, Part::kMemberName);
    if (name == kNoIndex) return {};
    rest = TextOf(name);
  }
  std::string_view callee = Trimmed(bytes.substr(begin, behind - begin));
  if (callee.ends_with('>')) callee = Trimmed(callee.substr(0, callee.find('<')));
  if (callee.size() > kMaxCalleeBytes) callee.remove_prefix(callee.size() - kMaxCalleeBytes);
  std::string compact(callee);
  std::erase_if(compact, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  return FindMention(language().outside_uses, FormOf(rule.role), compact, rest);
}

// Whether what is handed over last is a function, or an object, that is written in its place.
bool Extraction::IsHanded(const Frame& frame, Role role) const {
  NodeIndex last = kNoIndex;
  const NodeIndex list = FindChild(frame.node, *frame.rule, Part::kArguments);
  if (list == kNoIndex) return false;
  for (NodeIndex child = list + 1; child < node(list).next; child = node(child).next) {
    if (RoleOf(child) != Role::kComment) last = child;
  }
  return last != kNoIndex && RoleOf(last) == role;
}

// Whether the pair of an object has it that is for the function.
bool Extraction::IsHandler(ExpressionIndex value) const {
  std::string_view before = draft_.bytes().substr(0, draft_.expression_site(value));
  const std::string_view name = draft_.words().Text(draft_.expression(value).name);
  const std::size_t end = before.find_last_not_of(kNameCharacters);
  before = Trimmed(before.substr(0, end == std::string_view::npos ? 0 : end + 1));
  if (!before.ends_with(':')) return name == kHandlerKey;  // { handler }
  return Trimmed(before.substr(0, before.size() - 1)).ends_with(kHandlerKey);
}

// What answers a route is handed over with its path, as a function or in a block. An object, a
// string or a number belongs to a request for it.
bool Extraction::HasHandler(const Frame& frame, const Mention& mention) const {
  if (FindChild(frame.node, *frame.rule, Part::kBody) != kNoIndex) return true;
  const auto behind = static_cast<std::size_t>(mention.literal.data() + mention.literal.size() + 1 -
                                               mention.arguments.data());
  std::string_view rest = Trimmed(mention.arguments.substr(behind));
  // Without a block, what a message names may be what a test asks for: a route says where it leads.
  if (frame.rule->role == Role::kSend) {
    constexpr std::array<std::string_view, 3> kLeads = {" to:", " controller:", " action:"};
    return rest.starts_with("=>") || std::any_of(kLeads.begin(), kLeads.end(), [&](auto word) {
             return rest.find(word) != std::string_view::npos;
           });
  }
  if (!mention.use->key.empty()) {
    return ArgumentNamed(mention.arguments, kHandlerKey).has_value();
  }
  if (!rest.starts_with(',')) return false;
  rest = Trimmed(rest.substr(1));
  if (rest.starts_with('{'))
    return IsHanded(frame, Role::kLambda) || HasOneOf(language().route_options, rest);
  return !rest.empty() && std::string_view("{\"'`0123456789)").find(rest[0]) == std::string::npos;
}

DefinitionIndex Extraction::NameOutside(LiteralRole role, std::string_view name,
                                        std::uint32_t begin, std::uint32_t end) {
  return NameOutsideAt(role, name, draft_.RangeOf(begin, end));
}

DefinitionIndex Extraction::NameOutsideAt(LiteralRole role, std::string_view name,
                                          const SourceRange& range) {
  const auto* row = std::find_if(std::begin(kNames), std::end(kNames),
                                 [&](const OutsideName& at) { return at.role == role; });
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

void Extraction::EnterOutside(Frame& frame) {
  if (language().outside_uses.empty() || frame.part == Part::kTarget) return;
  if (EnterDrawn(frame)) return;
  const Mention mention = MentionIn(frame);
  if (mention.use == nullptr) return;
  const LiteralRole role = mention.use->role;
  const std::uint32_t begin = node(frame.node).begin;
  const std::uint32_t end = node(frame.node).end;
  const auto literal = static_cast<std::uint32_t>(draft_.facts().literals.size());
  if (role == LiteralRole::kRoute) {
    if (!HasHandler(frame, mention)) return;
    frame.outside = mention.use;
    // In a chain of registrations, what stands before belongs to others.
    const auto behind =
        static_cast<std::uint32_t>(mention.arguments.data() - draft_.bytes().data());
    frame.route = NameOutside(role, RouteName(VerbsOf(mention), "", mention.literal), behind, end);
    frame.first_reference = static_cast<std::uint32_t>(draft_.facts().references.size());
    // A function that registers routes keeps what stands in it; else the route has what it does.
    if (frame.owner != 0 && KindOf(frame.scope) != ScopeKind::kType) return;
    frame.literal = literal;
    draft_.facts().literals.push_back(
        {LiteralRole::kExposed, frame.route, frame.owner, draft_.PositionOf(behind)});
    frame.owner = frame.route;
    return;
  }
  const std::string_view verb = mention.use->verb;
  const std::string name =
      verb.empty() ? std::string(mention.literal) : fmt::format("{} {}", verb, mention.literal);
  const DefinitionIndex named = NameOutside(role, name, begin, end);
  frame.outside = mention.use;
  frame.literal = literal;
  draft_.facts().literals.push_back({role, named, frame.owner, draft_.PositionOf(begin)});
}

// What has to be asked of a call that hands a literal over: the object of one that may be taken of
// anything, else whether the first name of the callee is another's. Ruby opens the modules of
// others, whose names say nothing.
ExpressionIndex Extraction::CalleeAsked(const Frame& frame) {
  const std::string_view row = frame.outside->callee;
  const bool of_any = row.starts_with('.');
  const Role role = frame.rule->role;
  if (role != Role::kCall && role != Role::kNew && role != Role::kSend) return kNoIndex;
  if (of_any && row.find('.', 1) != std::string_view::npos) return kNoIndex;  // says enough
  ExpressionIndex callee = frame.operand;
  if (frame.name != 0 && role != Role::kNew) {  // named apart from the object
    const bool has_object = FindChild(frame.node, *frame.rule, Part::kOperand) != kNoIndex;
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

// Whether a function is written in its place, or a block.
bool Extraction::HasFunction(const Frame& frame) const {
  return IsHanded(frame, Role::kLambda) ||
         FindChild(frame.node, *frame.rule, Part::kBody) != kNoIndex;
}

// The last of the functions that are handed over handles a route: those before it are asked first.
// What is written in place belongs to the function around.
void Extraction::ExitOutside(const Frame& frame) {
  const ExpressionIndex callee = CalleeAsked(frame);
  const bool has_function = frame.route != kNoIndex && HasFunction(frame);
  if (frame.literal != kNoIndex) {
    Literal& literal = draft_.facts().literals[frame.literal];
    literal.callee = callee;
    literal.scope = frame.scope;
    literal.has_function = has_function;
  }
  if (frame.route == kNoIndex) return;
  const std::vector<Reference>& references = draft_.facts().references;
  const Position begin = draft_.facts().definitions[frame.route].range.begin;
  const bool is_in_place = IsHanded(frame, Role::kLambda);
  const bool is_object = IsHanded(frame, Role::kObject);
  for (std::size_t i = references.size(); i-- > frame.first_reference && !is_in_place;) {
    const Reference& reference = references[i];
    const bool is_value =
        reference.role == ReferenceRole::kValue || reference.role == ReferenceRole::kFieldAccess;
    if (!is_value || reference.scope != frame.scope || reference.site < begin) continue;
    if (is_object && !IsHandler(reference.expression)) continue;
    ExpressionIndex handler = reference.expression;
    if (callee != kNoIndex) {
      handler = draft_.AddExpression({ExpressionKind::kArguments, 0, 0, handler, callee},
                                     draft_.expression_site(handler));
    }
    draft_.AddReference(ReferenceRole::kHandler, handler, frame.scope, frame.route);
    return;
  }
  if (frame.owner == frame.route) return;
  draft_.facts().literals.push_back(
      {LiteralRole::kRoute, frame.route, frame.owner, begin, callee, frame.scope, has_function});
}

// The decorator's reference was added last.
void Extraction::NoteDecorator(const Frame& frame) {
  if (language().outside_uses.empty()) return;
  std::string_view text = TextOf(frame.node);
  text.remove_prefix(std::min(text.find_first_not_of("@#[ "), text.size()));
  const std::size_t callee_end = std::min(text.find_first_of("(]"), text.size());
  const std::string_view callee = Trimmed(text.substr(0, callee_end));
  for (const OutsideForm form :
       {OutsideForm::kDecorator, OutsideForm::kAnnotation, OutsideForm::kPrefix}) {
    const Mention mention =
        FindMention(language().outside_uses, form, callee, text.substr(callee_end));
    if (mention.use == nullptr) continue;
    const auto reference = static_cast<std::uint32_t>(draft_.facts().references.size() - 1);
    routes_.push_back({reference, node(frame.node).begin, node(frame.node).end, mention});
    return;
  }
}

void Extraction::FinishRoutes() {
  std::vector<std::pair<DefinitionIndex, std::string_view>> prefixes;
  for (const DecoratedRoute& route : routes_) {
    const DefinitionIndex subject = draft_.facts().references[route.reference].subject;
    if (subject == kNoIndex) continue;
    const LiteralRole role = route.mention.use->role;
    if (role != LiteralRole::kRoute) {
      const DefinitionIndex named =
          NameOutside(role, route.mention.literal, route.begin, route.end);
      draft_.facts().literals.push_back({role, named, subject, draft_.PositionOf(route.begin)});
      continue;
    }
    const Definition handler = draft_.facts().definitions[subject];
    const ScopeIndex inside = handler.inner_scope;
    if (inside != kNoIndex && KindOf(inside) == ScopeKind::kType) {
      if (route.mention.use->form == OutsideForm::kPrefix) {
        prefixes.emplace_back(subject, route.mention.literal);
      }
      continue;
    }
    const DefinitionIndex around = draft_.facts().scopes[handler.scope].definition;
    std::string_view prefix;
    for (const auto& [type, path] : prefixes) {
      if (type == around && around != kNoIndex) prefix = path;
    }
    const std::string name = RouteName(VerbsOf(route.mention), prefix, route.mention.literal);
    const DefinitionIndex named = NameOutside(LiteralRole::kRoute, name, route.begin, route.end);
    const Reference& decorator = draft_.facts().references[route.reference];
    const bool of_any = route.mention.use->callee.starts_with('.');
    ExpressionIndex callee = of_any ? decorator.expression : kNoIndex;
    while (callee != kNoIndex && draft_.expression(callee).kind == ExpressionKind::kCall) {
      callee = draft_.expression(callee).operand;
    }
    draft_.facts().literals.push_back({LiteralRole::kRoute, named, subject,
                                       draft_.PositionOf(route.begin), callee, decorator.scope,
                                       true});
  }
}

}  // namespace waymark::indexer
