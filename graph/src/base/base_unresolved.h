// Writes the unresolved references of a base, by the name that was looked up.
//
// A name's list has these varints for each reference, in order of (source, site): the difference of
// the source from the previous reference; type << 3 | (reason - 1) << 1 | has candidates; the
// zigzag difference of the line from the previous reference; the column; and if there are
// candidates, the difference of their beginning in kCandidates from that of the previous reference,
// and their number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/base_format.h"
#include "base/base_strings.h"
#include "base/file_digest.h"
#include "graph/base_builder.h"
#include "segment/segment_writer.h"
#include "text/posting_lists.h"
#include "text/string_interner.h"

namespace waymark::graph {

// Sorts the references of one file canonically: by (source, site, name, type, reason, candidates).
void SortReferences(std::span<const UnresolvedInput> unresolved,
                    std::vector<const UnresolvedInput*>& sorted);

class BaseUnresolved {
 public:
  explicit BaseUnresolved(SegmentWriter& segment) : candidates_(segment, kCandidates) {}

  // Appends the unresolved references of one file, given in any order, and adds them to `hasher` in
  // canonical order.
  void AppendFile(std::uint32_t first_symbol, std::span<const UnresolvedInput> unresolved,
                  ReferencesHasher& hasher);

  std::uint64_t size() const { return count_; }

  std::uint32_t candidate_count() const { return static_cast<std::uint32_t>(candidates_.size()); }

  // Number of candidates of each reference with candidates, in order.
  const std::vector<std::uint8_t>& candidate_counts() const { return candidate_counts_; }

  std::uint32_t max_candidate() const { return max_candidate_; }

  void CloseCandidates() { candidates_.Close(); }

  void Finish(SegmentWriter& segment, BaseStrings& strings);

 private:
  struct Last {
    std::uint32_t source = 0;
    std::uint32_t line = 0;
    std::uint32_t candidates_begin = 0;
  };

  ColumnWriter<std::uint32_t> candidates_;
  StringInterner names_;
  std::vector<Last> last_;  // by name
  PostingLists lists_;
  std::vector<const UnresolvedInput*> sorted_;  // of the current file
  std::vector<std::uint8_t> candidate_counts_;
  std::uint64_t count_ = 0;
  std::uint32_t max_candidate_ = 0;
};

}  // namespace waymark::graph
