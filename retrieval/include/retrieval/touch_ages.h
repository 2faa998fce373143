// How long ago, in commits, the history touched a symbol.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/history.h"
#include "graph/read_view.h"

namespace waymark::retrieval {

// Not thread-safe.
class TouchAges {
 public:
  // Both must outlive this; of a null history nothing is known. Cost: O(touches of the history).
  TouchAges(const graph::ReadView& view, const graph::History* history);

  // How many commits are newer than the newest one that changed lines of a definition of the
  // symbol's name in its file; nothing when none of the history did. Commits that the history
  // leaves out of account are counted and touch nothing. Cost: O(touches of the file).
  std::optional<std::uint32_t> Of(SymbolId symbol) const;

 private:
  struct Touch {
    std::uint32_t commit = 0;  // 0 is the newest
    std::uint32_t number = 0;  // among the touches of the commit
  };

  const graph::ReadView& view_;
  const graph::History* history_;
  std::unordered_map<std::string_view, std::vector<Touch>> by_path_;  // the newest first
};

}  // namespace waymark::retrieval
