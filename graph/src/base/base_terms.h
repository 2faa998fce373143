// Collects the postings of a base: own-field terms by symbol, path terms by file.
//
// A posting list is a run of varints, one entry per (symbol, field): the difference of the symbol
// from the previous entry << 4 | field << 1 | more, and if `more` a second varint, the frequency -
// 2. A path-term list is a run of differences of file numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/base_format.h"
#include "base/base_strings.h"
#include "graph/base_builder.h"
#include "graph/ids.h"
#include "graph/records.h"
#include "graph/spill.h"
#include "segment/segment_writer.h"
#include "text/posting_lists.h"
#include "text/string_interner.h"
#include "text/term_dictionary.h"
#include "text/word_tokens.h"

namespace waymark::graph {

class BaseTerms {
 public:
  // Adds the terms of a file's path and of its symbols, whose ids begin at `first_symbol`. Returns
  // the field lengths of each symbol, saturated; they are valid until the next call. REQUIRES:
  // terms refer to symbols of the file.
  std::span<const FieldLengths> AppendFile(FileId file, SymbolId first_symbol,
                                           const FileInput& input);

  // A posting with a stemmed term.
  struct Stemmed {
    std::uint32_t symbol = 0;  // index in the file
    Field field = Field::kName;
    std::uint16_t frequency = 0;
    std::string_view term;
  };

  // The same for a file whose postings are known, ordered by (symbol, field). `is_counted` says for
  // each symbol whether document frequencies count it (IsCounted).
  void AppendStemmed(FileId file, SymbolId first_symbol, std::string_view path,
                     std::span<const Stemmed> postings, const std::vector<bool>& is_counted);

  // Writes the sorted dictionaries and all lists.
  void Finish(SegmentWriter& segment, BaseStrings& strings);

 private:
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

  // Range in words_ of the words of a field.
  struct Words {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  void AppendPath(FileId file, std::string_view path);
  void CollectWords(const FileInput& input);
  void CollectText(std::string_view text);
  // Returns the number of tokens, saturated.
  std::uint16_t AppendField(std::uint32_t symbol, std::uint32_t field, bool is_counted,
                            Words words);
  void CountTerm(std::uint32_t term, std::uint32_t count);
  void AppendPosting(std::uint32_t term, std::uint32_t symbol, std::uint32_t field, bool is_counted,
                     std::uint32_t count);
  void WritePaths(SegmentWriter& segment, BaseStrings& strings, RecordWriter& records);

  TermDictionary dictionary_;
  SpillVector<Term> terms_;
  PostingLists postings_;
  std::uint32_t field_serial_ = 0;
  std::vector<Count> counts_;  // of the current field

  // Words of the current file, in order of (symbol, field).
  std::vector<TermInput> sorted_terms_;
  std::vector<std::string_view> words_;
  std::vector<std::uint32_t> word_counts_;
  std::vector<std::uint32_t> word_numbers_;
  std::vector<std::uint32_t> field_ends_;  // kFieldCount per symbol
  std::vector<FieldLengths> lengths_;

  WordTokens path_tokens_;
  StringInterner path_terms_;
  PostingLists path_postings_;
  std::vector<std::uint32_t> last_files_;  // by path term
};

}  // namespace waymark::graph
