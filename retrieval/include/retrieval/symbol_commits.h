// The commits of a history that changed a symbol, how long ago that was, and their authors. A
// commit changed a symbol if it changed lines of a definition of the symbol's name in its
// file.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "graph/history.h"
#include "graph/read_view.h"

namespace waymark::retrieval {

// Numbers of the commits that changed a symbol, or, for a file, any of its lines; newest first.
// Cost: O(touches of the file), as for all of these.
std::vector<std::uint32_t> CommitsThatChanged(const graph::ReadView& view,
                                              const graph::History& history, SymbolId symbol);

// The age of the last change of a symbol, in commits of the history.
class TouchAges {
 public:
  // Both must outlive this. With a null history every age is unknown.
  TouchAges(const graph::ReadView& view, const graph::History* history)
      : view_(view), history_(history) {}

  // Number of commits that are newer than the newest one that changed the symbol; nothing if no
  // commit of the history did. Commits without facts in the history are counted as newer commits,
  // but change nothing.
  std::optional<std::uint32_t> Of(SymbolId symbol) const;

 private:
  const graph::ReadView& view_;
  const graph::History* history_;
};

struct Author {
  std::string_view name;      // as in the history
  std::uint32_t commits = 0;  // number of the author's commits that changed the symbol
  std::uint32_t newest = 0;   // the newest of these; 0 is the newest of the history
};

// Authors of the commits that changed a symbol, or, for a file, any of its lines. Ordered by number
// of commits, then the newest first. Commits without facts in the history do not count.
std::vector<Author> AuthorsOf(const graph::ReadView& view, const graph::History& history,
                              SymbolId symbol);

}  // namespace waymark::retrieval
