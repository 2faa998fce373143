// What a template of C++ demands of its arguments, as the text in front of its function has it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace waymark::indexer {

inline constexpr std::size_t kMaxConditionBytes = 512;  // of a longer one nothing is kept

// "T,U|condition": the names of the parameters of the last `template <...>` in order, and the first
// argument of the first enable_if or enable_if_t, without blanks but between words. Empty where
// there is none, or more than one. `head`: all that stands in front of the parameters of the
// function. Cost: linear.
std::string ConditionIn(std::string_view head);

}  // namespace waymark::indexer
