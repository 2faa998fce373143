// The statements of a TOML file, for changing a part of it. Reads only what is needed to find them:
// strings of every kind, comments and brackets.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "config/json_scan.h"

namespace waymark::services {

// The beginning of a table, or KEY = VALUE.
struct TomlStatement {
  std::size_t begin = 0;  // of its line
  std::size_t line = 0;
  bool is_table = false;
  bool is_array = false;  // [[...]]
  std::vector<std::string> key;
  TextRange value = {};  // from behind the equals sign to the end of its last line; not of a table
};

// InvalidArgument names the line and what is wrong there.
absl::StatusOr<std::vector<TomlStatement>> ScanTomlFile(std::string_view file);

// The text that a value is, with its quotes. No value if it is something else.
std::optional<TextRange> TomlText(std::string_view file, TextRange value);

struct TomlTextList {
  TextRange range;               // including the brackets
  std::vector<TextRange> texts;  // with their quotes
};

// The list of texts that a value is. No value if it is something else, or has an element that is.
std::optional<TomlTextList> TomlTexts(std::string_view file, TextRange value);

}  // namespace waymark::services
