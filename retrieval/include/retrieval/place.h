// Places of files as people, compilers and web pages write them. Pure text, no view.
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

// a.py:12  a.py:12:3  a.py:12-15  a.cs(12,3)  a.go#L12  a.go#L12-L15  a.cs:line 12. Of several
// lines the first; without a number the whole text is a path.
Place ParsePlace(std::string_view text);

struct NameInFile {
  std::string_view path;
  std::string_view name;  // qualified or not
};

// cart.py:Cart.total  cart.py::Cart::total. None where no name is behind the colon.
std::optional<NameInFile> ParseNameInFile(std::string_view text);

}  // namespace waymark::retrieval
