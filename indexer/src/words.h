// Words: every distinct identifier, literal word and name that a thread has met, by number.
//
// The table lasts across files, so that a word is hashed once an occurrence and stored once a
// thread. Each entry also carries marks that belong to the current file and are void as soon as the
// next one begins.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::indexer {

using Word = std::uint32_t;  // 0 is the empty word

inline constexpr std::size_t kMaxWords =
    1u << 20;  // past either, the table starts anew with the next file
inline constexpr std::size_t kMaxWordArena = 64u << 20;  // bytes

// Not thread-safe: one a thread.
class WordTable {
 public:
  WordTable();

  Word Intern(std::string_view text);

  // Valid until the next Intern() or BeginFile().
  std::string_view Text(Word word) const {
    const Entry& entry = entries_[word];
    return {arena_.data() + entry.offset, entry.length};
  }

  // Voids all marks. Returns true when the table started anew: every Word handed out before is void
  // too.
  bool BeginFile();

  // A mark of the word in the current file, 0 before it is set.
  std::uint32_t& Mark(Word word) {
    Entry& entry = entries_[word];
    if (entry.file != file_) {
      entry.file = file_;
      entry.mark = 0;
      entry.string_id = 0;
    }
    return entry.mark;
  }

  std::uint32_t& StringIdOf(Word word) {
    Mark(word);
    return entries_[word].string_id;
  }

 private:
  struct Entry {
    std::uint32_t hash = 0;
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    std::uint32_t file = 0;  // whose marks these are
    std::uint32_t mark = 0;
    std::uint32_t string_id = 0;
  };

  void Reset();
  void Grow();

  std::string arena_;
  std::vector<Entry> entries_;
  std::vector<Word> slots_;  // open addressing, linear probing; 0 is free
  std::uint32_t file_ = 0;
};

}  // namespace waymark::indexer
