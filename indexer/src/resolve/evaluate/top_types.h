// External types: what their names reveal of their values.
#pragma once

#include "resolve/evaluate/resolution.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {

// Evaluates instances of a written external type. A name that reveals nothing, such as that of a
// root class, leaves them as unknown as no annotation. A name of a library error may stand for an
// error of this repository, which a type test decides elsewhere. Cost: O(names of the rules).
void ResolveTopType(const NameTable& names, const ResolutionRules& rules, Resolution& instances);

// Instances of one type or the other. If one has no name or an opaque one, they may be of this
// repository.
Resolution OneOf(const NameTable& names, const ResolutionRules& rules, Resolution first,
                 const Resolution& second);

// A call of an external capitalised name makes an instance of it: `APIRouter()`,
// `express.Router()`. `callee` is the called expression.
void NameForeign(const Program& program, const ModelExpression& callee, Resolution& made);

}  // namespace waymark::indexer
