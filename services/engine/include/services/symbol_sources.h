// Symbols with their source text, as the files hold it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "services/limits.h"
#include "services/state_choice.h"
#include "wire/payload.h"

namespace waymark::services {

struct SourcesRequest {
  std::filesystem::path root;
  std::vector<std::string> symbols;  // names, or FILE:LINE; 1..kMaxSourceSymbols
  bool with_text = true;
  std::uint32_t context_lines = 0;  // shown before and after each; at most kMaxContextLines
  StateChoice state;
};

// One of the symbols that were asked for.
struct SymbolSource {
  std::string asked;  // as it was
  // Why it cannot be shown, or not its text; one paragraph. Without `id`: nothing of it is known.
  std::string error = {};
  std::string id = {};  // hexadecimal
  std::string kind = {};
  std::string name = {};  // qualified
  std::string path = {};
  std::uint32_t start_line = 0;  // 1-based, inclusive
  std::uint32_t end_line = 0;
  std::uint32_t from_line = 0;    // of the text; 0 without one
  std::uint32_t from_column = 1;  // likewise, in bytes: of a page that begins inside of a line
  std::string signature = {};
  // Whole lines, after the file's hash was found to be the indexed one; of all symbols together at
  // most kMaxSourceBytes.
  std::string text = {};
  std::uint32_t lines_omitted = 0;  // of the text, after those
  std::string etag = {};            // hash of all of the above but `asked` and `error`
};

struct SourcesAnswer {
  std::vector<SymbolSource> symbols;  // as they were asked for
  wire::IndexInfo index;
};

}  // namespace waymark::services
