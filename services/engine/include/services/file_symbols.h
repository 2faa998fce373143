// The symbols of a file and how much depends on each, for editors.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "services/state_choice.h"
#include "wire/payload.h"

namespace waymark::services {

struct FileSymbolsRequest {
  std::filesystem::path root;
  std::string path;  // of the file, relative to the root, '/' separated
  StateChoice state;
};

// The number of direct users of a symbol, declarations included: callers of functions and methods,
// users of anything else.
struct DirectUse {
  std::uint16_t flags = 0;  // SymbolFlag of the symbol
  std::uint32_t users = 0;  // distinct symbols outside test code
  std::uint32_t tests = 0;  // distinct symbols of test code
  std::uint32_t files = 0;  // distinct files that hold users or tests
  bool is_exact = false;    // false: there may be others
};

// The symbols that a file defines.
struct FileSymbolsAnswer {
  // In order of position, without the file's own symbol; at most kMaxFileSymbols. No edges, and no
  // token count: tokens_used is 0.
  wire::Payload payload;
  std::vector<DirectUse> uses;  // parallel to the payload's symbols
};

}  // namespace waymark::services
