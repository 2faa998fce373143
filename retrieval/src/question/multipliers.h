// Multipliers of a symbol's lexical score: what it is, where it lies, and whether the question
// names it. Source: retrieval study, multipliers.
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

  // Product of every factor that applies, > 0, among them `standing`, that of the symbol. Cost:
  // O(log named symbols).
  double Of(SymbolId symbol, double standing) const;

  double Of(SymbolId symbol) const { return Of(symbol, Standing(symbol)); }

  // What no symbol's product is more than.
  double Most() const;

  // The same without what the question names: how much a symbol of this kind and place counts.
  double Standing(SymbolId symbol) const;

  // Symbols that the question names, and those that call them, ascending, with their boost.
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
