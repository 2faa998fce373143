// Channels: the sources of a term's occurrences. Each adds to BM25F's x for one term; a new source
// of words is a new row of the table in channels.cc.
//
// Own fields are stored as postings. The others follow from structure at query time, so that an
// edit never changes another file's postings:
//   scope    the name of an enclosing type, pushed down to its members
//   members  the names of a type's members, pushed up to it
//   path     the words of a file's path, pushed to its symbols
//   callers, callees, tests    the name at the other end of an edge
//   prose    the words of the sections of documents that name it
//
// Sections of documents get no score themselves: they are never part of a ranking.
//
// A declaration and its definition are one: words found at one count for the other, so that the
// comment in a header and the body in a source file add up. Name and signature, which both have,
// count once.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "graph/read_view.h"
#include "ranking/bm25f.h"
#include "retrieval/ranking_parts.h"
#include "traits/constants.h"
#include "traits/prose.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {

// w / (1 - b + b * length / mean) in fixed point, tabulated for the most frequent lengths.
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

// Feeds the terms of one question to a Bm25f. Buffers are reused from term to term.
class ChannelFeeder {
 public:
  // `buffers.slots` is cleared and used.
  ChannelFeeder(const graph::ReadView& view, Bm25f& scores, Workspace::QueryBuffers& buffers,
                Parts without = {});

  // Adds every channel's share of `term`. Cost: its postings; the files with it in their paths; the
  // members of the symbols with it in their names, if these are at most kMaxPushedNames; their
  // users, if they are at most kMaxPushedUses; and the symbols that sections with it name.
  void Feed(std::string_view term);

  // Adds the share for symbols in one of `files`. Cost: their symbols.
  void FeedFiles(std::span<const FileId> files);

 private:
  // A symbol with the term in its name, `frequency` times.
  struct NameHit {
    SymbolId symbol = SymbolId::kNone;
    std::uint32_t frequency = 0;
    bool is_folded = false;  // a declaration of a known definition
  };

  // A section of a document with the term in its text or heading.
  struct SectionHit {
    SymbolId section = SymbolId::kNone;
    std::uint32_t length = 0;  // words
    std::uint32_t frequency = 0;
  };

  // DefinitionOf, cached for declarations; the declaration itself if declarations are not folded.
  SymbolId Definition(SymbolId symbol);

  void Add(SymbolId symbol, std::uint64_t amount) { scores_.Add(Definition(symbol), amount); }

  void FeedOwnFields(std::string_view term);
  void FeedPaths(std::string_view term);
  void FeedScope();
  void FeedMembers();
  void FeedCallees();
  void FeedCallers();
  void FeedProse();

  // Number of edges to the symbol that are uses, without those from documents.
  std::uint32_t UsesOf(SymbolId symbol) const {
    return view_.InDegree(symbol) - mentions_.Of(symbol);
  }

  const graph::ReadView& view_;
  Bm25f& scores_;
  SymbolSlots& definitions_;     // of the declarations met so far
  std::vector<LengthNorm> own_;  // by Field
  LengthNorm scope_;
  LengthNorm members_;
  LengthNorm path_;
  LengthNorm callers_;
  LengthNorm callees_;
  LengthNorm tests_;
  LengthNorm prose_;
  const ProseMentions& mentions_;
  const bool feeds_prose_;
  const bool folds_declarations_;

  std::vector<NameHit> name_hits_;
  std::vector<SectionHit> section_hits_;
  std::vector<Posting> postings_;
  std::vector<FileId> files_;
  std::vector<SymbolId> symbols_;
  std::vector<Neighbor> neighbors_;
  std::vector<Neighbor> neighbors_of_declaration_;

  struct Scope {
    SymbolId symbol = SymbolId::kNone;
    std::uint32_t depth = 0;
  };

  std::vector<Scope> scopes_;
};

}  // namespace waymark::retrieval
