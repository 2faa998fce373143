// Code beside the product: tests, examples, and code that is vendored, generated or minified.
#pragma once

#include "graph/read_view.h"

namespace waymark::services {

inline bool LiesAside(const graph::ReadView& view, SymbolId symbol) {
  constexpr std::uint16_t kAsideFiles =
      kFileTest | kFileExample | kFileVendored | kFileGenerated | kFileMinified;
  return (view.Flags(symbol) & kSymbolTest) != 0 ||
         (view.FileFlags(view.FileOf(symbol)) & kAsideFiles) != 0;
}

}  // namespace waymark::services
