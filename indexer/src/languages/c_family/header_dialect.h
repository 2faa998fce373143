// Whether a `.h` is C or C++.
#pragma once

#include <string_view>

namespace waymark::indexer {

// True if something outside comments, strings and `#ifdef __cplusplus` exists only in C++: `class
// X`, `namespace`, `template <`, `::`, `public:` and the like, or a member function of a struct.
// Cost: one pass over the bytes with up to 64 tokens of look-ahead per candidate; it ends at the
// first such thing.
bool IsCppHeader(std::string_view bytes);

}  // namespace waymark::indexer
