// Decorators and annotations: what their names mean, and which code runs them. One from outside may
// register what it decorates, so that it is kept as an external reference.
#include "resolve/edges/file_resolver.h"

namespace waymark::indexer {

void FileResolver::AddDecorator(const Reference& reference) {
  ExpressionIndex named = reference.expression;
  if (At(named).kind == ExpressionKind::kCall && At(named).operand != kNoIndex) {
    named = At(named).operand;
  }
  const std::uint32_t source = reference.subject == kNoIndex ? reference.owner : reference.subject;
  Reference decorating = reference;
  decorating.owner = source;
  AddOperands(decorating, named);
  const std::string_view mark = evaluator_.RulesOfFile(file_).override_annotation;
  if (!mark.empty() && NameOf(named) == mark) marked_overrides_.insert(source);
  const Resolution bound = evaluator_.AskDecorator(PlaceOf(reference), named, NameOf(named));
  const bool symbol =
      bound.size() == 1 && !bound.more && bound.entities()[0].kind == EntityKind::kSymbol;
  if (!symbol) {
    const bool nothing = bound.empty() && !bound.external && !evaluator_.was_cut();
    const Use use{source, EdgeType::kReferences, reference};
    if (nothing && AddFallback(use, named, kUnknownArity)) return;
    AddUnresolved(source, NameOf(named), EdgeType::kReferences, reference.site, bound);
    return;
  }
  const Entity& decorator = bound.entities()[0];
  AddEdge(source, decorator.symbol, EdgeType::kReferences, decorator.rule, reference.site);
  AddEdge(source, decorator.symbol, EdgeType::kDecoratedBy, decorator.rule, reference.site);
  AddDecoration(reference, decorator);
}

// The code around a decorated definition runs the decorator, or the function that makes it.
void FileResolver::AddDecoration(const Reference& reference, const Entity& decorator) {
  std::vector<Meant> targets;
  CallTargets(decorator, 0, targets);
  if (targets.size() != 1) return;
  const Meant& run = targets[0];
  if (DefinitionAt(run.symbol).kind == SymbolKind::kInterface) return;  // an annotation
  Reference around = reference;
  const std::uint32_t subject = reference.subject == kNoIndex ? reference.owner : reference.subject;
  const FileModel& model = program_.files[file_].model();
  around.owner = 0;
  for (ScopeIndex scope = model.definitions[subject].scope; scope != kNoIndex && around.owner == 0;
       scope = model.scopes[scope].parent) {
    const DefinitionIndex definition = model.scopes[scope].definition;
    if (definition != kNoIndex) around.owner = definition;
  }
  AddEdge(around.owner, run.symbol, EdgeType::kCalls, run.rule, reference.site);
  const Expression& written = At(reference.expression);
  const int arity = written.kind == ExpressionKind::kCall ? written.count : 1;
  if (IsTypeLike(run.symbol)) return AddConstructors(around, run, arity);
  // A decorator that a call made is itself called with the decorated definition.
  const bool makes = written.kind == ExpressionKind::kCall &&
                     evaluator_.RulesOfFile(run.symbol.file).follows_values;
  if (!makes) return;
  const Resolution made = evaluator_.AskValue(PlaceOf(reference), reference.expression);
  if (made.size() != 1 || made.more || made.entities()[0].kind != EntityKind::kSymbol) return;
  const Entity& decorator_made = made.entities()[0];
  if (DefinitionAt(decorator_made.symbol).IsCallable()) {
    AddEdge(around.owner, decorator_made.symbol, EdgeType::kCalls, decorator_made.rule,
            reference.site);
  }
}

}  // namespace waymark::indexer
