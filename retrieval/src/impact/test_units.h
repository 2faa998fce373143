// The units that a test runner can run: test cases, and files whose tests are not symbols.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// For one view, which must outlive this.
class TestUnits {
 public:
  explicit TestUnits(const graph::ReadView& view) : view_(view) {}

  // The symbol if it is a test case; its file if the file's tests are blocks; otherwise kNone.
  // Reads a column; for a file with blocks also, once, its symbols and their edges; for C++ the
  // first call also reads the users of the test macros.
  SymbolId Of(SymbolId symbol);
  // Appends the units of a file, in order of position.
  void OfFile(FileId file, std::vector<SymbolId>& units);

 private:
  // The file's symbol if its tests are blocks; otherwise kNone.
  SymbolId BlocksOf(FileId file);
  bool HoldsBlocks(FileId file);
  const std::unordered_set<FileId>& FilesWithMacros();
  bool IsUsedOutside(FileId file);

  const graph::ReadView& view_;
  std::unordered_map<FileId, SymbolId> blocks_;
  std::optional<std::unordered_set<FileId>> files_with_macros_;
  std::vector<SymbolId> symbols_;
  std::vector<Neighbor> edges_;
};

}  // namespace waymark::retrieval
