// Generic types that are known by name: their elements, or the type they behave like.
#include <algorithm>
#include <string>

#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/library_values.h"
#include "resolve/rules/builtin_types.h"
#include "resolve/rules/c_conversions.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxWrittenDepth = 8;  // nesting of a written type
constexpr std::string_view kEllipsis = "...";

bool WriteArguments(const Evaluator& evaluator, FileIndex file,
                    std::span<const ExpressionIndex> arguments, std::string& text, int depth);

// Writes the type as a specialisation spells it; false if it is more than names.
bool WriteType(const Evaluator& evaluator, FileIndex file, ExpressionIndex type, std::string& text,
               int depth) {
  if (type == kNoIndex || depth > kMaxWrittenDepth) return false;
  const ModelExpression& written = evaluator.ExpressionAt(file, type);
  if (written.name == Name::kUnknown) return false;
  switch (written.kind) {
    case ExpressionKind::kMember:
      if (!WriteType(evaluator, file, written.operand, text, depth + 1)) return false;
      text += "::";
      [[fallthrough]];
    case ExpressionKind::kName:
    case ExpressionKind::kLiteral:
      text += evaluator.program().names.Text(written.name);
      return written.name != Name::kEmpty;
    case ExpressionKind::kIndex:
      return WriteType(evaluator, file, written.operand, text, depth + 1) &&
             WriteArguments(evaluator, file, evaluator.TypeArgumentsOf(file, written), text,
                            depth + 1);
    default:
      return false;
  }
}

bool WriteArguments(const Evaluator& evaluator, FileIndex file,
                    std::span<const ExpressionIndex> arguments, std::string& text, int depth) {
  char before = '<';
  for (const ExpressionIndex argument : arguments) {
    text += before;
    if (!WriteType(evaluator, file, argument, text, depth)) return false;
    before = ',';
  }
  text += before == '<' ? "<>" : ">";
  return true;
}

// `...` among type arguments.
bool IsEllipsis(const Evaluator& evaluator, FileIndex file, ExpressionIndex type) {
  if (type == kNoIndex) return false;
  const ModelExpression& written = evaluator.ExpressionAt(file, type);
  return written.kind == ExpressionKind::kLiteral && written.name != Name::kUnknown &&
         evaluator.program().names.Text(written.name) == kEllipsis;
}

// Values behind a type that behaves like theirs. A copy of a guard copies the value.
void WrapValues(Resolution& values, bool is_wrapped) {
  for (Entity& entity : values.entities()) {
    entity.shape &= kConstant;
    if (is_wrapped) entity.shape |= kWrapped;
  }
}

// A map, a tuple or a function, whose type arguments are kept as they are written. Empty for other
// generic types, and for `tuple[Job, ...]`, a container.
Resolution WrittenGeneric(const Evaluator& evaluator, ScopeRef place,
                          const ModelExpression& generic, GenericUse use) {
  Resolution out;
  if (generic.second == kNoIndex) return out;
  const ModelExpression& first = evaluator.ExpressionAt(place.file, generic.second);
  if (first.kind != ExpressionKind::kArguments || first.count != kTypeArgument) return out;
  EntityKind kind = EntityKind::kMap;
  if (use == GenericUse::kTuple) {
    const bool is_open =
        first.second != kNoIndex &&
        IsEllipsis(evaluator, place.file, evaluator.ExpressionAt(place.file, first.second).operand);
    if (is_open) return out;
    kind = EntityKind::kTuple;
  } else if (use == GenericUse::kFunction) {
    kind = EntityKind::kFunction;
  } else if (use != GenericUse::kMap) {
    return out;
  }
  const EdgeRule rule = EdgeRule::kAnnotatedReceiver;
  out.Add({kind, rule, {}, place.file, {}, 1, generic.second, place.scope});
  return out;
}

// The types of the first that the second has too, or lacks. Types outside of the repository are
// told by nothing, so that a value may be any of them.
Resolution Among(const Resolution& first, const Resolution& second, bool keeps) {
  Resolution out;
  out.AddNotes(first);
  for (const Entity& entity : first.entities()) {
    const auto entities = second.entities();
    const bool is_common = std::any_of(entities.begin(), entities.end(), [&](const Entity& other) {
      return other.SameThing(entity);
    });
    if (is_common == keeps) out.Add(entity);
  }
  out.escaped = out.escaped || out.empty();
  return out;
}

}  // namespace

// The known generic type that is written, directly or by an alias with arguments of its own: `type
// Result<T> = std::result::Result<T, Error>`.
const GenericName* Evaluator::GenericNamed(ScopeRef place, ExpressionIndex written) {
  const auto& generics = RulesOfFile(place.file).generics;
  const auto find = [&](Name name) -> const GenericName* {
    if (name == Name::kUnknown || name == Name::kEmpty) return nullptr;
    const std::string_view text = program_.names.Text(name);
    for (const GenericName& row : generics) {
      if (row.name == text) return &row;
    }
    return nullptr;
  };
  const GenericName* const known = find(ExpressionAt(place.file, written).name);
  if (known != nullptr) return known;
  const Resolution bound = Bind(place, written, {kUnknownArity, true});
  if (bound.size() != 1 || bound.entities()[0].kind != EntityKind::kSymbol) return nullptr;
  const SymbolRef alias = bound.entities()[0].symbol;
  const ModelDefinition& definition = program_.Definition(alias);
  if (definition.kind != SymbolKind::kType || definition.declared_type == kNoIndex) return nullptr;
  const ModelExpression& meant = ExpressionAt(alias.file, definition.declared_type);
  if (meant.kind != ExpressionKind::kIndex || meant.operand == kNoIndex) return nullptr;
  return find(ExpressionAt(alias.file, meant.operand).name);
}

// The first of several arguments that are all kept.
ExpressionIndex Evaluator::FirstTypeArgument(FileIndex file, const ModelExpression& generic) const {
  if (generic.second == kNoIndex) return kNoIndex;
  const ModelExpression& argument = ExpressionAt(file, generic.second);
  const bool list = argument.kind == ExpressionKind::kArguments && argument.count == kTypeArgument;
  return list ? argument.operand : generic.second;
}

// Strings of different character types share one generic type.
void Evaluator::MarkCharacter(ScopeRef place, const ModelExpression& generic,
                              Resolution& out) const {
  const ExpressionIndex first = FirstTypeArgument(place.file, generic);
  if (first == kNoIndex) return;
  const ModelExpression& argument = ExpressionAt(place.file, first);
  if (argument.kind != ExpressionKind::kLiteral || argument.name == Name::kUnknown) return;
  const std::uint8_t character = CharacterNamed(program_.names.Text(argument.name));
  for (Entity& entity : out.entities()) {
    if (entity.kind == EntityKind::kInstance) entity.inner_shape = character;
  }
}

// template <typename T> using Pointer = Owner<T>;   type Handler<T> = (x: T) => void
const Entity* Evaluator::GenericAliasIn(const Resolution& bound) const {
  if (bound.size() != 1 || bound.entities()[0].kind != EntityKind::kSymbol) return nullptr;
  const Entity& entity = bound.entities()[0];
  if (!HasTypeArguments(entity.symbol.file) || IsTypeLike(entity.symbol)) return nullptr;
  const bool named = program_.Definition(entity.symbol).kind == SymbolKind::kType;
  return named && TypeParametersOf(entity.symbol) != kNoIndex ? &entity : nullptr;
}

// std::hash<Key>, std::vector<int>: a repository can specialise an external template for some
// arguments. Other arguments do not mean that specialisation.
void Evaluator::KeepSpecialised(ScopeRef place, const ModelExpression& generic,
                                Resolution& named) const {
  if (!RulesOfFile(place.file).has_specialisations || named.empty()) return;
  const auto is_special = [this](const Entity& entity) {
    return entity.kind == EntityKind::kSymbol && IsTypeLike(entity.symbol) &&
           program_.Definition(entity.symbol).discriminator_hash != HashDiscriminator({});
  };
  const auto entities = named.entities();
  if (std::none_of(entities.begin(), entities.end(), is_special)) return;
  std::string text;
  const bool known =
      WriteArguments(*this, place.file, TypeArgumentsOf(place.file, generic), text, 0);
  const std::uint64_t given = HashDiscriminator(text);
  Resolution kept;
  kept.AddNotes(named);
  for (const Entity& entity : named.entities()) {
    const bool other = is_special(entity) &&
                       (!known || program_.Definition(entity.symbol).discriminator_hash != given);
    if (!other) kept.Add(entity);
  }
  kept.external = kept.external || kept.empty();
  named = kept;
}

// std::vector<Item>::iterator behaves like its container; ::value_type is the element.
void Evaluator::AddTypeOfContainer(ScopeRef place, const ModelExpression& member,
                                   Resolution& type) {
  const KnownNames& known = program_.KnownNamesOf(place.file);
  const bool iterates = known.IsMember(MemberUse::kIteratorType, member.name);
  const bool is_element = known.IsMember(MemberUse::kElementType, member.name);
  if ((!iterates && !is_element) || !Step()) return;
  const Resolution container = Type(place, member.operand);
  for (const Entity& entity : container.entities()) {
    if (entity.kind == EntityKind::kElements) type.Add(iterates ? entity : ElementOf(entity));
    if (entity.kind != EntityKind::kMap) continue;
    if (known.IsMember(MemberUse::kValueType, member.name)) {
      type.AddAll(LibraryValues(*this).Part(entity, 1));
    } else {
      const Resolution pair = ResolutionOf(PairOf(entity));
      type.AddAll(iterates ? ContainersOf(pair) : pair);
    }
  }
}

// Box["total"], Parameters<F>[0]: the type of a member, of an element, or of a parameter.
Resolution Evaluator::PartOfType(ScopeRef place, const ModelExpression& part) {
  const ModelExpression& whole = ExpressionAt(place.file, part.operand);
  const std::string_view key =
      part.name == Name::kUnknown ? std::string_view() : program_.names.Text(part.name);
  const bool is_applied = whole.kind == ExpressionKind::kIndex && whole.operand != kNoIndex;
  const GenericName* const generic = is_applied ? GenericNamed(place, whole.operand) : nullptr;
  Resolution out;
  if (generic != nullptr && generic->use == GenericUse::kParameters) {
    const bool is_number = key.size() == 1 && key[0] >= '0' && key[0] <= '9';
    const Resolution function = Type(place, FirstTypeArgument(place.file, whole));
    for (const Entity& entity : function.entities()) {
      if (is_number) out.AddAll(ParameterOf(entity, key[0] - '0'));
    }
  } else {
    const Resolution holder = Type(place, part.operand);
    if (key == kIterationKey) return ElementsOf(holder);
    for (const Entity& entity : holder.entities()) {
      out.AddAll(Held(MemberOf(entity, place, part.name, {})));
    }
  }
  out.dynamic = out.dynamic || out.empty();
  return out;
}

Resolution Evaluator::GenericType(ScopeRef place, const ModelExpression& expression) {
  const ModelExpression& operand = ExpressionAt(place.file, expression.operand);
  Resolution out;
  if (operand.kind == ExpressionKind::kName || operand.kind == ExpressionKind::kMember) {
    LookupKind type{kUnknownArity, true};
    type.type_arguments = expression.count;
    Resolution bound = Bind(place, expression.operand, type);
    KeepSpecialised(place, expression, bound);
    if (const Entity* const alias = GenericAliasIn(bound)) {
      const SymbolRef symbol = alias->symbol;
      return AliasedType(symbol, Applied(place, expression, symbol, kNoSubstitution));
    }
    out = TypeNamed(bound, operand.name);
  } else {
    out = Type(place, expression.operand, expression.count);
  }
  if (!out.empty()) {  // a generic type of this repository
    if (RulesOfFile(place.file).has_pointer_types) MarkCharacter(place, expression, out);
    ApplyTo(place, expression, out);
    return out;
  }
  const std::vector<ExpressionIndex> types = TypeArgumentsOf(place.file, expression);
  const GenericName* const generic = GenericNamed(place, expression.operand);
  if (generic == nullptr) {
    // An import that leads nowhere declares the name: it may be of this repository.
    out.external = out.external || !out.declared;
    for (const ExpressionIndex type : types) {
      out.holds_ours = out.holds_ours || (type != kNoIndex && !Type(place, type).empty());
    }
    return out;
  }
  const ResolutionRules& rules = RulesOfFile(place.file);
  if (rules.maps_give_pairs) {
    const bool has_parts = types.size() > 1 && types[0] != kNoIndex;
    const bool is_parted = generic->use == GenericUse::kMap || generic->use == GenericUse::kTuple;
    if (generic->use == GenericUse::kFunction || (has_parts && is_parted)) {
      Resolution value = LibraryValues(*this).Of(place, expression, generic->use);
      value.foreign_type = operand.name;
      return value;
    }
  } else if (Resolution written = WrittenGeneric(*this, place, expression, generic->use);
             !written.empty()) {
    written.entities()[0].substitution = RelevantAt(place);
    return written;
  }
  Resolution argument = Type(place, FirstTypeArgument(place.file, expression));
  switch (generic->use) {
    case GenericUse::kOutcome:
      return types.empty() ? out : Type(place, types.back());
    case GenericUse::kResult:
      return Called(argument);
    case GenericUse::kCommon:
    case GenericUse::kRest:
      return Among(argument, types.size() < 2 ? Resolution() : Type(place, types[1]),
                   generic->use == GenericUse::kCommon);
    case GenericUse::kParameters:
    case GenericUse::kKeyed:
      out.dynamic = true;
      return out;
    case GenericUse::kGuard:
    case GenericUse::kOneWayGuard:
    case GenericUse::kAssertion:
      out.external = true;
      return out;
    case GenericUse::kTransparent:
    case GenericUse::kHandle:
      WrapValues(argument, !rules.has_handles() || generic->use == GenericUse::kHandle);
      if (rules.has_pointer_types) {
        argument.foreign_type = operand.name;
        argument.foreign_shape = 0;
      }
      return argument;
    case GenericUse::kTypeItself:
      return TypesOf(argument);
    case GenericUse::kElements:
    case GenericUse::kStream:
    case GenericUse::kMap:
    case GenericUse::kTuple:
    case GenericUse::kFunction:
      break;
  }
  out = {};
  out.foreign_type = operand.name;
  if (rules.builtin_types != nullptr && generic->name == kArrayTypeName && argument.empty()) {
    const bool again = argument.foreign_type == operand.name;
    out.foreign_element = again ? argument.foreign_element : argument.foreign_type;
    out.foreign_shape = static_cast<std::uint8_t>(again ? argument.foreign_shape + 1 : 0);
  }
  out.AddAll(ContainersOf(argument));
  out.method_set = argument.method_set;
  if (generic->use == GenericUse::kStream) {
    for (Entity& stream : out.entities()) stream.shape |= kStreamed;
  }
  out.external = out.empty();
  return out;
}

}  // namespace waymark::indexer
