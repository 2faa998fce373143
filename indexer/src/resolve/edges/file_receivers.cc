// Receivers of member accesses, and the messages that a file sends to objects of unknown type.
#include <algorithm>
#include <utility>

#include "resolve/edges/file_resolver.h"
#include "resolve/edges/implicit_run.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxRowsOfChain = 16;  // latest edges that are searched for the same use

template <class Rows, class Predicate>
bool HasMadeLast(const Rows& rows, Predicate is_it) {
  const auto count = static_cast<std::ptrdiff_t>(std::min(rows.size(), kMaxRowsOfChain));
  return std::any_of(rows.end() - count, rows.end(), is_it);
}

// Whether all have one qualified name: alternative definitions, of which a build uses one.
bool AreOneByName(const Program& program, const Resolution& bound) {
  const std::span<const Entity> entities = bound.entities();
  const auto is_symbol = [](const Entity& one) { return one.kind == EntityKind::kSymbol; };
  if (entities.size() == 1) return true;
  if (!std::all_of(entities.begin(), entities.end(), is_symbol)) return false;
  const std::string name = program.QualifiedNameOf(entities.front().symbol);
  return std::all_of(entities.begin() + 1, entities.end(), [&](const Entity& entity) {
    return program.QualifiedNameOf(entity.symbol) == name;
  });
}

}  // namespace

// Where variables and types have separate name spaces, constants of a type are among its fields.
EdgeType FileResolver::UseOf(SymbolRef symbol) const {
  const ModelDefinition& used = DefinitionAt(symbol);
  const bool separate = evaluator_.RulesOfFile(file_).separate_names;
  const bool field = (separate ? IsVariable(used) : used.kind == SymbolKind::kField) &&
                     IsTypeLike(program_.ParentOf(symbol));
  return field ? EdgeType::kAccessesField : EdgeType::kReferences;
}

// The symbols that an expression names: those it is bound to, and the type whose name is that of
// the embedded field (`cart.Base` of `struct { Base }`).
std::vector<FileResolver::Meant> FileResolver::NamedIn(const Resolution& bound,
                                                       ExpressionIndex expression) const {
  std::vector<Meant> named = SymbolsIn(bound);
  const bool may_embed = evaluator_.RulesOfFile(file_).embeds_by_name &&
                         At(expression).kind == ExpressionKind::kMember;
  if (!may_embed) return named;
  for (const Entity& entity : bound.entities()) {
    const bool is_embedded = entity.kind == EntityKind::kInstance &&
                             program_.names.Text(DefinitionAt(entity.symbol).name) ==
                                 out_->facts.strings.at(At(expression).name);
    if (is_embedded) named.push_back({entity.symbol, entity.rule});
  }
  return named;
}

// Names{kFirst: "a"}: in a container's braces the name is a key, not a field.
bool FileResolver::AddContainerKey(const Reference& reference) {
  if (!evaluator_.RulesOfFile(file_).has_defined_types) return false;
  const Resolution key =
      evaluator_.AskKey(PlaceOf(reference), evaluator_.ExpressionAt(file_, reference.expression));
  const std::vector<Meant> targets = SymbolsIn(key);
  if (targets.size() != 1 || key.more) return false;
  AddEdge(reference.owner, targets[0].symbol, UseOf(targets[0].symbol), targets[0].rule,
          reference.site);
  return true;
}

// Whether an edge to the symbol was just made for the same line.
bool FileResolver::IsUsedAt(const Reference& reference, SymbolRef symbol) const {
  const SymbolId target = program_.IdOf(symbol);
  return HasMadeLast(out_->edges, [&](const auto& edge) {
    return edge.source == reference.owner && edge.target == target &&
           edge.site.line == reference.site.line;
  });
}

// The receivers along a chain are used as well: `pool` and `db` of `db.pool.take()`, `Outer` of
// `Outer.Inner` and of `Outer<int>::value`. Calls and subscripts in the chain are references of
// their own.
void FileResolver::AddOperands(const Reference& reference, ExpressionIndex member) {
  // `await api.get<Pod>()`: type arguments stand around the member, and a grammar may parse `await`
  // as part of it.
  while (((At(member).kind == ExpressionKind::kIndex && At(member).count > 0) ||
          At(member).kind == ExpressionKind::kAwait) &&
         At(member).operand != kNoIndex) {
    member = At(member).operand;
  }
  while (At(member).kind == ExpressionKind::kMember && At(member).operand != kNoIndex) {
    const std::uint32_t how = At(member).count;
    if (how == kOfProtocol) return;
    member = At(member).operand;
    LookupKind wanted;
    while (At(member).kind == ExpressionKind::kPointer ||
           At(member).kind == ExpressionKind::kAwait ||
           ((At(member).kind == ExpressionKind::kIndex ||
             At(member).kind == ExpressionKind::kTypeOf) &&
            At(member).count > 0)) {
      if (At(member).operand == kNoIndex) return;
      const bool arrow = At(member).kind == ExpressionKind::kPointer && At(member).count == 0;
      if (arrow && evaluator_.RulesOfFile(file_).classes_have_operators()) {
        AddImplicit(reference, RunByArrow(evaluator_, PlaceOf(reference), At(member).operand));
      }
      if (At(member).kind == ExpressionKind::kIndex) wanted.type_arguments = At(member).count;
      member = At(member).operand;
    }
    const ExpressionKind kind = At(member).kind;
    if (kind != ExpressionKind::kName && kind != ExpressionKind::kMember) return;
    wanted.type = how == kOfPath || reference.role == ReferenceRole::kType;
    const Resolution bound = evaluator_.AskBinding(PlaceOf(reference), member, wanted);
    Reference operand = reference;
    operand.expression = member;
    AddOperand(operand, bound);
  }
}

// As IsUsedAt, for a reference without a certain symbol.
bool FileResolver::IsUncertainAt(const Reference& reference) const {
  const std::string_view name = NameOf(reference.expression);
  return HasMadeLast(out_->unresolved, [&](const auto& row) {
    return row.source == reference.owner && row.name == name &&
           row.site.line == reference.site.line;
  });
}

// The implicit object of the enclosing type, which extraction adds where no object is written.
bool FileResolver::IsOwnInstance(ExpressionIndex object) const {
  const Expression& made = At(object);
  return made.kind == ExpressionKind::kNew && made.operand != kNoIndex &&
         At(made.operand).kind == ExpressionKind::kSelf;
}

// An ambiguous receiver, or a member of something unknown, counts against completeness.
void FileResolver::AddOperand(const Reference& operand, const Resolution& bound) {
  const std::vector<Meant> targets = NamedIn(bound, operand.expression);
  if (targets.empty()) {
    const bool is_unknown = bound.empty() && (!bound.external || bound.escaped) &&
                            At(operand.expression).kind == ExpressionKind::kMember;
    if (!is_unknown || IsUncertainAt(operand)) return;
    return AddUnboundValue(operand, EdgeType::kReferences, bound);
  }
  const SymbolRef used = targets[0].symbol;
  if (DefinitionAt(used).kind == SymbolKind::kPackage || evaluator_.IsNamespace(used)) return;
  const bool is_certain = targets.size() == 1 && !bound.more;
  if (is_certain ? IsUsedAt(operand, used) : IsUncertainAt(operand)) return;
  AddNamed(operand, operand.expression, targets, is_certain);
}

// Adds a use of the symbol that a name is bound to; an ambiguous name becomes an ambiguous use.
void FileResolver::AddNamed(const Reference& reference, ExpressionIndex name,
                            std::span<const Meant> named, bool is_certain) {
  if (is_certain) {
    AddEdge(reference.owner, named[0].symbol, UseOf(named[0].symbol), named[0].rule,
            reference.site);
  } else {
    AddAmbiguous(reference.owner, NameOf(name), EdgeType::kReferences, reference.site, named);
  }
}

// A name may be bound to a stand-in for what is called: a variable that holds a function, an alias
// of a type. The stand-in is used by its name.
void FileResolver::AddStandIns(const Reference& reference, ExpressionIndex name,
                               const Resolution& bound, std::span<const Meant> meant) {
  const auto type_of = [&](SymbolRef member) {
    return program_.CanonicalOf(program_.ParentOf(member));
  };
  std::vector<Meant> named;
  for (const Entity& entity : bound.entities()) {
    const bool is_meant = std::any_of(
        meant.begin(), meant.end(), [&](const Meant& one) { return one.symbol == entity.symbol; });
    if (entity.kind != EntityKind::kSymbol || is_meant) continue;
    const ModelDefinition& symbol = DefinitionAt(entity.symbol);
    // The method of the same name runs, not the field.
    const bool is_beside = symbol.kind == SymbolKind::kField &&
                           std::any_of(meant.begin(), meant.end(), [&](const Meant& one) {
                             return DefinitionAt(one.symbol).name == symbol.name &&
                                    type_of(one.symbol) == type_of(entity.symbol);
                           });
    if (is_beside) continue;
    // A type or function stands for itself, even if it is declared elsewhere.
    const bool is_itself = IsTypeLike(entity.symbol) && !IsVariable(symbol);
    if (is_itself || (symbol.IsCallable() && !symbol.Has(kSymbolProperty))) continue;
    named.push_back({entity.symbol, entity.rule});
  }
  if (named.empty()) return;
  if (bound.more || !AreOneByName(program_, bound)) return AddNamed(reference, name, named, false);
  for (const Meant& one : named) AddNamed(reference, name, {&one, 1}, true);
}

// The name of the variable, field or property that an expression reads, in languages with receiver
// heuristics; else empty.
std::string_view FileResolver::VariableNamed(ExpressionIndex index) {
  if (!evaluator_.RulesOfFile(file_).members_are_calls) return {};
  const Expression* read = &At(index);
  while (read->kind == ExpressionKind::kTypeOf && read->count > 0) read = &At(read->operand);
  if (read->kind == ExpressionKind::kCall && read->operand != kNoIndex) read = &At(read->operand);
  const bool named = read->kind == ExpressionKind::kName || read->kind == ExpressionKind::kMember;
  if (!named || read->count > 0) return {};
  const std::string_view text = out_->facts.strings.at(read->name);
  return text.substr(std::min(text.find_first_not_of('@'), text.size()));
}

// Collects the messages to each variable, in the whole file and in each definition.
void FileResolver::CollectSent() {
  has_sent_ = true;
  for (const Reference& reference : out_->facts.references) {
    if (reference.role != ReferenceRole::kCall) continue;
    const Expression& call = At(reference.expression);
    if (call.kind != ExpressionKind::kCall || call.operand == kNoIndex) continue;
    const Expression& callee = At(call.operand);
    if (callee.kind != ExpressionKind::kMember || callee.operand == kNoIndex) continue;
    const std::string_view variable = VariableNamed(callee.operand);
    const Name name = evaluator_.ExpressionAt(file_, call.operand).name;
    if (variable.empty() || name == Name::kUnknown || name == Name::kEmpty) continue;
    for (const std::uint32_t owner : {kNoIndex, reference.owner}) {
      std::vector<Name>& sent = sent_[{owner, variable}];
      if (std::find(sent.begin(), sent.end(), name) == sent.end()) sent.push_back(name);
    }
  }
}

Receiver FileResolver::ReceiverNamed(std::string_view variable, std::uint32_t owner) {
  if (variable.empty()) return {};
  if (!has_sent_) CollectSent();
  return {variable, sent_[{kNoIndex, variable}], sent_[{owner, variable}]};
}

// `const { stop: halt } = kit()`, `halt = kit.stop`: the called function has another name where it
// is defined.
std::string_view FileResolver::CalleeName(const Reference& reference,
                                          ExpressionIndex callee) const {
  if (At(callee).kind != ExpressionKind::kName) return NameOf(callee);
  const FileModel& model = program_.files[file_].model();
  const Name called = evaluator_.ExpressionAt(file_, callee).name;
  for (ScopeIndex scope = reference.scope; scope != kNoIndex; scope = model.scopes[scope].parent) {
    const auto entries = model.Find(scope, called);
    if (entries.empty()) continue;
    if (entries.back().kind() != EntryKind::kBinding) break;
    const ModelBinding& binding = model.bindings[entries.back().index()];
    const bool is_member = binding.kind == BindingKind::kAssigned && binding.value != kNoIndex &&
                           At(binding.value).kind == ExpressionKind::kMember;
    return NameOf(is_member ? binding.value : callee);
  }
  return NameOf(callee);
}

// A guess leaves the other methods of the name possible, except those of the guessed type, among
// which the arguments decided.
void FileResolver::AddOthersNamed(Name name, int arity, bool is_guessed,
                                  std::vector<Meant>& targets) {
  const std::vector<Meant> guessed = is_guessed ? std::exchange(targets, {}) : std::vector<Meant>();
  const auto type_of = [&](SymbolRef method) {
    return program_.CanonicalOf(program_.ParentOf(method));
  };
  for (const SymbolRef method : evaluator_.MethodsNamed(file_, name, arity)) {
    if (!guessed.empty() && type_of(method) == type_of(guessed[0].symbol)) continue;
    targets.push_back({program_.CanonicalOf(method), EdgeRule::kUniqueGlobal});
  }
}

}  // namespace waymark::indexer
