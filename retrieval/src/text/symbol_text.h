// The text of each symbol of a file, without enclosed symbols, as hashes for comparison.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graph/hash.h"
#include "graph/read_view.h"
#include "retrieval/difference.h"

namespace waymark::retrieval {

// The text of one symbol in its file, without documentation and enclosed symbols.
struct OwnText {
  SymbolRow row;
  std::string text;
  std::string_view indentation;  // of its first line, a part of the file; empty of the file's own
};

// The texts of all symbols that `bytes`, the text of the file, define. Cost: O(bytes) per level of
// nesting.
std::vector<OwnText> OwnTexts(const graph::ReadView& view, FileId file, std::string_view bytes);

// The documentation, as a part of `bytes`.
std::string_view DocumentationIn(std::string_view bytes, const SymbolRow& row);

struct SymbolText {
  ContentHash text;
  ContentHash without_signature;  // of the text with white space folded
  // Hashes of the code (code_text.h), without imports.
  ContentHash code;
  ContentHash code_without_signature;
  ContentHash imports;
  ContentHash documentation;
  std::size_t bytes = 0;  // of the text
};

// The texts of one view's symbols, read file by file on first use.
class SymbolTexts {
 public:
  explicit SymbolTexts(const DifferenceSide& side) : side_(side) {}

  // Null if the file's text is not available. Valid as long as this.
  const SymbolText* Of(SymbolId symbol);

  std::uint64_t unread_files() const { return unread_files_; }

 private:
  void Read(FileId file);

  const DifferenceSide& side_;
  std::map<FileId, bool> is_read_;
  std::map<SymbolId, SymbolText> texts_;
  std::uint64_t unread_files_ = 0;
};

}  // namespace waymark::retrieval
