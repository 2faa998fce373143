// The parts of a file in one language, joined to one text, with the position of each byte in the
// file: the code of a template, the cells of a notebook.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::indexer {

class SourceRegions {
 public:
  void Clear();

  // Adds bytes [begin, end) of the file. Regions must be added in file order.
  void Add(std::string_view file, std::uint32_t begin, std::uint32_t end);

  // Adds a text for something that the file spells differently, at `at`: the character of an escape
  // sequence, a line end between two regions.
  void AddText(std::string_view text, std::uint32_t at);

  const std::string& text() const { return text_; }

  // The position in the file of a byte of the text, or of the end of the text. O(log regions).
  std::uint32_t FileByteOf(std::uint32_t byte) const;

 private:
  struct Region {
    std::uint32_t text = 0;  // its beginning in the text
    std::uint32_t file = 0;  // its beginning in the file
    bool is_copied = false;  // byte for byte; otherwise all of it is at `file`
  };

  std::string text_;
  std::vector<Region> regions_;
};

}  // namespace waymark::indexer
