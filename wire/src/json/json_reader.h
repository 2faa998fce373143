// A strict reader of JSON text into typed fields: no tree in between, and every mistake named by
// the path of its field and by line and column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>

namespace waymark::wire {

// Objects and arrays within each other, in what is skipped.
inline constexpr std::size_t kMaxJsonDepth = 64;

class JsonReader {
 public:
  // `text` outlives the reader.
  explicit JsonReader(std::string_view text) : text_(text) {}

  absl::Status ReadString(std::string& out);
  absl::Status ReadUnsigned(std::uint64_t& out);
  absl::Status ReadFloat(float& out);  // finite
  absl::Status ReadBool(bool& out);

  // True, and read, if the next value is null.
  bool TryNull();

  // Reads any value and forgets it. An error when it nests deeper than kMaxJsonDepth.
  absl::Status SkipValue();

  // Reads any value and appends it without white space, numbers with their digits as written. An
  // error when it nests deeper than kMaxJsonDepth.
  absl::Status ReadCompact(std::string& out);

  // Next character that is not blank, the first of the next value; '\0' at the end.
  char Peek();

  // Begin one, then Next until `more` is false. The path that errors name follows.
  absl::Status BeginObject();
  absl::Status NextKey(std::string& key, bool& more);
  absl::Status BeginArray();
  absl::Status NextElement(bool& more);

  // Nothing but white space may be left.
  absl::Status ExpectEnd();

  // InvalidArgument "decode json: PATH (line L, column C): WHAT", here or at an earlier place.
  absl::Status Error(std::string_view what) const;
  absl::Status ErrorAt(std::size_t at, std::string_view path, std::string_view what) const;

  // Of the next character.
  std::size_t at() const { return at_; }

 private:
  // What stands where something else was expected, in words.
  std::string_view Found() const;

  // An open object or array; `key` is that of the field being read, empty in an array.
  struct Level {
    bool is_array = false;
    bool is_first = true;
    std::size_t index = 0;
    std::string key;
  };

  void SkipBlanks();
  bool TryWord(std::string_view word);
  absl::Status Open(char bracket, std::string_view what);
  absl::Status BeginSkipped();  // a value, or the beginning of an object or array
  absl::Status NextItem(char close, bool& more);
  absl::Status ReadEscape(std::string& out);
  absl::Status ReadCodeUnit(std::uint32_t& out);
  std::string_view ScanNumber();
  std::string Path() const;

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Level> levels_;
  std::string skipped_;  // the text that is skipped last
};

}  // namespace waymark::wire
