// Collects the postings of a base: own-field terms by symbol, path terms by file.
//
// A posting list is a run of varints, one entry per (symbol, field): difference of the symbol from
// the entry before << 4 | field << 1 | more, and if `more` a second varint, the frequency - 2. A
// path-term list is a run of differences of file numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base_format.h"
#include "base_strings.h"
#include "graph/ids.h"
#include "graph/read_view.h"
#include "graph/records.h"
#include "posting_lists.h"
#include "segment_writer.h"
#include "string_interner.h"
#include "word_tokens.h"

namespace waymark::graph {

class BaseTerms {
 public:
  BaseTerms() : recent_words_(kRecentWords) {}

  // Words passed from here on to the next call may be told apart by their addresses.
  void BeginFile(FileId file, std::string_view path);

  // The fields of a symbol, each at most once, in order of Field; then FinishSymbol.
  void BeginField(SymbolId symbol, Field field, bool is_test);
  void AddWord(std::string_view word, std::uint32_t count);
  void AddText(std::string_view text);
  // Returns the number of tokens, saturated.
  std::uint16_t FinishField();

  // Writes the sorted dictionaries and all lists.
  void Finish(SegmentWriter& segment, BaseStrings& strings);

 private:
  static constexpr std::size_t kRecentWords = 4096;  // power of two
  static constexpr std::uint32_t kMaxMemoWords = 1 << 20;
  static constexpr std::size_t kMaxMemoBytes = 32 << 20;

  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  // A word of the current file: most words come from its string table, where equal words have equal
  // addresses.
  struct RecentWord {
    const char* data = nullptr;
    std::uint32_t size = 0;
    std::uint32_t file_serial = 0;
    Range terms;
  };

  struct Term {
    std::uint32_t last_symbol = 0;
    std::uint32_t document_frequency = 0;
    std::uint32_t last_document = 0xFFFFFFFF;
    std::uint32_t last_field = 0;  // serial of the field that saw it last
    std::uint32_t slot = 0;        // in counts_ of that field
  };

  struct Count {
    std::uint32_t term = 0;
    std::uint32_t count = 0;
  };

  // Terms of a word, as a range of word_terms_.
  Range TermsOf(std::string_view word);
  Range RecentTermsOf(std::string_view word);
  void AddTerms(Range range, std::uint32_t count);
  void AddPathTerm(std::string_view token, FileId file);

  WordTokens tokens_;
  StringInterner words_;
  std::vector<Range> word_ranges_;
  std::vector<std::uint32_t> word_terms_;
  std::vector<RecentWord> recent_words_;
  std::uint32_t file_serial_ = 0;

  StringInterner term_texts_;
  std::vector<Term> terms_;
  PostingLists postings_;
  std::vector<Count> counts_;  // of the current field
  std::uint32_t field_serial_ = 0;
  std::uint32_t symbol_ = 0;
  std::uint32_t field_ = 0;
  bool is_test_ = false;
  std::uint64_t length_ = 0;

  StringInterner path_terms_;
  PostingLists path_postings_;
  std::vector<std::uint32_t> last_files_;  // by path term
};

}  // namespace waymark::graph
