// Tests that belong to changed files by other evidence than references: what a table, a framework
// or another process leads to has no edge, but a test file is named after what it tests, or has
// often changed with it.
//
//   changed_with(f, t) = commits that touched both f and t / commits that touched f
//
// over the commits of the history that touch few files (graph/history.h).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "graph/history.h"
#include "graph/read_view.h"

namespace waymark::retrieval {

enum class TestEvidence : std::uint8_t {
  kReaches,      // references lead from the test to what changes
  kNamedAfter,   // its file is named after the changed one, or is that file
  kChangedWith,  // its file has changed in the same commits
};

std::string_view Name(TestEvidence evidence);  // "reaches", "named_after", "changed_with"

struct FileTest {
  SymbolId symbol = SymbolId::kNone;  // a test, or a file whose tests are blocks or calls
  FileId changed = FileId::kNone;     // that it belongs to
  float confidence = 0;
  TestEvidence evidence = TestEvidence::kNamedAfter;
};

// Each test once, by its best evidence, the surest first, then in canonical order. A test file
// belongs to the changed files by whose names it is called (words like `test` apart; an `index` or
// `__init__` is called by its directory), when no other such test file is nearer in the tree; and
// to those with which it changed in kLeastSharedChanges commits and a share of kLeastSharedChange.
// `changed` are live; test files among them are left out. `history` may be null. Cost: the paths of
// the view's files, the touches of the history, the symbols of the test files found.
std::vector<FileTest> FindTestsOfFiles(const graph::ReadView& view, const graph::History* history,
                                       std::span<const FileId> changed);

}  // namespace waymark::retrieval
