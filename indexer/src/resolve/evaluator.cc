#include "resolve/evaluator.h"

#include "resolve/evaluator_memory.h"

namespace waymark::indexer {

Evaluator::Evaluator(const Program& program) : program_(program), visibility_(program) {}

Evaluator::~Evaluator() = default;

void Evaluator::SetBody(FileIndex file, std::span<const ModelExpression> body_expressions) {
  body_file_ = file;
  body_ = body_expressions;
}

const ModelExpression& Evaluator::ExpressionAt(FileIndex file, ExpressionIndex expression) const {
  const auto& header = program_.files[file].model.expressions;
  if (expression < header.size()) return header[expression];
  return body_[expression - header.size()];
}

const ResolutionRules& Evaluator::RulesOfFile(FileIndex file) const {
  return RulesOf(FamilyOf(program_.files[file].model.language));
}

bool Evaluator::Step() {
  if (++steps_ > kMaxSteps) cut_ = true;
  return !cut_;
}

Answer Evaluator::AskBinding(Place place, ExpressionIndex expression, Wanted wanted) {
  return Ask([&] { return Bind(place, expression, wanted); });
}

Answer Evaluator::AskValue(Place place, ExpressionIndex expression) {
  return Ask([&] { return Value(place, expression); });
}

Answer Evaluator::AskType(Place place, ExpressionIndex expression) {
  return Ask([&] { return Type(place, expression); });
}

Answer Evaluator::AskMember(SymbolRef type, Name name, Wanted wanted, bool inherited_only) {
  return Ask([&] {
    return MemberOfType(type, name, wanted, EdgeRule::kStructure, inherited_only ? 1 : 0);
  });
}

Answer Evaluator::AskModuleMember(Target module, FileIndex from, Name name) {
  return Ask([&] { return ModuleMember(module, from, name, {}); });
}

Answer Evaluator::AskHeld(const Entity& entity) {
  return Ask([&] { return HeldBy(entity); });
}

Answer Evaluator::AskAliased(const Entity& entity) {
  return Ask([&] { return TypeFromBinding(AnswerOf(entity)); });
}

Answer Evaluator::AskUnseen(Place place, Name name, Wanted wanted) {
  const ProgramFile& file = program_.files[place.file];
  for (ScopeIndex scope = place.scope; scope != kNoIndex && !file.spaces.empty();
       scope = file.model.scopes[scope].parent) {
    if (!file.spaces[scope].exists()) continue;
    std::vector<SymbolRef> candidates;
    for (const auto& pair : program_.members.Find({file.spaces[scope], name})) {
      const ModelDefinition& definition = program_.Definition(pair.value);
      const bool function = definition.kind == SymbolKind::kFunction;
      const bool apart = IsApart(place.file, pair.value.file);
      if (function && definition.Has(kSymbolExported) && !apart) candidates.push_back(pair.value);
    }
    if (candidates.empty()) continue;
    Answer out;
    Choose(place.file, candidates, wanted, EdgeRule::kUniqueGlobal, out);
    return out;
  }
  return {};
}

Answer Evaluator::AskMethodNamed(FileIndex from, Name name, Wanted wanted) {
  const Family family = FamilyOf(program_.files[from].model.language);
  std::vector<SymbolRef> candidates;
  for (const auto& pair : program_.methods.Find({family, name})) {
    // Tests, vendored trees and examples are reached by name only from their own kind.
    if (!IsApart(from, pair.value.file)) candidates.push_back(pair.value);
  }
  FoldDeclarations(from, candidates);
  if (RulesOfFile(from).redefinition == Redefinition::kOverloads) {
    std::erase_if(candidates, [&](SymbolRef symbol) { return !Takes(symbol, wanted.arity); });
  }
  Answer out;
  for (const SymbolRef symbol : candidates) {
    out.Add({EntityKind::kSymbol, EdgeRule::kUniqueGlobal, symbol});
  }
  return out;
}

}  // namespace waymark::indexer
