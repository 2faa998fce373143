// All that the graph stores of one resolved file.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "graph/base_builder.h"
#include "indexer/facts.h"

namespace waymark::indexer {

// Owns the data that a graph::FileInput refers to. Not movable: rows point into its texts.
struct ResolvedFile {
  ResolvedFile() = default;
  ResolvedFile(const ResolvedFile&) = delete;
  ResolvedFile& operator=(const ResolvedFile&) = delete;

  FileFacts facts;
  std::deque<std::string> texts;  // qualified names of scopes
  std::vector<graph::SymbolInput> symbols;
  std::vector<graph::TermInput> terms;
  std::vector<graph::EdgeInput> edges;
  std::vector<graph::UnresolvedInput> unresolved;
  std::vector<std::uint32_t> mentions;
  std::deque<std::vector<SymbolId>> candidates;  // of ambiguous references
};

}  // namespace waymark::indexer
