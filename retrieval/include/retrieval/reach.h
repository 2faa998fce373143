// Who can name a symbol, by where it is defined.
#pragma once

#include "graph/read_view.h"

namespace waymark::retrieval {

// C and C++: whether other files can, too. What is static, and the macro of a file that is compiled
// by itself, only the file.
bool LeavesFile(const graph::ReadView& view, const SymbolRow& row);

// Whether the code of another repository can, as that of a submodule: not what is local to a
// function, what C and C++ keep in a file, and what Go keeps in a package. A repository of its own
// is a package of its own.
bool LeavesRepository(const graph::ReadView& view, SymbolId symbol);

}  // namespace waymark::retrieval
