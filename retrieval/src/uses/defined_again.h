// Functions and macros whose name has several definitions, by #if or in branches of the program.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "graph/languages.h"
#include "graph/read_view.h"
#include "uses/symbol_notes.h"
#include "uses/use_place.h"

namespace waymark::retrieval {

// Notes kDefinedAgain (Incompleteness::defined_again) of those of a name in a group: a use is
// bound to one definition, or leaves the repository, and may mean the other. Cost: O(symbols and
// unresolved references of the name), and up to kMaxAlternatives a symbol of one scope.
void NoteDefinedAgain(const graph::ReadView& view, std::string_view name, NameGroup group,
                      SymbolNotes& notes);

// The uses of those other definitions, by which kDefinedAgain was noted for `symbol`. `known` says
// which definitions the answer shows the uses of anyway. Cost: as above, and O(uses).
std::vector<UsePlace> UsesOfAlternatives(const graph::ReadView& view, SymbolId symbol,
                                         const std::function<bool(SymbolId)>& known,
                                         SymbolNotes& notes);

}  // namespace waymark::retrieval
