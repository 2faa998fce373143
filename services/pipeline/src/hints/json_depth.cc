#include "hints/json_depth.h"

#include <cstddef>

namespace waymark::services {
namespace {

constexpr std::size_t kMaxTreeDepth = 500;

}  // namespace

bool IsNestedLittle(std::string_view json) {
  std::size_t depth = 0;
  bool is_in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (is_in_string) {
      if (c == '\\') ++i;
      is_in_string = c != '"';
    } else if (c == '"') {
      is_in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxTreeDepth) return false;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return true;
}

}  // namespace waymark::services
