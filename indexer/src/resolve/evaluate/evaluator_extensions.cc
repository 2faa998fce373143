// Extension methods: a call writes the first argument before the name. They apply where neither the
// type nor its bases have a method of that name.
#include <algorithm>

#include "resolve/evaluate/evaluator.h"

namespace waymark::indexer {
namespace {

constexpr int kDoesNotExtend = -1;
constexpr int kNotKnown = 0;         // the type or the parameter is unknown
constexpr int kExtendsAnything = 1;  // the method extends any type, or perhaps this one
constexpr int kExtendsContainer = 2;
constexpr int kExtendsAbove = 3;
constexpr int kExtendsEqual = 4;

constexpr std::string_view kAnyType = "object";

}  // namespace

// Whether the place sees the namespace of the type that declares the method.
bool Evaluator::SeesNamespaceOf(ScopeRef place, SymbolRef method) const {
  const auto space_at = [&](FileIndex file, ScopeIndex scope) {
    const auto& spaces = program_.files[file].spaces;
    return scope < spaces.size() ? spaces[scope] : Space();
  };
  const FileModel& theirs = program_.files[method.file].model();
  ScopeIndex outer = program_.Definition(method).scope;
  while (outer != 0 && !space_at(method.file, outer).exists()) outer = theirs.scopes[outer].parent;
  const Space wanted = space_at(method.file, outer);
  const FileModel& ours = program_.files[place.file].model();
  for (ScopeIndex scope = place.scope; scope != kNoIndex; scope = ours.scopes[scope].parent) {
    if (space_at(place.file, scope) == wanted) return true;
    for (const ScopeEntry& entry : ours.Find(scope, Name::kEmpty)) {
      if (entry.kind() != EntryKind::kImport) continue;
      const Target target = program_.files[place.file].imports[entry.index()].module;
      const bool is_package = target.kind == TargetKind::kPackage;
      if (is_package && Space::OfPackage(target.index) == wanted) return true;
    }
  }
  return wanted.kind() == Space::Kind::kPackage &&
         SharesImport(place.file, {TargetKind::kPackage, wanted.index()});
}

int Evaluator::RankOfReceiver(FileIndex from, const Resolution& receiver,
                              const Resolution& extended) const {
  const auto text = [&](Name name) {
    const bool known = name != Name::kEmpty && name != Name::kUnknown;
    return known ? program_.names.Text(name) : std::string_view();
  };
  const std::string_view foreign = text(extended.foreign_type);
  const bool any = extended.empty() && (foreign.empty() || foreign == kAnyType);
  int best = kDoesNotExtend;
  for (const Entity& entity : receiver.entities()) {
    for (const Entity& type : extended.entities()) {
      if (type.kind != entity.kind) continue;
      if (!type.symbol.exists() || !entity.symbol.exists()) {  // maps and tuples
        best = std::max(best, kExtendsContainer);
        continue;
      }
      if (type.symbol == entity.symbol) best = kExtendsEqual;
      const auto lineage = program_.LineageOf(entity.symbol);
      const bool above = std::find(lineage.begin(), lineage.end(), type.symbol) != lineage.end();
      if (above) best = std::max(best, kExtendsAbove);
    }
    if (!extended.empty()) continue;
    if (entity.kind != EntityKind::kInstance) {
      best = std::max(best, any ? kExtendsAnything : kExtendsContainer);
    } else if (any || program_.TypeFlags(entity.symbol) != 0) {
      best = std::max(best, kExtendsAnything);
    }
  }
  if (!receiver.empty()) return best;
  const std::string_view own = text(receiver.foreign_type);
  if (any) return own.empty() ? kNotKnown : kExtendsAnything;
  if (own.empty()) return kNotKnown;
  if (own == foreign) return kExtendsEqual;
  const auto& generics = RulesOfFile(from).generics;
  const auto holds = [&](std::string_view name) {
    return std::any_of(generics.begin(), generics.end(),
                       [name](const GenericName& row) { return row.name == name; });
  };
  if (holds(own) && (holds(foreign) || !extended.empty())) return kExtendsContainer;
  const bool plain = own[0] >= 'a' && own[0] <= 'z';  // a keyword type of the language
  return plain || !extended.empty() ? kDoesNotExtend : kNotKnown;
}

Resolution Evaluator::ExtensionOf(const Resolution& object, ScopeRef place, Name name,
                                  LookupKind wanted) {
  const auto named = program_.extensions.Find({program_.NamesOf(place.file), name});
  if (named.empty()) return {};
  Resolution receiver = object;
  for (Entity& entity : receiver.entities()) {  // a type itself may be extended
    const bool is_type = entity.kind == EntityKind::kSymbol && IsTypeLike(entity.symbol);
    if (is_type) entity.kind = EntityKind::kInstance;
  }
  for (const Entity& entity : receiver.entities()) {
    if (!IsValue(entity.kind)) return {};
  }
  // A member that an external type may have itself is not bound to an extension.
  const bool foreign = receiver.empty() || receiver.entities()[0].kind != EntityKind::kInstance;
  if (foreign && program_.IsForeignMember(place.file, name)) return {};
  const int arity = wanted.arity == kUnknownArity ? kUnknownArity : wanted.arity + 1;
  std::vector<SymbolRef> found;
  int best = kNotKnown;
  for (const auto& pair : named) {
    if (!Step()) return {};
    const SymbolRef method = pair.value;
    if (program_.IsApart(place.file, method.file) || !Takes(method, arity)) continue;
    if (!SeesNamespaceOf(place, method)) continue;
    const ModelDefinition& definition = program_.Definition(method);
    if (!wanted.IsFunction() && !definition.Has(kSymbolProperty)) continue;
    const ScopeRef inside{method.file, definition.inner_scope};
    const int fit = RankOfReceiver(place.file, receiver, Type(inside, definition.declared_type));
    if (fit < best) continue;
    if (fit > best) found.clear();
    best = fit;
    found.push_back(method);
  }
  EdgeRule rule = best >= kExtendsAbove ? EdgeRule::kAnnotatedReceiver
                  : best > kNotKnown    ? EdgeRule::kReturnedReceiver
                                        : EdgeRule::kUniqueGlobal;
  DropAlternatives(found, rule);
  if (best == kNotKnown && found.size() != 1) return {};
  if (found.size() > 1 && wanted.arguments != kNoIndex) KeepFitting(found, wanted, true);
  Resolution out;
  for (const SymbolRef method : found) out.Add({EntityKind::kSymbol, rule, method});
  return out;
}

}  // namespace waymark::indexer
