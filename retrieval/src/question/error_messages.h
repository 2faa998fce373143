// Error messages in a pasted text.
#pragma once

#include <string_view>
#include <vector>

namespace waymark::retrieval {

// For each line the text after a word for an error and ": " ("ValueError: ", "Corruption: ", "IO
// error: "); if several causes are chained there, each of them. At most kMaxMessageBytes of each,
// in order.
std::vector<std::string_view> ErrorMessagesIn(std::string_view text);

}  // namespace waymark::retrieval
