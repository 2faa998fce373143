// Tests of changed files by other evidence than references. Tests that reach code through a table,
// a framework or another process have no edge to it, but a test file is named after the file it
// tests, or has often changed with it.
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
  kReaches,      // references lead from the test to the change
  kMayReach,     // likewise, but for one step that is not resolved or runs outside the repository
  kNamedAfter,   // its file is named after the changed file, or is the changed file
  kChangedWith,  // its file changed in the same commits
};

std::string_view Name(TestEvidence evidence);  // "reaches", "may_reach", ...

struct FileTest {
  SymbolId symbol = SymbolId::kNone;  // a test, or a file whose tests are blocks or calls
  FileId changed = FileId::kNone;     // the changed file it belongs to
  float confidence = 0;
  TestEvidence evidence = TestEvidence::kNamedAfter;
};

// Returns each test once with its best evidence, the surest first, then in canonical order. By name
// a test file belongs to the changed files whose name it contains (words like `test` do not count;
// an `index` or `__init__` goes by its directory), if no other such test file is nearer in the
// tree. By history it belongs to the changed files with which it changed in at least
// kLeastSharedChanges commits and a share of at least kLeastSharedChange. `changed` must be live;
// test files in it are ignored. `history` may be null. Cost: the paths of the view's files, the
// touches of the history, the symbols of the test files found.
std::vector<FileTest> FindTestsOfFiles(const graph::ReadView& view, const graph::History* history,
                                       std::span<const FileId> changed);

}  // namespace waymark::retrieval
