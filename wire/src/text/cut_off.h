// The error of line decoders for a text whose last line has no line break.
#pragma once

#include <string_view>

namespace waymark::wire {

inline constexpr std::string_view kCutOff = "the line has no end; the text is cut off";

}  // namespace waymark::wire
