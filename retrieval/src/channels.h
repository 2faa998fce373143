// Channels: where the occurrences of a term come from. Each adds to BM25F's x for one term; a new
// source of words (history, prose) is a new row of the table in channels.cc.
//
// Own fields are stored as postings. The rest follows from structure at query time, so that an edit
// never touches another file's postings:
//   scope    the name of an enclosing type, pushed down to its members
//   members  the names of a type's members, pushed up to it
//   path     the words of a file's path, pushed to its symbols
//   callers, callees, tests    the name at the other end of an edge
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bm25f.h"
#include "constants.h"
#include "graph/read_view.h"

namespace waymark::retrieval {

// w / (1 - b + b * length / mean) in fixed point, tabulated for the lengths that occur most.
class LengthNorm {
 public:
  LengthNorm(double weight, double mean_length);

  std::uint64_t operator()(std::uint32_t length) const {
    return length < table_.size() ? table_[length] : Compute(length);
  }

 private:
  std::uint64_t Compute(std::uint32_t length) const;

  double weight_ = 0;
  double mean_length_ = 1;
  std::array<std::uint32_t, 128> table_{};
};

// Feeds the terms of one question to a Bm25f. Buffers are used again from term to term.
class ChannelFeeder {
 public:
  ChannelFeeder(const graph::ReadView& view, Bm25f& scores);

  // Adds every channel's share of `term`. Cost: its postings, the files with it in their paths, and
  // the edges of the symbols with it in their names, unless these are more than kMaxPushedNames.
  void Feed(std::string_view term);

 private:
  // A symbol with the term in its name, `frequency` times.
  struct NameHit {
    SymbolId symbol = SymbolId::kNone;
    std::uint32_t frequency = 0;
  };

  void FeedOwnFields(std::string_view term);
  void FeedPaths(std::string_view term);
  void FeedScope();
  void FeedMembers();
  void FeedCallees();
  void FeedCallers();

  const graph::ReadView& view_;
  Bm25f& scores_;
  std::vector<LengthNorm> own_;  // by Field
  LengthNorm scope_;
  LengthNorm members_;
  LengthNorm path_;
  LengthNorm callers_;
  LengthNorm callees_;
  LengthNorm tests_;

  std::vector<NameHit> name_hits_;
  std::vector<Posting> postings_;
  std::vector<FileId> files_;
  std::vector<SymbolId> symbols_;
  std::vector<Neighbor> neighbors_;

  struct Scope {
    SymbolId symbol = SymbolId::kNone;
    std::uint32_t depth = 0;
  };

  std::vector<Scope> scopes_;
};

}  // namespace waymark::retrieval
