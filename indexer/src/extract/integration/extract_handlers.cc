// Routes that calls register, and their handlers.
#include <algorithm>
#include <array>
#include <utility>

#include "extract/extraction.h"
#include "integration/argument_text.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxCandidates = 4;  // names in a handler argument
constexpr std::array<std::string_view, 2> kTargets = {"to", "to_async"};  // web::get().to(f)
constexpr std::string_view kAnyVerb = "any";
// Types that a handler is converted to: chain(http.HandlerFunc(ping), recoverer).
constexpr std::array<std::string_view, 1> kHandlerTypes = {"HandlerFunc"};
constexpr std::string_view kNoNames = "\"'`{[0123456789";  // text that begins so names no function

template <typename List>
bool IsAmong(const List& list, std::string_view name) {
  return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

// The name before the "=" of an argument; empty if it has none.
std::string_view NameOfArgument(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && IsWordCharacter(text[end])) ++end;
  std::string_view behind = text.substr(end);
  SkipSpaces(behind);
  const bool has_name = behind.size() > 1 && behind[0] == '=' && behind[1] != '=';
  return has_name ? text.substr(0, end) : std::string_view();
}

}  // namespace

// The argument with the handler; kNoIndex if it is a block or missing.
NodeIndex ExtractionRoutes::HandlerOf(const Frame& frame, const Mention& mention) const {
  if (FindChild(frame.node, *frame.rule, ChildRole::kBody) != kNoIndex) return kNoIndex;
  const std::vector<NodeIndex> arguments = ArgumentsOf(frame.node);
  if (arguments.empty()) return kNoIndex;
  const auto behind = mention.behind.empty() || !mention.use->key.empty()
                          ? 0
                          : static_cast<std::size_t>(mention.behind.data() - draft_.bytes().data());
  NodeIndex handler = node(arguments.back()).begin < behind ? kNoIndex : arguments.back();
  const RouteNotation* notation = language().routes;
  if (notation != nullptr && !notation->handler_names.empty()) {
    handler = kNoIndex;
    for (std::size_t i = arguments.size(); i-- > 0;) {
      const std::string_view text = TextOf(arguments[i]);
      const std::string_view name = NameOfArgument(text);
      if (name.empty() && node(arguments[i]).begin >= behind && !IsOneOf(text[0], kNoNames)) {
        handler = arguments[i];
      }
      if (name.empty() || !IsAmong(notation->handler_names, name)) continue;
      std::string_view value = Trimmed(text.substr(text.find('=') + 1));
      if (!value.empty() && !IsOneOf(value[0], kNoNames)) return arguments[i];
    }
  }
  return handler;
}

bool ExtractionRoutes::HoldsFunction(NodeIndex at) const {
  for (NodeIndex inner = at; inner < node(at).next; ++inner) {
    if (RoleOf(inner) == Role::kLambda) return true;
  }
  return false;
}

// Verbs with the argument that handles each: `get(f).post(g)`, `web::get().to(f)`.
std::vector<std::pair<std::string, NodeIndex>> ExtractionRoutes::VerbsOfHandler(
    NodeIndex handler) const {
  std::vector<std::pair<std::string, NodeIndex>> found;
  NodeIndex target = kNoIndex;
  for (NodeIndex at = handler; at != kNoIndex && IsCallNode(at);) {
    const CalleeParts parts = CalleePartsOf(at);
    const std::vector<NodeIndex> arguments = ArgumentsOf(at);
    const std::string verb = VerbNamed(parts.name);
    const NodeIndex first = arguments.empty() ? kNoIndex : arguments.front();
    if (first != kNoIndex && IsAmong(kTargets, parts.name)) {
      target = first;
    } else if (first != kNoIndex && (!verb.empty() || parts.name == kAnyVerb)) {
      found.emplace_back(verb, first);
    } else if (!verb.empty() && target != kNoIndex) {
      found.emplace_back(verb, target);
      target = kNoIndex;
    }
    at = parts.object;
  }
  if (target != kNoIndex) found.emplace_back("", target);
  std::reverse(found.begin(), found.end());
  return found;
}

// holder("/path").get(f): the call after the path, with the holder's receiver.
Mention ExtractionRoutes::ChainedMention(const Frame& frame, NodeIndex& object) const {
  const RouteNotation* notation = language().routes;
  if (notation == nullptr || notation->path_holders.empty()) return {};
  if (frame.rule->role != Role::kCall) return {};
  const CalleeParts parts = CalleePartsOf(frame.node);
  if (parts.object == kNoIndex || !IsCallNode(parts.object)) return {};
  const auto uses = language().api_patterns;
  const auto use = std::find_if(uses.begin(), uses.end(), [&](const ApiPattern& row) {
    return row.role == LiteralRole::kRoute && row.form == CallShape::kCall && row.key.empty() &&
           row.callee.starts_with('.') && row.callee.substr(1) == parts.name;
  });
  if (use == uses.end() || ArgumentsOf(frame.node).empty()) return {};
  for (NodeIndex at = parts.object; at != kNoIndex && IsCallNode(at);) {
    const CalleeParts holder = CalleePartsOf(at);
    const std::vector<NodeIndex> arguments = ArgumentsOf(at);
    if (arguments.size() == 1 && IsAmong(notation->path_holders, holder.name)) {
      Mention mention;
      std::string_view path = TextOf(arguments[0]);
      if (!ReadPaths(path, constants_, mention.paths)) return {};
      if (!mention.paths[0].starts_with('/')) return {};
      mention.use = &*use;
      mention.verbs = use->verb;
      mention.literal = mention.paths[0];
      mention.arguments = TextOf(FindChild(frame.node, *frame.rule, ChildRole::kArguments));
      object = holder.object;
      return mention;
    }
    at = holder.object;
  }
  return {};
}

// `object`: the router of the path, if it is known.
void Extraction::EnterRoute(Frame& frame, const Mention& mention, NodeIndex object) {
  FindGroups();
  group_steps_ = 0;
  const RouteNotation* notation = language().routes;
  Prefixes prefixes = {""};
  if (notation != nullptr) {
    prefixes = PrefixesOf(object, frame.node);
    // A chain in a variable, which another router mounts.
    const std::string_view name = NameGivenTo(frame.node);
    if (!name.empty()) {
      prefixes = PrefixesTaken(name, FunctionAround(frame.node), prefixes, 0);
    }
  }
  const NodeIndex handler = HandlerOf(frame, mention);
  std::vector<std::pair<std::string, NodeIndex>> verbs;
  if (notation != nullptr && notation->handlers_have_verbs) verbs = VerbsOfHandler(handler);
  if (verbs.empty()) verbs.emplace_back(mention.verbs, handler);
  const std::uint32_t end = node(frame.node).end;
  std::string_view after = Trimmed(draft_.bytes().substr(end, kMaxLiteralBytes));
  if (notation != nullptr && verbs[0].first.empty() && !notation->verb_message.empty() &&
      after.starts_with(notation->verb_message)) {
    verbs[0].first = VerbsIn(after.substr(0, after.find(')')));
  }
  // Earlier parts of a chain of registrations belong to other routes.
  const auto behind = static_cast<std::uint32_t>(mention.arguments.data() - draft_.bytes().data());
  const bool exposes = frame.owner == 0 || KindOf(frame.scope) == ScopeKind::kType;
  const auto literal = static_cast<std::uint32_t>(draft_.facts().literals.size());
  for (const auto& [verb, answers] : verbs) {
    for (const std::string& prefix : prefixes) {
      for (const std::string_view path : mention.paths) {
        const bool has_host = mention.use->form == CallShape::kPattern && !path.starts_with('/');
        const std::string name = has_host && prefix.empty()
                                     ? (verb.empty() ? "" : verb + " ").append(path)
                                     : RouteName(verb, prefix, path);
        if (name.size() > kMaxNameBytes) continue;
        const DefinitionIndex route = DefineExternal(LiteralRole::kRoute, name, behind, end);
        open_routes_.push_back({IndexOf(frame), answers, route});
        if (frame.route == kNoIndex) frame.route = route;
        if (!exposes) continue;
        draft_.facts().literals.push_back(
            {LiteralRole::kExposed, route, frame.owner, draft_.PositionOf(behind)});
      }
    }
  }
  if (frame.route == kNoIndex) return;
  frame.api_call = mention.use;
  frame.first_reference = static_cast<std::uint32_t>(draft_.facts().references.size());
  // A function that registers routes keeps its contents; else they belong to the route.
  if (!exposes) return;
  frame.literal = literal;
  frame.owner = frame.route;
}

// The value of an object's key for the handler.
ExpressionIndex ExtractionRoutes::NamedHandler(const Frame& frame, const OpenRoute& open) const {
  const std::vector<Reference>& references = draft_.facts().references;
  const Position begin = draft_.PositionOf(node(open.handler).begin);
  for (std::size_t i = references.size(); i-- > frame.first_reference;) {
    const Reference& reference = references[i];
    const bool is_value =
        reference.role == ReferenceRole::kValue || reference.role == ReferenceRole::kFieldAccess;
    if (!is_value || reference.scope != frame.scope || reference.site < begin) continue;
    if (IsHandler(reference.expression)) return reference.expression;
  }
  return kNoIndex;
}

// The handler that the argument names: a function, one that a call wraps, or the function that
// makes it. The resolver takes the first that is a function.
ExpressionIndex ExtractionRoutes::HandlerIn(const Frame& frame, const OpenRoute& open) {
  const std::vector<Reference>& references = draft_.facts().references;
  const Position begin = draft_.PositionOf(node(open.handler).begin);
  const Position end = draft_.PositionOf(node(open.handler).end);
  std::vector<ExpressionIndex> candidates;
  ExpressionIndex maker = kNoIndex;
  std::uint32_t first_byte = 0;  // of what is converted to a handler
  std::uint32_t end_byte = 0;
  for (NodeIndex at = open.handler; at < node(open.handler).next && end_byte == 0; ++at) {
    if (!IsCallNode(at) || !IsAmong(kHandlerTypes, CalleePartsOf(at).name)) continue;
    const std::vector<NodeIndex> arguments = ArgumentsOf(at);
    if (arguments.size() != 1) continue;
    first_byte = node(arguments[0]).begin;
    end_byte = node(arguments[0]).end;
  }
  for (std::size_t i = references.size(); i-- > frame.first_reference;) {
    const Reference& reference = references[i];
    if (reference.site < begin || !(reference.site < end)) continue;
    if (reference.scope != frame.scope) continue;
    if (reference.role == ReferenceRole::kValue || reference.role == ReferenceRole::kFieldAccess) {
      const std::uint32_t byte = draft_.expression_site(reference.expression);
      if (first_byte <= byte && byte < end_byte) return reference.expression;
      if (candidates.size() < kMaxCandidates) candidates.push_back(reference.expression);
      continue;
    }
    if (reference.role == ReferenceRole::kType && maker == kNoIndex) maker = reference.expression;
    if (reference.role != ReferenceRole::kCall) continue;
    const ExpressionIndex callee = draft_.expression(reference.expression).operand;
    if (callee == kNoIndex) continue;
    const Expression& called = draft_.expression(callee);
    const RouteNotation* notation = language().routes;
    if (called.kind == ExpressionKind::kMember && notation != nullptr &&
        IsAmong(notation->transparent_methods, draft_.words().Text(called.name))) {
      return called.operand;
    }
    if (maker == kNoIndex) maker = callee;
  }
  if (maker != kNoIndex) candidates.push_back(maker);
  if (candidates.empty()) return kNoIndex;
  ExpressionIndex all = candidates.back();
  for (std::size_t i = candidates.size() - 1; i-- > 0;) {
    all = draft_.AddExpression({ExpressionKind::kUnion, 0, 0, candidates[i], all},
                               draft_.expression_site(candidates[i]));
  }
  return all;
}

// A function literal belongs to the enclosing function.
void Extraction::ExitRoute(const Frame& frame, const OpenRoute& open, ExpressionIndex callee) {
  const bool is_block = open.handler == kNoIndex;
  if (is_block && FindChild(frame.node, *frame.rule, ChildRole::kBody) == kNoIndex) return;
  const bool is_object = !is_block && RoleOf(open.handler) == Role::kObject;
  const bool holds_function = is_block || HoldsFunction(open.handler);
  ExpressionIndex handler = kNoIndex;
  if (is_object) handler = NamedHandler(frame, open);
  if (!is_object && !holds_function) handler = HandlerIn(frame, open);
  if (handler != kNoIndex) {
    if (callee != kNoIndex) {
      handler = draft_.AddExpression({ExpressionKind::kArguments, 0, 0, handler, callee},
                                     draft_.expression_site(handler));
    }
    draft_.AddReference(ReferenceRole::kHandler, handler, frame.scope, open.route);
    return;
  }
  if (!holds_function || frame.owner == frame.route) return;
  const Position begin = draft_.facts().definitions[open.route].range.begin;
  draft_.facts().literals.push_back(
      {LiteralRole::kRoute, open.route, frame.owner, begin, callee, frame.scope, true});
}

}  // namespace waymark::indexer
