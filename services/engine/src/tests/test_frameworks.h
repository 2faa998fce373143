// The frameworks of tests whose language does not determine how they run.
#pragma once

#include <string_view>
#include <unordered_set>
#include <vector>

#include "graph/read_view.h"

namespace waymark::services {

inline constexpr std::string_view kUnittest = "unittest";
inline constexpr std::string_view kTestCaseMacro = "TEST_CASE";

// For one view, test after test. Not thread-safe.
class TestFrameworks {
 public:
  explicit TestFrameworks(const graph::ReadView& view);

  // "unittest": a method of a class that derives, directly or not, from a class of Python's
  // unittest; "TEST_CASE": a C++ file that stands for the blocks after that macro of Catch2 or
  // doctest; empty for all others. Cost: the edges of the class and its bases.
  std::string_view Of(SymbolId test);

 private:
  bool DerivesFromTestCase(SymbolId type);

  const graph::ReadView& view_;
  std::unordered_set<SymbolId> test_cases_;  // classes whose base is one of the framework's
  std::vector<Neighbor> edges_;
};

}  // namespace waymark::services
