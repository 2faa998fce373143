#include "resolve/edges/implicit_run.h"

#include <string>
#include <string_view>

#include "resolve/evaluate/call_by_arguments.h"
#include "resolve/evaluate/shapes.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kDestructorMark = "~";

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

}  // namespace

bool IsImplicitCall(const Evaluator& evaluator, FileIndex file, ExpressionIndex expression) {
  if (!evaluator.RulesOfFile(file).classes_have_operators) return false;
  const ModelExpression& call = evaluator.ExpressionAt(file, expression);
  if (call.kind == ExpressionKind::kPointer) return IsOperatorCall(call);
  if (call.kind != ExpressionKind::kCall || call.operand == kNoIndex) return false;
  const ModelExpression& callee = evaluator.ExpressionAt(file, call.operand);
  return callee.kind == ExpressionKind::kMember && callee.count == kOfProtocol;
}

std::vector<Resolution> RunImplicitly(Evaluator& evaluator, ScopeRef place,
                                      ExpressionIndex expression) {
  const ModelExpression& call = evaluator.ExpressionAt(place.file, expression);
  if (call.kind == ExpressionKind::kPointer) return {evaluator.AskBinding(place, expression, {})};
  const ModelExpression& method = evaluator.ExpressionAt(place.file, call.operand);
  if (method.name == Name::kUnknown) return {};
  const Program& program = evaluator.program();
  std::vector<Resolution> runs = {
      MethodOf(evaluator, place, evaluator.AskValue(place, method.operand), method.name, 0)};
  const bool loops = !runs[0].empty() && program.names.Text(method.name) ==
                                             evaluator.RulesOfFile(place.file).iterate_method;
  if (!loops) return runs;
  const Resolution iterator = evaluator.AskValue(place, expression);
  for (const IteratorOperator& row : kIteratorOperators) {
    runs.push_back(
        MethodOf(evaluator, place, iterator, program.names.Find(row.name), row.arguments));
  }
  return runs;
}

Resolution RunByArrow(Evaluator& evaluator, ScopeRef place, ExpressionIndex object) {
  const Name arrow = evaluator.program().names.Find(kArrowOperator);
  if (arrow == Name::kUnknown) return {};
  return MethodOf(evaluator, place, evaluator.AskValue(place, object), arrow, 0);
}

}  // namespace waymark::indexer
