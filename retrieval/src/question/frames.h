// Places that a question names by file and line: frames of a stack trace, positions in compiler
// messages, lines in links. Works on text alone.
//
//   src/app.py:12  db/db_impl.cc:1130:5  File "src/app.py", line 12, in run  (Service.java:50)
//   in C:\src\File.cs:line 8  f.h(38): error  f.h(38,5)  src/app.py#L10-L20
//
// Frames may name a function: `in run`, `at spark.Service.get(`, `in 'run'`, and the line before
// `\t/go/src/caddy.go:123` or `at src/main.rs:4`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::retrieval {

inline constexpr std::uint32_t kLastLine = UINT32_MAX;

struct Frame {
  std::string path;        // as written but for backslashes, perhaps of another machine
  std::uint32_t line = 0;  // as written, also 0; of a larger number kLastLine
  std::string function;    // last component of its name; empty: not told

  bool operator==(const Frame&) const = default;
};

// "src/app.py:12"; "4294967295+" for a line number that is too large.
std::string PlaceText(std::string_view path, std::uint32_t line);

// The innermost call first, which is the order of most traces; traces that put the most recent call
// last are reversed. Without duplicates, the first kMaxMentions.
std::vector<Frame> FindFrames(std::string_view text);

// The text with forward slashes in paths: "in src/File.cs:line 8" for "in src\File.cs:line 8".
std::string WithForwardSlashes(std::string_view text);

// The same text with the same number of bytes, with blanks for words that only mark a trace. In
// lines that contain one frame and nothing else, all but the function's name and the last two
// components of the path are blanked; if there are such lines, the phrases that head traces are
// blanked too. Line breaks stay.
std::string WithoutTraceWords(std::string_view text);

}  // namespace waymark::retrieval
