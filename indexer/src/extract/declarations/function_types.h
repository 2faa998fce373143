// Types of functions of which only the result is kept.
#pragma once

#include "facts/facts_draft.h"

namespace waymark::indexer {

inline ExpressionIndex AddFunctionType(FactsDraft& draft, ExpressionIndex result) {
  if (result == kNoIndex) return kNoIndex;
  return draft.AddExpression({ExpressionKind::kFunction, 0, 0, kNoIndex, result},
                             draft.expression_site(result));
}

// `Job* (*make)(int)`: a pointer to a function; `shape` has one pointer more than its result.
inline ExpressionIndex AddFunctionPointer(FactsDraft& draft, ExpressionIndex result,
                                          std::uint8_t shape) {
  if (result == kNoIndex || (shape & kPointers) == 0) return kNoIndex;
  const std::uint32_t byte = draft.expression_site(result);
  const auto inner = static_cast<std::uint8_t>(shape - 1);
  if (inner != 0) {
    result = draft.AddExpression({ExpressionKind::kPointer, inner, 0, result}, byte);
  }
  return draft.AddExpression({ExpressionKind::kPointer, 1, 0, AddFunctionType(draft, result)},
                             byte);
}

}  // namespace waymark::indexer
