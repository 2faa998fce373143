// The risk of a change; docs/IMPACT.md, "Risk".
#pragma once

#include <cstdint>
#include <span>

#include "graph/read_view.h"
#include "retrieval/blast_radius.h"
#include "retrieval/impact.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {

// Counts of a traversal.
struct RiskFacts {
  std::uint64_t reach = 0;         // affected symbols of product code
  std::uint64_t fan_in = 0;        // of these, symbols one hop away
  std::uint64_t files = 0;         // affected
  std::uint64_t packages = 0;      // affected
  std::uint64_t tests = 0;         // test cases reached, changed ones too
  std::uint64_t sure_tests = 0;    // of these, tests of at least kSureTestConfidence
  std::uint32_t nearest_test = 0;  // hops; 0 without tests
  std::uint64_t changed_code = 0;  // changed symbols that are no test code
  std::uint64_t exported = 0;      // reached or changed symbols that others may use
  std::uint64_t entries = 0;       // reached or changed entry points and routes
  std::uint64_t overrides = 0;     // edges of changed methods to what they override, and from what
                                   // overrides them
  bool runs_from_outside = false;  // one may override a declaration outside the repository
};

// Cost: with a history, its touches.
Risk RiskOf(const graph::ReadView& view, const BlastOptions& options,
            std::span<const BlastVisit> roots, const RiskFacts& facts);

// The worst risk that an incomplete answer allows. `possible` is the risk if every possible use
// uses a changed symbol; `has_others` says that there may be uses whose places are not known.
Risk WorstRisk(const Risk& known, const Risk& possible, bool has_others);

}  // namespace waymark::retrieval
