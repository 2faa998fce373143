// Symbols with their source text, read from the files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <absl/status/status.h>

#include "services/limits.h"
#include "services/state_choice.h"
#include "wire/payload.h"

namespace waymark::services {

struct SourcesRequest {
  std::filesystem::path root;
  std::vector<std::string> symbols;  // names, or FILE:LINE; 1..kMaxSourceSymbols
  bool with_text = true;
  std::uint32_t context_lines = 0;  // shown before and after each; at most kMaxContextLines
  bool with_overloads = false;      // all overloads of each name, in place of the likeliest symbol
  bool with_members = false;        // SymbolSource::summary and member_lines
  StateChoice state;
};

// One of the requested symbols.
struct SymbolSource {
  std::string asked;  // as requested
  // Why the symbol or its text cannot be shown. Without `id` the symbol is unknown.
  absl::Status error = {};
  std::string id = {};  // handle
  std::string kind = {};
  std::string name = {};  // qualified
  std::string path = {};
  std::uint32_t start_line = 0;  // 1-based, inclusive
  std::uint32_t end_line = 0;
  std::uint32_t from_line = 0;    // first line of the text; 0 without text
  std::uint32_t from_column = 1;  // first column, in bytes, for a page that begins inside a line
  std::string signature = {};
  // Whole lines, read after the file's hash was found to be the indexed one; at most
  // kMaxSourceBytes for all symbols together.
  std::string text = {};
  std::uint32_t lines_omitted = 0;  // lines after the end of the text
  std::string etag = {};            // hash of all the above except `asked` and `error`
  std::string name_note = {};       // wire::Payload::name_note
  std::string summary = {};         // first line of its documentation
  // Of a type: the lines of the file on which the names of its public functions stand, ascending;
  // without these those of its public members, or else of all.
  std::vector<std::uint32_t> member_lines = {};
};

struct SourcesAnswer {
  std::vector<SymbolSource> symbols;  // in the order of the request; overloads by place
  wire::IndexInfo index;
};

}  // namespace waymark::services
