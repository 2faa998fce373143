// A tree of JSON that keeps what a text says: the digits of numbers and the order of keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

namespace waymark::wire {

enum class JsonKind : std::uint8_t {
  kNull,
  kFalse,
  kTrue,
  kNumber,
  kString,
  kArray,
  kObject,
  kPointer,  // an equal value elsewhere, at the pointer in `text`; only while a text is read
};

// White space between the parts of a JSON text.
enum class JsonLayout : std::uint8_t {
  kCompact,    // none
  kSpaced,     // a blank behind each comma and colon
  kIndented2,  // line breaks, and two blanks a level
  kIndented4,
};

struct JsonValue {
  JsonKind kind = JsonKind::kNull;
  JsonLayout layout = JsonLayout::kCompact;  // of the JSON that a string holds
  std::string text;               // a number as it is written; the characters of a string
  std::vector<std::string> keys;  // of an object: one for each item
  // Items of an array or object. A string has one item if it is known to hold JSON: its value.
  std::vector<JsonValue> items;

  bool is_object() const { return kind == JsonKind::kObject; }

  bool is_array() const { return kind == JsonKind::kArray; }

  bool is_string() const { return kind == JsonKind::kString; }

  bool is_scalar() const { return !is_object() && !is_array(); }

  // The item of a key; null if there is none.
  const JsonValue* Find(std::string_view key) const;

  // Strings are equal by their characters, whatever is known of what they hold.
  bool operator==(const JsonValue& other) const;
};

// Levels of nested objects and arrays that are read.
inline constexpr std::size_t kMaxTreeDepth = 64;

// InvalidArgument for what is no JSON, for two equal keys of one object, and for more than
// kMaxTreeDepth levels.
absl::StatusOr<JsonValue> ParseJsonValue(std::string_view text);

// Appends the value without white space.
void AppendCompactJson(std::string& out, const JsonValue& value);
std::string CompactJson(const JsonValue& value);

// The value with white space, as JSON.stringify and json.dumps lay it out.
std::string LaidOutJson(const JsonValue& value, JsonLayout layout);

// "", ",", "2", "4".
std::string_view NameOf(JsonLayout layout);
std::optional<JsonLayout> JsonLayoutFromName(std::string_view name);

bool HasEqualKeys(const std::vector<std::string>& keys);

// About the bytes of the value without white space, or at least `limit` if there are more.
std::size_t BytesOf(const JsonValue& value, std::size_t limit);

// Finds strings that hold JSON, laid out in one of the known ways, and gives each the value that it
// holds, down to `depth` levels of such strings.
void FindInnerJson(JsonValue& value, int depth);

// Whether `text` is exactly a number of JSON.
bool IsJsonNumber(std::string_view text);

// Offset behind the object, array or string of JSON that begins at text[at]; npos if it has no end.
// Does not check what is inside.
std::size_t EndOfJson(std::string_view text, std::size_t at);

}  // namespace waymark::wire
