// The functions that C++ runs without being named: operators, and the methods of loops, conditions
// and scopes.
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

// The operator that `object->` runs.
Resolution RunByArrow(Evaluator& evaluator, ScopeRef place, ExpressionIndex object);

}  // namespace waymark::indexer
