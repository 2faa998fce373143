// Writes the references of a base that are not edges, by the name that was looked for.
//
// A name's list is a run of varints a reference, in order of (source, site): difference of the
// source from the reference before; type << 3 | (reason - 1) << 1 | has candidates; zigzag
// difference of the line from the reference before; column; and if there are candidates, the
// difference of their beginning in kCandidates from that of the reference before, and their number.
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

// References of one file in canonical order: (source, site, name, type, reason, candidates).
void SortReferences(std::span<const UnresolvedInput> unresolved,
                    std::vector<const UnresolvedInput*>& sorted);

class BaseUnresolved {
 public:
  explicit BaseUnresolved(SegmentWriter& segment) : candidates_(segment, kCandidates) {}

  // Unresolved references of one file, in any order; they are added to `hasher` in canonical order.
  void AppendFile(std::uint32_t first_symbol, std::span<const UnresolvedInput> unresolved,
                  ReferencesHasher& hasher);

  std::uint64_t size() const { return count_; }

  std::uint32_t candidate_count() const { return static_cast<std::uint32_t>(candidates_.size()); }

  // Number of candidates of each reference that has some, in order.
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
