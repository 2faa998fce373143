// Reads the places of symbols from the part of an answer with source (gcf_source.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::wire {

struct GcfSourcePlace {
  std::uint32_t id = 0;  // in the graph
  std::string_view path;
  std::uint32_t first = 0;  // 1-based, inclusive; first <= last
  std::uint32_t last = 0;
  std::string_view signature;  // empty if the lines are shown
};

// Any producer may have a part of that name: lines of another form are passed over, and places
// beyond kMaxSymbols. The places are views of the lines and of this reader.
class GcfSourceReader {
 public:
  // Takes the next line of the part, without its break.
  void Read(std::string_view line);

  // The places in the order of the text, once all lines are read.
  const std::vector<GcfSourcePlace>& Finish();

 private:
  void ReadFence(std::string_view line);
  void ReadNumbered(std::string_view line);
  // Reads "[-LAST]@ID..." behind the number of a line, up to the text of the line.
  void ReadMarks(std::string_view marks, std::uint32_t number);
  bool HasRoom() const;
  void GoTo(std::uint32_t number);
  void EndRun();

  bool is_in_file_ = false;
  std::deque<std::string> paths_;  // of the files; the last may be empty: it cannot be read
  std::uint32_t line_ = 0;         // the last line that is shown; 0: none
  std::vector<std::size_t> open_;  // places that end with the run
  std::vector<GcfSourcePlace> places_;
};

}  // namespace waymark::wire
