// A strict reader of JSON text into typed fields, without a tree in between. Every error names the
// path of its field, and line and column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>

namespace waymark::wire {

// Nesting depth of objects and arrays in skipped values.
inline constexpr std::size_t kMaxJsonDepth = 64;

class JsonReader {
 public:
  // `text` must outlive the reader.
  explicit JsonReader(std::string_view text) : text_(text) {}

  absl::Status ReadString(std::string& out);
  absl::Status ReadUnsigned(std::uint64_t& out);
  absl::Status ReadFloat(float& out);  // finite
  absl::Status ReadBool(bool& out);

  // If the next value is null, reads it and returns true.
  bool TryNull();

  // Reads any value and discards it. An error if it nests deeper than kMaxJsonDepth.
  absl::Status SkipValue();

  // Reads any value and appends it without white space; numbers keep their digits. An error if it
  // nests deeper than kMaxJsonDepth.
  absl::Status ReadCompact(std::string& out);

  // Skips blanks and returns the first character of the next value; '\0' at the end.
  char Peek();

  // Call Begin, then Next until `more` is false. The path in errors follows.
  absl::Status BeginObject();
  absl::Status NextKey(std::string& key, bool& more);
  absl::Status BeginArray();
  absl::Status NextElement(bool& more);

  // An error if anything but white space is left.
  absl::Status ExpectEnd();

  // InvalidArgument "decode json: PATH (line L, column C): WHAT", here or at an earlier place.
  absl::Status Error(std::string_view what) const;
  absl::Status ErrorAt(std::size_t at, std::string_view path, std::string_view what) const;

  // Position of the next character.
  std::size_t at() const { return at_; }

 private:
  // Describes the next value for an error message.
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
  absl::Status BeginSkipped();  // begins a value, object or array that is skipped
  absl::Status NextItem(char close, bool& more);
  absl::Status ReadEscape(std::string& out);
  absl::Status ReadCodeUnit(std::uint32_t& out);
  std::string_view ScanNumber();
  std::string Path() const;

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Level> levels_;
  std::string skipped_;  // the text that was skipped last
};

}  // namespace waymark::wire
