// Places in files as people, compilers and web pages write them. Works on text alone, without a
// view.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace waymark::retrieval {

struct Place {
  std::string_view path;     // without a leading "./"
  std::uint32_t line = 0;    // 1-based; 0: the whole file
  std::uint32_t column = 0;  // 1-based; 0: the whole line
};

// Reads a.py:12  a.py:12:3  a.py:12-15  a.cs(12,3)  a.go#L12  a.go#L12-L15  a.cs:line 12. A range
// of lines gives the first; without a number the whole text is a path.
Place ParsePlace(std::string_view text);

struct NameInFile {
  std::string_view path;
  std::string_view name;  // qualified or not
};

// Reads cart.py:Cart.total  cart.py::Cart::total  cart.py#Cart.total. Nothing if no name follows
// the sign.
std::optional<NameInFile> ParseNameInFile(std::string_view text);

}  // namespace waymark::retrieval
