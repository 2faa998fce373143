// Product code: the repository's own code, without tests, vendored and generated code.
#pragma once

#include <cstdint>
#include <string_view>

#include "graph/read_view.h"

namespace waymark::retrieval {

// True unless the file is a test, vendored, generated, minified or an example.
bool IsProductFile(std::uint16_t file_flags);

// The part of a path up to and including its last slash; empty for a file at the top.
inline std::string_view DirectoryOf(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}

// A function, method or type with a body, in a product file and not test code.
bool IsProductCode(const graph::ReadView& view, SymbolId symbol);

}  // namespace waymark::retrieval
