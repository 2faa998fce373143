#include "resolve/edges/implicit_run.h"

#include <string>
#include <string_view>

#include "resolve/evaluate/call_by_arguments.h"
#include "resolve/evaluate/class_conversions.h"
#include "resolve/evaluate/operand_functions.h"
#include "resolve/evaluate/resolution.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kDestructorMark = "~";
constexpr std::string_view kAssignment = "operator=";

// An operator that a loop over a range runs on its iterator.
struct IteratorOperator {
  std::string_view name;
  int arguments = 0;
};

constexpr IteratorOperator kIteratorOperators[] = {
    {"operator!=", 1}, {"operator*"}, {"operator++"}};

// The method of an object that is neither a pointer nor held by a library's handle; without a name,
// the destructor.
Resolution MethodOf(Evaluator& evaluator, ScopeRef place, const Resolution& object, Name name,
                    int arity) {
  const bool one = object.size() == 1 && !object.more;
  const Entity* const instance = one ? InstanceIn(object) : nullptr;
  if (instance == nullptr || PointersOf(instance->shape) > 0 || (instance->shape & kWrapped) != 0) {
    return {};
  }
  const Program& program = evaluator.program();
  const bool ends = name == Name::kEmpty;
  if (ends) {
    const std::string_view type = program.names.Text(program.Definition(instance->symbol).name);
    name = program.names.Find(std::string(kDestructorMark) + std::string(type));
  }
  if (name == Name::kUnknown) return {};
  LookupKind wanted{arity};
  wanted.caller = place;
  wanted.side = Side::kInstance;
  wanted.constant = IsConstant(instance->shape);
  const Resolution found = evaluator.AskMember(instance->symbol, name, wanted, false);
  Resolution out;
  for (const Entity& entity : found.entities()) {
    const bool function =
        entity.kind == EntityKind::kSymbol && program.Definition(entity.symbol).IsCallable();
    // An inherited destructor runs in that of the type.
    if (function && (!ends || program.ParentOf(entity.symbol) == instance->symbol)) out.Add(entity);
  }
  out.more = found.more;
  out.WeakenTo(instance->rule);
  return out;
}

// The operands that the function of an operator takes as arguments.
ExpressionIndex OperandsTaken(const Evaluator& evaluator, FileIndex file, const Resolution& run,
                              const ModelExpression& call) {
  if (!evaluator.RulesOfFile(file).classes_have_operators()) return call.second;
  if (run.size() != 1 || call.count == kConverts || call.second == kNoIndex) return kNoIndex;
  const Program& program = evaluator.program();
  const SymbolRef function = run.entities()[0].symbol;
  if (program.Definition(function).name != call.name) return kNoIndex;  // another runs instead
  const bool is_member = program.IsType(program.ParentOf(function));
  return is_member ? evaluator.ExpressionAt(file, call.second).second : call.second;
}

}  // namespace

bool IsImplicitCall(const Evaluator& evaluator, FileIndex file, ExpressionIndex expression) {
  const ResolutionRules& rules = evaluator.RulesOfFile(file);
  if (rules.operators == nullptr) return false;
  const ModelExpression& call = evaluator.ExpressionAt(file, expression);
  if (call.kind == ExpressionKind::kPointer) return IsOperatorCall(call);
  if (!rules.classes_have_operators()) return false;
  if (call.kind != ExpressionKind::kCall || call.operand == kNoIndex) return false;
  const ModelExpression& callee = evaluator.ExpressionAt(file, call.operand);
  return callee.kind == ExpressionKind::kMember && callee.count == kOfProtocol;
}

std::vector<Resolution> RunImplicitly(Evaluator& evaluator, ScopeRef place,
                                      ExpressionIndex expression) {
  const ModelExpression& call = evaluator.ExpressionAt(place.file, expression);
  const ResolutionRules& rules = evaluator.RulesOfFile(place.file);
  if (call.kind == ExpressionKind::kPointer) {
    const Resolution run = evaluator.AskBinding(place, expression, {});
    std::vector<Resolution> runs =
        ConvertingArguments(evaluator, place, run, OperandsTaken(evaluator, place.file, run, call));
    if (run.empty() && rules.classes_have_operators() && call.count == kComputed) {
      const std::string_view name =
          call.name == Name::kUnknown ? "" : evaluator.program().names.Text(call.name);
      if (name != kAssignment) runs = ClassConversions(evaluator, place).OfOperands(call.second);
    }
    runs.push_back(run);
    return runs;
  }
  const ModelExpression& method = evaluator.ExpressionAt(place.file, call.operand);
  if (method.name == Name::kUnknown) return {};
  const Program& program = evaluator.program();
  std::vector<Resolution> runs = {MethodOf(
      evaluator, place, evaluator.AskValue(place, method.operand), method.name, call.count)};
  const bool loops = !runs[0].empty() && program.names.Text(method.name) ==
                                             evaluator.RulesOfFile(place.file).protocol.iterate;
  if (!loops) return runs;
  const Resolution iterator = evaluator.AskValue(place, expression);
  for (const IteratorOperator& row : kIteratorOperators) {
    runs.push_back(
        MethodOf(evaluator, place, iterator, program.names.Find(row.name), row.arguments));
  }
  return runs;
}

bool IsMemberOfResult(const Evaluator& evaluator, FileIndex file, const ModelExpression& member) {
  const ResolutionRules& rules = evaluator.RulesOfFile(file);
  if (rules.operators == nullptr || rules.classes_have_operators()) return false;
  if (rules.operators->search == OperatorSearch::kInObject) return false;
  if (member.kind != ExpressionKind::kMember || member.operand == kNoIndex) return false;
  const ModelExpression& operation = evaluator.ExpressionAt(file, member.operand);
  return operation.kind == ExpressionKind::kPointer && IsOperatorCall(operation);
}

std::vector<Resolution> ConvertingArguments(Evaluator& evaluator, ScopeRef place,
                                            const Resolution& callee, ExpressionIndex arguments) {
  const ResolutionRules& rules = evaluator.RulesOfFile(place.file);
  const bool is_known =
      callee.size() == 1 && !callee.more && callee.entities()[0].kind == EntityKind::kSymbol;
  if (rules.operators == nullptr || !is_known) return {};
  const SymbolRef function = callee.entities()[0].symbol;
  if (rules.classes_have_operators()) {
    return ClassConversions(evaluator, place).OfArguments(function, arguments);
  }
  if (rules.operators->conversion.empty()) return {};
  return OperandFunctions(evaluator, place).OfArguments(function, arguments);
}

std::vector<Resolution> RunByFunction(Evaluator& evaluator, ScopeRef place,
                                      const Resolution& callee, ExpressionIndex expression) {
  const OperatorRules* const rules = evaluator.RulesOfFile(place.file).operators;
  const bool is_foreign = callee.empty() && callee.IsForeign() && !callee.escaped;
  if (rules == nullptr || rules->by_functions.empty() || !is_foreign) return {};
  const ModelExpression& call = evaluator.ExpressionAt(place.file, expression);
  if (call.operand == kNoIndex) return {};
  const ModelExpression& named = evaluator.ExpressionAt(place.file, call.operand);
  if (named.kind != ExpressionKind::kName) return {};
  return OperandFunctions(evaluator, place).OfFunction(named.name, call.second);
}

Resolution RunByArrow(Evaluator& evaluator, ScopeRef place, ExpressionIndex object) {
  const Name arrow = evaluator.program().names.Find(kArrowOperator);
  if (arrow == Name::kUnknown) return {};
  return MethodOf(evaluator, place, evaluator.AskValue(place, object), arrow, 0);
}

}  // namespace waymark::indexer
