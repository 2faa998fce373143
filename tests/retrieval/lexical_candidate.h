// Candidates of which nothing matters but their symbol, their file and their score.
#pragma once

#include <cstdint>

#include "ranking/candidates.h"

namespace waymark::retrieval {

inline Candidate LexicalCandidate(std::uint32_t symbol, std::uint32_t file, double score) {
  Candidate candidate;
  candidate.symbol = SymbolId{symbol};
  candidate.file = FileId{file};
  candidate.lexical = score;
  return candidate;
}

}  // namespace waymark::retrieval
