// Routes by their place: by the blocks around a word, or by the path of the file.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "extract/extraction.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kDefaultExport = "default";
constexpr std::array<std::string_view, 7> kVerbExports = {"GET",   "HEAD",   "POST",   "PUT",
                                                          "PATCH", "DELETE", "OPTIONS"};

}  // namespace

RouteDirective ExtractionRoutes::RouteDirectiveOf(NodeIndex send) const {
  RouteDirective call;
  const NodeIndex method =
      FindChild(send, rules_.RuleOf(node(send).symbol), ChildRole::kMemberName);
  if (method != kNoIndex) call.word = TextOf(method);
  for (const NodeIndex argument : ArgumentsOf(send)) call.arguments.push_back(TextOf(argument));
  return call;
}

// Whether the block of `send` is the outermost one of the routing DSL.
bool ExtractionRoutes::OpensRoutingDsl(NodeIndex send) const {
  const Rule& rule = rules_.RuleOf(node(send).symbol);
  const NodeIndex method = FindChild(send, rule, ChildRole::kMemberName);
  const NodeIndex receiver = FindChild(send, rule, ChildRole::kOperand);
  if (method == kNoIndex || receiver == kNoIndex) return false;
  const RoutingDsl& words = *language().routing_dsl;
  return TextOf(method) == words.message && TextOf(receiver).ends_with(words.receiver);
}

// Whether the place is inside the routing DSL.
bool Extraction::EnterRoutingDsl(const Frame& frame) {
  const RoutingDsl* const words = language().routing_dsl;
  if (words == nullptr || frame.rule->role != Role::kMethodCall) return false;
  if (FindChild(frame.node, *frame.rule, ChildRole::kOperand) != kNoIndex) return false;
  const RouteDirective send = RouteDirectiveOf(frame.node);
  if (FindRoutingDslWord(*words, send.word) == nullptr) return false;
  std::vector<RouteDirective> around;
  bool in_dsl = false;
  for (std::size_t i = 0; i < IndexOf(frame); ++i) {
    const Frame& block = frames_[i];
    if (block.rule->role != Role::kMethodCall) continue;
    const NodeIndex body = FindChild(block.node, *block.rule, ChildRole::kBody);
    if (body == kNoIndex || body > frame.node) continue;
    if (in_dsl) around.push_back(RouteDirectiveOf(block.node));
    in_dsl = in_dsl || OpensRoutingDsl(block.node);
  }
  if (!in_dsl) return false;
  const std::vector<NodeIndex> arguments = ArgumentsOf(frame.node);
  const NodeIndex site = arguments.empty() ? frame.node : arguments[0];
  for (const DeclaredRoute& route : DeclaredRoutes(*words, around, send))
    AddDslRoute(frame, site, route);
  return true;
}

void Extraction::AddDslRoute(const Frame& frame, NodeIndex site, const DeclaredRoute& route) {
  const std::string path = route.path.empty() ? "/" : route.path;
  const std::string name = route.verbs.empty() ? path : fmt::format("{} {}", route.verbs, path);
  if (name.size() > kMaxNameBytes) return;
  const std::uint32_t byte = node(site).begin;
  const DefinitionIndex named = DefineExternal(LiteralRole::kRoute, name, byte, node(site).end);
  draft_.facts().literals.push_back(
      {LiteralRole::kExposed, named, frame.owner, draft_.PositionOf(byte)});
  ExpressionIndex type = kNoIndex;
  for (const std::string& part : route.controller) {
    const Word word = draft_.words().Intern(part);
    type = type == kNoIndex ? AddName(frame, word, byte) : AddPathMember(type, word, byte);
  }
  if (type == kNoIndex) return;
  const Word action = draft_.words().Intern(route.action);
  const ExpressionIndex handler = AddMember(AddUnary(ExpressionKind::kNew, type), action, byte);
  draft_.AddReference(ReferenceRole::kHandler, handler, frame.scope, named);
}

void ExtractionRoutes::FinishFileRoute(const FileRoute& route) {
  if (!route.by_verb) return AddFileRoute(route.path, kDefaultExport);
  for (const std::string_view verb : kVerbExports) {
    AddFileRoute(fmt::format("{} {}", verb, route.path), verb);
  }
}

// Adds the route `name` if the file exports its handler.
void ExtractionRoutes::AddFileRoute(const std::string& name, std::string_view exported) {
  if (name.size() > kMaxNameBytes) return;
  const Word word = draft_.words().Intern(exported);
  const auto& definitions = draft_.facts().definitions;
  for (DefinitionIndex i = 1; i < definitions.size(); ++i) {
    const Definition definition = definitions[i];
    const bool is_exported = (definition.flags & kSymbolExported) != 0;
    if (definition.scope != 0 || definition.name != word || !is_exported) continue;
    const Position site = definition.name_position;
    const DefinitionIndex named = DefineExternalAt(LiteralRole::kRoute, name, {site, site});
    draft_.facts().literals.push_back({LiteralRole::kRoute, named, i, site});
    draft_.facts().literals.push_back({LiteralRole::kExposed, named, 0, site});
    return;
  }
  for (const Binding& binding : draft_.facts().bindings) {
    const bool is_export = binding.kind == BindingKind::kExportedAs && binding.name == word;
    if (!is_export || binding.scope != 0 || binding.value == kNoIndex) continue;
    const std::uint32_t byte = draft_.expression_site(binding.value);
    const DefinitionIndex named = DefineExternal(LiteralRole::kRoute, name, byte, byte + 1);
    draft_.AddReference(ReferenceRole::kHandler, binding.value, binding.value_scope, named);
    draft_.facts().literals.push_back({LiteralRole::kExposed, named, 0, draft_.PositionOf(byte)});
    return;
  }
}

}  // namespace waymark::indexer
