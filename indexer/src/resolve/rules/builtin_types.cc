#include "resolve/rules/builtin_types.h"

#include <algorithm>

namespace waymark::indexer {

std::string_view BoxOf(const BuiltinTypes& types, std::string_view value) {
  for (const Box& box : types.values) {
    if (box.value == value) return box.type;
  }
  return {};
}

std::string_view Unboxed(const BuiltinTypes& types, std::string_view type) {
  for (const Box& box : types.values) {
    if (box.type == type) return box.value;
  }
  return {};
}

std::size_t WidthOf(const BuiltinTypes& types, std::string_view number) {
  if (number == "char") number = "short";
  const auto found = std::find(types.numbers.begin(), types.numbers.end(), number);
  return static_cast<std::size_t>(found - types.numbers.begin());
}

}  // namespace waymark::indexer
