#include "text/short_name.h"

#include <algorithm>
#include <cstddef>

namespace waymark::wire {
namespace {

constexpr std::string_view kOperator = "operator";
constexpr std::string_view kSeparators = ".:#/";
constexpr std::string_view kAddress = "://";

bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Where the name of an operator begins, whatever its characters; npos if there is none.
std::size_t FindOperator(std::string_view name) {
  for (std::size_t at = name.find(kOperator); at != std::string_view::npos;
       at = name.find(kOperator, at + 1)) {
    const bool begins = at == 0 || kSeparators.find(name[at - 1]) != std::string_view::npos;
    const std::size_t end = at + kOperator.size();
    if (begins && end < name.size() && !IsWordByte(name[end])) return at;
  }
  return std::string_view::npos;
}

// Where the last component begins: behind the last separator outside of brackets.
std::size_t BeginOfLast(std::string_view name) {
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    const char c = name[i];
    if (c == '>' || c == ')' || c == ']') ++depth;
    if (c == '<' || c == '(' || c == '[') depth = std::max(depth - 1, 0);
    if (depth > 0 || kSeparators.find(c) == std::string_view::npos) continue;
    // A sign at the end is part of the name, and so is that of a private member: `Pen.#ink`.
    const bool is_private = c == '#' && (i == 0 || name[i - 1] == '.');
    if (i + 1 < name.size()) return is_private ? i : i + 1;
  }
  return 0;
}

}  // namespace

std::string_view ShortName(std::string_view name) {
  if (const std::size_t at = FindOperator(name); at != std::string_view::npos) {
    return name.substr(at);
  }
  const bool is_outside =
      name.find(kAddress) != std::string_view::npos || name.find(' ') < name.find_first_of("(<[");
  if (is_outside) return name;
  return name.substr(BeginOfLast(name));
}

std::string_view FileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace waymark::wire
