#include "resolve/evaluate/call_by_arguments.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "resolve/evaluate/operand_functions.h"
#include "resolve/evaluate/resolution.h"
#include "resolve/rules/c_conversions.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxTypesAround = 32;  // types around a type

// Whether a value is such an object, of whichever of its types.
bool IsObject(const Resolution& value) {
  const auto is_plain = [](const Entity& entity) {
    return entity.kind == EntityKind::kInstance && PointersOf(entity.shape) == 0 &&
           (entity.shape & kWrapped) == 0;
  };
  const auto entities = value.entities();
  return !value.empty() && std::all_of(entities.begin(), entities.end(), is_plain);
}

}  // namespace

CallByArguments::CallByArguments(Evaluator& evaluator, ScopeRef place, ExpressionIndex arguments)
    : evaluator_(evaluator), program_(evaluator.program()), place_(place) {
  LookupKind wanted;
  wanted.caller = place;
  wanted.arguments = arguments;
  arguments_ = evaluator_.ArgumentsOf(wanted);
}

Resolution CallByArguments::PlainValue(ExpressionIndex first) const {
  if (arguments_.empty()) return {};
  const bool is_literal = first != kNoIndex && evaluator_.ExpressionAt(place_.file, first).kind ==
                                                   ExpressionKind::kLiteral;
  return arguments_[is_literal && arguments_.size() > 1 ? 1 : 0].value;
}

bool CallByArguments::HasOurs(Name name) const {
  return name != Name::kUnknown &&
         std::any_of(arguments_.begin(), arguments_.end(), [](const Argument& argument) {
           return !argument.value.empty() && !argument.value.more;
         });
}

Resolution CallByArguments::Function(Name name) {
  return HasOurs(name) ? Named(name, arguments_, false) : Resolution();
}

// Whether `template <> struct Size<Type>` exists for the type of the first argument. That of a
// template is hard to compare, so that any specialisation for one counts.
bool CallByArguments::IsSpecialised(std::string_view size) const {
  const Entity* const object = PlainObjectIn(arguments_[0].value);
  if (object == nullptr) return false;
  const bool is_template = evaluator_.TypeParametersOf(object->symbol) != kNoIndex;
  const std::string_view name = program_.names.Text(program_.Definition(object->symbol).name);
  const std::uint64_t written[] = {
      HashDiscriminator(fmt::format("<{}>", name)),
      HashDiscriminator(fmt::format("<{}>", program_.QualifiedNameOf(object->symbol)))};
  const auto sizes =
      program_.types.Find({program_.NamesOf(place_.file), program_.names.Find(size)});
  return std::any_of(sizes.begin(), sizes.end(), [&](const auto& pair) {
    const std::uint64_t hash = program_.Definition(pair.value).discriminator_hash;
    return is_template ? evaluator_.TypeParametersOf(pair.value) != kNoIndex
                       : hash == written[0] || hash == written[1];
  });
}

// Pointers and numbers have operators of the language alone ([over.match.oper]).
bool CallByArguments::HasObject() const {
  const auto is_pointer = [](const Entity& entity) {
    return entity.kind == EntityKind::kInstance && PointersOf(entity.shape) > 0;
  };
  return std::any_of(arguments_.begin(), arguments_.end(), [&](const Argument& argument) {
    const auto& entities = argument.value.entities();
    return !argument.value.more && !entities.empty() &&
           !std::all_of(entities.begin(), entities.end(), is_pointer);
  });
}

Resolution CallByArguments::Operator(Name name) {
  if (!HasOurs(name) || !HasObject()) return {};
  const OperatorRules* const rules = evaluator_.RulesOfFile(place_.file).operators;
  const OperatorFunction* const row = FindOperator(rules, program_.names.Text(name));
  if (row != nullptr && !row->base.empty() && !IsSpecialised(row->base)) return {};
  Resolution out = Named(name, arguments_, true);
  if (!out.empty() || arguments_.size() != 2) return out;
  const bool is_rewritten = row != nullptr && !row->instead.empty();
  const Name run = is_rewritten ? program_.names.Find(row->instead) : Name::kUnknown;
  if (run == Name::kUnknown) return out;
  out = Named(run, arguments_, true);
  if (!out.empty()) return out;
  const std::vector<Argument> swapped(arguments_.rbegin(), arguments_.rend());
  return Named(run, swapped, true);
}

// The namespaces around a type and its bases.
void CallByArguments::AddSpaces(const Resolution& argument, std::vector<Space>& spaces) const {
  const auto add = [&](SymbolRef type) {
    for (int depth = 0; depth < kMaxTypesAround && type.definition != 0; ++depth) {
      type = program_.ParentOf(type);
      if (evaluator_.IsNamespace(type)) break;
    }
    const Space space =
        type.definition == 0 ? Space::Namespace(Name::kEmpty) : program_.InnerSpaceOf(type);
    if (space.exists() && std::find(spaces.begin(), spaces.end(), space) == spaces.end()) {
      spaces.push_back(space);
    }
  };
  for (const Entity& entity : argument.entities()) {
    if (entity.kind != EntityKind::kInstance && entity.kind != EntityKind::kElements) continue;
    if (!entity.symbol.exists()) continue;  // of tuples
    add(entity.symbol);
    if (!program_.IsType(entity.symbol)) continue;
    for (const SymbolRef base : program_.LineageOf(entity.symbol)) add(base);
  }
}

std::vector<SymbolRef> CallByArguments::Associated(Name name, std::span<const Argument> arguments) {
  std::vector<Space> spaces;
  for (const Argument& argument : arguments) AddSpaces(argument.value, spaces);
  std::vector<SymbolRef> found;
  for (const Space space : spaces) {
    const auto members = program_.members.Find({space, name});
    if (!evaluator_.Step() || !evaluator_.StepOver(members.size())) return {};
    for (const auto& pair : members) {
      const SymbolRef symbol = pair.value;
      const bool seen =
          symbol.file == place_.file || evaluator_.visibility_.Sees(place_.file, symbol.file);
      if (seen) found.push_back(symbol);
    }
  }
  return found;
}

// Whether an object of this repository would first be converted to an unrelated type.
bool CallByArguments::Converts(const Viable& one, std::span<const Argument> arguments) const {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (IsObject(arguments[i].value) && one.fits[i] <= kRankUserDefinedRvalue) return true;
  }
  return false;
}

// Adds the functions that take the arguments, with the ranks of all of them in order.
void CallByArguments::AddViable(std::vector<SymbolRef> functions,
                                std::span<const Argument> arguments, bool are_members,
                                std::vector<Viable>& viable) {
  std::erase_if(functions, [&](SymbolRef symbol) {
    const ModelDefinition& definition = program_.Definition(symbol);
    return !definition.IsCallable() || evaluator_.FunctionTypeOf(symbol) == nullptr;
  });
  if (functions.empty()) return;
  LookupKind wanted;
  wanted.caller = place_;
  const auto taken = are_members ? arguments.subspan(1) : arguments;
  wanted.arity = static_cast<int>(taken.size());
  if (are_members) {
    const Entity& object = *PlainObjectIn(arguments[0].value);
    wanted.constant = IsConstant(object.shape);
    wanted.temporary = !arguments[0].has_place;
  }
  evaluator_.DropByArity(place_.file, functions, wanted, rule_);
  if (functions.empty()) return;
  evaluator_.DropAlternatives(functions, rule_);
  evaluator_.DropByCondition(functions, wanted, taken);
  for (const SymbolRef function : functions) {
    Viable one{function, evaluator_.RanksOf(function, taken, wanted)};
    if (one.fits.empty()) continue;
    const int object = one.fits.back();
    one.fits.pop_back();
    if (are_members) one.fits.insert(one.fits.begin(), object);
    if (!Converts(one, arguments)) viable.push_back(std::move(one));
  }
}

Resolution CallByArguments::Named(Name name, std::span<const Argument> arguments,
                                  bool with_members) {
  rule_ = EdgeRule::kIncludedName;
  std::vector<Viable> viable;
  const Entity* const object = with_members ? PlainObjectIn(arguments[0].value) : nullptr;
  if (object != nullptr) {
    AddViable(OperandFunctions::NearestMembers(evaluator_, object->symbol, name), arguments, true,
              viable);
  }
  AddViable(Associated(name, arguments), arguments, false, viable);
  std::vector<SymbolRef> best = evaluator_.BestOf(std::move(viable));
  const auto is_template = [&](SymbolRef symbol) {
    return (evaluator_.FunctionTypeOf(symbol)->count & kOfTemplate) != 0;
  };
  if (!std::all_of(best.begin(), best.end(), is_template)) std::erase_if(best, is_template);
  Resolution out;
  for (const SymbolRef symbol : best) {
    Entity run{EntityKind::kSymbol, rule_, symbol};
    if (object != nullptr && program_.IsType(program_.ParentOf(symbol))) {
      run.receiver = object->symbol;
      run.substitution = object->substitution;
    }
    out.Add(run);
  }
  for (const Argument& argument : arguments) {
    if (const Entity* const ours = PlainObjectIn(argument.value)) out.WeakenTo(ours->rule);
  }
  return out;
}

}  // namespace waymark::indexer
