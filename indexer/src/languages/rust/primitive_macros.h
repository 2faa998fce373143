// Macros with the name of a primitive type: `str![""]`, `u8!(1)`. The grammar reads such a name as
// a type and the rest as an error.
#pragma once

#include <string>
#include <string_view>

namespace waymark::indexer {

// Gives the name of such a macro another first character, `_`, for the parser. Returns `bytes`
// itself if there is none, else a view of `buffer`, which then holds the changed copy. Positions
// stay the same; the texts of facts come from the original. Cost: one search of the bytes for '!'.
std::string_view MaskPrimitiveMacros(std::string_view bytes, std::string& buffer);

}  // namespace waymark::indexer
