// Settings of a test that the environment may change.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace waymark::testing {

// The number that the variable says; `otherwise` when it is not set.
inline std::uint64_t NumberFromEnvironment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace waymark::testing
