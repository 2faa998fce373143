// Routes from decorators and annotations: alone, in pairs, or after the prefix of the enclosing
// type.
#include <algorithm>
#include <utility>

#include "extract/extraction.h"
#include "integration/argument_text.h"
#include "integration/receiver_names.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

bool IsBareVerb(const DecoratedRoute& route) {
  const CallShape form = route.mention.use->form;
  const bool may_be = form == CallShape::kAnnotation || form == CallShape::kVerbMark;
  return may_be && route.mention.paths.empty() && !route.mention.is_unknown;
}

bool IsPathAlone(const DecoratedRoute& route) {
  if (route.mention.use->form != CallShape::kPrefix) return false;
  return !route.mention.paths.empty() || route.mention.is_unknown;
}

// The text before the arguments: `bp.route` of `@bp.route("/")`.
std::string_view CalleeIn(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of("@#[ "), text.size()));
  return Trimmed(text.substr(0, text.find_first_of("(]")));
}

std::string_view ObjectOf(std::string_view callee) {
  const std::size_t dot = callee.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : callee.substr(0, dot);
}

}  // namespace

// The decorator's reference was added last.
void Extraction::NoteDecorator(const Frame& frame) {
  if (language().api_patterns.empty()) return;
  const std::string_view text = TextOf(frame.node);
  const std::string_view callee = CalleeIn(text);
  const auto behind = static_cast<std::size_t>(callee.data() + callee.size() - text.data());
  for (const CallShape form : {CallShape::kDecorator, CallShape::kAnnotation, CallShape::kVerbMark,
                               CallShape::kPrefix, CallShape::kRequested}) {
    Mention mention =
        FindMention(language().api_patterns, form, callee, text.substr(behind), constants_);
    if (mention.use == nullptr) continue;
    const auto reference = static_cast<std::uint32_t>(draft_.facts().references.size() - 1);
    routes_.push_back(
        {reference, frame.node, node(frame.node).begin, node(frame.node).end, std::move(mention)});
    return;
  }
}

// Whether the decorator's receiver is no router by its name, nor made by one.
bool ExtractionRoutes::IsOtherThanRouter(const DecoratedRoute& route) const {
  if (!route.mention.use->callee.starts_with('.')) return false;
  const std::string_view object = ObjectOf(CalleeIn(TextOf(route.node)));
  const std::string_view name = object.substr(object.rfind('.') + 1);  // npos + 1 is the start
  if (ReceiverKindOfHead(LiteralRole::kRoute, name) != ReceiverKind::kIsOther) return false;
  return std::none_of(
      assigned_calls_.begin(), assigned_calls_.end(), [&](const AssignedCall& assigned) {
        const std::string_view maker = CalleePartsOf(assigned.call).name;
        return assigned.name == object &&
               ReceiverKindOfHead(LiteralRole::kRoute, maker) == ReceiverKind::kIsOne;
      });
}

void Extraction::FinishRoutes() {
  if (routes_.empty()) return;
  FindGroups();
  std::vector<DecoratedRoute> types;
  std::vector<std::pair<DefinitionIndex, DecoratedRoute>> members;
  for (DecoratedRoute& route : routes_) {
    const DefinitionIndex subject = draft_.facts().references[route.reference].subject;
    if (subject == kNoIndex) continue;
    const LiteralRole role = route.mention.use->role;
    if (role != LiteralRole::kRoute) {
      const DefinitionIndex named =
          DefineExternal(role, route.mention.literal, route.begin, route.end);
      draft_.facts().literals.push_back({role, named, subject, draft_.PositionOf(route.begin)});
      continue;
    }
    const ScopeIndex inside = draft_.facts().definitions[subject].inner_scope;
    const bool is_type = inside != kNoIndex && KindOf(inside) == ScopeKind::kType;
    if (is_type) {
      types.push_back(std::move(route));
    } else if (!IsOtherThanRouter(route)) {
      members.emplace_back(subject, std::move(route));
    }
  }
  std::stable_sort(members.begin(), members.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t begin = 0; begin < members.size();) {
    std::vector<DecoratedRoute> together;
    const DefinitionIndex subject = members[begin].first;
    for (; begin < members.size() && members[begin].first == subject; ++begin) {
      together.push_back(std::move(members[begin].second));
    }
    FinishDecorated(subject, together, types);
  }
}

// Combines all decorators of one function. A verb without a path applies to a path without a verb.
void Extraction::FinishDecorated(DefinitionIndex handler, std::span<const DecoratedRoute> routes,
                                 std::span<const DecoratedRoute> types) {
  const bool has_verb = std::any_of(routes.begin(), routes.end(), IsBareVerb);
  const bool has_path = std::any_of(routes.begin(), routes.end(), IsPathAlone);
  const DefinitionIndex around =
      draft_.facts().scopes[draft_.facts().definitions[handler].scope].definition;
  const bool in_resource = std::any_of(types.begin(), types.end(), [&](const DecoratedRoute& type) {
    return draft_.facts().references[type.reference].subject == around;
  });
  for (const DecoratedRoute& route : routes) {
    const bool is_mark = route.mention.use->form == CallShape::kVerbMark;
    if (IsBareVerb(route) && (has_path || (is_mark && !in_resource))) continue;
    if (!IsPathAlone(route) || !has_verb) {
      AddDecorated(route, route.mention.verbs, handler, types);
      continue;
    }
    for (const DecoratedRoute& verb : routes) {
      if (IsBareVerb(verb)) AddDecorated(route, verb.mention.verbs, handler, types);
    }
  }
}

Prefixes ExtractionRoutes::PrefixesOfDecorated(const DecoratedRoute& route, DefinitionIndex handler,
                                               std::span<const DecoratedRoute> types) const {
  const Definition& definition = draft_.facts().definitions[handler];
  if (route.mention.use->form == CallShape::kDecorator) {
    if (language().routes == nullptr) return {""};
    if (!route.mention.use->callee.starts_with('.')) {  // a router gets the decorated function
      return PrefixesTaken(draft_.words().Text(definition.name), kNoIndex, {""}, 0);
    }
    const std::string_view object = ObjectOf(CalleeIn(TextOf(route.node)));
    return PrefixesOfName(object, route.node, 0).value_or(Prefixes{""});
  }
  const DefinitionIndex around = draft_.facts().scopes[definition.scope].definition;
  Prefixes prefixes;
  for (const DecoratedRoute& type : types) {
    if (draft_.facts().references[type.reference].subject != around) continue;
    if (type.mention.is_unknown) return {};
    prefixes.insert(prefixes.end(), type.mention.paths.begin(), type.mention.paths.end());
  }
  return prefixes.empty() ? Prefixes{""} : prefixes;
}

// Replaces the placeholders for the names of the type and the function.
std::string ExtractionRoutes::WithNames(std::string path, DefinitionIndex handler) const {
  if (language().routes == nullptr) return path;
  const Definition& function = draft_.facts().definitions[handler];
  const DefinitionIndex around = draft_.facts().scopes[function.scope].definition;
  for (const PathToken& token : language().routes->tokens) {
    const std::size_t at = path.find(token.text);
    if (at == std::string::npos || (token.is_type && around == kNoIndex)) continue;
    const Definition& named = token.is_type ? draft_.facts().definitions[around] : function;
    std::string_view name = draft_.words().Text(named.name);
    if (name.ends_with(token.suffix)) name.remove_suffix(token.suffix.size());
    path.replace(at, token.text.size(), name);
  }
  return path;
}

void Extraction::AddDecorated(const DecoratedRoute& route, std::string_view verbs,
                              DefinitionIndex handler, std::span<const DecoratedRoute> types) {
  if (route.mention.is_unknown) return;
  const bool slash_is_absolute =
      language().routes != nullptr && language().routes->slash_is_absolute;
  const DefinitionIndex around =
      draft_.facts().scopes[draft_.facts().definitions[handler].scope].definition;
  const bool is_asked = std::any_of(types.begin(), types.end(), [&](const DecoratedRoute& type) {
    return type.mention.use->form == CallShape::kRequested &&
           draft_.facts().references[type.reference].subject == around;
  });
  const LiteralRole role = is_asked ? LiteralRole::kEndpoint : LiteralRole::kRoute;
  const Reference& decorator = draft_.facts().references[route.reference];
  ExpressionIndex callee =
      route.mention.use->callee.starts_with('.') ? decorator.expression : kNoIndex;
  while (callee != kNoIndex && draft_.expression(callee).kind == ExpressionKind::kCall) {
    callee = draft_.expression(callee).operand;
  }
  const ScopeIndex scope = decorator.scope;
  std::vector<std::string_view> paths = route.mention.paths;
  if (paths.empty()) paths.emplace_back();
  group_steps_ = 0;
  for (const std::string& prefix : PrefixesOfDecorated(route, handler, types)) {
    for (std::string_view path : paths) {
      const bool is_absolute =
          slash_is_absolute && (path.starts_with('/') || path.starts_with("~/"));
      if (path.starts_with("~/")) path.remove_prefix(1);
      const bool is_annotation = route.mention.use->form != CallShape::kDecorator;
      while (is_annotation && !prefix.empty() && path.size() > 1 && path.ends_with('/')) {
        path.remove_suffix(1);
      }
      const std::string name =
          WithNames(RouteName(verbs, is_absolute ? "" : prefix, path), handler);
      if (name.size() > kMaxNameBytes) continue;
      const DefinitionIndex named = DefineExternal(role, name, route.begin, route.end);
      draft_.facts().literals.push_back(
          {role, named, handler, draft_.PositionOf(route.begin), callee, scope, true});
    }
  }
}

}  // namespace waymark::indexer
