// How the compilers of tables write what they made: its parts one after the other.
#pragma once

#include <cstddef>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <string_view>
#include <type_traits>

namespace waymark::wire {

// The values as they lie in memory.
template <typename Value>
std::string_view BytesOf(const Value* values, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<Value>);
  return {reinterpret_cast<const char*>(values), count * sizeof(Value)};
}

// The exit code of the compiler: 0, or 1 after a message.
inline int WriteTable(const char* path, std::initializer_list<std::string_view> parts) {
  std::ofstream out(path, std::ios::binary);
  for (const std::string_view part : parts) {
    out.write(part.data(), static_cast<std::streamsize>(part.size()));
  }
  out.close();
  if (!out) std::fprintf(stderr, "%s: could not be written\n", path);
  return out ? 0 : 1;
}

}  // namespace waymark::wire
