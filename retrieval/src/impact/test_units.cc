#include "impact/test_units.h"

#include <algorithm>
#include <string_view>

#include "graph/languages.h"
#include "traits/edge_traits.h"

namespace waymark::retrieval {
namespace {

// Macros of Catch2 and doctest that are followed by a block: TEST_CASE("name") { ... }.
constexpr std::string_view kBlockMacros[] = {
    "TEST_CASE",          "SCENARIO",           "TEST_CASE_METHOD",  "SCENARIO_METHOD",
    "TEMPLATE_TEST_CASE", "TEST_CASE_TEMPLATE", "TEST_CASE_FIXTURE",
};

}  // namespace

SymbolId TestUnits::Of(SymbolId symbol) {
  const std::uint16_t flags = view_.Flags(symbol);
  if ((flags & kSymbolTestCase) != 0) return symbol;
  return (flags & kSymbolTest) == 0 ? SymbolId::kNone : BlocksOf(view_.FileOf(symbol));
}

void TestUnits::OfFile(FileId file, std::vector<SymbolId>& units) {
  const std::size_t before = units.size();
  view_.SymbolsOf(file, symbols_);
  for (const SymbolId symbol : symbols_) {
    if ((view_.Flags(symbol) & kSymbolTestCase) != 0) units.push_back(symbol);
  }
  if (units.size() != before) return;
  const SymbolId blocks = BlocksOf(file);
  if (blocks != SymbolId::kNone) units.push_back(blocks);
}

SymbolId TestUnits::BlocksOf(FileId file) {
  if ((view_.FileFlags(file) & kFileTest) == 0) return SymbolId::kNone;
  const auto [known, is_new] = blocks_.try_emplace(file, SymbolId::kNone);
  if (!is_new) return known->second;
  if (!HoldsBlocks(file)) return SymbolId::kNone;
  view_.SymbolsOf(file, symbols_);
  const auto is_case = [this](SymbolId symbol) {
    return (view_.Flags(symbol) & kSymbolTestCase) != 0;
  };
  if (symbols_.empty() || std::any_of(symbols_.begin(), symbols_.end(), is_case)) {
    return SymbolId::kNone;
  }
  const auto is_file = [this](SymbolId symbol) { return view_.Kind(symbol) == SymbolKind::kFile; };
  const auto whole = std::find_if(symbols_.begin(), symbols_.end(), is_file);
  if (whole == symbols_.end()) return SymbolId::kNone;
  // A file that other files use helps tests and is not a test itself.
  if (!IsUsedOutside(file)) known->second = *whole;
  return known->second;
}

// Whether tests in the file may be blocks, which are not symbols: blocks of calls in Ruby (`it
// "..." do`), blocks after macros in C++. Files of TypeScript and JavaScript are marked as test
// cases when they are indexed.
bool TestUnits::HoldsBlocks(FileId file) {
  switch (TraitsOf(view_.File(file).language).test_blocks) {
    case TestBlocks::kNone:
      return false;
    case TestBlocks::kCalls:
      return true;
    case TestBlocks::kMacros:
      return FilesWithMacros().contains(file);
  }
  return false;
}

const std::unordered_set<FileId>& TestUnits::FilesWithMacros() {
  if (files_with_macros_.has_value()) return *files_with_macros_;
  std::unordered_set<FileId>& files = files_with_macros_.emplace();
  std::vector<UnresolvedRow> rows;
  std::vector<SymbolId> macros;
  for (const std::string_view name : kBlockMacros) {
    view_.UnresolvedWithName(name, rows);
    for (const UnresolvedRow& row : rows) files.insert(view_.FileOf(row.source));
    view_.WithName(name, macros);  // of a repository that holds the framework
    for (const SymbolId macro : macros) {
      view_.In(macro, edges_);
      for (const Neighbor& edge : edges_) files.insert(view_.FileOf(edge.symbol));
    }
  }
  return files;
}

// REQUIRES: symbols_ are those of the file.
bool TestUnits::IsUsedOutside(FileId file) {
  return std::any_of(symbols_.begin(), symbols_.end(), [&](SymbolId symbol) {
    view_.In(symbol, edges_);
    return std::any_of(edges_.begin(), edges_.end(), [&](const Neighbor& edge) {
      return TraitsOf(edge.type).carries_dependence && view_.FileOf(edge.symbol) != file;
    });
  });
}

}  // namespace waymark::retrieval
