// Elements of containers, including container literals, and parameters typed by their call sites.
#include <algorithm>
#include <array>
#include <charconv>

#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"
#include "resolve/evaluate/map_values.h"

namespace waymark::indexer {
namespace {

constexpr std::uint32_t kNoLength = 0xFFFFFFFF;

struct LiteralMember {
  std::string_view name;
  EntityKind gives = EntityKind::kGivesLiteralElement;
};

// Methods of the language's own containers.
constexpr std::array<LiteralMember, 9> kLiteralMembers = {{
    {"get", EntityKind::kGivesLiteralElement},
    {"pop", EntityKind::kGivesLiteralElement},
    {"popleft", EntityKind::kGivesLiteralElement},
    {"setdefault", EntityKind::kGivesLiteralElement},
    {"values", EntityKind::kGivesLiteral},
    {"copy", EntityKind::kGivesLiteral},
    {"union", EntityKind::kGivesLiteral},
    {"difference", EntityKind::kGivesLiteral},
    {"items", EntityKind::kGivesItems},
}};

bool IsText(std::string_view key) { return !key.empty() && key[0] == kTextKey; }

std::optional<int> NumberIn(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The name that a written base ends with.
Name NameOfBase(const FileModel& model, const Base& base) {
  const ModelExpression* named = &model.expressions[base.type];
  if (named->kind == ExpressionKind::kIndex && named->operand != kNoIndex) {
    named = &model.expressions[named->operand];
  }
  return named->name;
}

// Whether the members of the type are the elements of its values: a base is known for that.
bool HasKeyedMembers(const Program& program, SymbolRef type) {
  const auto is_keyed = [&](SymbolRef one) {
    const FileModel& model = program.files[one.file].model();
    const ModelDefinition& definition = model.definitions[one.definition];
    for (std::uint32_t i = 0; i < definition.bases_count; ++i) {
      const Name name = NameOfBase(model, model.bases[definition.bases_begin + i]);
      if (name == Name::kUnknown) continue;
      const auto& generics = model.rules->generics;
      const bool is_known =
          std::any_of(generics.begin(), generics.end(), [&](const GenericName& known) {
            return known.use == GenericUse::kKeyed && known.name == program.names.Text(name);
          });
      if (is_known) return true;
    }
    return false;
  };
  const std::span<const SymbolRef> lineage = program.LineageOf(type);
  return is_keyed(type) || std::any_of(lineage.begin(), lineage.end(), is_keyed);
}

}  // namespace

// The elements under a key of the indexed containers; the empty key means any.
Resolution Evaluator::ElementsUnder(const Resolution& containers, Name key, ScopeRef place) {
  const bool known = key != Name::kEmpty && key != Name::kUnknown;
  const std::string_view text = known ? program_.names.Text(key) : std::string_view();
  if (text == kIterationKey) return ElementsOf(containers);
  const bool slices = !text.empty() && text[0] == kSliceKey;
  Resolution out;
  out.AddNotes(containers);
  out.foreign_type = Name::kEmpty;
  out.escaped = out.escaped || containers.IsForeign();
  for (const Entity& entity : containers.entities()) {
    if (slices && entity.kind == EntityKind::kContainerLiteral) {
      const std::optional<int> from = text.size() == 1 ? 0 : NumberIn(text.substr(1));
      Entity rest = entity;
      const int depth = from.has_value() ? entity.depth + *from : int{kAnyPlace};
      rest.depth = static_cast<std::uint8_t>(std::min(depth, int{kAnyPlace}));
      out.Add(rest);
    } else if (slices && entity.kind == EntityKind::kElements) {
      out.Add(entity);
    } else if (entity.kind == EntityKind::kMap) {
      out.AddAll(MapValues(*this).ValueOf(entity));
    } else if (entity.kind == EntityKind::kTuple) {
      const std::string_view position = slices || key == Name::kUnknown ? "?" : text;
      out.AddAll(MapValues(*this).PartOf(entity, position));
    } else if (entity.kind == EntityKind::kInstance) {
      if (IsText(text) && HasKeyedMembers(program_, entity.symbol)) {
        const Name member = program_.names.Find(text.substr(1));
        out.AddAll(Held(MemberOf(entity, place, member, {})));
        continue;
      }
      const Resolution item = ResultOfMethod(entity, RulesOfFile(place.file).index_method);
      const bool is_place = item.empty() && !item.dynamic && !text.empty() && !slices;
      out.AddAll(is_place ? MapValues(*this).FieldAt(entity, text) : item);
    } else {
      out.AddAll(ElementUnder(entity, key));
    }
  }
  return out;
}

Resolution Evaluator::ElementUnder(const Entity& container, Name key) {
  Resolution out;
  const bool known = key != Name::kEmpty && key != Name::kUnknown;
  const std::string_view text = known ? program_.names.Text(key) : std::string_view();
  switch (container.kind) {
    case EntityKind::kSymbol:
      out.Add(container);  // arguments of a generic type or function
      break;
    case EntityKind::kElements:
      out.Add(ElementOf(container));
      break;
    case EntityKind::kContainerLiteral:
      // A key that no header mentions is in none of them.
      if (key == Name::kUnknown) {
        out.external = true;
      } else {
        out = LiteralElements(container, text);
      }
      break;
    case EntityKind::kItem:
      if (text != "0") out = LiteralElements(container, {});
      break;
    default:
      break;
  }
  return out;
}

// The number of elements, if it is written.
std::uint32_t Evaluator::LengthOf(const Entity& literal) const {
  std::uint32_t length = 0;
  for (ExpressionIndex at = literal.types; at != kNoIndex; ++length) {
    const ModelExpression& element = ExpressionAt(literal.index, at);
    if (element.count == kAllElementsOf) return kNoLength;
    at = element.second;
  }
  return length;
}

// Whether an element may be under a key; the empty key means any.
bool Evaluator::IsUnder(const Entity& literal, Name element, std::string_view key) const {
  const bool known = element != Name::kEmpty && element != Name::kUnknown;
  const std::string_view own = known ? program_.names.Text(element) : std::string_view();
  if (key == kIterationKey) return !IsText(own);
  if (key.empty() || own.empty()) return true;
  if (IsText(own) != IsText(key)) return false;
  if (IsText(own)) return own == key || own.size() == 1;
  std::optional<int> wanted = NumberIn(key);
  const std::optional<int> number = NumberIn(own);
  if (!wanted.has_value() || !number.has_value() || literal.depth == kAnyPlace) return true;
  if (*wanted < 0) {
    const std::uint32_t length = LengthOf(literal);
    if (length == kNoLength) return true;
    *wanted += static_cast<int>(length) - (literal.depth - 1);
  }
  return *number == *wanted + literal.depth - 1;
}

Resolution Evaluator::LiteralElements(const Entity& literal, std::string_view key) {
  Resolution out;
  const ScopeRef place{literal.index, literal.types_scope};
  for (ExpressionIndex at = literal.types; at != kNoIndex;) {
    if (!Step()) return {};
    const ModelExpression& element = ExpressionAt(literal.index, at);
    at = element.second;
    if (element.kind != ExpressionKind::kArguments) break;
    if (element.count == kAllElementsOf) {
      const Resolution held = Value(place, element.operand);
      if (key == kIterationKey || !IsText(key)) {
        out.AddAll(ElementsOf(held));
      }
      for (const Entity& entity : held.entities()) {
        const bool inner =
            entity.kind == EntityKind::kContainerLiteral && (key.empty() || IsText(key));
        if (inner) out.AddAll(LiteralElements(entity, key));
      }
      continue;
    }
    if (!IsUnder(literal, element.name, key)) continue;
    if (element.operand == kNoIndex) {
      out.external = true;
      continue;
    }
    out.AddAll(Value(place, element.operand));
  }
  if (out.empty() && !out.external) out.dynamic = true;
  out.WeakenTo(literal.rule);
  return out;
}

// The methods of a container are not indexed, but the results of some are known.
Resolution Evaluator::MemberOfLiteral(const Entity& literal, Name name) const {
  Resolution out;
  out.external = true;
  if (name == Name::kUnknown) return out;
  const std::string_view text = program_.names.Text(name);
  for (const LiteralMember& member : kLiteralMembers) {
    if (member.name != text) continue;
    Entity given = literal;
    given.kind = member.gives;
    out.Add(given);
  }
  return out;
}

// type Carts []*Cart: the container behind the values of a named type.
Resolution Evaluator::UnderlyingOf(const Entity& instance) {
  const ModelDefinition& definition = program_.Definition(instance.symbol);
  const bool is_named =
      RulesOfFile(instance.symbol.file).has_defined_types && definition.declared_type != kNoIndex;
  if (!is_named || !Step()) return {};
  return Type({instance.symbol.file, definition.scope}, definition.declared_type);
}

Resolution Evaluator::AskKey(ScopeRef place, const ModelExpression& member) {
  return Ask([&]() -> Resolution {
    const Resolution made = Value(place, member.operand);
    if (made.size() != 1 || made.entities()[0].kind != EntityKind::kInstance) return {};
    const SymbolRef type = made.entities()[0].symbol;
    const ExpressionIndex underlying = program_.Definition(type).declared_type;
    const bool is_container = underlying != kNoIndex &&
                              ExpressionAt(type.file, underlying).kind == ExpressionKind::kIndex;
    return is_container ? BindName(place, member.name, {}) : Resolution();
  });
}

Resolution Evaluator::ElementsOf(const Resolution& container) {
  Resolution out;
  out.AddNotes(container);
  out.TakeElement();
  out.escaped = out.escaped || container.IsForeign();
  for (const Entity& entity : container.entities()) {
    if (entity.kind == EntityKind::kElements) out.Add(ElementOf(entity));
    const bool has_parts = entity.kind == EntityKind::kMap || entity.kind == EntityKind::kTuple;
    if (has_parts) out.AddAll(MapValues(*this).Iterated(entity));
    if (entity.kind == EntityKind::kContainerLiteral)
      out.AddAll(LiteralElements(entity, kIterationKey));
    if (entity.kind == EntityKind::kItems) {
      out.Add(entity);
      out.entities().back().kind = EntityKind::kItem;
    }
    if (entity.kind == EntityKind::kInstance) {
      const ResolutionRules& rules = RulesOfFile(entity.symbol.file);
      const Resolution underlying = UnderlyingOf(entity);
      if (!underlying.empty()) out.AddAll(ElementsOf(underlying));
      Resolution iterator = ResultOfMethod(entity, rules.protocol.iterate);
      // A type that supports both kinds of iteration yields the same by either, as far as is known.
      if (iterator.empty()) iterator = ResultOfMethod(entity, rules.protocol.async_iterate);
      for (const Entity& item : iterator.entities()) {
        if (item.kind == EntityKind::kElements) out.Add(ElementOf(item));
        if (item.kind == EntityKind::kContainerLiteral)
          out.AddAll(LiteralElements(item, kIterationKey));
        if (item.kind != EntityKind::kInstance) continue;
        if ((item.shape & kPointers) != 0) {  // a pointer iterates over an array
          out.Add(item);
          --out.entities().back().shape;
          continue;
        }
        const Resolution next = ResultOfMethod(item, rules.protocol.next);
        out.AddAll(next.empty() ? ResultOfMethod(item, rules.protocol.async_next) : next);
      }
    }
  }
  return out;
}

Resolution Evaluator::EnteredFrom(const Resolution& context) {
  Resolution out;
  out.AddNotes(context);
  out.escaped = out.escaped || context.IsForeign();
  for (const Entity& entity : context.entities()) {
    // A generator that is turned into a context manager enters with the value it yields.
    if (entity.kind == EntityKind::kElements) out.Add(ElementOf(entity));
    if (entity.kind == EntityKind::kContainerLiteral)
      out.AddAll(LiteralElements(entity, kIterationKey));
    if (entity.kind == EntityKind::kInstance) {
      const ResolutionRules& rules = RulesOfFile(entity.symbol.file);
      const Resolution entered = ResultOfMethod(entity, rules.protocol.enter);
      out.AddAll(entered.empty() ? ResultOfMethod(entity, rules.protocol.async_enter) : entered);
    }
  }
  return out;
}

// Whether a call of `callee` runs the function: it is the function, a method that it overrides, or
// the type whose constructor it is.
bool Evaluator::Runs(const Resolution& callee, SymbolRef function) const {
  const auto derives = [this](SymbolRef type, SymbolRef base) {
    if (type == base) return true;
    const auto lineage = program_.LineageOf(type);
    return std::find(lineage.begin(), lineage.end(), base) != lineage.end();
  };
  const SymbolRef parent = program_.ParentOf(function);
  const bool method = IsTypeLike(parent);
  return std::any_of(callee.entities().begin(), callee.entities().end(), [&](const Entity& run) {
    if (run.kind != EntityKind::kSymbol) return false;
    if (run.symbol == function) return true;
    if (!method) return false;
    if (IsTypeLike(run.symbol)) return derives(run.symbol, parent);
    const SymbolRef other = program_.ParentOf(run.symbol);
    return IsTypeLike(other) && derives(parent, other) &&
           program_.Definition(run.symbol).name == program_.Definition(function).name;
  });
}

// The argument of a call for a parameter: by its name, or by its position before any spread
// argument.
ExpressionIndex Evaluator::ArgumentFor(FileIndex file, ExpressionIndex arguments, int position,
                                       Name name) const {
  ExpressionIndex found = kNoIndex;
  bool counts = true;
  for (ExpressionIndex at = arguments; at != kNoIndex; --position) {
    const ModelExpression& argument = ExpressionAt(file, at);
    at = argument.second;
    if (argument.count == kKeyedElement && argument.name == name) return argument.operand;
    counts = counts && argument.count == kOneElement;
    if (counts && position == 0) found = argument.operand;
  }
  return found;
}

// Whether the only evidence for a container is that something is added to it: `x.add(y)` alone may
// run a method of this repository.
bool Evaluator::IsTakenForContainer(const Resolution& object) const {
  if (object.empty() || object.IsForeign()) return false;
  return std::all_of(object.entities().begin(), object.entities().end(),
                     [this](const Entity& entity) {
                       if (entity.kind != EntityKind::kContainerLiteral || entity.types == kNoIndex)
                         return false;
                       const ModelExpression& first = ExpressionAt(entity.index, entity.types);
                       return first.name == Name::kEmpty && first.second == kNoIndex;
                     });
}

// The arguments that known call sites pass for a parameter of the enclosing function. Other call
// sites may exist, so a missing argument proves nothing.
Resolution Evaluator::CallSiteArguments(ScopeRef place, const ModelExpression& parameter) {
  const DefinitionIndex owner = program_.files[place.file].model().scopes[place.scope].definition;
  Resolution out;
  out.dynamic = true;
  if (owner == kNoIndex || owner == 0) return out;
  const Name name = ExpressionAt(place.file, parameter.operand).name;
  Resolution fixture = MadeByFixture(place.file, place.scope, name);
  if (!fixture.empty() || !follows_call_sites_) return fixture.empty() ? out : fixture;
  const auto calls = program_.call_arguments.Find(parameter.name);
  if (calls.size() > kMaxCallSites) return out;
  const SymbolRef function{place.file, owner};
  for (const auto& pair : calls) {
    const FileIndex file = pair.value.file;
    if (!Step()) return {};
    if (program_.IsApart(place.file, file)) continue;
    const ModelBinding& binding = program_.files[file].model().bindings[pair.value.definition];
    const ModelExpression& call = ExpressionAt(file, binding.value);
    const ExpressionIndex argument = ArgumentFor(file, call.second, parameter.count, name);
    if (argument == kNoIndex) continue;
    const ScopeRef at{file, binding.value_scope};
    if (!Runs(Held(Bind(at, call.operand, {})), function)) continue;
    const Resolution value = Value(at, argument);
    for (const Entity& entity : value.entities()) out.Add(entity);
    out.more = out.more || value.more;
  }
  out.dynamic = out.empty();
  out.WeakenTo(EdgeRule::kReturnedReceiver);
  return out;
}

Resolution Evaluator::AskWrappers(SymbolRef function) {
  return Ask([&] {
    const FileModel& model = program_.files[function.file].model();
    const ModelDefinition& definition = model.definitions[function.definition];
    Resolution out;
    for (const ScopeEntry& entry : model.Find(definition.scope, definition.name)) {
      if (entry.kind() != EntryKind::kBinding) continue;
      const Resolution made = HeldByBinding(function.file, entry.index());
      for (const Entity& entity : made.entities()) {
        if (entity.kind != EntityKind::kSymbol || entity.symbol == function) continue;
        const ModelDefinition& wrapper = program_.Definition(entity.symbol);
        const SymbolRef parent = program_.ParentOf(entity.symbol);
        const bool inner = wrapper.kind == SymbolKind::kFunction &&
                           program_.Definition(parent).kind == SymbolKind::kFunction;
        if (inner && parent != program_.ParentOf(function)) out.Add(entity);
      }
    }
    out.WeakenTo(EdgeRule::kReturnedReceiver);
    return out;
  });
}

}  // namespace waymark::indexer
