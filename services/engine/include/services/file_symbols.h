// What a file defines and how much depends on each symbol of it, as editors show it.
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

// How much depends directly on a symbol, declarations included: what calls a function or method,
// what uses anything else.
struct DirectUse {
  std::uint16_t flags = 0;  // SymbolFlag of the symbol
  std::uint32_t users = 0;  // distinct symbols outside of tests
  std::uint32_t tests = 0;  // distinct symbols of test code
  std::uint32_t files = 0;  // distinct files that hold those and these
  bool is_exact = false;    // else there may be others
};

// What a file defines, for editors.
struct FileSymbolsAnswer {
  // In order of position, without the file's own symbol; at most kMaxFileSymbols. No edges, and
  // nothing is counted: tokens_used is 0.
  wire::Payload payload;
  std::vector<DirectUse> uses;  // parallel to the payload's symbols
};

}  // namespace waymark::services
