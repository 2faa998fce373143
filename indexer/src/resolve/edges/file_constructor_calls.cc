// Constructor calls: which constructors are run by types, declarations and other constructors.
#include <algorithm>

#include "resolve/edges/file_resolver.h"
#include "resolve/edges/implicit_run.h"
#include "resolve/evaluate/resolution.h"

namespace waymark::indexer {

// A declared variable of a class type, or a base, is constructed.
void FileResolver::AddDeclared(const Reference& reference) {
  Reference made = reference;
  made.expression = At(reference.expression).operand;
  const ExpressionIndex written = At(made.expression).operand;
  if (written == kNoIndex) return;
  const Resolution type = evaluator_.AskType(PlaceOf(reference), written);
  if (type.size() != 1 || type.more) return;
  // `field(value)` in a constructor's initialiser list.
  const Resolution named = evaluator_.AskBinding(PlaceOf(reference), written, {});
  const bool field = named.size() == 1 && named.entities()[0].kind == EntityKind::kSymbol &&
                     DefinitionAt(named.entities()[0].symbol).kind == SymbolKind::kField;
  if (field) return;
  const Entity& instance = type.entities()[0];
  if (instance.kind != EntityKind::kInstance || instance.shape != 0) return;
  if (!evaluator_.IsMade(instance.symbol)) return;
  AddEdge(reference.owner, instance.symbol, EdgeType::kCalls, instance.rule, reference.site);
  AddConstructors(made, {instance.symbol, instance.rule}, At(made.expression).count);
}

// this(...) and super(...), where constructors have the name of their type.
bool FileResolver::IsDelegation(ExpressionIndex callee) const {
  const ExpressionKind kind = At(callee).kind;
  const bool own = kind == ExpressionKind::kSelf || kind == ExpressionKind::kSuper;
  return own && evaluator_.RulesOfFile(file_).separate_names;
}

void FileResolver::AddDelegation(const Reference& reference, int arity) {
  const ExpressionIndex callee = At(reference.expression).operand;
  const Resolution own = evaluator_.AskValue(PlaceOf(reference), callee);
  for (const Entity& entity : own.entities()) {
    if (entity.kind == EntityKind::kInstance) {
      AddConstructors(reference, {entity.symbol, entity.rule}, arity);
      continue;
    }
    for (const SymbolRef part : program_.PartialDefinitionsOf(entity.symbol)) {
      for (const ResolvedBase& base : program_.BasesOf(part)) {
        if (DefinitionAt(base.type).kind == SymbolKind::kInterface) continue;
        AddEdge(reference.owner, base.type, EdgeType::kCalls, EdgeRule::kInheritedMember,
                reference.site);
        AddConstructors(reference, {base.type, EdgeRule::kInheritedMember}, arity);
      }
    }
  }
}

// Whether the values initialise the members of an aggregate of C++. An aggregate has no constructor
// that takes several values or a value of another type, so nothing is called.
bool FileResolver::IsFilled(const Reference& reference, SymbolRef type, int arity) {
  const ModelDefinition& definition = DefinitionAt(type);
  const bool runs_code = evaluator_.RulesOfFile(type.file).classes_have_operators();
  const bool plain = definition.bases_count == 0 && definition.inner_scope != kNoIndex;
  if (!runs_code || !plain || arity < 1 || definition.Has(kSymbolDeclaration)) return false;
  const Resolution made =
      evaluator_.AskMember(type, definition.name, {kUnknownArity, false, true}, false);
  if (!made.empty() || made.more) return false;
  if (arity > 1) return true;
  const Expression& written = At(reference.expression);
  if (written.kind != ExpressionKind::kNew || written.second == kNoIndex) return false;
  const ExpressionIndex argument = At(written.second).operand;
  if (argument == kNoIndex) return false;
  const Resolution value = evaluator_.AskValue(PlaceOf(reference), argument);
  const auto same = [&](const Entity& entity) {
    const auto lineage = program_.LineageOf(entity.symbol);
    return entity.symbol == type ||
           std::find(lineage.begin(), lineage.end(), type) != lineage.end();
  };
  const bool known = IsKnown(value) && !value.more && !value.dynamic;
  const auto instance = [](const Entity& entity) { return entity.kind == EntityKind::kInstance; };
  return known && std::all_of(value.entities().begin(), value.entities().end(), instance) &&
         std::none_of(value.entities().begin(), value.entities().end(), same);
}

void FileResolver::AddConstructors(const Reference& reference, const Meant& type, int arity) {
  const ResolutionRules& rules = evaluator_.RulesOfFile(type.symbol.file);
  for (const std::string_view text : rules.constructors) {
    const Name name = text.empty() ? DefinitionAt(type.symbol).name : program_.names.Find(text);
    LookupKind wanted{arity, false, true};
    wanted.caller = PlaceOf(reference);
    wanted.arguments = At(reference.expression).second;
    const Resolution found = evaluator_.AskMember(type.symbol, name, wanted, false);
    if (found.size() > 1 || found.more) {  // ambiguous: the arguments do not decide
      AddAmbiguous(reference.owner, program_.names.Text(name), EdgeType::kCalls, reference.site,
                   SymbolsIn(found));
    }
    if (found.size() != 1 || found.entities()[0].kind != EntityKind::kSymbol) continue;
    const SymbolRef constructor = found.entities()[0].symbol;
    if (!DefinitionAt(constructor).IsCallable()) continue;
    AddEdge(reference.owner, constructor, EdgeType::kCalls,
            Weaker(type.rule, found.entities()[0].rule), reference.site);
    for (const Resolution& run :
         ConvertingArguments(evaluator_, PlaceOf(reference), found, wanted.arguments)) {
      AddImplicit(reference, run);
    }
  }
}

}  // namespace waymark::indexer
