// Names that TypeScript and JavaScript know without an import: what files that are no modules
// declare, and what stands in `declare global`.
#pragma once

#include "graph/spill.h"
#include "resolve/program/program.h"

namespace waymark::indexer {

// Whether a file neither imports nor exports. Cost: O(definitions and bindings of the file).
bool IsPlainScript(const FileModel& model);

// Adds those of a file of the family, as members of Space::Globals().
void CollectGlobalsOf(const Program& program, FileIndex file,
                      graph::SpillVector<MemberPair>& members);

// Whether code in `from` sees the global: one that is only declared is seen everywhere, that of a
// script by the scripts beside it, which a page may load together.
bool SeesGlobal(const Program& program, FileIndex from, SymbolRef global);

// Whether code that does not see it may all the same: it is of a plain script, and a page can load
// any.
bool MaySeeGlobal(const Program& program, SymbolRef global);

}  // namespace waymark::indexer
