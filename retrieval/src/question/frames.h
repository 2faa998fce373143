// Places that a question names by file and line: the frames of a stack trace, the position of a
// compiler's message, the lines of a link. Pure text.
//
//   src/app.py:12  db/db_impl.cc:1130:5  File "src/app.py", line 12, in run  (Service.java:50)
//   in C:\src\File.cs:line 8  f.h(38): error  f.h(38,5)  src/app.py#L10-L20
//
// with the function that a frame tells: `in run`, `at spark.Service.get(`, `in 'run'`, and the line
// before `\t/go/src/caddy.go:123` or `at src/main.rs:4`.
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

// "src/app.py:12"; a line that is not known exactly as "4294967295+".
std::string PlaceText(std::string_view path, std::uint32_t line);

// The innermost call first, as traces are written but for those that say that the most recent call
// is last; distinct, the first kMaxMentions.
std::vector<Frame> FindFrames(std::string_view text);

// The text with backslashes of paths turned: "in src/File.cs:line 8" of "in src\File.cs:line 8".
std::string WithForwardSlashes(std::string_view text);

// The same text, of as many bytes, with blanks for what says only that it is a trace: in lines that
// hold a frame and nothing else, all but the function's name and the last two components of the
// path; then, when there are such lines, the phrases that head traces. Line breaks stay.
std::string WithoutTraceWords(std::string_view text);

}  // namespace waymark::retrieval
