// A place in code that may use a symbol.
#pragma once

#include "graph/ids.h"
#include "graph/records.h"

namespace waymark::retrieval {

struct UsePlace {
  SymbolId source = SymbolId::kNone;
  Position site;  // in the file of `source`; line 0: its declaration
};

}  // namespace waymark::retrieval
