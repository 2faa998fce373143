// Tests that a question names in the notation of their runners.
//
//   tests/a.py::TestCart::test_total[usd]   pytest
//   src/FooTest.java#adds                   surefire, and others that join file and name so
//   TestTotal/in_dollars                    go test: a part of the function before the slash
//
// Names that a runner writes as a qualified name (`module::tests::adds`, `FooTest#adds`) or as a
// position (`spec/cart_spec.rb:12`) are read as such (mentions.h, frames.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

struct TestId {
  std::string path;  // empty: of any file
  std::string name;  // qualified within the file

  bool operator==(const TestId&) const = default;
};

// In order, without duplicates, the first kMaxMentions.
std::vector<TestId> FindTestIds(std::string_view text);

struct TestsNamed {
  std::vector<SymbolId> symbols;   // in order of the ids, distinct
  std::vector<std::string> names;  // of the ids that name some
};

// Finds the symbols of test ids by the end of their qualified names. An id with a path means
// symbols in files whose paths end with it, otherwise a test that a type with that name there
// inherits, otherwise nothing. An id without a path means symbols of any file, if all symbols with
// the last component are types and functions of tests. Ids that fit more than kMaxFrameFiles
// symbols are left out.
TestsNamed TestsCalled(const graph::ReadView& view, const std::vector<TestId>& ids);

// The lines of a text in which a test's name means that test: the first line with a word, which
// says what the text is about, and lines that report a failure as runners do. In other lines a test
// is an example, or was changed along with something else.
std::string LinesAboutTests(std::string_view text);

}  // namespace waymark::retrieval
