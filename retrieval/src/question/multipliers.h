// Multipliers of a symbol's lexical score: its kind, its place, and whether the question names it.
// Source: retrieval study, multipliers.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "graph/read_view.h"
#include "question/question.h"

namespace waymark::retrieval {

class Multipliers {
 public:
  // The view and the question must outlive this.
  Multipliers(const graph::ReadView& view, const AnalyzedQuestion& question, Parts without = {});

  // Product of all factors that apply, > 0, including `static_prior`, that of the symbol. Cost:
  // O(log named symbols).
  double Of(SymbolId symbol, double static_prior) const;

  double Of(SymbolId symbol) const { return Of(symbol, StaticPrior(symbol)); }

  // An upper bound of the product for any symbol.
  double Most() const;

  // The product without the factors of the question's names: the weight of the symbol's kind and
  // place.
  double StaticPrior(SymbolId symbol) const;

  // Symbols that the question names, and their callers, ascending, with their boosts.
  std::span<const std::pair<SymbolId, double>> named() const { return named_; }

 private:
  void AddNamed(std::string_view identifier);
  void AddUsers(SymbolId symbol);
  double BoostOf(SymbolId symbol) const;

  const graph::ReadView& view_;
  const AnalyzedQuestion& question_;
  const Parts without_;
  std::vector<std::pair<SymbolId, double>> named_;
};

}  // namespace waymark::retrieval
