// Edges to things outside the language: environment, programs, routes, endpoints, topics, flags,
// services.
#include <algorithm>
#include <array>

#include "integration/receiver_names.h"
#include "resolve/edges/file_resolver.h"

namespace waymark::indexer {
namespace {

struct LiteralEdge {
  LiteralRole role;
  EdgeType type;
  EdgeRule rule = EdgeRule::kLexicalScope;
};

constexpr std::array kLiteralEdges = {
    LiteralEdge{LiteralRole::kRoute, EdgeType::kHandlesRoute},  // from the route to its handler
    LiteralEdge{LiteralRole::kEnvVar, EdgeType::kReadsEnv},
    LiteralEdge{LiteralRole::kCommand, EdgeType::kExecutesProcess},
    LiteralEdge{LiteralRole::kEndpoint, EdgeType::kConsumesEndpoint},
    LiteralEdge{LiteralRole::kPublished, EdgeType::kPublishes},
    LiteralEdge{LiteralRole::kSubscribed, EdgeType::kSubscribes},
    LiteralEdge{LiteralRole::kFlag, EdgeType::kGatedByFlag},
    LiteralEdge{LiteralRole::kExposed, EdgeType::kExposes},
    LiteralEdge{LiteralRole::kRpcService, EdgeType::kImplementsRpc, EdgeRule::kGeneratedStub},
    LiteralEdge{LiteralRole::kRpcClient, EdgeType::kConsumesRpc, EdgeRule::kGeneratedStub},
};

bool IsModule(const Entity& entity) {
  return entity.kind == EntityKind::kModule || entity.kind == EntityKind::kPackage ||
         entity.kind == EntityKind::kDirectory;
}

// Whether a name of the platform means something else here: a module of this repository, or a local
// variable with another value.
bool IsAnother(const Resolution& bound) {
  if (bound.empty()) {
    return bound.declared && (!bound.IsForeign() || bound.foreign_type != Name::kEmpty);
  }
  return std::any_of(bound.entities().begin(), bound.entities().end(),
                     [](const Entity& entity) { return entity.kind != EntityKind::kSymbol; });
}

// Ends of the names of types whose values handle requests.
constexpr std::string_view kHandlingTypes[] = {"Handler", "HandlerFunc"};

// Whether a function takes something and returns a handler, as middleware does.
bool GivesHandler(const Program& program, SymbolRef function) {
  const ModelDefinition& definition = program.Definition(function);
  if (!definition.IsCallable() || definition.parameter_count == 0) return false;
  const FileModel& model = program.files[function.file].model();
  ExpressionIndex type = definition.return_type;
  while (type != kNoIndex && model.expressions[type].kind == ExpressionKind::kPointer) {
    type = model.expressions[type].operand;
  }
  if (type == kNoIndex) return false;
  const Name name = model.expressions[type].name;
  if (name == Name::kEmpty || name == Name::kUnknown) return false;
  return std::any_of(
      std::begin(kHandlingTypes), std::end(kHandlingTypes),
      [text = program.names.Text(name)](std::string_view end) { return text.ends_with(end); });
}

}  // namespace

// The names along a receiver expression: app, router and get in `app.router.get()`.
std::vector<std::string_view> FileResolver::NamesIn(ExpressionIndex index) const {
  std::vector<std::string_view> names;
  for (; index != kNoIndex; index = At(index).operand) {
    const ExpressionKind kind = At(index).kind;
    const bool named = kind == ExpressionKind::kName || kind == ExpressionKind::kMember;
    if (named && At(index).name != 0) names.push_back(out_->facts.strings.at(At(index).name));
  }
  return names;
}

// The external type that an object is declared to have.
std::string_view FileResolver::ForeignTypeOf(ExpressionIndex object,
                                             const Resolution& value) const {
  if (At(object).kind == ExpressionKind::kNew) return NameOf(object);
  const Name name = value.foreign_type;
  const bool known = name != Name::kEmpty && name != Name::kUnknown;
  return known ? program_.names.Text(name) : std::string_view();
}

// Whether a type of the repository belongs to a framework, by its name or that of a base. A type
// named "router" registers routes even without a framework behind it.
bool FileResolver::IsOfFramework(SymbolRef type, const Literal& literal) {
  std::vector<SymbolRef> lineage(1, program_.CanonicalOf(type));
  for (const SymbolRef base : program_.LineageOf(lineage.front())) {
    if (base != lineage.front()) lineage.push_back(base);
  }
  const bool may_be_own =
      literal.role == LiteralRole::kRoute || literal.role == LiteralRole::kExposed;
  for (const SymbolRef at : lineage) {
    const ModelDefinition& definition = DefinitionAt(at);
    const std::string_view name = program_.names.Text(definition.name);
    const ReceiverKind said = ReceiverKindOfHead(literal.role, name);
    if (may_be_own && said == ReceiverKind::kIsOne) return true;
    const FileModel& model = program_.files[at.file].model();
    const auto resolved = program_.BasesOf(at);
    for (std::uint32_t i = 0; i < definition.bases_count; ++i) {
      const std::uint32_t index = definition.bases_begin + i;
      const bool ours = std::any_of(resolved.begin(), resolved.end(),
                                    [&](const ResolvedBase& row) { return row.base == index; });
      ExpressionIndex written = ours ? kNoIndex : model.bases[index].type;
      while (written != kNoIndex && model.expressions[written].name == Name::kEmpty) {
        written = model.expressions[written].operand;
      }
      if (written == kNoIndex) continue;
      const Name base = model.expressions[written].name;
      if (base == Name::kUnknown) continue;
      if (ReceiverKindOfHead(literal.role, program_.names.Text(base)) == ReceiverKind::kIsOne)
        return true;
    }
  }
  return false;
}

// Whether a name that a framework has too means a function or type of this repository. A function
// of this repository that gets a command still runs it.
bool FileResolver::IsOurs(const Resolution& bound, LiteralRole role) const {
  const auto ours = [&](const Entity& entity) {
    if (entity.kind != EntityKind::kSymbol) return false;
    const ModelDefinition& definition = DefinitionAt(entity.symbol);
    if (definition.IsCallable()) return role != LiteralRole::kCommand;
    return IsTypeLike(entity.symbol) && !IsVariable(definition);
  };
  return std::any_of(bound.entities().begin(), bound.entities().end(), ours);
}

// The rule by which a literal is known to play its role; empty if it does not. A type decides: one
// of the repository by its bases, an external one by its name. For an object of unknown type its
// own name decides; then the last word is enough if a function is passed.
std::optional<EdgeRule> FileResolver::Judge(const Literal& literal) {
  constexpr EdgeRule kKnown = EdgeRule::kLexicalScope;
  if (literal.callee == kNoIndex) return kKnown;
  const ScopeRef place{file_, literal.scope};
  const Expression& callee = At(literal.callee);
  if (callee.kind == ExpressionKind::kName) {
    const Resolution bound = evaluator_.AskBinding(place, literal.callee, {});
    const bool is_other =
        IsOurs(bound, literal.role) || (literal.role == LiteralRole::kEnvVar && IsAnother(bound));
    return is_other ? std::nullopt : std::optional(kKnown);
  }
  if (callee.operand != kNoIndex) {
    Resolution value = evaluator_.AskValue(place, callee.operand);
    if (value.empty()) value.AddAll(evaluator_.AskBinding(place, callee.operand, {}));
    bool ours = false;
    for (const Entity& entity : value.entities()) {
      if (IsModule(
              entity)) {  // its member of that name is a function of this repository, or unknown
        ours = ours || IsOurs(evaluator_.AskBinding(place, literal.callee, {}), literal.role);
        continue;
      }
      const bool is_symbol = entity.kind == EntityKind::kSymbol;
      const bool type = entity.symbol.exists() && IsTypeLike(entity.symbol);
      if (type && IsOfFramework(entity.symbol, literal)) return kKnown;
      ours = ours || type || !is_symbol;
    }
    if (ours) return std::nullopt;
    const ReceiverKind type =
        ReceiverKindOfHead(literal.role, ForeignTypeOf(callee.operand, value));
    if (type == ReceiverKind::kIsOne) return kKnown;
    if (type == ReceiverKind::kIsOther) return std::nullopt;
  }
  bool is_one = false;
  bool is_other = false;
  for (const std::string_view name : NamesIn(callee.operand)) {
    const ReceiverKind said = literal.has_function ? ReceiverKindOfHead(literal.role, name)
                                                   : ReceiverKindOf(literal.role, name);
    is_one = is_one || said == ReceiverKind::kIsOne;
    is_other = is_other || said == ReceiverKind::kIsOther;
  }
  // `app.MapGet()` alone registers nothing.
  is_one = is_one || ReceiverKindOf(literal.role, NameOf(literal.callee)) == ReceiverKind::kIsOne;
  const bool meant = literal.has_function ? is_one || !is_other : is_one && !is_other;
  return meant ? std::optional(EdgeRule::kReceiverName) : std::nullopt;
}

void FileResolver::AddLiterals() {
  for (const Literal& literal : out_->facts.literals) {
    const auto* edge =
        std::find_if(kLiteralEdges.begin(), kLiteralEdges.end(),
                     [&](const LiteralEdge& row) { return row.role == literal.role; });
    const std::optional<EdgeRule> rule = Judge(literal);
    if (!rule.has_value()) continue;
    const bool is_route = literal.role == LiteralRole::kRoute;
    const DefinitionIndex source = is_route ? literal.named : literal.owner;
    const DefinitionIndex target = is_route ? literal.owner : literal.named;
    AddEdge(source, {file_, target}, edge->type, Weaker(edge->rule, *rule), literal.site);
  }
}

// A handler that is no function of the repository is an ordinary use, which another reference
// states.
void FileResolver::AddHandler(const Reference& reference) {
  const Expression& written = At(reference.expression);
  const bool is_pair = written.kind == ExpressionKind::kArguments;
  const ExpressionIndex handler = is_pair ? written.operand : reference.expression;
  if (handler == kNoIndex) return;
  std::vector<Meant> targets;
  std::vector<Meant> wrappers;  // the first of them, if there is nothing else
  for (ExpressionIndex rest = handler; rest != kNoIndex && targets.empty();) {
    const bool is_several = At(rest).kind == ExpressionKind::kUnion;
    const ExpressionIndex first = is_several ? At(rest).operand : rest;
    const Resolution bound = evaluator_.AskBinding(PlaceOf(reference), first, {});
    for (const Entity& entity : bound.entities()) CallTargets(entity, 0, targets);
    if (targets.size() > 1 || bound.more) return;
    rest = is_several ? At(rest).second : kNoIndex;
    if (rest == kNoIndex || targets.empty()) continue;
    if (!GivesHandler(program_, targets[0].symbol)) continue;
    if (wrappers.empty()) wrappers = targets;
    targets.clear();
  }
  if (targets.empty()) targets = wrappers;
  if (targets.empty()) return;
  const ExpressionIndex callee = is_pair ? written.second : kNoIndex;
  const std::optional<EdgeRule> rule = Judge(
      {LiteralRole::kRoute, reference.owner, 0, reference.site, callee, reference.scope, true});
  if (!rule.has_value()) return;
  AddEdge(reference.owner, targets[0].symbol, EdgeType::kHandlesRoute,
          Weaker(targets[0].rule, *rule), reference.site);
}

}  // namespace waymark::indexer
