// Classes of bytes in source text.
#pragma once

namespace waymark::indexer {

constexpr bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace waymark::indexer
