// Substitution of type parameters. The arguments of a generic type are recorded where its name is
// written, and evaluated when one of its members has a parameter in its type. Arguments that are
// themselves parameters are replaced at once, so that chains stay short.
#include <algorithm>

#include "graph/hash.h"
#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxBaseDepth = 32;

std::span<const ScopeEntry> EntriesOf(const FileModel& model, ScopeIndex scope) {
  const auto before = [](const ScopeEntry& entry, ScopeIndex at) { return entry.scope < at; };
  const auto begin = std::lower_bound(model.entries.begin(), model.entries.end(), scope, before);
  auto end = begin;
  while (end != model.entries.end() && end->scope == scope) ++end;
  return {begin, end};
}

constexpr int kNotWritten = -2;

// `impl<K, V> Table<V, K>`: the position of a parameter of the block among the arguments of its
// type; kNotWritten outside of such a block.
int PositionInOwnType(const Evaluator& evaluator, FileIndex file, const ModelBinding& parameter) {
  const FileModel& model = evaluator.program().files[file].model();
  const Name own = evaluator.program().names.Find(evaluator.RulesOfFile(file).own_type_name);
  for (const ScopeEntry& entry : model.Find(parameter.scope, own)) {
    if (entry.kind() != EntryKind::kBinding) continue;
    const ModelBinding& type = model.bindings[entry.index()];
    if (type.kind != BindingKind::kAlias || type.value == kNoIndex) continue;
    const std::vector<ExpressionIndex> arguments =
        evaluator.TypeArgumentsOf(file, evaluator.ExpressionAt(file, type.value));
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i] == kNoIndex) continue;
      const ModelExpression& argument = evaluator.ExpressionAt(file, arguments[i]);
      const bool is_it = argument.kind == ExpressionKind::kName && argument.name == parameter.name;
      if (is_it) return static_cast<int>(i);
    }
    return -1;
  }
  return kNotWritten;
}

std::uint64_t Mix(std::uint64_t hash, std::uint64_t value) {
  return MixBits(hash * 0x9E3779B97F4A7C15 + value);
}

}  // namespace

bool Evaluator::HasTypeArguments(FileIndex file) const {
  return RulesOfFile(file).has_type_arguments;
}

const Evaluator::Substitution* Evaluator::SubstitutionAt(SubstitutionId id) const {
  if (id == kNoSubstitution || id > substitutions_.size()) return nullptr;
  return &substitutions_[id - 1];
}

// The part of a place's substitution for the parameters that a scope declares.
const Evaluator::Substitution* Evaluator::SubstitutionOf(SubstitutionId id, FileIndex file,
                                                         ScopeIndex parameters) const {
  const auto find = [&](FileIndex in, ScopeIndex scope) {
    const Substitution* at = SubstitutionAt(id);
    while (at != nullptr && (at->file != in || at->parameters != scope)) {
      at = SubstitutionAt(at->around);
    }
    return at;
  };
  const Substitution* const known = find(file, parameters);
  if (known != nullptr || SubstitutionAt(id) == nullptr) return known;
  const SymbolRef owner = OwnerOfParameters(file, parameters);
  return owner.exists() ? find(owner.file, TypeParametersOf(owner)) : nullptr;
}

// template <typename U> void List<U>::Add(U item) {}: the type whose parameters have these names in
// a function that is defined outside of the type.
SymbolRef Evaluator::OwnerOfParameters(FileIndex file, ScopeIndex parameters) const {
  const ResolutionRules& rules = RulesOfFile(file);
  const bool may_be_outside =
      rules.has_specialisations || rules.overrides_in_blocks || rules.has_defined_types;
  const FileModel& model = program_.files[file].model();
  if (!may_be_outside || model.scopes[parameters].kind != ScopeKind::kBlock) return {};
  // The function may have parameters of its own, in a block inside.
  for (ScopeIndex inside = parameters + 1; inside < model.scopes.size(); ++inside) {
    const Scope& scope = model.scopes[inside];
    const bool is_inside = scope.parent == parameters || scope.parent == inside - 1;
    if (!is_inside) break;
    if (scope.definition == kNoIndex) continue;
    return program_.OwnerOf({file, scope.definition}).value_or(SymbolRef{});
  }
  return {};
}

// Nothing if none of its parameters can be named there.
SubstitutionId Evaluator::RelevantAt(ScopeRef place) const {
  if (SubstitutionAt(place.substitution) == nullptr) return kNoSubstitution;
  const auto& scopes = program_.files[place.file].model().scopes;
  for (ScopeIndex scope = place.scope; scope != kNoIndex; scope = scopes[scope].parent) {
    if (SubstitutionOf(place.substitution, place.file, scope) != nullptr) return place.substitution;
  }
  return kNoSubstitution;
}

bool Evaluator::DeclaresTypeParameter(FileIndex file, std::uint32_t index) const {
  const FileModel& model = program_.files[file].model();
  const ModelBinding& binding = model.bindings[index];
  const Scope& scope = model.scopes[binding.scope];
  // A parameter with bounds, but not the own type of a block.
  const ResolutionRules& rules = RulesOfFile(file);
  const bool is_bounded = rules.overrides_in_blocks && binding.kind == BindingKind::kAlias &&
                          binding.name != program_.names.Find(rules.own_type_name);
  return (binding.kind == BindingKind::kParameter || is_bounded) &&
         binding.scope == binding.value_scope && scope.kind == ScopeKind::kBlock &&
         scope.definition == kNoIndex;
}

int Evaluator::PositionOfTypeParameter(FileIndex file, std::uint32_t index) const {
  const FileModel& model = program_.files[file].model();
  const ModelBinding& parameter = model.bindings[index];
  if (RulesOfFile(file).overrides_in_blocks) {
    const int written = PositionInOwnType(*this, file, parameter);
    if (written != kNotWritten) return written;
  }
  int position = 0;
  Name last = parameter.name;  // bounds bind a name again
  for (const ScopeEntry& entry : EntriesOf(model, parameter.scope)) {
    const bool before = entry.kind() == EntryKind::kBinding && entry.index() < index;
    if (!before || !DeclaresTypeParameter(file, entry.index())) continue;
    const Name name = model.bindings[entry.index()].name;
    if (name != parameter.name && name != last) ++position;
    last = name;
  }
  return position;
}

// The scope around a type or function that declares its type parameters; kNoIndex without any.
ScopeIndex Evaluator::TypeParametersOf(SymbolRef generic) const {
  const FileModel& model = program_.files[generic.file].model();
  const ModelDefinition& definition = model.definitions[generic.definition];
  const ScopeIndex inside = definition.inner_scope;
  if (inside == kNoIndex && definition.kind != SymbolKind::kType) return kNoIndex;
  ScopeIndex around = inside == kNoIndex ? kNoIndex : model.scopes[inside].parent;
  if (inside == kNoIndex) {  // of an alias
    for (const ScopeEntry& entry : model.Find(definition.scope, definition.name)) {
      if (entry.kind() != EntryKind::kBinding) continue;
      const ModelBinding& binding = model.bindings[entry.index()];
      if (binding.kind == BindingKind::kAlias) around = binding.value_scope;
    }
  }
  if (around == kNoIndex || model.scopes[around].kind != ScopeKind::kBlock) return kNoIndex;
  for (const ScopeEntry& entry : EntriesOf(model, around)) {
    if (entry.kind() != EntryKind::kBinding) continue;
    if (DeclaresTypeParameter(generic.file, entry.index())) return around;
  }
  return kNoIndex;
}

// The binding of the type parameter that a written type names.
std::optional<std::uint32_t> Evaluator::TypeParameterAt(ScopeRef place,
                                                        ExpressionIndex type) const {
  const ModelExpression& written = ExpressionAt(place.file, type);
  if (written.kind != ExpressionKind::kName) return std::nullopt;
  const FileModel& model = program_.files[place.file].model();
  for (ScopeIndex scope = place.scope; scope != kNoIndex; scope = model.scopes[scope].parent) {
    if (model.scopes[scope].kind == ScopeKind::kType) continue;
    const auto entries = model.Find(scope, written.name);
    if (entries.empty()) continue;
    const ScopeEntry& first = entries.front();
    if (first.kind() != EntryKind::kBinding) return std::nullopt;
    if (DeclaresTypeParameter(place.file, first.index())) return first.index();
  }
  return std::nullopt;
}

// For a map, keeps only the type of its values.
std::vector<ExpressionIndex> Evaluator::TypeArgumentsOf(FileIndex file,
                                                        const ModelExpression& generic) const {
  std::vector<ExpressionIndex> arguments;
  if (generic.second == kNoIndex) return arguments;
  const ModelExpression& first = ExpressionAt(file, generic.second);
  if (first.kind != ExpressionKind::kArguments || first.count != kTypeArgument) {
    if (generic.count > 1) arguments.push_back(kNoIndex);
    arguments.push_back(generic.second);
    return arguments;
  }
  for (ExpressionIndex at = generic.second; at != kNoIndex;) {
    const ModelExpression& argument = ExpressionAt(file, at);
    arguments.push_back(argument.operand);
    at = argument.second;
  }
  return arguments;
}

Evaluator::TypeArgument Evaluator::ArgumentAt(ScopeRef place, ExpressionIndex type) const {
  if (type == kNoIndex) return {};
  place.substitution = RelevantAt(place);
  if (place.substitution != kNoSubstitution) {
    const std::optional<std::uint32_t> parameter = TypeParameterAt(place, type);
    if (parameter.has_value()) {
      const ScopeIndex scope = program_.files[place.file].model().bindings[*parameter].scope;
      const Substitution* const known = SubstitutionOf(place.substitution, place.file, scope);
      const auto position =
          static_cast<std::size_t>(PositionOfTypeParameter(place.file, *parameter));
      const bool is_written = known != nullptr && !known->inferred.exists();
      if (is_written && position < known->arguments.size()) {
        return known->arguments[position];
      }
    }
  }
  const bool in_header = type < program_.files[place.file].model().expressions.size();
  return {place, type, in_header ? 0 : body_number_};
}

bool Evaluator::SameType(FileIndex file, ExpressionIndex a, ExpressionIndex b, int depth) const {
  if (a == b) return true;
  if (a == kNoIndex || b == kNoIndex || depth > kMaxTypeDepth) return false;
  const ModelExpression& one = ExpressionAt(file, a);
  const ModelExpression& other = ExpressionAt(file, b);
  return one.kind == other.kind && one.count == other.count && one.name == other.name &&
         SameType(file, one.operand, other.operand, depth + 1) &&
         SameType(file, one.second, other.second, depth + 1);
}

// Equal arguments have one number, wherever in one scope a file writes them.
SubstitutionId Evaluator::Intern(Substitution substitution) {
  const auto below = [this](SubstitutionId id) {
    const Substitution* const at = SubstitutionAt(id);
    return at == nullptr ? 0 : at->depth;
  };
  substitution.depth = below(substitution.around);
  std::uint64_t hash = Mix(substitution.file, substitution.parameters);
  hash = Mix(hash, substitution.around);
  for (const TypeArgument& argument : substitution.arguments) {
    substitution.depth = std::max(substitution.depth, below(argument.place.substitution));
    hash = Mix(hash, std::uint64_t{argument.place.file} << 32 | argument.place.scope);
    hash = Mix(hash, std::uint64_t{argument.place.substitution} << 32 | argument.body);
    if (argument.type == kNoIndex) continue;
    const ModelExpression& root = ExpressionAt(argument.place.file, argument.type);
    hash = Mix(hash,
               static_cast<std::uint64_t>(root.kind) << 32 | static_cast<std::uint32_t>(root.name));
  }
  if (++substitution.depth > kMaxSubstitutionDepth) return kUnknownSubstitution;
  const auto same = [this](const TypeArgument& a, const TypeArgument& b) {
    return a.Is(b) && SameType(a.place.file, a.type, b.type);
  };
  const auto [begin, end] = substitution_ids_.equal_range(hash);
  for (auto at = begin; at != end; ++at) {
    const Substitution& known = *SubstitutionAt(at->second);
    if (known.file == substitution.file && known.parameters == substitution.parameters &&
        known.around == substitution.around && known.inferred == substitution.inferred &&
        std::equal(known.arguments.begin(), known.arguments.end(), substitution.arguments.begin(),
                   substitution.arguments.end(), same)) {
      return at->second;
    }
  }
  substitutions_.push_back(std::move(substitution));
  const auto id = static_cast<SubstitutionId>(substitutions_.size());
  substitution_ids_.emplace(hash, id);
  return id;
}

// The substitution that `generic`, written at a place, makes for a type or function.
SubstitutionId Evaluator::Applied(ScopeRef place, const ModelExpression& generic, SymbolRef symbol,
                                  SubstitutionId around) {
  if (generic.kind != ExpressionKind::kIndex || !HasTypeArguments(place.file)) return around;
  const ScopeIndex parameters = TypeParametersOf(symbol);
  if (parameters == kNoIndex) return around;
  Substitution substitution;
  substitution.file = symbol.file;
  substitution.parameters = parameters;
  substitution.around = around;
  for (const ExpressionIndex type : TypeArgumentsOf(place.file, generic)) {
    substitution.arguments.push_back(ArgumentAt(place, type));
  }
  if (substitution.arguments.empty()) return around;  // left to inference
  return Intern(std::move(substitution));
}

// The substitution of a base of a type, given that of the type.
SubstitutionId Evaluator::AsBase(SymbolRef type, SubstitutionId substitution, SymbolRef base,
                                 int depth) {
  if (depth > kMaxBaseDepth || !Step()) return kNoSubstitution;
  for (const SymbolRef opening : program_.PartialDefinitionsOf(type)) {
    for (const ResolvedBase& next : program_.BasesOf(opening)) {
      const bool direct = next.type == base;
      if (!direct) {
        const auto lineage = program_.LineageOf(next.type);
        if (std::find(lineage.begin(), lineage.end(), base) == lineage.end()) continue;
      }
      SubstitutionId known = kNoSubstitution;
      if (next.base != kNoIndex) {
        const FileModel& model = program_.files[opening.file].model();
        const ScopeIndex parameters = TypeParametersOf(opening);
        const ScopeRef place{
            opening.file,
            parameters == kNoIndex ? model.definitions[opening.definition].scope : parameters,
            substitution};
        known = Applied(place, ExpressionAt(opening.file, model.bases[next.base].type), next.type,
                        kNoSubstitution);
      }
      return direct ? known : AsBase(next.type, known, base, depth + 1);
    }
  }
  return kNoSubstitution;
}

// The substitution around the declaration of a member, from the type of its receiver.
SubstitutionId Evaluator::SubstitutionIn(const Entity& member) {
  if (!HasTypeArguments(member.symbol.file)) return kNoSubstitution;
  const Substitution* const own = SubstitutionAt(member.substitution);
  if (own != nullptr && own->file == member.symbol.file &&
      own->parameters == TypeParametersOf(member.symbol)) {
    return member.substitution;  // of the function itself
  }
  if (!member.receiver.exists()) return kNoSubstitution;
  const SymbolRef type = program_.CanonicalOf(program_.ParentOf(member.symbol));
  if (type == member.receiver) return own == nullptr ? kNoSubstitution : member.substitution;
  if (!IsTypeLike(type) || TypeParametersOf(type) == kNoIndex) return kNoSubstitution;
  return AsBase(member.receiver, member.substitution, type);
}

// The same around the receiver's type. A function with arguments of its own knows only the
// substitution of the type that declares it.
SubstitutionId Evaluator::OfReceiver(const Entity& member) const {
  const Substitution* const own = SubstitutionAt(member.substitution);
  const bool of_function = own != nullptr && own->file == member.symbol.file &&
                           own->parameters == TypeParametersOf(member.symbol);
  if (!of_function) return member.substitution;
  const SymbolRef type = program_.CanonicalOf(program_.ParentOf(member.symbol));
  return type == member.receiver ? own->around : kUnknownSubstitution;
}

// impl<T: Bound> Table<T> {}: the arguments with which the block around a place names its type.
SubstitutionId Evaluator::OfBlock(ScopeRef place, SymbolRef type) {
  if (!RulesOfFile(place.file).overrides_in_blocks) return kNoSubstitution;
  const FileModel& model = program_.files[place.file].model();
  const Name own = program_.names.Find(RulesOfFile(place.file).own_type_name);
  for (ScopeIndex scope = place.scope; scope != kNoIndex; scope = model.scopes[scope].parent) {
    for (const ScopeEntry& entry : model.Find(scope, own)) {
      if (entry.kind() != EntryKind::kBinding) continue;
      const ModelBinding& alias = model.bindings[entry.index()];
      if (alias.kind != BindingKind::kAlias || alias.value == kNoIndex) continue;
      const ModelExpression& named = ExpressionAt(place.file, alias.value);
      return Applied({place.file, scope}, named, type, kNoSubstitution);
    }
  }
  return kNoSubstitution;
}

// Empty if nothing is known of it.
Resolution Evaluator::TypeArgumentFor(SubstitutionId substitution, FileIndex file,
                                      std::uint32_t index) {
  const ScopeIndex parameters = program_.files[file].model().bindings[index].scope;
  const Substitution* const known = SubstitutionOf(substitution, file, parameters);
  if (known == nullptr || !Step()) return {};
  if (known->inferred.exists())
    return Infer(Substitution(*known), index);  // a copy: evaluation may add substitutions
  const auto position = static_cast<std::size_t>(PositionOfTypeParameter(file, index));
  if (position >= known->arguments.size()) return {};
  const TypeArgument argument =
      known->arguments[position];  // a copy: evaluation may add substitutions
  return argument.type == kNoIndex ? Resolution() : Type(argument.place, argument.type);
}

// Gives generic entities their arguments: to instances those of their type, to types and functions
// their own.
void Evaluator::ApplyTo(ScopeRef place, const ModelExpression& generic, Resolution& generics) {
  if (!HasTypeArguments(place.file)) return;
  for (Entity& entity : generics.entities()) {
    if (entity.kind == EntityKind::kInstance && entity.substitution == kNoSubstitution) {
      entity.substitution = Applied(place, generic, entity.symbol, kNoSubstitution);
    } else if (entity.kind == EntityKind::kSymbol &&
               program_.Definition(entity.symbol).IsCallable() &&
               TypeParametersOf(entity.symbol) != kNoIndex) {
      entity.substitution = Applied(place, generic, entity.symbol, SubstitutionIn(entity));
    } else if (entity.kind == EntityKind::kSymbol && IsTypeLike(entity.symbol)) {
      entity.substitution = Applied(place, generic, entity.symbol, kNoSubstitution);
    }
  }
}

}  // namespace waymark::indexer
