// Positions in JSON with comments, for changing a part of it.
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
  bool has_comma = false;  // after the member
  std::size_t comma = 0;   // its offset
};

struct JsonObject {
  TextRange range;  // including the braces
  std::vector<JsonMember> members;
};

struct JsonElement {
  TextRange value;
  bool has_comma = false;  // after the element
  std::size_t comma = 0;   // its offset
};

struct JsonArray {
  TextRange range;  // including the brackets
  std::vector<JsonElement> elements;
};

// The object of a whole file. InvalidArgument names the line and the text there.
absl::StatusOr<JsonObject> ScanJsonFile(std::string_view file);

// An object in a file that ScanJsonFile accepts. InvalidArgument if no object begins at `begin`.
absl::StatusOr<JsonObject> ScanJsonObject(std::string_view file, std::size_t begin);

// The same for a list.
absl::StatusOr<JsonArray> ScanJsonArray(std::string_view file, std::size_t begin);

// The text without comments and without a comma after a last member, for a JSON parser.
std::string PlainJson(std::string_view value);

// The line of an offset, from 1.
std::size_t LineOf(std::string_view file, std::size_t offset);

}  // namespace waymark::services
