// The functions that a call through a table, a field or a variable may run.
#pragma once

#include <vector>

#include "resolve/evaluate/evaluator.h"

namespace waymark::indexer {

struct FunctionsHeld {
  std::vector<SymbolRef> functions;  // in canonical order, each once
  bool more = false;                 // there may be others in the same place
  // The callee is an element of a container, so a function of this repository may be called even if
  // the type of the container is external.
  bool is_element = false;
};

// Functions that the code stores (BindingKind::kStored) in what the callee names, or in rows of the
// type of the field that it names. `bound`: what the callee is bound to.
FunctionsHeld AskFunctionsHeld(Evaluator& evaluator, ScopeRef place, ExpressionIndex callee,
                               const Resolution& bound);

// Whether the callee is a local variable or parameter, and not the name of a function.
bool IsLocalVariable(const Evaluator& evaluator, ScopeRef place, ExpressionIndex callee);

}  // namespace waymark::indexer
