// Tests that a question names as their runners do.
//
//   tests/a.py::TestCart::test_total[usd]   pytest
//   src/FooTest.java#adds                   surefire, and others that join file and name so
//   TestTotal/in_dollars                    go test: a part of the function before the slash
//
// What a runner writes as a qualified name (`module::tests::adds`, `FooTest#adds`) or as a position
// (`spec/cart_spec.rb:12`) is read as such (mentions.h, frames.h).
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

// In order, distinct, the first kMaxMentions.
std::vector<TestId> FindTestIds(std::string_view text);

struct TestsNamed {
  std::vector<SymbolId> symbols;   // in order of the ids, distinct
  std::vector<std::string> names;  // of the ids that name some
};

// What the ids name in the view, by the end of the qualified name: in files whose paths end so,
// else what a type there of that name inherits, and nothing where no such file has it; of any file,
// when types and functions of tests alone have the last component. What more than kMaxFrameFiles
// symbols could be is left out.
TestsNamed TestsCalled(const graph::ReadView& view, const std::vector<TestId>& ids);

// The lines of a text that a name of a test is meant in: the first with a word, which says what the
// text is about, and those that tell of a failure, as runners do. In another a test is an example,
// or what a change brought along.
std::string LinesAboutTests(std::string_view text);

}  // namespace waymark::retrieval
