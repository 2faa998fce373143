#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retrieval/blast_radius.h"
#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::waymark::testing::DrawnGraph;

BlastResult PageOf(const DrawnGraph& graph, const std::vector<SymbolId>& roots, std::size_t skip,
                   std::size_t limit) {
  absl::StatusOr<BlastResult> result =
      ComputeBlastRadius(graph.view(), roots, {.depth = 64, .limit = limit, .skip = skip});
  EXPECT_TRUE(result.ok()) << result.status();
  return result.ok() ? *std::move(result) : BlastResult{};
}

// "name" or "name > name of what it was reached from" of every entry.
std::vector<std::string> PageRows(const DrawnGraph& graph, const BlastResult& result) {
  std::vector<std::string> rows;
  for (std::uint32_t i = 0; i < result.entries.size(); ++i) {
    const BlastEntry& entry = result.entries[i];
    std::string row = graph.NameOf(entry.symbol);
    if (entry.via != i) row += " > " + graph.NameOf(result.entries[entry.via].symbol);
    rows.push_back(std::move(row));
  }
  return rows;
}

TEST(BlastPages, HoldTheirShareOfTheSymbolsThatChange) {
  std::string drawn = "a.py\n";
  std::string edges;
  for (int i = 0; i < 5; ++i) drawn += fmt::format("  function changed_{}\n", i);
  drawn += "b.py\n";
  for (int i = 0; i < 5; ++i) {
    drawn += fmt::format("  function user_{}\n", i);
    edges += fmt::format("user_{0} -> changed_{0}\n", i);
  }
  const DrawnGraph graph(drawn + edges);
  std::vector<SymbolId> roots;
  for (int i = 0; i < 5; ++i) roots.push_back(graph.At(fmt::format("changed_{}", i)));

  EXPECT_THAT(PageRows(graph, PageOf(graph, roots, 0, 2)),
              ElementsAre("changed_0", "changed_1", "user_0 > changed_0", "user_1 > changed_1"));
  EXPECT_THAT(PageRows(graph, PageOf(graph, roots, 2, 2)),
              ElementsAre("changed_2", "changed_3", "user_2 > changed_2", "user_3 > changed_3"));
  const BlastResult last = PageOf(graph, roots, 4, 2);
  EXPECT_THAT(PageRows(graph, last), ElementsAre("changed_4", "user_4 > changed_4"));
  EXPECT_EQ(last.omitted, 0U);
}

TEST(BlastPages, TellEachWayOnceAndNameBothEndsOfIt) {
  constexpr int kSymbols = 80;
  std::mt19937 random(7);
  std::string drawn = "a.py\n  class Held\n";
  for (int i = 0; i < 6; ++i) drawn += fmt::format("    method member_{}\n", i);
  for (int i = 0; i < kSymbols; ++i) drawn += fmt::format("  function f_{}\n", i);
  for (int i = 4; i < kSymbols; ++i) {
    const int begin = i < 12 ? 0 : i - 12;
    drawn += fmt::format("f_{} -> f_{}\n", i,
                         begin + static_cast<int>(random() % static_cast<unsigned>(i - begin)));
  }
  for (int i = 0; i < 6; ++i) drawn += fmt::format("f_{} -> member_{}\n", 70 + i, i);
  const DrawnGraph graph(drawn);
  const std::vector<SymbolId> roots = {graph.At("Held"), graph.At("f_0"), graph.At("f_1"),
                                       graph.At("f_2"), graph.At("f_3")};
  const std::vector<std::string> whole = PageRows(graph, PageOf(graph, roots, 0, 1000));

  for (const std::size_t limit : {1U, 2U, 3U, 7U, 20U}) {
    std::multiset<std::string> ways;
    std::set<std::string> named;
    std::uint64_t omitted = 1;
    for (std::size_t skip = 0; omitted != 0 && skip < whole.size(); skip += limit) {
      const BlastResult page = PageOf(graph, roots, skip, limit);
      EXPECT_LE(page.entries.size(), 3 * limit + 1) << limit;
      for (const std::string& row : PageRows(graph, page)) {
        const std::size_t end = row.find(" > ");
        named.insert(row.substr(0, end));
        if (end != std::string::npos) ways.insert(row);
      }
      omitted = page.omitted;
    }
    EXPECT_EQ(omitted, 0U) << limit;
    std::multiset<std::string> expected;
    for (const std::string& row : whole) {
      EXPECT_TRUE(named.contains(row.substr(0, row.find(" > ")))) << limit << " " << row;
      if (row.find(" > ") != std::string::npos) expected.insert(row);
    }
    EXPECT_EQ(ways, expected) << limit;
  }
}

}  // namespace
}  // namespace waymark::retrieval
