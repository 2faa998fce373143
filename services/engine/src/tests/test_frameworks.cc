#include "tests/test_frameworks.h"

namespace waymark::services {
namespace {

// Base classes that mark a test class of unittest.
constexpr std::string_view kTestCases[] = {"TestCase", "IsolatedAsyncioTestCase"};
// Nobody writes a longer chain of bases.
constexpr int kMaxBases = 16;

}  // namespace

TestFrameworks::TestFrameworks(const graph::ReadView& view) : view_(view) {
  std::vector<UnresolvedRow> rows;
  for (const std::string_view name : kTestCases) {
    view.UnresolvedWithName(name, rows);
    for (const UnresolvedRow& row : rows) {
      const bool is_python = view.File(view.FileOf(row.source)).language == Language::kPython;
      if (is_python && row.type == EdgeType::kExtends) test_cases_.insert(row.source);
    }
  }
}

std::string_view TestFrameworks::Of(SymbolId test) {
  const bool is_file = view_.Kind(test) == SymbolKind::kFile;
  if (is_file && view_.File(view_.FileOf(test)).language == Language::kCpp) return kTestCaseMacro;
  if (test_cases_.empty()) return "";
  const SymbolId type = view_.Parent(test);
  return type != SymbolId::kNone && DerivesFromTestCase(type) ? kUnittest : "";
}

bool TestFrameworks::DerivesFromTestCase(SymbolId type) {
  std::vector<SymbolId> types = {type};
  for (std::size_t i = 0; i < types.size() && i < kMaxBases; ++i) {
    if (test_cases_.contains(types[i])) return true;
    view_.Out(types[i], edges_);
    for (const Neighbor& edge : edges_) {
      if (edge.type == EdgeType::kExtends) types.push_back(edge.symbol);
    }
  }
  return false;
}

}  // namespace waymark::services
