// From where a symbol can be named, by its definition.
#pragma once

#include "graph/read_view.h"

namespace waymark::retrieval {

// C and C++: whether other files can name the symbol. False for static symbols and for macros of a
// file that is compiled by itself.
bool LeavesFile(const graph::ReadView& view, const SymbolRow& row);

// Whether the code of another repository, such as a submodule, can name the symbol. False for
// symbols local to a function, symbols that C and C++ keep in a file, and unexported symbols of Go:
// another repository is another package.
bool LeavesRepository(const graph::ReadView& view, SymbolId symbol);

}  // namespace waymark::retrieval
