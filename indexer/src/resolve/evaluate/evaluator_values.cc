// Values and types: the content of variables, the results of calls, the meaning of annotations.
#include <algorithm>
#include <optional>

#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"
#include "resolve/evaluate/library_values.h"
#include "resolve/evaluate/map_values.h"
#include "resolve/evaluate/tested_value.h"
#include "resolve/evaluate/top_types.h"
#include "resolve/program/method_sets.h"
#include "resolve/rules/builtin_types.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

bool IsVariable(const ModelDefinition& definition) {
  return definition.kind == SymbolKind::kVar || definition.kind == SymbolKind::kConst ||
         definition.kind == SymbolKind::kField;
}

Entity InstanceOf(SymbolRef type, EdgeRule rule) { return {EntityKind::kInstance, rule, type}; }

// A written type is stronger evidence than the include that makes its name visible. A guess stays a
// guess.
EdgeRule RuleOfWrittenType(EdgeRule name_rule) {
  return name_rule == EdgeRule::kUniqueGlobal ? name_rule : EdgeRule::kAnnotatedReceiver;
}

// Whether nothing but the null value of the language is known.
bool IsNull(const Program& program, Language language, const Resolution& value) {
  const Name type = value.foreign_type;
  if (!value.empty() || type == Name::kEmpty || type == Name::kUnknown) return false;
  return NullTypeOf(language) == program.names.Text(type);
}

// An argument that determines the result of a call.
struct TellingArgument {
  int position = 0;
  bool is_type = false;  // the result is an instance of it; else the result has its type
};

// A return type that refers to an argument: a kParameter, or a kNew of one.
std::optional<TellingArgument> ToldByArgument(const FileModel& model, ExpressionIndex return_type) {
  if (return_type == kNoIndex) return std::nullopt;
  const ModelExpression& type = model.expressions[return_type];
  const bool is_made = type.kind == ExpressionKind::kNew && type.operand != kNoIndex;
  const ModelExpression& parameter = is_made ? model.expressions[type.operand] : type;
  if (parameter.kind != ExpressionKind::kParameter) return std::nullopt;
  return TellingArgument{parameter.count, is_made};
}

}  // namespace

// The value of a name. A literal is an instance of the type that it names, which the repository may
// extend where types are open.
Resolution Evaluator::NamedValue(ScopeRef place, ExpressionIndex index) {
  const ModelExpression& named = ExpressionAt(place.file, index);
  const ResolutionRules& rules = RulesOfFile(place.file);
  Resolution out;
  if (named.kind == ExpressionKind::kLiteral) {
    LookupKind type{kUnknownArity, true};
    type.side = Side::kConstants;
    const Space all = Space::OpenType(Name::kEmpty);
    if (rules.members_are_calls) {
      out = TypeFromBinding(LookInOpenSpace(all, place.file, named.name, type));
    }
    out.external = true;
    out.foreign_type = named.name;
    out.foreign_shape = named.count;
    return out;
  }
  out = Bind(place, index, {});
  const bool is_alone = named.kind == ExpressionKind::kName;
  if (rules.has_pointer_types && is_alone) MarkConstantField(place, out);
  // A variable that a pattern in a macro's arguments binds.
  if (rules.macros_bind_names && is_alone) out.WeakenUndeclared();
  out.escaped = out.escaped || (out.holds_ours && !is_alone);
  return Held(out);
}

// The result of a call. A call of the class object that a class method has as its first parameter
// makes an instance, and so does a call of a type: Box[Job](), Box(job).
Resolution Evaluator::CallValue(ScopeRef place, ExpressionIndex index) {
  const ModelExpression& call = ExpressionAt(place.file, index);
  const ExpressionIndex operand = call.operand;
  if (operand != kNoIndex && ExpressionAt(place.file, operand).kind == ExpressionKind::kSelf) {
    return SelfAt(place);
  }
  const ResolutionRules& rules = RulesOfFile(place.file);
  if (rules.members_are_calls) return SentValue(place, call);
  LookupKind wanted{call.count};
  wanted.caller = place;
  wanted.arguments = call.second;
  const Resolution called = Bind(place, operand, wanted);
  Resolution out = Called(called, {place, index});
  // handlers[name](): the called function is an element.
  const ModelExpression& callee = ExpressionAt(place.file, operand == kNoIndex ? index : operand);
  const bool is_element = callee.kind == ExpressionKind::kIndex && callee.count == 0;
  if (out.empty() && is_element && !rules.follows_values) {
    const Resolution made = Called(Value(place, operand));
    if (!made.empty()) return made;
  }
  if (out.empty() && out.IsForeign()) {
    const Resolution told = LibraryValues(*this).Told(place, call);
    if (!told.empty()) return told;
  }
  const bool makes = rules.follows_values && called.size() == 1 &&
                     called.entities()[0].kind == EntityKind::kSymbol &&
                     IsTypeLike(called.entities()[0].symbol);
  if (!makes) return out;
  const ModelExpression& type = ExpressionAt(place.file, operand);
  if (type.name == Name::kEmpty) ApplyTo(place, type, out);
  InferMade(out, {place, index});
  return out;
}

Resolution Evaluator::Value(ScopeRef place, ExpressionIndex index) {
  if (!Step() || index == kNoIndex) return {};
  const ModelExpression& expression = ExpressionAt(place.file, index);
  Resolution out;
  switch (expression.kind) {
    case ExpressionKind::kName:
    case ExpressionKind::kMember:
    case ExpressionKind::kLiteral:
      return NamedValue(place, index);
    case ExpressionKind::kCall:
      return CallValue(place, index);
    case ExpressionKind::kNew:
      out = Type(place, expression.operand);
      // A class held by a variable, or a call of a generic function that looks like a conversion.
      if (out.empty() && out.method_set == Name::kEmpty &&
          RulesOfFile(place.file).builtin_types == nullptr) {
        out = Called(Bind(place, expression.operand, {expression.count}), {place, index});
      }
      ResolveTopType(program_.names, RulesOfFile(place.file), out);  // x as any
      InferMade(out, {place, index});
      out.WeakenTo(EdgeRule::kConstructedReceiver);
      return out;
    case ExpressionKind::kIndex:
      return IndexValue(place, expression);
    case ExpressionKind::kSelf:
      out = SelfAt(place);
      for (Entity& self : out.entities()) {
        if (self.substitution == kNoSubstitution) self.substitution = OfBlock(place, self.symbol);
      }
      if (RulesOfFile(place.file).has_pointer_types) {
        out.Wrap(IsInConstantMethod(place) ? kConstant | 1 : 1);
      }
      return out;
    case ExpressionKind::kSuper:
      out = SelfAt(place);
      for (Entity& entity : out.entities()) {
        const bool own = entity.kind == EntityKind::kSymbol;
        entity.kind = own ? EntityKind::kOwnSuper : EntityKind::kSuper;
      }
      return out;
    case ExpressionKind::kPointer:
      return PointerValue(place, expression);
    case ExpressionKind::kAwait:  // of a foreign generic: what it holds
      out = Value(place, expression.operand);
      out.escaped = out.escaped || out.holds_ours;
      return out;
    case ExpressionKind::kUnion:
      out = Value(place, expression.operand);
      out.AddAll(Value(place, expression.second));
      return out;
    case ExpressionKind::kParameter:
      return CallbackArgument(place, expression);
    case ExpressionKind::kArguments:
      if (RulesOfFile(place.file).follows_values) {
        const EdgeRule rule = EdgeRule::kLexicalScope;
        out.Add({EntityKind::kContainerLiteral, rule, {}, place.file, {}, 1, index, place.scope});
      }
      return out;
    case ExpressionKind::kTypeOf:
      return expression.count == 0 ? out : TestedValue(*this, place).Of(expression);
    case ExpressionKind::kFunction:
      return out;
  }
  return out;
}

Resolution Evaluator::Type(ScopeRef place, ExpressionIndex index, int type_arguments) {
  if (!Step() || index == kNoIndex) return {};
  const ModelExpression& expression = ExpressionAt(place.file, index);
  Resolution out;
  switch (expression.kind) {
    case ExpressionKind::kName:
    case ExpressionKind::kMember: {
      LookupKind type{kUnknownArity, true};
      type.type_arguments = type_arguments;
      out = TypeNamed(Bind(place, index, type), expression.name);
      if (out.empty() && expression.kind == ExpressionKind::kMember) {
        AddTypeOfContainer(place, expression, out);
      }
      if (out.empty() && out.IsForeign() && out.method_set == Name::kEmpty) {
        const bool is_member = expression.operand != kNoIndex;
        out.method_set = OutsideInterfaceNamed(
            program_, place.file, expression,
            is_member ? &ExpressionAt(place.file, expression.operand) : nullptr);
      }
      ResolveTopType(program_.names, RulesOfFile(place.file), out);
      return out;
    }
    case ExpressionKind::kIndex:
      return expression.count == 0 && expression.name != Name::kEmpty
                 ? PartOfType(place, expression)
                 : GenericType(place, expression);
    case ExpressionKind::kTypeOf:
      return Value(place, expression.operand);
    case ExpressionKind::kPointer:
      out = Type(place, expression.operand);
      if (expression.count < kAddress) out.Wrap(expression.count);
      return out;
    case ExpressionKind::kAwait:
      return Type(place, expression.operand);
    case ExpressionKind::kLiteral:
      out.external = true;
      out.foreign_type = expression.name;
      out.method_set = OutsideInterfaceNamed(program_, place.file, expression, nullptr);
      ResolveTopType(program_.names, RulesOfFile(place.file), out);
      return out;
    case ExpressionKind::kUnion:
      out = OneOf(program_.names, RulesOfFile(place.file), Type(place, expression.operand),
                  Type(place, expression.second));
      return out;
    case ExpressionKind::kSelf:
      out = SelfAt(place);
      for (Entity& entity : out.entities()) entity.kind = EntityKind::kInstance;
      return out;
    case ExpressionKind::kFunction:
    case ExpressionKind::kArguments:
      out.Add({expression.kind == ExpressionKind::kFunction ? EntityKind::kFunction
                                                            : EntityKind::kTuple,
               EdgeRule::kAnnotatedReceiver,
               {},
               place.file,
               {},
               1,
               index,
               place.scope});
      out.entities().back().substitution = RelevantAt(place);
      return out;
    case ExpressionKind::kCall:
    case ExpressionKind::kNew:
    case ExpressionKind::kSuper:
    case ExpressionKind::kParameter:
      out.dynamic = true;  // computed types
      return out;
  }
  return out;
}

Resolution Evaluator::TypeNamed(const Resolution& bound, Name name) {
  Resolution out = TypeFromBinding(bound);
  const bool foreign = out.empty() && out.IsForeign() && !out.dynamic;
  if (foreign && out.foreign_type == Name::kEmpty) out.foreign_type = name;
  return out;
}

// A written type: types give instances, aliases the instances of their targets.
Resolution Evaluator::TypeFromBinding(const Resolution& bound) {
  Resolution out;
  out.AddNotes(bound);
  for (const Entity& entity : bound.entities()) {
    if (IsValue(entity.kind)) {
      out.Add(entity);
      continue;
    }
    if (entity.kind == EntityKind::kModule && Step()) {
      const Resolution value = DefaultOf(entity);
      if (value.size() == 1 && value.entities()[0].kind == EntityKind::kSymbol) {
        out.AddAll(TypeFromBinding(value));
      }
    }
    if (entity.kind != EntityKind::kSymbol) continue;
    const ModelDefinition& definition = program_.Definition(entity.symbol);
    if (IsTypeLike(entity.symbol)) {
      // A variant with members makes values of its enumeration.
      const SymbolRef type =
          definition.Has(kSymbolEnumerator) ? program_.ParentOf(entity.symbol) : entity.symbol;
      Entity instance = InstanceOf(type, RuleOfWrittenType(entity.rule));
      instance.shape = entity.shape;
      out.Add(instance);
    } else if (!definition.IsCallable()) {
      // The alias may be inside a type whose arguments are known.
      const bool inside = RulesOfFile(entity.symbol.file).has_specialisations;
      out.AddAll(AliasedType(entity.symbol, inside ? SubstitutionIn(entity) : kNoSubstitution));
    }
  }
  out.WeakenTo(EdgeRule::kAnnotatedReceiver);
  return out;
}

Resolution Evaluator::AliasedType(SymbolRef symbol, SubstitutionId substitution) {
  return Remember({MemoKind::kAlias, symbol, {}, substitution}, [&]() -> Resolution {
    const FileModel& model = program_.files[symbol.file].model();
    const ModelDefinition& definition = model.definitions[symbol.definition];
    Resolution out;
    if (definition.declared_type != kNoIndex && !IsVariable(definition)) {
      const ScopeIndex parameters = TypeParametersOf(symbol);
      const ScopeIndex scope = parameters == kNoIndex ? definition.scope : parameters;
      out = Type({symbol.file, scope, substitution}, definition.declared_type);
      // Arguments of the alias are not those of its target.
      for (Entity& entity : out.entities()) {
        if (entity.substitution == kNoSubstitution) entity.substitution = kUnknownSubstitution;
      }
      return out;
    }
    for (const ScopeEntry& entry : model.Find(definition.scope, definition.name)) {
      if (entry.kind() != EntryKind::kBinding) continue;
      const ModelBinding& binding = model.bindings[entry.index()];
      if (binding.kind == BindingKind::kAssigned || binding.kind == BindingKind::kAlias) {
        out.AddAll(Type({symbol.file, binding.value_scope, substitution}, binding.value));
      }
    }
    return out;
  });
}

Resolution Evaluator::Held(const Resolution& bound) {
  Resolution out;
  out.AddNotes(bound);
  for (const Entity& entity : bound.entities()) out.AddAll(HeldBy(entity));
  return out;
}

Resolution Evaluator::HeldBy(const Entity& entity) {
  const bool gives =
      entity.kind == EntityKind::kGivesElement || entity.kind == EntityKind::kGivesElements;
  if (gives) {  // a property, a part of a pair
    const ResolutionRules& rules =
        RulesOfFile(entity.symbol.exists() ? entity.symbol.file : entity.index);
    if (rules.methods_are_values || rules.has_pointer_types) return CalledEntity(entity);
  }
  if (entity.kind != EntityKind::kSymbol) return ResolutionOf(entity);
  const ModelDefinition& definition = program_.Definition(entity.symbol);
  Resolution out;
  if (IsVariable(definition)) {
    out = HeldByDefinition(entity.symbol, SubstitutionIn(entity));
    if ((entity.shape & kConstant) != 0) {  // a field of a constant object
      for (Entity& held : out.entities()) {
        if ((held.shape & kReference) == 0) held.shape = AddShape(held.shape, kConstant);
      }
    }
  } else if (definition.IsCallable() && definition.Has(kSymbolProperty)) {
    out = ReturnOf(entity);
  } else {
    return ResolutionOf(entity);
  }
  out.WeakenTo(entity.rule);
  return out;
}

Resolution Evaluator::HeldByDefinition(SymbolRef symbol, SubstitutionId substitution) {
  return Remember({MemoKind::kDefinition, symbol, {}, substitution}, [&]() -> Resolution {
    const FileModel& model = program_.files[symbol.file].model();
    const ModelDefinition& definition = model.definitions[symbol.definition];
    if (definition.declared_type != kNoIndex) {
      return Type({symbol.file, definition.scope, substitution}, definition.declared_type);
    }
    Resolution out;
    if (definition.Has(kSymbolEnumerator)) {
      if (RulesOfFile(symbol.file).has_unscoped_enumerators) return HeldByEnumerator(symbol);
      const SymbolRef parent = program_.ParentOf(symbol);
      if (IsTypeLike(parent)) out.Add(InstanceOf(parent, EdgeRule::kAnnotatedReceiver));
    }
    // An object with members is an instance of itself, even if a type has its name.
    const bool is_object = IsVariable(definition) && IsTypeLike(symbol);
    if (is_object) out.Add(InstanceOf(symbol, EdgeRule::kConstructedReceiver));
    for (const ScopeEntry& entry : model.Find(definition.scope, definition.name)) {
      if (entry.kind() != EntryKind::kBinding) continue;
      const ExpressionIndex value = model.bindings[entry.index()].value;
      const bool is_own = is_object && value != kNoIndex &&
                          ExpressionAt(symbol.file, value).kind == ExpressionKind::kNew;
      if (!is_own) out.AddAll(HeldByBinding(symbol.file, entry.index(), substitution));
    }
    if (out.empty() && !out.external) out.dynamic = true;
    const Language language = program_.files[symbol.file].model().language;
    if (definition.kind == SymbolKind::kField && IsNull(program_, language, out)) {  // until set
      out.external = false;
      out.dynamic = true;
    }
    return out;
  });
}

// Names in parameter types are looked up around the function. For a function outside its type they
// are looked up inside the type.
ScopeIndex Evaluator::ScopeOfParameterType(FileIndex file, const ModelBinding& binding) const {
  if (binding.kind != BindingKind::kParameter || binding.scope == binding.value_scope) {
    return binding.value_scope;
  }
  const DefinitionIndex function = program_.files[file].model().scopes[binding.scope].definition;
  const bool outside = function != kNoIndex && program_.OwnerOf({file, function}).has_value();
  return outside ? binding.scope : binding.value_scope;
}

Resolution Evaluator::HeldByBinding(FileIndex file, std::uint32_t index,
                                    SubstitutionId substitution) {
  const ModelBinding& binding = program_.files[file].model().bindings[index];
  const ScopeRef place{file, ScopeOfParameterType(file, binding), substitution};
  return Remember({MemoKind::kBinding, {file, index}, {}, substitution}, [&]() -> Resolution {
    Resolution out;
    switch (binding.kind) {
      case BindingKind::kAssigned:
      case BindingKind::kField:
        out = Value(place, binding.value);
        break;
      case BindingKind::kAnnotated:
      case BindingKind::kFieldAnnotated:
      case BindingKind::kCaught:
        out = Type(place, binding.value);
        break;
      case BindingKind::kParameter:
        out = binding.value == kNoIndex ? MadeByFixture(file, binding.scope, binding.name)
                                        : Type(place, binding.value);
        break;
      case BindingKind::kIterated:
        out = ElementsOf(Value(place, binding.value));
        break;
      case BindingKind::kEntered:
        out = EnteredFrom(Value(place, binding.value));
        break;
      case BindingKind::kAlias:
        out = NamespaceNamed(place, binding.value);
        return out.empty() ? TypesOf(Type(place, binding.value)) : out;
      case BindingKind::kUsing:
      case BindingKind::kExportedAs:
      case BindingKind::kFixture:
      case BindingKind::kBlockReceiver:
        if (RulesOfFile(file).modules_nest()) {
          out = Bind(place, binding.value, {kUnknownArity, true});
          out.AddAll(Bind(place, binding.value, {}));
          return out;
        }
        return Bind(place, binding.value, {});
      case BindingKind::kImplements:
      case BindingKind::kCallArguments:
      case BindingKind::kStored:
        break;
    }
    if (out.empty() && !out.external) out.dynamic = true;
    return out;
  });
}

Resolution Evaluator::Called(const Resolution& callee, Call call) {
  Resolution out;
  out.AddNotes(callee);
  out.escaped = out.escaped || callee.IsForeign();
  for (const Entity& entity : callee.entities()) out.AddAll(CalledEntity(entity, call));
  if (call.call == kNoIndex || !RulesOfFile(call.place.file).types_are_values) return out;
  const ExpressionIndex named = ExpressionAt(call.place.file, call.call).operand;
  if (named != kNoIndex) NameForeign(program_, ExpressionAt(call.place.file, named), out);
  return out;
}

Resolution Evaluator::CalledEntity(const Entity& callee, Call call) {
  Resolution out;
  if (callee.kind == EntityKind::kGivesElement) {
    out.Add(ElementOf(callee));
  } else if (callee.kind == EntityKind::kGivesLiteralElement) {
    out = LiteralElements(callee, {});
  } else if (callee.kind == EntityKind::kGivesLiteral || callee.kind == EntityKind::kGivesItems) {
    Entity literal = callee;
    const bool items = callee.kind == EntityKind::kGivesItems;
    literal.kind = items ? EntityKind::kItems : EntityKind::kContainerLiteral;
    literal.depth = kAnyPlace;
    out.Add(literal);
  } else if (callee.kind == EntityKind::kGivesElements) {
    Entity container = callee;
    container.kind = EntityKind::kElements;
    out.Add(container);
  } else if (callee.kind == EntityKind::kInstance) {
    out = LibraryValues(*this).ResultOfInstance(callee);
  } else if (callee.kind == EntityKind::kGivesOfMap) {
    out = MapValues(*this).Called(callee);
  } else if (callee.kind == EntityKind::kFunction) {
    out = LibraryValues(*this).Result(callee);
  } else if (callee.kind == EntityKind::kModule) {
    const Resolution value = DefaultOf(callee);
    if (value.size() == 1 && value.entities()[0].kind == EntityKind::kSymbol && Step()) {
      out = CalledEntity(value.entities()[0]);
    }
  } else if (callee.kind == EntityKind::kSymbol) {
    const ModelDefinition& definition = program_.Definition(callee.symbol);
    if (definition.IsCallable()) {
      out = ReturnOf(callee, call);
      if (definition.Has(kSymbolConstructor) && out.empty()) {
        out = ResolutionOf(InstanceOf(program_.CanonicalOf(program_.ParentOf(callee.symbol)),
                                      EdgeRule::kConstructedReceiver));
      }
    } else if (definition.Has(kSymbolEnumerator)) {
      out = HeldByDefinition(callee.symbol);
    } else if (IsVariable(definition)) {
      if (!Step()) return {};
      const Resolution held = HeldByDefinition(callee.symbol, SubstitutionIn(callee));
      if (definition.Has(kSymbolProperty)) out.AddAll(held);  // read by its accessor
      for (const Entity& entity : held.entities()) {
        const bool again =
            entity.kind == EntityKind::kSymbol && IsVariable(program_.Definition(entity.symbol));
        if (!again) out.AddAll(CalledEntity(entity));
      }
      out.AddNotes(held);
    } else {
      out = TypeFromBinding(ResolutionOf(callee));
      for (Entity& entity : out.entities()) {
        entity.rule = Weaker(callee.rule, EdgeRule::kConstructedReceiver);
      }
    }
  }
  out.WeakenTo(callee.rule);
  return out;
}

Resolution Evaluator::ReturnOf(const Entity& called, Call call) {
  const SymbolRef function = called.symbol;
  if (called.receiver.exists() && ReturnsOwnType(function)) {
    if (!Step()) return {};
    Entity own = InstanceOf(called.receiver, EdgeRule::kReturnedReceiver);
    own.substitution = OfReceiver(called);
    return ResolutionOf(own);
  }
  const FileModel& model = program_.files[function.file].model();
  const auto told = ToldByArgument(model, program_.Definition(function).return_type);
  if (told.has_value() && call.call != kNoIndex && Step()) {
    const ExpressionIndex arguments = ExpressionAt(call.place.file, call.call).second;
    const ExpressionIndex argument =
        ArgumentFor(call.place.file, arguments, told->position, Name::kEmpty);
    Resolution out = Value(call.place, argument);
    if (told->is_type) out = Called(out);
    out.WeakenTo(EdgeRule::kReturnedReceiver);
    if (!out.empty()) return out;
  }
  const SubstitutionId substitution = Inferred(called, call, SubstitutionIn(called));
  return Remember(
      {MemoKind::kReturn, function, called.receiver, substitution}, [&]() -> Resolution {
        const ModelDefinition& definition = program_.Definition(function);
        const ScopeIndex inside =
            definition.inner_scope == kNoIndex ? definition.scope : definition.inner_scope;
        const bool annotated = definition.return_type != kNoIndex;
        const ExpressionIndex written =
            annotated ? definition.return_type : definition.return_value;
        Resolution out;
        if (written == kNoIndex) {
          out.dynamic = true;
          return out;
        }
        const ScopeRef place{function.file, inside, substitution};
        out = annotated ? Type(place, written) : Value(place, written);
        if (out.empty() && !out.external) out.dynamic = true;
        out.WeakenTo(EdgeRule::kReturnedReceiver);
        return out;
      });
}

Resolution Evaluator::ResultOfMethod(const Entity& instance, std::string_view method) {
  Resolution out;
  if (method.empty()) return out;
  const Name name = program_.names.Find(method);
  LookupKind wanted;
  wanted.function = true;
  const Resolution found = MemberOfType(instance.symbol, name, wanted, instance.rule, 0);
  out.AddNotes(found);
  for (const Entity& entity : found.entities()) {
    if (entity.kind != EntityKind::kSymbol) continue;
    Entity called = entity;
    called.receiver = instance.symbol;
    called.substitution = instance.substitution;
    out.AddAll(ReturnOf(called));
  }
  return out;
}

}  // namespace waymark::indexer
