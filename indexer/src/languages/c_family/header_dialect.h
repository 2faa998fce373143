// Whether a `.h` is C or C++.
#pragma once

#include <string_view>

namespace waymark::indexer {

// True when something outside comments, strings and `#ifdef __cplusplus` can only be C++: `class
// X`, `namespace`, `template <`, `::`, `public:` and the like, or a function among the members of a
// struct. Cost: one pass over the bytes, with up to 64 tokens ahead of what may be such a function,
// which ends at the first such thing.
bool IsCppHeader(std::string_view bytes);

}  // namespace waymark::indexer
