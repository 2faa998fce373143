// Which tests cover symbols: the tests among what depends on them, each with the way that leads
// from it to one of them. Tests that a language writes as blocks, which are no symbols, stand for
// the file that they are in.
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
  SymbolId symbol = SymbolId::kNone;  // a test, or a file whose tests are blocks or calls
  std::uint32_t hop = 0;              // 0: the symbol itself is a test
  float confidence = 1;     // that it runs the symbol: product along the way, less by hops
  std::uint32_t entry = 0;  // index into TestScope::ways.entries, where the way begins
};

struct TestScope {
  std::vector<CoveringTest> tests;  // by (hop, confidence descending, canonical position)
  BlastResult ways;  // of the blast radius the tests; `via` of the entries leads to a symbol
};

// As ComputeBlastRadius, whose options and errors these are, but that every test is found and
// nothing else returned: `limit` and `only_tests` mean nothing here.
absl::StatusOr<TestScope> FindCoveringTests(const graph::ReadView& view,
                                            std::span<const SymbolId> symbols,
                                            BlastOptions options);

}  // namespace waymark::retrieval
