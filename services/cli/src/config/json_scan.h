// Where things stand in JSON with comments, for those who change a part of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

namespace waymark::services {

// Bytes [begin, end) of a file.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct JsonMember {
  std::string key;  // decoded
  TextRange key_range;
  TextRange value;
  bool has_comma = false;  // behind it
  std::size_t comma = 0;   // where
};

struct JsonObject {
  TextRange range;  // with the braces
  std::vector<JsonMember> members;
};

// The object that a whole file is. InvalidArgument tells the line and what stands there.
absl::StatusOr<JsonObject> ScanJsonFile(std::string_view file);

// An object within a file that ScanJsonFile took. InvalidArgument when no object begins at
// `begin`.
absl::StatusOr<JsonObject> ScanJsonObject(std::string_view file, std::size_t begin);

// The value without comments and with no comma behind a last member, so that a parser of JSON
// reads it.
std::string PlainJson(std::string_view value);

// The line that an offset is on, from 1.
std::size_t LineOf(std::string_view file, std::size_t offset);

}  // namespace waymark::services
