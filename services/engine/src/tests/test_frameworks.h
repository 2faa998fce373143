// Which frameworks tests are written for, where the language does not tell how to run them.
#pragma once

#include <string_view>
#include <unordered_set>
#include <vector>

#include "graph/read_view.h"

namespace waymark::services {

inline constexpr std::string_view kUnittest = "unittest";
inline constexpr std::string_view kTestCaseMacro = "TEST_CASE";

// Of one view, test after test. Not thread-safe.
class TestFrameworks {
 public:
  explicit TestFrameworks(const graph::ReadView& view);

  // "unittest": a method of a class that derives, however far, from a class of Python's unittest;
  // "TEST_CASE": a file of C++ that stands for the blocks behind that macro, of Catch2 or doctest;
  // empty for all others. Cost: the edges of the class and of those it derives from.
  std::string_view Of(SymbolId test);

 private:
  bool DerivesFromTestCase(SymbolId type);

  const graph::ReadView& view_;
  std::unordered_set<SymbolId> test_cases_;  // classes whose base is one of the framework's
  std::vector<Neighbor> edges_;
};

}  // namespace waymark::services
