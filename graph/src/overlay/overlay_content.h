// The content of an overlay in memory: the form between a builder's input, or a carried-over
// overlay, and the segment.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "base/base_format.h"
#include "base/base_summary.h"
#include "base/base_terms.h"
#include "graph/base_builder.h"
#include "graph/ids.h"
#include "text/string_interner.h"

namespace waymark::graph {

// Edges and unresolved references of one file. Targets and candidates are ids of the view that is
// being built.
struct FileBindings {
  std::vector<EdgeInput> edges;
  std::vector<UnresolvedInput> unresolved;
  std::deque<std::vector<SymbolId>> candidates;  // the candidates to which `unresolved` points
};

// A file of the overlay.
struct OverlayFile {
  FileInput input;  // its spans point to the members below
  std::vector<SymbolInput> symbols;
  std::vector<TermInput> terms;  // of a new file
  std::vector<std::uint32_t> mentions;
  FileBindings bindings;

  // Indexed by symbol.
  std::vector<std::uint64_t> identity_prefixes;
  RootHash own_part;

  // True for a file that was in the overlay before: its words are stemmed and counted already.
  bool is_carried = false;
  std::vector<BaseTerms::Stemmed> stemmed;
  std::vector<FieldLengths> lengths;

  // Sets the spans of `input` to the members.
  void Bind() {
    input.symbols = symbols;
    input.terms = terms;
    input.edges = bindings.edges;
    input.unresolved = bindings.unresolved;
    input.mentions = mentions;
  }
};

// A file of the base with new outgoing edges and references.
struct ReboundContent {
  FileId file = FileId::kNone;
  FileBindings bindings;
};

// Keeps strings as long as the content that points to them.
class TextKeeper {
 public:
  std::string_view Keep(std::string_view text) { return texts_.at(texts_.Intern(text).id); }

 private:
  StringInterner texts_;
};

// Copies a caller's input.
void KeepBindings(std::span<const EdgeInput> edges, std::span<const UnresolvedInput> unresolved,
                  TextKeeper& texts, FileBindings& kept);
void KeepFile(const FileInput& input, TextKeeper& texts, OverlayFile& kept);

}  // namespace waymark::graph
