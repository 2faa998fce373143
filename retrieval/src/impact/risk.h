// The risk of a change; docs/RANKING.md, "Risk".
#pragma once

#include <cstdint>
#include <span>

#include "graph/read_view.h"
#include "impact/query_buffers.h"
#include "retrieval/blast_radius.h"
#include "retrieval/impact.h"

namespace waymark::retrieval {

// Counts of a traversal.
struct RiskFacts {
  std::uint64_t reach = 0;         // affected symbols of product code
  std::uint64_t fan_in = 0;        // of these, symbols one hop away
  std::uint64_t files = 0;         // affected
  std::uint64_t packages = 0;      // affected
  std::uint64_t tests = 0;         // test cases reached, changed ones too
  std::uint32_t nearest_test = 0;  // hops; 0 without tests
  std::uint64_t changed_code = 0;  // changed symbols that are no test code
};

// Cost: with a history, its touches.
Risk RiskOf(const graph::ReadView& view, const BlastOptions& options,
            std::span<const BlastVisit> roots, const RiskFacts& facts);

}  // namespace waymark::retrieval
