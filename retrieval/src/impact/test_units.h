// What a test runner is told to run: test cases, and files whose tests are no symbols.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Of one view, which must outlive it.
class TestUnits {
 public:
  explicit TestUnits(const graph::ReadView& view) : view_(view) {}

  // The symbol when it is a test case; its file when the tests of that are blocks; else kNone.
  // Reads a column, and of a file with blocks once its symbols and their edges; of C++ at first
  // who uses the macros of such tests.
  SymbolId Of(SymbolId symbol);
  // Appends those of a file, in order of position.
  void OfFile(FileId file, std::vector<SymbolId>& units);

 private:
  // The file as a symbol when its tests are blocks; else kNone.
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
