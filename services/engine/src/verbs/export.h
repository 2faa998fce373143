// The graph of a view as JSON lines: {"record":"symbol",...} for every symbol, then
// {"record":"edge",...} for every edge.
//
// Declarations are folded into their definitions: they have no record of their own, and their edges
// belong to the definition. Each relation is written once, in the direction of its type:
// `member_of` and `tested_by` are the reverse of `contains` and `tests` and have no records.
// Module-level code belongs to the symbol of kind `file`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <absl/status/status.h>

#include "graph/read_view.h"
#include "services/verbs.h"

namespace waymark::services {

class Exporter {
 public:
  // The arguments must outlive the exporter. Memory: the handle of each symbol.
  Exporter(const graph::ReadView& view, const ExportSink& sink, const CallControl& control);

  absl::Status Run();

 private:
  // An edge of a definition after folding.
  struct FoldedEdge {
    SymbolId target = SymbolId::kNone;
    EdgeType type = EdgeType::kCalls;
    EdgeRule rule = EdgeRule::kStructure;
    FileId file = FileId::kNone;  // of the sites
    std::vector<Position> sites;
  };

  bool IsFolded(SymbolId symbol) const { return definition_[ToIndex(symbol)] != symbol; }

  void CollectHandles();
  void WriteSymbol(SymbolId symbol);
  void CollectEdges(SymbolId source, SymbolId definition);
  void WriteEdges(SymbolId source);
  void WriteEdge(SymbolId source, const FoldedEdge* first, const FoldedEdge* last);
  absl::Status FlushIfFull(std::size_t threshold);
  // Calls `write` for every symbol that is not folded, in canonical order.
  template <typename Write>
  absl::Status ForEachSymbol(const Write& write);

  const graph::ReadView& view_;
  const ExportSink& sink_;
  const CallControl& control_;
  std::vector<SymbolId> definition_;  // of each symbol; itself unless it is folded
  std::vector<std::string> handle_;   // of each symbol that is not folded, as a JSON literal
  std::vector<FoldedEdge> edges_;     // of the symbol being written
  std::vector<Neighbor> neighbors_;
  std::string buffer_;
};

}  // namespace waymark::services
