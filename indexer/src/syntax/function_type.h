// Library types of a language whose values are functions.
#pragma once

#include <string_view>

namespace waymark::indexer {

inline constexpr int kAllArguments = -1;  // of FunctionType: Action<A, B> takes two parameters
inline constexpr int kAllButLast = -2;    // Func<A, B> takes one and returns a B

struct FunctionType {
  std::string_view name;
  int parameters = 0;  // or one of the above
  bool gives = false;  // returns a value
};

}  // namespace waymark::indexer
