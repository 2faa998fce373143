// Types of a language's library whose values are functions.
#pragma once

#include <string_view>

namespace waymark::indexer {

inline constexpr int kAllArguments = -1;  // of FunctionType: Action<A, B> takes two
inline constexpr int kAllButLast = -2;    // Func<A, B> takes one and gives a B

struct FunctionType {
  std::string_view name;
  int parameters = 0;  // or one of those above
  bool gives = false;  // a value
};

}  // namespace waymark::indexer
