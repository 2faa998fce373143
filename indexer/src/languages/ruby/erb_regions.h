// The Ruby code in an ERB template: the text between <% or <%= and %>.
#pragma once

#include <string_view>

#include "text/source_regions.h"

namespace waymark::indexer {

// Each tag is a statement. Comments (<%# %>) and escaped marks (<%% and %%>) contain no code; an
// unclosed tag contains code up to the end of the file. O(bytes).
void ReadErb(std::string_view bytes, SourceRegions& regions);

}  // namespace waymark::indexer
