// The Ruby in a template of ERB: what stands between <% or <%= and %>.
#pragma once

#include <string_view>

#include "text/source_regions.h"

namespace waymark::indexer {

// A statement a tag. Comments (<%# %>) and escaped marks (<%% and %%>) hold no code; a tag that
// does not end holds code up to the end of the file. O(bytes).
void ReadErb(std::string_view bytes, SourceRegions& regions);

}  // namespace waymark::indexer
