// Functions and macros whose name has several definitions, by #if or in branches of the program.
#pragma once

#include <string_view>

#include "graph/languages.h"
#include "graph/read_view.h"
#include "impact/symbol_notes.h"

namespace waymark::retrieval {

// Notes kDefinedAgain (Incompleteness::defined_again) of those of a name in a group: a use is
// bound to one definition, or leaves the repository, and may mean the other. Cost: O(symbols and
// unresolved references of the name), and up to kMaxAlternatives a symbol of one scope.
void NoteDefinedAgain(const graph::ReadView& view, std::string_view name, NameGroup group,
                      SymbolNotes& notes);

}  // namespace waymark::retrieval
