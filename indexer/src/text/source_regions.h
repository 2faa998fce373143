// The parts of a file that are in one language, as one text, and where each byte of it stands in
// the file: the code of a template, the cells of a notebook.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::indexer {

class SourceRegions {
 public:
  void Clear();

  // Adds bytes [begin, end) of the file. Regions are added in the order in which they stand there.
  void Add(std::string_view file, std::uint32_t begin, std::uint32_t end);

  // Adds a text for something that the file writes otherwise, at `at`: the character of an escape
  // sequence, the end of a line between two regions.
  void AddText(std::string_view text, std::uint32_t at);

  const std::string& text() const { return text_; }

  // The place in the file of a byte of the text, or of the end of the text. O(log regions).
  std::uint32_t FileByteOf(std::uint32_t byte) const;

 private:
  struct Region {
    std::uint32_t text = 0;  // where it begins in the text
    std::uint32_t file = 0;  // where it begins in the file
    bool is_copied = false;  // byte for byte; else all of it stands at `file`
  };

  std::string text_;
  std::vector<Region> regions_;
};

}  // namespace waymark::indexer
