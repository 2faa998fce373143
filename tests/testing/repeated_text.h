#pragma once

#include <string>
#include <string_view>

namespace waymark::testing {

inline std::string Repeat(std::string_view text, int times) {
  std::string repeated;
  for (int i = 0; i < times; ++i) repeated += text;
  return repeated;
}

}  // namespace waymark::testing
