// Overload resolution of C++ after [over.match]: by the number of arguments, then by their types as
// far as they are known.
#include <algorithm>

#include "extract/declarations/ref_qualifier.h"
#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"
#include "resolve/rules/c_conversions.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxComparedOverloads = 48;  // functions of one name; of more, none is chosen
constexpr std::string_view kVoidName = "void";
constexpr std::string_view kArgumentList = "va_list";  // nothing converts to it

// Whether it is an external type of this name.
bool IsNamed(const Program& program, const Resolution& answer, std::string_view type) {
  const bool has_name = answer.empty() && answer.foreign_type != Name::kEmpty &&
                        answer.foreign_type != Name::kUnknown;
  return has_name && program.names.Text(answer.foreign_type) == type;
}

}  // namespace

GivenType Evaluator::KindOfType(const Resolution& type) const {
  using Kind = GivenType::Kind;
  if (const Entity* const instance = InstanceIn(type)) {
    if ((instance->shape & kWrapped) != 0) return {Kind::kClass, {}};
    if (PointersOf(instance->shape) > 0) return {Kind::kPointer, {}};
    const Kind kind = IsEnumeration(instance->symbol) ? Kind::kEnumeration : Kind::kClass;
    return {kind, program_.names.Text(program_.Definition(instance->symbol).name)};
  }
  const Name name = type.foreign_type;
  const bool named = name != Name::kEmpty && name != Name::kUnknown;
  const std::string_view text = named ? program_.names.Text(name) : std::string_view();
  if (ContainerIn(type) != nullptr) return {Kind::kClass, text};
  if (!type.empty() || !named || type.foreign_shape == kSeveralTypes) return {};
  if (PointersOf(type.foreign_shape) > 0) return {Kind::kPointer, {}};
  const std::string_view number = NumberNamed(text);
  if (!number.empty()) return {Kind::kNumber, number};
  return text == kVoidName ? GivenType{Kind::kVoid, {}} : GivenType{Kind::kOther, text};
}

// Default arguments may be in the declaration alone. So arity is checked before declarations give
// way to definitions.
void Evaluator::DropByArity(FileIndex from, std::vector<SymbolRef>& candidates, LookupKind wanted,
                            EdgeRule& rule) const {
  const auto misfit = [&](SymbolRef symbol) { return !Takes(symbol, wanted.arity); };
  const bool any = std::any_of(candidates.begin(), candidates.end(), misfit);
  // If parameter types are known and none accepts that many arguments, another function is meant.
  if (any && std::all_of(candidates.begin(), candidates.end(), [&](SymbolRef symbol) {
        return misfit(symbol) && FunctionTypeOf(symbol) != nullptr;
      })) {
    candidates.clear();
    return;
  }
  if (any && !std::all_of(candidates.begin(), candidates.end(), misfit)) {
    std::vector<SymbolRef> all = candidates;
    FoldDeclarations(from, all);
    std::erase_if(candidates, misfit);
    FoldDeclarations(from, candidates);
    if (candidates.size() < all.size()) rule = Weaker(rule, EdgeRule::kOverloadByArity);
    return;
  }
  FoldDeclarations(from, candidates);
}

const ModelExpression* Evaluator::FunctionTypeOf(SymbolRef function) const {
  const ModelDefinition& definition = program_.Definition(function);
  if (definition.declared_type == kNoIndex) return nullptr;
  const ModelExpression& type = ExpressionAt(function.file, definition.declared_type);
  return type.kind == ExpressionKind::kFunction ? &type : nullptr;
}

bool Evaluator::AskOverrides(SymbolRef method, SymbolRef type) {
  bool overrides = false;
  const auto ask = [&] {
    overrides = Overrides(method, type);
    return Resolution();
  };
  Ask(ask);
  return overrides && !cut_;
}

bool Evaluator::Overrides(SymbolRef method, SymbolRef type) {
  const ModelDefinition& definition = program_.Definition(method);
  const auto shape_of = [&](SymbolRef symbol) {
    const ModelExpression* const written = FunctionTypeOf(symbol);
    return written == nullptr ? std::uint8_t{0} : written->count;
  };
  if ((shape_of(method) & kOverrides) != 0) return true;
  for (const SymbolRef base : program_.LineageOf(type)) {
    for (const SymbolRef symbol : DefinedMembers(base, definition.name, {})) {
      const bool same =
          program_.Definition(symbol).discriminator_hash == definition.discriminator_hash;
      if (base == type) {
        if (same && (shape_of(symbol) & kOverrides) != 0) return true;
      } else if (same && (shape_of(symbol) & (kVirtual | kOverrides)) != 0) {
        return true;
      }
    }
  }
  return false;
}

// Whether a constructor of the type that is not `explicit` accepts the argument alone. No other
// user-defined conversion ranks higher.
bool Evaluator::CanConvert(const Argument& argument, SymbolRef type) {
  const ModelDefinition& definition = program_.Definition(type);
  if (definition.inner_scope == kNoIndex || program_.TypeFlags(type) != 0) return true;
  LookupKind wanted;
  wanted.constructor = true;
  for (const SymbolRef symbol : DefinedMembers(type, definition.name, wanted)) {
    const ModelDefinition& one = program_.Definition(symbol);
    if (!one.Has(kSymbolConstructor) || one.owner != kNoIndex || !Takes(symbol, 1)) continue;
    const ModelExpression* const written = FunctionTypeOf(symbol);
    if (written != nullptr && (written->count & kExplicit) != 0) continue;
    if (!Step()) return true;
    if (RankOfArgument(symbol, 0, argument, true) != kNoConversion) return true;
  }
  return false;
}

std::vector<Evaluator::Argument> Evaluator::ArgumentsOf(LookupKind wanted) {
  std::vector<Argument> arguments;
  for (ExpressionIndex at = wanted.arguments; at != kNoIndex;) {
    const ModelExpression& list = ExpressionAt(wanted.caller.file, at);
    if (list.kind != ExpressionKind::kArguments) break;
    Argument& argument = arguments.emplace_back();
    if (list.operand != kNoIndex) {
      const ModelExpression& written = ExpressionAt(wanted.caller.file, list.operand);
      argument.value = Value(wanted.caller, list.operand);
      const bool called = written.kind == ExpressionKind::kCall;
      // Operators on a library's object, such as a stream, mostly return the object.
      const bool computed =
          written.count == kComputed && KindOfType(argument.value).kind != GivenType::Kind::kOther;
      const bool made = written.kind == ExpressionKind::kNew ||
                        written.kind == ExpressionKind::kLiteral || written.count == kAddress;
      bool refers = !called && !computed;
      for (const Entity& entity : argument.value.entities()) {
        refers = refers || (entity.shape & kReference) != 0;
      }
      argument.has_place = refers && !made;
    }
    at = list.second;
  }
  return arguments;
}

// The type of the parameter for an argument; `rest` if it takes all that follow.
ExpressionIndex Evaluator::ParameterTypeAt(SymbolRef function, int position, bool& rest) const {
  const ModelExpression* const type = FunctionTypeOf(function);
  rest = false;
  if (type == nullptr) return kNoIndex;
  for (ExpressionIndex at = type->operand; at != kNoIndex;) {
    const ModelExpression& list = ExpressionAt(function.file, at);
    rest = list.count == 1;
    if (position-- == 0 || rest) return list.operand;
    at = list.second;
  }
  return kNoIndex;
}

// Whether the type arguments of two instances of one generic type are known to differ.
bool Evaluator::DifferInArguments(const Entity& one, const Entity& other) {
  const Substitution* const first = SubstitutionAt(one.substitution);
  const Substitution* const second = SubstitutionAt(other.substitution);
  if (first == nullptr || second == nullptr || first == second) return false;
  if (first->file != second->file || first->parameters != second->parameters) return false;
  if (first->inferred.exists() || second->inferred.exists()) return false;
  // Copies: evaluation may add substitutions.
  const std::vector<TypeArgument> here = first->arguments;
  const std::vector<TypeArgument> there = second->arguments;
  for (std::size_t i = 0; i < std::min(here.size(), there.size()); ++i) {
    if (here[i].type == kNoIndex || there[i].type == kNoIndex) continue;
    const Resolution a = Type(here[i].place, here[i].type);
    const Resolution b = Type(there[i].place, there[i].type);
    if (!IsKnown(a) || !IsKnown(b)) continue;
    const Entity* const x = InstanceIn(a);
    const Entity* const y = InstanceIn(b);
    if (x != nullptr && y != nullptr && x->symbol != y->symbol) return true;
    if ((x == nullptr) != (y == nullptr) && a.size() + b.size() == 1) return true;
    if (a.empty() && b.empty() && a.foreign_type != b.foreign_type) return true;
  }
  return false;
}

// `direct`: without a user-defined conversion.
int Evaluator::RankOfArgument(SymbolRef function, int position, const Argument& argument,
                              bool direct) {
  bool rest = false;
  const ExpressionIndex type = ParameterTypeAt(function, position, rest);
  if (type == kNoIndex) return rest ? kRankEllipsis : kRankUnknown;
  const ModelDefinition& definition = program_.Definition(function);
  const ScopeRef inside{function.file, definition.inner_scope == kNoIndex ? definition.scope
                                                                          : definition.inner_scope};
  if (IsDependent(inside, type)) return RankOfDependent(inside, type, argument);
  const SymbolRef detail{static_cast<FileIndex>(position), 0};
  const Resolution parameter = Remember({MemoKind::kParameter, function, detail},
                                        [&]() -> Resolution { return Type(inside, type); });
  if (IsNamed(program_, parameter, kArgumentList)) {
    return IsNamed(program_, argument.value, kArgumentList) ? kRankExact : kNoConversion;
  }
  const int fit = RankOfValue(argument.value, parameter);
  const Entity* const wanted = InstanceIn(parameter);
  const Entity* const given = InstanceIn(argument.value);
  const bool same = wanted != nullptr && given != nullptr && given->symbol == wanted->symbol;
  if (same && DifferInArguments(*given, *wanted)) return kNoConversion;
  if (fit == kRankUserDefined) {
    if (direct) return kNoConversion;
    const bool is_object =
        given != nullptr && PointersOf(given->shape) == 0 && (given->shape & kWrapped) == 0;
    if (wanted != nullptr && !is_object && (wanted->shape & kWrapped) == 0 &&
        !CanConvert(argument, wanted->symbol)) {
      return kNoConversion;
    }
    // A constructed object is a temporary.
    return wanted != nullptr && (wanted->shape & kTemporary) != 0 ? kRankUserDefinedRvalue : fit;
  }
  const std::uint8_t shape = wanted != nullptr ? wanted->shape : parameter.foreign_shape;
  const bool unplaced = WantsPlace(shape) && !argument.has_place && PointersOf(shape) == 0;
  if (!IsKnown(argument.value)) return fit;
  return unplaced ? kNoConversion : AtPlace(fit, shape, argument.has_place);
}

// Ranks of the arguments, then of the object; empty if one does not fit.
std::vector<int> Evaluator::RanksOf(SymbolRef function, std::span<const Argument> arguments,
                                    LookupKind wanted) {
  std::vector<int> fits;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    fits.push_back(RankOfArgument(function, static_cast<int>(i), arguments[i], false));
    if (fits.back() == kNoConversion) return {};
  }
  const ModelExpression* const type = FunctionTypeOf(function);
  const bool constant = type != nullptr && (type->count & kConstMethod) != 0;
  const ModelDefinition& definition = program_.Definition(function);
  const bool free = definition.Has(kSymbolStatic) || definition.Has(kSymbolConstructor) ||
                    type == nullptr ||
                    (definition.kind != SymbolKind::kMethod && definition.owner == kNoIndex);
  if (wanted.constant && !constant && !free) return {};
  const bool of_temporaries = type != nullptr && (type->count & kOfTemporaries) != 0;
  const bool of_places = type != nullptr && (type->count & kOfPlaces) != 0 && !constant;
  if (wanted.temporary ? of_places : of_temporaries) return {};
  fits.push_back(!wanted.constant && constant && !free ? kRankQualification : kRankExact);
  return fits;
}

// How specialised the parameter types of a template are: T less than T*, less than List<T>.
int Evaluator::SpecialtyOf(SymbolRef function) const {
  const ModelExpression* const type = FunctionTypeOf(function);
  if (type == nullptr) return 0;
  int specialty = 0;
  for (ExpressionIndex at = type->operand; at != kNoIndex;) {
    const ModelExpression& list = ExpressionAt(function.file, at);
    ExpressionIndex part = list.operand;
    for (int depth = 0; part != kNoIndex && depth < kMaxTypeDepth; ++depth) {
      const ModelExpression& written = ExpressionAt(function.file, part);
      if (written.kind == ExpressionKind::kPointer) specialty += PointersOf(written.count);
      if (written.kind == ExpressionKind::kIndex) specialty += 2;
      part = written.operand;
    }
    if (list.count == 1) specialty -= 1;
    at = list.second;
  }
  return specialty;
}

// As ParameterTypeAt, without reference and `const`.
ExpressionIndex Evaluator::PlainTypeAt(SymbolRef function, int position, bool& rest) const {
  ExpressionIndex type = ParameterTypeAt(function, position, rest);
  while (type != kNoIndex && ExpressionAt(function.file, type).kind == ExpressionKind::kPointer &&
         PointersOf(ExpressionAt(function.file, type).count) == 0) {
    type = ExpressionAt(function.file, type).operand;
  }
  return type;
}

// The number of arguments of unknown type whose parameter is a bare type parameter.
int Evaluator::PlainParametersOf(SymbolRef function, std::span<const Argument> arguments) const {
  const ModelDefinition& definition = program_.Definition(function);
  const ScopeRef inside{function.file, definition.inner_scope == kNoIndex ? definition.scope
                                                                          : definition.inner_scope};
  int plain = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    bool rest = false;
    const ExpressionIndex type = PlainTypeAt(function, static_cast<int>(i), rest);
    if (type == kNoIndex) continue;
    const ModelExpression& written = ExpressionAt(function.file, type);
    const bool open =
        written.kind == ExpressionKind::kName && IsTypeParameter(inside, written.name);
    if (open && !IsKnown(arguments[i].value)) ++plain;
  }
  return plain;
}

// f<Type>(x) names a template, never a plain function of the same name.
void Evaluator::DropPlain(std::vector<SymbolRef>& candidates, LookupKind wanted) const {
  if (wanted.type_arguments == 0 || wanted.constructor) return;
  const auto is_plain = [&](SymbolRef symbol) {
    const ModelExpression* const type = FunctionTypeOf(symbol);
    return type != nullptr && (type->count & kOfTemplate) == 0;
  };
  if (std::all_of(candidates.begin(), candidates.end(), is_plain)) return;
  std::erase_if(candidates, is_plain);
}

// The functions that no other fits better. A constrained template mostly excludes arguments that a
// plain function takes exactly.
std::vector<SymbolRef> Evaluator::BestOf(std::vector<Viable> viable) const {
  const auto shape_of = [&](const Viable& one) { return FunctionTypeOf(one.function)->count; };
  const bool is_taken = std::any_of(viable.begin(), viable.end(), [&](const Viable& one) {
    return (shape_of(one) & kOfTemplate) == 0 &&
           std::all_of(one.fits.begin(), one.fits.end(),
                       [](int fit) { return fit >= kRankQualification; });
  });
  if (is_taken) {
    std::erase_if(viable, [&](const Viable& one) { return (shape_of(one) & kHasCondition) != 0; });
  }
  const auto better = [](const std::vector<int>& a, const std::vector<int>& b) {
    bool more = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a[i] < b[i]) return false;
      more = more || a[i] > b[i];
    }
    return more;
  };
  std::vector<SymbolRef> best;
  for (const Viable& one : viable) {
    const bool beaten = std::any_of(viable.begin(), viable.end(), [&](const Viable& other) {
      return better(other.fits, one.fits);
    });
    if (!beaten) best.push_back(one.function);
  }
  return best;
}

// The type that a call gives to a template parameter: written, or deduced from an argument.
GivenType Evaluator::TypeGivenFor(SymbolRef function, std::string_view parameter, LookupKind wanted,
                                  std::span<const Argument> arguments) {
  const ScopeIndex scope = TypeParametersOf(function);
  const Name name = program_.names.Find(parameter);
  if (scope == kNoIndex || name == Name::kUnknown) return {};
  const auto entries = program_.files[function.file].model().Find(scope, name);
  if (entries.empty() || entries.front().kind() != EntryKind::kBinding) return {};
  const auto position =
      static_cast<std::size_t>(PositionOfTypeParameter(function.file, entries.front().index()));
  Resolution type;
  if (wanted.applied != kNoIndex) {
    const auto written =
        TypeArgumentsOf(wanted.caller.file, ExpressionAt(wanted.caller.file, wanted.applied));
    if (position < written.size()) type = Type(wanted.caller, written[position]);
  }
  for (std::size_t i = 0; i < arguments.size() && !IsKnown(type); ++i) {
    bool rest = false;
    const ExpressionIndex taken = PlainTypeAt(function, static_cast<int>(i), rest);
    if (taken == kNoIndex || rest) continue;
    const ModelExpression& plain = ExpressionAt(function.file, taken);
    if (plain.kind == ExpressionKind::kName && plain.name == name) type = arguments[i].value;
  }
  return KindOfType(type);
}

// Drops constrained templates whose condition fails. A template with an unknown condition gives way
// to one whose condition holds.
void Evaluator::DropByCondition(std::vector<SymbolRef>& candidates, LookupKind wanted,
                                std::span<const Argument> arguments) {
  std::vector<SymbolRef> kept;
  std::vector<SymbolRef> open;
  bool holds = false;
  for (const SymbolRef symbol : candidates) {
    const ModelExpression* const type = FunctionTypeOf(symbol);
    const bool has = type != nullptr && (type->count & kHasCondition) != 0 &&
                     type->name != Name::kEmpty && type->name != Name::kUnknown;
    const Truth truth = has ? Holds(program_.names.Text(type->name),
                                    [&](std::string_view parameter) {
                                      return TypeGivenFor(symbol, parameter, wanted, arguments);
                                    })
                            : Truth::kUnknown;
    holds = holds || truth == Truth::kTrue;
    if (truth != Truth::kFalse) kept.push_back(symbol);
    if (has && truth == Truth::kUnknown) open.push_back(symbol);
  }
  if (kept.empty()) return;
  if (holds) {
    std::erase_if(kept, [&](SymbolRef symbol) {
      return std::find(open.begin(), open.end(), symbol) != open.end();
    });
  }
  candidates = std::move(kept);
}

// Keeps the functions that no other fits better. If several are left, templates give way to plain
// functions, and to more specialised templates; the winner is taken as a guess. Other ties stay
// ambiguous.
void Evaluator::KeepBest(std::vector<SymbolRef>& candidates, LookupKind wanted, EdgeRule& rule) {
  DropPlain(candidates, wanted);
  if (candidates.size() > kMaxComparedOverloads) return;
  const bool functions = std::all_of(candidates.begin(), candidates.end(), [&](SymbolRef symbol) {
    return FunctionTypeOf(symbol) != nullptr;
  });
  if (!functions) return;
  const std::vector<Argument> arguments = ArgumentsOf(wanted);
  DropByCondition(candidates, wanted, arguments);
  std::vector<Viable> viable;
  for (const SymbolRef symbol : candidates) {
    std::vector<int> fits = RanksOf(symbol, arguments, wanted);
    if (!fits.empty()) viable.push_back({symbol, std::move(fits)});
  }
  std::vector<SymbolRef> best = BestOf(std::move(viable));
  if (best.empty()) return;
  const auto is_template = [&](SymbolRef symbol) {
    return (FunctionTypeOf(symbol)->count & kOfTemplate) != 0;
  };
  const bool plain = !std::all_of(best.begin(), best.end(), is_template);
  const bool takes_any = std::any_of(best.begin(), best.end(), [&](SymbolRef symbol) {
    return PlainParametersOf(symbol, arguments) >
           0;  // an argument of unknown type may be of any type
  });
  if (plain && !takes_any) std::erase_if(best, is_template);
  const SymbolRef parent = program_.ParentOf(best.front());
  const auto says_more = [&](SymbolRef a, SymbolRef b) {
    const int open = PlainParametersOf(a, arguments) - PlainParametersOf(b, arguments);
    return open != 0 ? open > 0 : SpecialtyOf(a) > SpecialtyOf(b);
  };
  std::stable_sort(best.begin(), best.end(), says_more);
  candidates = best;
  if (best.size() == 1) {
    rule = Weaker(rule, EdgeRule::kOverloadByArity);
    return;
  }
  const bool one_scope = std::all_of(best.begin(), best.end(), [&](SymbolRef symbol) {
    return program_.ParentOf(symbol) == parent;
  });
  if (!one_scope || !says_more(best[0], best[1])) return;
  candidates = {best.front()};
  rule = Weaker(rule, EdgeRule::kOverloadSet);
}

}  // namespace waymark::indexer
