// Validity of UTF-8.
#pragma once

#include <string_view>

namespace waymark::indexer {

// Whether `text` is a sequence of encoded scalar values (RFC 3629). Cost: O(n).
bool IsValidUtf8(std::string_view text);

}  // namespace waymark::indexer
