// Text of JSON values that more than one writer needs.
#pragma once

#include <string>
#include <string_view>

namespace waymark::wire {

// Appends `text` in quotes. REQUIRES: UTF-8. Only what JSON demands is escaped.
void AppendJsonString(std::string& out, std::string_view text);

}  // namespace waymark::wire
