#include "resolve/evaluate/call_by_arguments.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "resolve/evaluate/shapes.h"
#include "resolve/rules/c_conversions.h"
#include "resolve/rules/rewritten_operators.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxTypesAround = 32;  // types around a type

// An object of this repository that is neither a pointer nor held by a library's handle.
const Entity* ObjectIn(const Resolution& value) {
  const bool one = value.size() == 1 && !value.more;
  const Entity* const instance = one ? InstanceIn(value) : nullptr;
  const bool plain =
      instance != nullptr && PointersOf(instance->shape) == 0 && (instance->shape & kWrapped) == 0;
  return plain ? instance : nullptr;
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

Resolution CallByArguments::Operator(Name name) {
  if (!HasOurs(name)) return {};
  Resolution out = Named(name, arguments_, true);
  if (!out.empty() || arguments_.size() != 2) return out;
  const std::string_view rewritten = RewrittenTo(program_.names.Text(name));
  const Name run = rewritten.empty() ? Name::kUnknown : program_.names.Find(rewritten);
  if (run == Name::kUnknown) return out;
  out = Named(run, arguments_, true);
  if (!out.empty()) return out;
  const std::vector<Argument> swapped(arguments_.rbegin(), arguments_.rend());
  return Named(run, swapped, true);
}

// The declarations of the nearest type that has some.
std::vector<SymbolRef> CallByArguments::Members(Name name, const Entity& object) {
  const SymbolRef type = program_.CanonicalOf(object.symbol);
  if (!program_.IsType(type)) return {};
  std::span<const SymbolRef> lineage = program_.LineageOf(type);
  if (lineage.empty()) lineage = std::span<const SymbolRef>(&type, 1);
  for (const SymbolRef one : lineage) {
    if (!evaluator_.Step()) return {};
    std::vector<SymbolRef> members = evaluator_.DefinedMembers(one, name, {});
    if (!members.empty()) return members;
  }
  return {};
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
    if (ObjectIn(arguments[i].value) != nullptr && one.fits[i] <= kRankUserDefinedRvalue)
      return true;
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
    const Entity& object = *ObjectIn(arguments[0].value);
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
  const Entity* const object = with_members ? ObjectIn(arguments[0].value) : nullptr;
  if (object != nullptr) AddViable(Members(name, *object), arguments, true, viable);
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
    if (const Entity* const ours = ObjectIn(argument.value)) out.WeakenTo(ours->rule);
  }
  return out;
}

}  // namespace waymark::indexer
