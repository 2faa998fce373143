// What errors say in a text that somebody pasted.
#pragma once

#include <string_view>
#include <vector>

namespace waymark::retrieval {

// Of each line what stands behind a word for an error and ": " ("ValueError: ", "Corruption: ",
// "IO error: "), and where several causes are chained there, each of these; at most
// kMaxMessageBytes of each, in order.
std::vector<std::string_view> ErrorMessagesIn(std::string_view text);

}  // namespace waymark::retrieval
