// Words: every distinct identifier, literal word and name of a file, as a number.
//
// The table is cleared for each file and keeps its memory. Texts inside the file are not copied. A
// table that lasts across files is slower: its cache misses cost more than the insertions it saves.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace waymark::indexer {

using Word = std::uint32_t;  // 0 is the empty word

// Not thread-safe: one per thread.
class WordTable {
 public:
  WordTable();

  // Invalidates all words. `file` must stay valid until the next call.
  void BeginFile(std::string_view file);

  Word Intern(std::string_view text);

  // Valid until the next BeginFile().
  std::string_view Text(Word word) const { return {entries_[word].text, entries_[word].length}; }

  // Two numbers that users of the table attach to each word, initially 0.
  std::uint32_t& Mark(Word word) { return entries_[word].mark; }

  std::uint32_t& StringIdOf(Word word) { return entries_[word].string_id; }

 private:
  struct Entry {
    const char* text = "";
    std::uint32_t length = 0;
    std::uint32_t mark = 0;
    std::uint32_t string_id = 0;
  };

  struct Slot {
    std::uint32_t hash = 0;
    Word word = 0;  // 0: free
  };

  // Text outside the file.
  struct Copies {
    std::vector<std::unique_ptr<char[]>> chunks;
    std::size_t used = 0;  // bytes of the last chunk
  };

  const char* Keep(std::string_view text);
  void Grow();

  std::string_view file_;
  std::vector<Entry> entries_;
  std::vector<Slot> slots_;  // open addressing, linear probing
  Copies copies_;
};

}  // namespace waymark::indexer
