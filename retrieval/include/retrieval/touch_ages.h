// How long ago, in commits, the history touched a symbol.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "graph/history.h"
#include "graph/read_view.h"

namespace waymark::retrieval {

class TouchAges {
 public:
  // Both must outlive this; of a null history nothing is known.
  TouchAges(const graph::ReadView& view, const graph::History* history)
      : view_(view), history_(history) {}

  // How many commits are newer than the newest one that changed lines of a definition of the
  // symbol's name in its file; nothing when none of the history did. Commits that the history
  // leaves out of account are counted and touch nothing. Cost: O(touches of the file).
  std::optional<std::uint32_t> Of(SymbolId symbol) const;

 private:
  const graph::ReadView& view_;
  const graph::History* history_;
};

}  // namespace waymark::retrieval
