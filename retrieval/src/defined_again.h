// Functions and macros of C and C++ whose name #if gives several meanings.
#pragma once

#include <string_view>

#include "graph/read_view.h"
#include "symbol_notes.h"

namespace waymark::retrieval {

// Notes kDefinedAgain (UnseenReferences::defined_again) of those of a name: a use is bound to one
// definition, or leaves the repository, and may mean the other. Cost: O(symbols and unresolved
// references of the name), and up to kMaxAlternatives a symbol of one scope.
void NoteDefinedAgain(const graph::ReadView& view, std::string_view name, SymbolNotes& notes);

}  // namespace waymark::retrieval
