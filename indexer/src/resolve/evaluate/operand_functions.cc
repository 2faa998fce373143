#include "resolve/evaluate/operand_functions.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "resolve/evaluate/call_by_arguments.h"
#include "resolve/evaluate/class_conversions.h"
#include "resolve/evaluate/evaluator_memory.h"
#include "resolve/evaluate/resolution.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxMethods = 3;       // of one operator, whose types are compared
constexpr std::size_t kMaxConversions = 32;  // to one type
constexpr int kMaxAliases = 3;               // of a result type

constexpr int kUnfit = -1;
constexpr int kMayFit = 0;
constexpr int kLiteralFits = 1;
constexpr int kSameType = 2;
constexpr int kSureFit = 3;  // of a parameter of a conversion: more than a guess by names

// An object of this repository that no library's handle holds.
const Entity* SoleObject(const Resolution& value) {
  const Entity* const instance = value.size() == 1 && !value.more ? InstanceIn(value) : nullptr;
  return instance != nullptr && (instance->shape & kWrapped) == 0 ? instance : nullptr;
}

// The name of the only type of a value; empty if it is unknown.
std::string_view TypeNameOf(const Program& program, const Resolution& value) {
  if (const Entity* const object = SoleObject(value)) {
    return program.names.Text(program.Definition(object->symbol).name);
  }
  const Name name = value.foreign_type;
  const bool known = value.empty() && name != Name::kEmpty && name != Name::kUnknown &&
                     value.foreign_shape != kSeveralTypes;
  return known ? program.names.Text(name) : std::string_view();
}

bool IsA(const Program& program, SymbolRef type, SymbolRef base) {
  const std::span<const SymbolRef> lineage = program.LineageOf(type);
  return type == base || std::find(lineage.begin(), lineage.end(), base) != lineage.end();
}

// `impl Base for Type` around a method: the pair of both, and the place of the block.
struct BlockAround {
  ScopeRef place;
  const ModelExpression* pair = nullptr;
};

BlockAround BlockForBase(const Evaluator& evaluator, SymbolRef method) {
  const Program& program = evaluator.program();
  const FileModel& model = program.files[method.file].model();
  const Name name = program.names.Find(kImplementsName);
  ScopeIndex scope = model.definitions[method.definition].inner_scope;
  for (; scope != kNoIndex; scope = model.scopes[scope].parent) {
    if (model.scopes[scope].kind == ScopeKind::kNamespace) break;
    for (const ScopeEntry& entry : model.Find(scope, name)) {
      if (entry.kind() != EntryKind::kBinding) continue;
      const ModelBinding& binding = model.bindings[entry.index()];
      if (binding.kind != BindingKind::kImplements || binding.value == kNoIndex) continue;
      return {{method.file, scope}, &evaluator.ExpressionAt(method.file, binding.value)};
    }
  }
  return {};
}

// The last name of a written type, and its type arguments.
Name LastWrittenName(const Evaluator& evaluator, FileIndex file, ExpressionIndex type) {
  if (type == kNoIndex) return Name::kEmpty;
  const ModelExpression& written = evaluator.ExpressionAt(file, type);
  if (written.kind != ExpressionKind::kIndex || written.operand == kNoIndex) return written.name;
  return evaluator.ExpressionAt(file, written.operand).name;
}

// Whether the second of the listed operands is a literal.
bool HasLiteralSecond(const Evaluator& evaluator, FileIndex file, ExpressionIndex arguments) {
  const ExpressionIndex rest = evaluator.ExpressionAt(file, arguments).second;
  const ExpressionIndex second =
      rest == kNoIndex ? kNoIndex : evaluator.ExpressionAt(file, rest).operand;
  return second != kNoIndex &&
         evaluator.ExpressionAt(file, second).kind == ExpressionKind::kLiteral;
}

}  // namespace

std::vector<Resolution> OperandFunctions::ValuesOf(ExpressionIndex list) {
  std::vector<Resolution> values;
  while (list != kNoIndex) {
    const ModelExpression& argument = evaluator_.ExpressionAt(place_.file, list);
    if (argument.kind != ExpressionKind::kArguments) break;
    values.push_back(evaluator_.Value(place_, argument.operand));
    list = argument.second;
  }
  return values;
}

std::vector<SymbolRef> OperandFunctions::NearestMembers(Evaluator& evaluator, SymbolRef type,
                                                        Name name) {
  const Program& program = evaluator.program();
  type = program.CanonicalOf(type);
  if (!program.IsType(type)) return {};
  std::span<const SymbolRef> lineage = program.LineageOf(type);
  if (lineage.empty()) lineage = std::span<const SymbolRef>(&type, 1);
  for (const SymbolRef one : lineage) {
    if (!evaluator.Step()) return {};
    std::vector<SymbolRef> members = evaluator.DefinedMembers(one, name, {});
    if (!members.empty()) return members;
  }
  return {};
}

std::vector<SymbolRef> OperandFunctions::StaticMembers(Name name,
                                                       std::span<const Resolution> values) {
  std::vector<SymbolRef> out;
  if (name == Name::kUnknown) return out;
  for (const Resolution& value : values) {
    const Entity* const object = SoleObject(value);
    if (object == nullptr) continue;
    for (const SymbolRef symbol : NearestMembers(evaluator_, object->symbol, name)) {
      const bool seen = std::find(out.begin(), out.end(), symbol) != out.end();
      const ModelDefinition& member = program_.Definition(symbol);
      if (!seen && member.IsCallable() && member.Has(kSymbolStatic)) out.push_back(symbol);
    }
  }
  return out;
}

// The methods of the trait that the operator means, or those that run in their place.
std::vector<SymbolRef> OperandFunctions::InBlocks(Name name, const Resolution& object) {
  const Entity* const instance = SoleObject(object);
  const OperatorRules* const rules = evaluator_.RulesOfFile(place_.file).operators;
  const OperatorFunction* const row = FindOperator(rules, program_.names.Text(name));
  std::vector<SymbolRef> out;
  if (instance == nullptr || row == nullptr) return out;
  for (const std::string_view one : {row->name, row->instead}) {
    const OperatorFunction* const own = FindOperator(rules, one);
    const Name method = program_.names.Find(one);
    if (one.empty() || method == Name::kUnknown) continue;
    const Name base = program_.names.Find(own == nullptr ? row->base : own->base);
    for (const SymbolRef symbol : NearestMembers(evaluator_, instance->symbol, method)) {
      if (!program_.Definition(symbol).IsCallable()) continue;
      const BlockAround block = BlockForBase(evaluator_, symbol);
      const bool is_of_base = block.pair != nullptr && base != Name::kUnknown &&
                              LastWrittenName(evaluator_, symbol.file, block.pair->second) == base;
      if (is_of_base) out.push_back(symbol);
    }
    if (!out.empty() && !row->is_either) break;
  }
  return out;
}

// By the type argument of the trait, which is the own type if it is not written.
int OperandFunctions::FitOfOperand(SymbolRef method, std::span<const Resolution> values) {
  if (values.size() < 2) return kSameType;
  const Resolution& operand = values[1];
  const BlockAround block = BlockForBase(evaluator_, method);
  const ModelExpression& base = evaluator_.ExpressionAt(method.file, block.pair->second);
  std::vector<ExpressionIndex> arguments;
  if (base.kind == ExpressionKind::kIndex) {
    arguments = evaluator_.TypeArgumentsOf(method.file, base);
  }
  const ExpressionIndex type = arguments.empty() ? block.pair->operand : arguments.front();
  const Resolution taken = evaluator_.Type(block.place, type);
  const Entity* const ours = SoleObject(operand);
  const Entity* const wanted = SoleObject(taken);
  if (ours != nullptr && wanted != nullptr) {
    return ours->symbol == wanted->symbol ? kSameType : kUnfit;
  }
  const std::string_view given = TypeNameOf(program_, operand);
  const std::string_view takes = TypeNameOf(program_, taken);
  if (given.empty() || takes.empty()) return kMayFit;
  if (ours != nullptr || wanted != nullptr) return kUnfit;
  if (!has_literal_) return given == takes ? kSameType : kMayFit;
  const OperatorRules& rules = *evaluator_.RulesOfFile(place_.file).operators;
  const bool fits = rules.literal_fits != nullptr && rules.literal_fits(given, takes);
  return fits || given == takes ? kLiteralFits : kMayFit;
}

// The functions of the highest rank; those without one are left out.
Resolution OperandFunctions::Best(std::span<const SymbolRef> functions,
                                  std::span<const Resolution> values, bool converts) {
  const bool in_blocks =
      evaluator_.RulesOfFile(place_.file).operators->search == OperatorSearch::kInBlocks;
  std::vector<SymbolRef> best;
  int most = kMayFit;
  for (const SymbolRef function : functions) {
    const int fit = in_blocks ? FitOfOperand(function, values) : Rank(function, values, converts);
    if (fit < most) continue;
    if (fit > most) best.clear();
    most = fit;
    best.push_back(function);
  }
  Resolution out;
  for (const SymbolRef symbol : best) {
    Entity run{EntityKind::kSymbol, EdgeRule::kStructure, program_.CanonicalOf(symbol)};
    for (const Resolution& value : values) {
      const Entity* const object = SoleObject(value);
      if (object == nullptr) continue;
      run.rule = Weaker(run.rule, object->rule);
      const bool declares = IsA(program_, object->symbol, program_.ParentOf(symbol));
      if (!declares || run.receiver.exists()) continue;
      run.receiver = object->symbol;
      run.substitution = object->substitution;
    }
    out.Add(run);
  }
  return out;
}

Resolution OperandFunctions::Operator(Name name, std::span<const Resolution> operands) {
  const bool has_ours = std::any_of(operands.begin(), operands.end(), [](const Resolution& value) {
    return SoleObject(value) != nullptr;
  });
  if (name == Name::kUnknown || !has_ours) return {};
  const std::vector<SymbolRef> functions = StaticMembers(name, operands);
  const Resolution plain = Best(functions, operands, false);
  return plain.empty() ? Best(functions, operands, true) : plain;
}

// Most first operands are numbers, and then the second need not be known.
Resolution OperandFunctions::OfTrait(Name name, ExpressionIndex arguments) {
  if (name == Name::kUnknown || arguments == kNoIndex) return {};
  const ModelExpression& first = evaluator_.ExpressionAt(place_.file, arguments);
  if (first.kind != ExpressionKind::kArguments) return {};
  std::vector<Resolution> values = {evaluator_.Value(place_, first.operand)};
  const std::vector<SymbolRef> methods = InBlocks(name, values.front());
  if (methods.empty() || methods.size() > kMaxMethods) return {};
  for (const Resolution& value : ValuesOf(first.second)) values.push_back(value);
  has_literal_ = HasLiteralSecond(evaluator_, place_.file, arguments);
  return Best(methods, values, false);
}

// Whether the repository has a function that the operator of the name may run. If it has none,
// nothing needs to be known of the operands.
bool OperandFunctions::MayRun(Name name) const {
  if (name == Name::kEmpty || name == Name::kUnknown) return false;
  const NameGroup group = program_.NamesOf(place_.file);
  bool may_run = !program_.methods.Find({group, name}).empty();
  VisitInstead(
      evaluator_.RulesOfFile(place_.file).operators, program_.names.Text(name),
      [&](std::string_view run) {
        may_run = may_run || !program_.methods.Find({group, program_.names.Find(run)}).empty();
      });
  return may_run;
}

// A variable of the type stands for the function that it holds: `__radd__ = __add__`.
OperandFunctions::Methods OperandFunctions::MethodsOf(const Resolution& value, Name name) {
  Methods out;
  out.run.more = value.more;
  LookupKind wanted;
  wanted.caller = place_;
  wanted.side = Side::kInstance;
  for (const Entity& object : value.entities()) {
    const bool is_object = object.kind == EntityKind::kInstance && (object.shape & kWrapped) == 0;
    if (!is_object) continue;
    const Resolution found = evaluator_.MemberOfType(object.symbol, name, wanted, object.rule, 0);
    out.are_declared = out.are_declared || !found.empty();
    out.may_be_outside = out.may_be_outside || found.external || found.dynamic || found.escaped;
    for (const Entity& member : found.entities()) {
      if (member.kind != EntityKind::kSymbol) continue;
      const bool is_method = program_.Definition(member.symbol).IsCallable();
      const Resolution held = is_method ? ResolutionOf(member) : evaluator_.HeldBy(member);
      for (Entity run : held.entities()) {
        if (run.kind != EntityKind::kSymbol || !program_.Definition(run.symbol).IsCallable())
          continue;
        run.rule = Weaker(run.rule, member.rule);
        run.receiver = object.symbol;
        run.substitution = object.substitution;
        out.run.Add(run);
      }
    }
  }
  return out;
}

// Whether an operator that the first operand lacks is tried on the second: the first is a number,
// or an object whose whole type is known.
bool OperandFunctions::LeavesToSecond(const Resolution& first, const Methods& none) const {
  if (first.more || first.dynamic || first.escaped) return false;
  if (first.empty()) {
    const std::string_view type = TypeNameOf(program_, first);
    const auto& numbers = evaluator_.RulesOfFile(place_.file).operators->numbers;
    return std::find(numbers.begin(), numbers.end(), type) != numbers.end();
  }
  return !none.may_be_outside &&
         std::all_of(first.entities().begin(), first.entities().end(),
                     [](const Entity& one) { return one.kind == EntityKind::kInstance; });
}

Resolution OperandFunctions::RunOn(const Resolution& first, Name name, ExpressionIndex second) {
  const OperatorRules* const rules = evaluator_.RulesOfFile(place_.file).operators;
  std::string_view reflected;
  Methods methods;
  for (int i = 0; i < kMaxInstead; ++i) {
    methods = MethodsOf(first, name);
    if (methods.are_declared) return methods.run;
    const OperatorFunction* const row = FindOperator(rules, program_.names.Text(name));
    if (row == nullptr) break;
    reflected = row->reflected;
    if (row->instead.empty()) break;
    name = program_.names.Find(row->instead);
    if (name == Name::kUnknown) break;
  }
  const Name other = reflected.empty() ? Name::kUnknown : program_.names.Find(reflected);
  const bool is_tried = second != kNoIndex && other != Name::kUnknown && MayRun(other);
  if (!is_tried || !LeavesToSecond(first, methods)) return {};
  return MethodsOf(evaluator_.Value(place_, second), other).run;
}

Resolution OperandFunctions::OfObject(const ModelExpression& operation) {
  if (!MayRun(operation.name) || operation.second == kNoIndex) return {};
  const ModelExpression& first = evaluator_.ExpressionAt(place_.file, operation.second);
  if (first.kind != ExpressionKind::kArguments) return {};
  const ExpressionIndex second = first.second == kNoIndex
                                     ? kNoIndex
                                     : evaluator_.ExpressionAt(place_.file, first.second).operand;
  return RunOn(evaluator_.Value(place_, first.operand), operation.name, second);
}

std::vector<Resolution> OperandFunctions::OfFunction(Name function, ExpressionIndex arguments) {
  std::vector<Resolution> out;
  const OperatorRules* const rules = evaluator_.RulesOfFile(place_.file).operators;
  if (rules == nullptr || function == Name::kEmpty || function == Name::kUnknown) return out;
  const std::string_view called = program_.names.Text(function);
  for (const FunctionRun& row : rules->by_functions) {
    const Name method = row.function == called ? program_.names.Find(row.method) : Name::kUnknown;
    if (!MayRun(method)) continue;
    for (ExpressionIndex at = arguments; at != kNoIndex;) {
      const ModelExpression& argument = evaluator_.ExpressionAt(place_.file, at);
      if (argument.kind != ExpressionKind::kArguments) break;
      if (argument.count == kOneElement) {
        out.push_back(evaluator_.Ask(
            [&] { return RunOn(evaluator_.Value(place_, argument.operand), method, kNoIndex); }));
      }
      if (!row.of_all) break;
      at = argument.second;
    }
  }
  return out;
}

// Only a value of a known type is converted for sure.
Resolution OperandFunctions::Converted(const Resolution& value, const Resolution& target,
                                       std::string_view type) {
  const OperatorRules& rules = *evaluator_.RulesOfFile(place_.file).operators;
  if (type.empty() || rules.conversion.empty()) return {};
  const Name name = program_.names.Find(std::string(rules.conversion) + std::string(type));
  const bool is_known = !value.dynamic && !value.escaped && !TypeNameOf(program_, value).empty();
  if (name == Name::kUnknown || !is_known) return {};
  const Entity* const object = SoleObject(value);
  const Entity* const wanted = SoleObject(target);
  const bool is_own =
      object != nullptr && wanted != nullptr && IsA(program_, object->symbol, wanted->symbol);
  if (is_own) return {};
  const Resolution both[] = {value, target};
  std::vector<SymbolRef> functions = StaticMembers(name, both);
  const std::span<const Resolution> one(both, 1);
  std::erase_if(functions, [&](SymbolRef symbol) { return Rank(symbol, one, false) < kSureFit; });
  return Best(functions, one, false);
}

Resolution OperandFunctions::Conversion(ExpressionIndex value, ExpressionIndex target) {
  const OperatorRules& rules = *evaluator_.RulesOfFile(place_.file).operators;
  const Resolution wanted = evaluator_.Value(place_, target);
  const std::string_view type = TypeNameOf(program_, wanted);
  // Most types have no conversion, and then the value need not be known.
  const bool may_convert =
      !type.empty() &&
      program_.names.Find(std::string(rules.conversion) + std::string(type)) != Name::kUnknown;
  return may_convert ? Converted(evaluator_.Value(place_, value), wanted, type) : Resolution();
}

// Result<Cart, Error>, or an alias of it that leaves out the error.
OperandFunctions::WrittenType OperandFunctions::ErrorOf(ScopeRef place, ExpressionIndex result) {
  const OperatorRules& rules = *evaluator_.RulesOfFile(place_.file).operators;
  const Name known = program_.names.Find(rules.result_type);
  for (int i = 0; i < kMaxAliases && result != kNoIndex; ++i) {
    const ModelExpression& generic = evaluator_.ExpressionAt(place.file, result);
    if (generic.kind != ExpressionKind::kIndex || known == Name::kUnknown) return {};
    if (LastWrittenName(evaluator_, place.file, result) != known) return {};
    const std::vector<ExpressionIndex> arguments = evaluator_.TypeArgumentsOf(place.file, generic);
    if (arguments.size() == 2) return {place, arguments.back()};
    if (arguments.size() != 1) return {};
    const Resolution named = evaluator_.Bind(place, generic.operand, {kUnknownArity, true});
    if (named.size() != 1 || named.entities()[0].kind != EntityKind::kSymbol) return {};
    const SymbolRef alias = named.entities()[0].symbol;
    place = {alias.file, program_.Definition(alias).scope};
    result = program_.Definition(alias).declared_type;
  }
  return {};
}

OperandFunctions::WrittenType OperandFunctions::ErrorOfCall(ExpressionIndex call) {
  const ModelExpression& written = evaluator_.ExpressionAt(place_.file, call);
  if (written.kind != ExpressionKind::kCall || written.operand == kNoIndex) return {};
  LookupKind wanted{written.count};
  wanted.caller = place_;
  const Resolution called = evaluator_.Bind(place_, written.operand, wanted);
  const bool is_known =
      called.size() == 1 && !called.more && called.entities()[0].kind == EntityKind::kSymbol;
  if (!is_known) return {};
  const SymbolRef function = called.entities()[0].symbol;
  const ModelDefinition& definition = program_.Definition(function);
  if (!definition.IsCallable()) return {};
  return ErrorOf({function.file, definition.scope}, definition.return_type);
}

// Types of libraries often have the same name. Those with the same qualifier are one.
bool OperandFunctions::AreWrittenAlike(const WrittenType& one, const WrittenType& other) const {
  if (one.type == kNoIndex || other.type == kNoIndex) return false;
  const ModelExpression& a = evaluator_.ExpressionAt(one.place.file, one.type);
  const ModelExpression& b = evaluator_.ExpressionAt(other.place.file, other.type);
  if (a.kind != b.kind || a.name != b.name) return false;
  if (a.kind != ExpressionKind::kMember) return a.kind == ExpressionKind::kName;
  return LastWrittenName(evaluator_, one.place.file, a.operand) ==
         LastWrittenName(evaluator_, other.place.file, b.operand);
}

// Only a value of a known type is converted for sure.
Resolution OperandFunctions::ConvertedByTrait(Name name, const Resolution& value,
                                              const Resolution& target,
                                              const WrittenType& written) {
  const Entity* const wanted = SoleObject(target);
  const Entity* const given = SoleObject(value);
  if (wanted == nullptr || (given != nullptr && given->symbol == wanted->symbol)) return {};
  if (value.dynamic || value.escaped || TypeNameOf(program_, value).empty()) return {};
  const Resolution both[] = {target, value};
  std::vector<SymbolRef> methods = InBlocks(name, target);
  if (methods.size() > kMaxConversions) return {};
  std::erase_if(methods, [&](SymbolRef method) {
    if (FitOfOperand(method, both) < kSameType) return true;
    if (given != nullptr || written.type == kNoIndex) return false;
    const BlockAround block = BlockForBase(evaluator_, method);
    const ModelExpression& base = evaluator_.ExpressionAt(method.file, block.pair->second);
    const std::vector<ExpressionIndex> arguments = evaluator_.TypeArgumentsOf(method.file, base);
    return arguments.empty() || !AreWrittenAlike(written, {block.place, arguments.front()});
  });
  return Best(methods, both, false);
}

Resolution OperandFunctions::TraitConversion(const ModelExpression& conversion) {
  if (conversion.name == Name::kUnknown || conversion.second == kNoIndex) return {};
  const ModelExpression& target = evaluator_.ExpressionAt(place_.file, conversion.second);
  if (target.kind == ExpressionKind::kNew) {
    const Resolution wanted = evaluator_.Value(place_, conversion.second);
    if (SoleObject(wanted) == nullptr) return {};
    return ConvertedByTrait(conversion.name, evaluator_.Value(place_, conversion.operand), wanted,
                            {});
  }
  const WrittenType wanted = ErrorOf(place_, conversion.second);
  if (wanted.type == kNoIndex) return {};
  const Resolution type = evaluator_.Type(wanted.place, wanted.type);
  if (SoleObject(type) == nullptr) return {};
  const WrittenType given = ErrorOfCall(conversion.operand);
  if (given.type == kNoIndex) return {};
  return ConvertedByTrait(conversion.name, evaluator_.Type(given.place, given.type), type, given);
}

Resolution RunByOperator(Evaluator& evaluator, ScopeRef place, const ModelExpression& operation) {
  if (evaluator.RulesOfFile(place.file).classes_have_operators()) {
    if (operation.count == kConverts) return ClassConversions(evaluator, place).Of(operation);
    return CallByArguments(evaluator, place, operation.second).Operator(operation.name);
  }
  OperandFunctions functions(evaluator, place);
  if (operation.count == kConverts) {
    return operation.name == Name::kEmpty
               ? functions.Conversion(operation.operand, operation.second)
               : functions.TraitConversion(operation);
  }
  const OperatorRules& rules = *evaluator.RulesOfFile(place.file).operators;
  if (rules.search == OperatorSearch::kInBlocks) {
    return functions.OfTrait(operation.name, operation.second);
  }
  if (rules.search == OperatorSearch::kInObject) return functions.OfObject(operation);
  // Without a function of the name nothing needs to be known.
  if (operation.name == Name::kUnknown) return {};
  return functions.Operator(operation.name, functions.ValuesOf(operation.second));
}

}  // namespace waymark::indexer
