#include "ranking/length_prior.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "traits/constants.h"
#include "traits/kind_traits.h"

namespace waymark::retrieval {
namespace {

// Indexed by number of lines.
using Factors = std::array<double, kLengthPriorMostLines + 1>;

Factors MakeFactors() {
  Factors factors{};
  for (std::size_t lines = 0; lines < factors.size(); ++lines) {
    const auto counted = static_cast<double>(std::max<std::size_t>(lines, 1));
    factors[lines] = std::pow(counted / kLengthPriorUnit, kLengthPriorPower);
  }
  return factors;
}

}  // namespace

double LengthPrior(const graph::ReadView& view, SymbolId symbol) {
  static const Factors factors = MakeFactors();
  if (TraitsOf(view.Kind(symbol)).holds_members) return factors[kLengthPriorTypeLines];
  const SourceRange range = view.Symbol(symbol).range;
  return factors[std::min(range.end.line - range.begin.line + 1, kLengthPriorMostLines)];
}

}  // namespace waymark::retrieval
