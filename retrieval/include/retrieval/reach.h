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

// Whether only code of some files can name the symbol: a function that is local to another one or
// that C and C++ keep in a file, or an unexported symbol of Go.
bool IsConfined(const graph::ReadView& view, const SymbolRow& row);

// Whether code of `file`, in a language of its group, can name the symbol. A header counts as a
// part of every translation unit, and a directory of Go is a package.
bool CanBeNamedFrom(const graph::ReadView& view, const SymbolRow& row, FileId file);

}  // namespace waymark::retrieval
