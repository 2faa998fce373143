// Functions and macros whose name has several definitions, by #if or in branches of the program.
#pragma once

#include <string_view>

#include "graph/read_view.h"
#include "impact/symbol_notes.h"

namespace waymark::retrieval {

// Sets kDefinedAgain (UnseenReferences::defined_again) for the symbols of a name in a language
// family: a use that is bound to one definition, or leaves the repository, may mean another. Cost:
// O(symbols and unresolved references of the name), and up to kMaxAlternatives per symbol of one
// scope.
void NoteDefinedAgain(const graph::ReadView& view, std::string_view name, Language family,
                      SymbolNotes& notes);

}  // namespace waymark::retrieval
