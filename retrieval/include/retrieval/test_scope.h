// Which tests cover symbols: the tests among what depends on them, each with the way that leads
// from it to one of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "retrieval/blast_radius.h"

namespace waymark::retrieval {

// Deeper ways are rarely what a test is about; measured on commits that change code and tests.
inline constexpr std::uint32_t kDefaultTestDepth = 6;

struct CoveringTest {
  SymbolId symbol = SymbolId::kNone;
  std::uint32_t hop = 0;    // 0: the symbol itself is a test
  float confidence = 1;     // product along the way
  std::uint32_t entry = 0;  // index into TestScope::ways.entries, where the way begins
};

struct TestScope {
  std::vector<CoveringTest> tests;  // by (hop, confidence descending, canonical position)
  BlastResult ways;  // the blast radius, whole: `via` of the entries leads from test to symbol
};

// As ComputeBlastRadius, whose options and errors these are, `limit` apart: every test is found.
absl::StatusOr<TestScope> FindCoveringTests(const graph::ReadView& view,
                                            std::span<const SymbolId> symbols,
                                            BlastOptions options);

}  // namespace waymark::retrieval
