// The functions that run without being named: operators and conversions, and in C++ the methods of
// loops, conditions and scopes.
#pragma once

#include <string_view>
#include <vector>

#include "resolve/evaluate/evaluator.h"

namespace waymark::indexer {

inline constexpr std::string_view kArrowOperator = "operator->";

// Whether the expression is such a call.
bool IsImplicitCall(const Evaluator& evaluator, FileIndex file, ExpressionIndex expression);

// Only functions of this repository; nothing if the types of the operands are not known. A loop
// that calls `begin` runs operators of the iterator too.
std::vector<Resolution> RunImplicitly(Evaluator& evaluator, ScopeRef place,
                                      ExpressionIndex expression);

// Whether it is a member of what an operator computes, where most operands are numbers: its name
// then tells nothing.
bool IsMemberOfResult(const Evaluator& evaluator, FileIndex file, const ModelExpression& member);

// The conversions that the arguments of a call need, if it has one callee.
std::vector<Resolution> ConvertingArguments(Evaluator& evaluator, ScopeRef place,
                                            const Resolution& callee, ExpressionIndex arguments);

// The methods that a function of the library runs on its arguments: `len(x)`.
std::vector<Resolution> RunByFunction(Evaluator& evaluator, ScopeRef place,
                                      const Resolution& callee, ExpressionIndex expression);

// The operator that `object->` runs.
Resolution RunByArrow(Evaluator& evaluator, ScopeRef place, ExpressionIndex object);

}  // namespace waymark::indexer
