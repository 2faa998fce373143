// What a repository is about: its own code, not its tests, nor what others or machines wrote.
#pragma once

#include <cstdint>
#include <string_view>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Not tests, nor vendored, generated, minified or example files.
bool IsProductFile(std::uint16_t file_flags);

// The part of a path up to its last slash, with it; empty for a file at the top.
inline std::string_view DirectoryOf(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}

// A function, method or type with a body, in such a file and no test code.
bool IsProductCode(const graph::ReadView& view, SymbolId symbol);

}  // namespace waymark::retrieval
