// Keys of object literals without a written type, and of keyword arguments.
#include <utility>
#include <vector>

#include "resolve/edges/file_resolver.h"

namespace waymark::indexer {

// Object literals are structurally typed: a key may be that field of any type that is written for
// literals. The fields of a class are set by its constructor.
void FileResolver::AddKey(const Reference& reference) {
  const Name name = program_.names.Find(NameOf(reference.expression));
  if (At(reference.expression).operand != kNoIndex) return AddArgumentKey(reference, name);
  const std::vector<Meant> fields = HomonymsOf(name, [&](SymbolRef homonym) {
    const SymbolKind holder = DefinitionAt(program_.ParentOf(homonym)).kind;
    return DefinitionAt(homonym).kind == SymbolKind::kField &&
           (holder == SymbolKind::kInterface || holder == SymbolKind::kType);
  });
  if (fields.empty()) return;
  AddAmbiguous(reference.owner, NameOf(reference.expression), EdgeType::kAccessesField,
               reference.site, fields);
}

// Whether constructor calls set the fields by name: the type has no constructor of its own, as with
// dataclass decorators and bases.
bool FileResolver::IsMadeOfFields(SymbolRef type) {
  const auto [at, is_new] = made_of_fields_.try_emplace(type, true);
  if (!is_new) return at->second;
  for (const std::string_view text : evaluator_.RulesOfFile(type.file).constructors) {
    const Name name = program_.names.Find(text);
    if (name == Name::kUnknown) continue;
    const Resolution found = evaluator_.AskMember(type, name, {kUnknownArity, false, true}, false);
    if (!found.empty() || found.more) at->second = false;
  }
  return at->second;
}

// `Point(x=1)` writes a field if no parameter takes the value. A call of something unknown may mean
// any field of that name.
void FileResolver::AddArgumentKey(const Reference& reference, Name name) {
  if (name == Name::kUnknown) return;
  const Expression& key = At(reference.expression);
  const Resolution callee = evaluator_.AskBinding(PlaceOf(reference), key.operand, {});
  std::vector<Meant> fields;
  for (const Entity& entity : callee.entities()) {
    if (entity.kind != EntityKind::kSymbol || !IsTypeLike(entity.symbol)) continue;
    if (!IsMadeOfFields(entity.symbol)) continue;
    const Resolution members = evaluator_.AskMember(entity.symbol, name, {}, false);
    for (const Entity& member : members.entities()) {
      const bool is_field =
          member.kind == EntityKind::kSymbol && IsVariable(DefinitionAt(member.symbol));
      if (is_field) fields.push_back({member.symbol, Weaker(member.rule, entity.rule)});
    }
  }
  const bool is_unknown = callee.empty() && !callee.external;
  if (is_unknown) {
    const auto may = [&](SymbolRef homonym) {
      const SymbolRef holder = program_.ParentOf(homonym);
      return IsVariable(DefinitionAt(homonym)) && IsTypeLike(holder) && IsMadeOfFields(holder);
    };
    for (const Meant& homonym : HomonymsOf(name, may)) {
      fields.push_back({homonym.symbol, EdgeRule::kCandidate});
    }
  }
  if (fields.size() == 1 && !is_unknown && !callee.more) {
    return AddEdge(reference.owner, fields[0].symbol, EdgeType::kAccessesField, fields[0].rule,
                   reference.site);
  }
  if (fields.empty()) return;
  AddAmbiguous(reference.owner, NameOf(reference.expression), EdgeType::kAccessesField,
               reference.site, fields);
}

}  // namespace waymark::indexer
