// The tests that cover symbols: the tests among their dependants, each with the path from the test
// to one of the symbols. If a language writes tests as blocks, which are not symbols, the file
// stands for them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "retrieval/blast_radius.h"

namespace waymark::retrieval {

// Deeper paths rarely lead to a test of the symbol; measured on commits that change code and tests.
inline constexpr std::uint32_t kDefaultTestDepth = 6;
// A test from which a path of at least this confidence leads to the symbol runs it in nine of ten
// cases; measured by test_scope_precision.py.
inline constexpr float kSureTestConfidence = 0.7F;

struct CoveringTest {
  SymbolId symbol = SymbolId::kNone;  // a test, or a file whose tests are blocks or calls
  std::uint32_t hop = 0;              // 0: the symbol itself is a test
  float confidence = 1;     // that it runs the symbol: product along the path, less by hops
  std::uint32_t entry = 0;  // index into TestScope::blast.entries of the path's beginning
};

struct TestScope {
  std::vector<CoveringTest> tests;  // by (hop, confidence descending, canonical position)
  BlastResult blast;  // the tests of the blast radius; `via` of the entries leads to a symbol
};

// As ComputeBlastRadius, with its options and errors, but finds all tests and returns nothing else:
// `limit` and `only_tests` are ignored.
absl::StatusOr<TestScope> FindCoveringTests(const graph::ReadView& view,
                                            std::span<const SymbolId> symbols,
                                            BlastOptions options);

// A test from which calls lead to a symbol over one or two steps that the graph does not have:
// a reference that is not resolved and has the name of the target, or a call by code outside the
// repository.
struct PossibleTest {
  SymbolId symbol = SymbolId::kNone;  // as in CoveringTest
  std::vector<SymbolId> chain = {};   // from the test, or a symbol in its file, to a given symbol
  std::uint32_t hop = 0;              // number of steps
  float confidence = 0;               // as in CoveringTest, less by the likelihood of that step
};

// The tests that may reach the symbols, without those of `certain`, the result of FindCoveringTests
// for the same arguments: the surest first, then in canonical order. A function runs from outside
// if it overrides a method that is declared there, or has a name that syntax runs; then the users
// of its type may reach it. A name counts less the more definitions have it, and not at all if more
// than kMaxNamesakes have it. Errors as FindCoveringTests. Cost: three traversals, and the
// unresolved references with the names of the symbols of the first two.
absl::StatusOr<std::vector<PossibleTest>> FindPossibleTests(const graph::ReadView& view,
                                                            std::span<const SymbolId> symbols,
                                                            BlastOptions options,
                                                            const TestScope& certain);

}  // namespace waymark::retrieval
