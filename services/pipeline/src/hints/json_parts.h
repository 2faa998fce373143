// The parts of JSON text as ranges of its bytes. A message passes unchanged except for one string
// of it, and a near-reference changes some values of an answer, so both are cut and not parsed into
// a tree and written anew.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::services {

struct JsonField {
  std::string key;               // decoded
  std::string_view written_key;  // a view of the text between its quotes
  std::string_view value;        // a view of the text
};

// The fields of the object, in their order. No value if the text is not an object, if a key is
// repeated, so that readers may differ in what it means, or if a key is not text. Values are cut
// where they end and not checked further. Linear in the text; depth costs no stack.
std::optional<std::vector<JsonField>> ObjectFields(std::string_view text);

// The same, but no fields for such a text.
std::vector<JsonField> FieldsOf(std::string_view text);

// The elements of the array, views of the text. No value if it is no array.
std::optional<std::vector<std::string_view>> ArrayElements(std::string_view text);

// The text of a JSON string. No value if it is no string, or holds an unpaired surrogate, which no
// text of UTF-8 can hold.
std::optional<std::string> DecodedString(std::string_view value);

// `text` as a JSON string. REQUIRES: it is UTF-8.
std::string JsonStringOf(std::string_view text);

// A part of a text to replace. `replaced` is a view of that text and may be empty, for an
// insertion.
struct TextEdit {
  std::string_view replaced;
  std::string text;
};

// `text` with the edits made; they follow each other in it and do not overlap.
std::string Edited(std::string_view text, const std::vector<TextEdit>& edits);

// Null if there is no such field.
const JsonField* FindField(const std::vector<JsonField>& fields, std::string_view key);
// Empty if there is no such field.
std::string_view ValueOf(const std::vector<JsonField>& fields, std::string_view key);
// The same for the text of a string; empty also if it is no string.
std::string StringOf(const std::vector<JsonField>& fields, std::string_view key);

}  // namespace waymark::services
