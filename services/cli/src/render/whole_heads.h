// The heads of functions on one line each, where there is no room for all of their source.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace waymark::services {

// The source, in which each of `lines` (counted from 0, ascending) that ends within parentheses or
// brackets takes up the lines up to the one that closes them: without comments, and with one blank
// for a line end and the white space around it. The lines taken up are empty then, so that the
// numbers of the others stay. A line whose brackets do not close stays as it is. `path` tells the
// language, for comments and texts. Cost: that of indexer::SyntaxTokens.
std::string WithWholeHeads(std::string_view path, std::string_view source,
                           std::span<const std::uint32_t> lines);

}  // namespace waymark::services
