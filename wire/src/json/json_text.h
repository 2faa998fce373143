// Text of JSON values that several writers need.
#pragma once

#include <string>
#include <string_view>

namespace waymark::wire {

// Appends `text` in quotes. REQUIRES: UTF-8. Only characters that JSON requires are escaped.
void AppendJsonString(std::string& out, std::string_view text);

}  // namespace waymark::wire
