#include "resolve/evaluate/map_values.h"

#include <charconv>

#include "resolve/evaluate/evaluator_memory.h"
#include "resolve/evaluate/library_values.h"

namespace waymark::indexer {
namespace {

constexpr MemberUse kUsesOfMaps[] = {MemberUse::kValueOfMap, MemberUse::kValuesOfMap,
                                     MemberUse::kKeysOfMap,  MemberUse::kPairsOfMap,
                                     MemberUse::kPairOfMap,  MemberUse::kMapItself};
constexpr int kMaxTupleParts = 32;

Resolution TupleOf(Entity map, EntityKind kind) {
  map.kind = kind;
  map.depth = 1;
  map.inner = EntityKind::kTuple;
  return ResolutionOf(map);
}

}  // namespace

int MapValues::CountOf(const Entity& types) const {
  int count = 0;
  for (ExpressionIndex at = types.types; at != kNoIndex && count < kMaxTupleParts; ++count) {
    at = evaluator_.ExpressionAt(types.index, at).second;
  }
  return count;
}

Resolution MapValues::ArgumentAt(const Entity& types, int position) {
  Resolution out = LibraryValues(evaluator_).Part(types, position);
  if (out.empty() && !out.external) out.dynamic = true;
  return out;
}

Resolution MapValues::KeyOf(const Entity& map) { return ArgumentAt(map, 0); }

Resolution MapValues::ValueOf(const Entity& map) { return ArgumentAt(map, 1); }

Resolution MapValues::Iterated(const Entity& parted) {
  const bool is_map = parted.kind == EntityKind::kMap;
  if (evaluator_.RulesOfFile(parted.index).maps_give_pairs) {
    return is_map ? ResolutionOf(PairOf(parted)) : Resolution();
  }
  return is_map ? KeyOf(parted) : PartOf(parted, {});
}

Resolution MapValues::PartOf(const Entity& tuple, std::string_view position) {
  const int count = CountOf(tuple);
  Resolution out;
  if (position.empty()) {
    for (int i = 0; i < count; ++i) out.AddAll(ArgumentAt(tuple, i));
    return out;
  }
  int at = 0;
  const auto [end, error] = std::from_chars(position.data(), position.data() + position.size(), at);
  if (at < 0) at += count;
  if (error != std::errc() || end != position.data() + position.size() || at < 0 || at >= count) {
    out.dynamic = true;
    return out;
  }
  return ArgumentAt(tuple, at);
}

Resolution MapValues::MemberOfTuple(const Entity& tuple, ScopeRef from, Name name) {
  const KnownNames& known = evaluator_.program_.KnownNamesOf(from.file);
  const bool is_object = evaluator_.ExpressionAt(tuple.index, tuple.types).count == kKeyedElement;
  const bool is_container = known.IsMember(MemberUse::kContainer, name);
  Resolution out;
  if (!is_container && (is_object || !known.IsMember(MemberUse::kElement, name))) return out;
  const Resolution containers = ContainersOf(PartOf(tuple, {}));
  for (const Entity& container : containers.entities()) {
    out.AddAll(evaluator_.MemberOfContainer(container, from, name));
  }
  return out;
}

Resolution MapValues::FieldAt(const Entity& object, std::string_view position) {
  Resolution out;
  std::size_t at = 0;
  const auto [end, error] = std::from_chars(position.data(), position.data() + position.size(), at);
  if (error != std::errc() || end != position.data() + position.size()) return out;
  const auto& definitions = evaluator_.program_.files[object.symbol.file].model().definitions;
  const ScopeIndex inside = definitions[object.symbol.definition].inner_scope;
  DefinitionIndex i = object.symbol.definition + 1;
  for (; inside != kNoIndex && i < definitions.size(); ++i) {
    const ModelDefinition& field = definitions[i];
    const bool is_written = field.scope == inside && field.kind == SymbolKind::kField &&
                            field.declared_type != kNoIndex;
    if (is_written && at-- == 0) {
      return evaluator_.HeldByDefinition({object.symbol.file, i}, object.substitution);
    }
  }
  out.dynamic = true;
  return out;
}

Resolution MapValues::Member(const Entity& map, ScopeRef from, Name name) const {
  Resolution out;
  out.external = true;
  const KnownNames& known = evaluator_.program_.KnownNamesOf(from.file);
  for (const MemberUse use : kUsesOfMaps) {
    if (!known.IsMember(use, name)) continue;
    Entity method = map;
    method.kind = EntityKind::kGivesOfMap;
    method.depth = static_cast<std::uint8_t>(use);
    out.Add(method);
    break;
  }
  return out;
}

Resolution MapValues::Called(const Entity& method) {
  switch (static_cast<MemberUse>(method.depth)) {
    case MemberUse::kValueOfMap:
      return ValueOf(method);
    case MemberUse::kValuesOfMap:
      return ContainersOf(ValueOf(method));
    case MemberUse::kKeysOfMap:
      return ContainersOf(KeyOf(method));
    case MemberUse::kPairsOfMap:
      return TupleOf(method, EntityKind::kElements);
    case MemberUse::kPairOfMap:
      return TupleOf(method, EntityKind::kTuple);
    default:
      return TupleOf(method, EntityKind::kMap);
  }
}

}  // namespace waymark::indexer
