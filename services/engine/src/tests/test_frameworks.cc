#include "tests/test_frameworks.h"

#include "graph/ascii.h"
#include "graph/languages.h"

namespace waymark::services {
namespace {

// A longer chain of bases is one that nobody writes.
constexpr int kMaxBases = 16;

}  // namespace

TestFrameworks::TestFrameworks(const graph::ReadView& view) : view_(view) {
  std::vector<UnresolvedRow> rows;
  for (const Language language : AllLanguages()) {
    VisitWords(TraitsOf(language).test_bases, [&](std::string_view name) {
      view.UnresolvedWithName(name, rows);
      for (const UnresolvedRow& row : rows) {
        const bool is_spoken = view.File(view.FileOf(row.source)).language == language;
        if (is_spoken && row.type == EdgeType::kExtends) test_cases_.insert(row.source);
      }
    });
  }
}

std::string_view TestFrameworks::Of(SymbolId test) {
  const bool is_file = view_.Kind(test) == SymbolKind::kFile;
  const Language language = view_.File(view_.FileOf(test)).language;
  if (is_file && TraitsOf(language).test_blocks == TestBlocks::kMacros) return kTestCaseMacro;
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
