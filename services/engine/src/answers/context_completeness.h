// How far the answer to a question about a task or places can be trusted to be all.
#pragma once

#include "answers/changed_symbols.h"
#include "graph/read_view.h"
#include "retrieval/context.h"
#include "services/verbs.h"
#include "wire/payload.h"

namespace waymark::services {

// Of an answer behind which another one follows. With `is_part` it is about one of several
// repositories, most of which do not know a word or a name that one of them has.
wire::Completeness CompletenessOfContext(const graph::ReadView& view, const ContextRequest& request,
                                         bool is_part, const ChangedSymbols& changed,
                                         const wire::IndexInfo& index,
                                         const retrieval::ContextResult& ranked);

}  // namespace waymark::services
