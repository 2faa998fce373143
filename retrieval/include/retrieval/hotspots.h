// Symbols that are costly to change: many symbols in many places depend on them, and they depend on
// many.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"

namespace waymark::retrieval {

struct Hotspot {
  SymbolId symbol = SymbolId::kNone;
  std::uint32_t fan_in = 0;     // distinct symbols that depend on it
  std::uint32_t fan_out = 0;    // distinct symbols that it depends on
  std::uint32_t cross_cut = 0;  // distinct directories of its dependants, without its own
  float score = 0;              // 0..100
};

struct Hotspots {
  std::vector<Hotspot> symbols;  // by score, then canonical position; at most `limit`
  std::uint64_t total = 0;       // symbols with at least one dependant
  std::uint64_t unresolved = 0;  // unresolved references that could add to the counts
};

struct HotspotOptions {
  std::size_t limit = 50;
  const std::atomic<bool>* cancelled = nullptr;
};

// Ranks functions, methods and types of production code. With s(x) = ln(1 + x) / ln(1 + the largest
// x of the repository), the score is 100 * (s(fan_in) / 2 + s(fan_out) / 4 + s(cross_cut) / 4),
// rounded to hundredths. Errors: Cancelled. Cost: one pass over symbols and edges, some 50 ns per
// edge.
absl::StatusOr<Hotspots> FindHotspots(const graph::ReadView& view, const HotspotOptions& options);

}  // namespace waymark::retrieval
