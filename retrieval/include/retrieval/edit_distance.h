// Edit distance between two words.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace waymark::retrieval {

// Number of insertions, deletions, replacements and swaps of neighbours that turn one word into the
// other, ignoring case; `limit` + 1 if it exceeds `limit`. Only the first 128 bytes of each word
// are compared. Cost: O(length^2), no allocation.
std::uint32_t EditDistance(std::string_view a, std::string_view b, std::uint32_t limit);

// The name of `names` that a misspelt one most likely means: the one with the fewest differing
// letters, of which there may be a third, otherwise the first that begins like the written one
// ("claude-code" for "claude"). Nothing if none is similar. Case and underscores do not count.
std::optional<std::string> NearestName(std::string_view written,
                                       std::span<const std::string> names);

}  // namespace waymark::retrieval
