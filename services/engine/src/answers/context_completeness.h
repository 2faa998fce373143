// How complete the answer to a question about a task or places is.
#pragma once

#include "answers/changed_symbols.h"
#include "graph/read_view.h"
#include "retrieval/context.h"
#include "services/verbs.h"
#include "wire/payload.h"

namespace waymark::services {

// For an answer that another one follows. With `is_part` the answer is about one of several
// repositories; then a word or name that this one does not know is no reason, because another one
// may.
wire::Completeness CompletenessOfContext(const graph::ReadView& view, const ContextRequest& request,
                                         bool is_part, const ChangedSymbols& changed,
                                         const wire::IndexInfo& index,
                                         const retrieval::ContextResult& ranked);

}  // namespace waymark::services
