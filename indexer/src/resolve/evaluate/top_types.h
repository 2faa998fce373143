// Types from outside: what their names tell of their values.
#pragma once

#include "resolve/evaluate/resolution.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {

// What is known of the instances of a written type. Where its name tells nothing of them, as that
// of a type which all derive from, they are as unknown as without it; those of the library's errors
// may be of an error of ours, which a test tells elsewhere. Cost: O(names of the rules).
void ResolveTopType(const NameTable& names, const ResolutionRules& rules, Resolution& instances);

// Instances of one type or another. Where one tells nothing, or has no name, they may be ours.
Resolution OneOf(const NameTable& names, const ResolutionRules& rules, Resolution first,
                 const Resolution& second);

// What a call gives of something outside with a capital is an instance of that: `APIRouter()`,
// `express.Router()`. `callee` is what is called.
void NameForeign(const Program& program, const ModelExpression& callee, Resolution& made);

}  // namespace waymark::indexer
