// The age of the last change of a symbol, in commits of the history.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "graph/history.h"
#include "graph/read_view.h"

namespace waymark::retrieval {

class TouchAges {
 public:
  // Both must outlive this. With a null history every age is unknown.
  TouchAges(const graph::ReadView& view, const graph::History* history)
      : view_(view), history_(history) {}

  // Number of commits that are newer than the newest one that changed lines of a definition of the
  // symbol's name in its file; nothing if no commit of the history did. Commits without facts in
  // the history are counted as newer commits, but change nothing. Cost: O(touches of the file).
  std::optional<std::uint32_t> Of(SymbolId symbol) const;

 private:
  const graph::ReadView& view_;
  const graph::History* history_;
};

}  // namespace waymark::retrieval
