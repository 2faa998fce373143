#include "uses/symbol_notes.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "permuted_view.h"
#include "retrieval/blast_radius.h"
#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;

constexpr char kPlugins[] = R"(
host.py
  class Plugin
    method run
  function start
  function stop
a.py
  class Timer
    method run
  function alarm
b.py
  class Clock
    method run
  function stranger
Timer.run -overrides-> Plugin.run
Clock.run -overrides-> Plugin.run
Timer.run -> alarm
Clock.run -> alarm
start -> Plugin.run
stop -> Plugin.run
stranger ? run unknown
)";

// A view that says which state it shows, as those of a store do, and counts what is read of it.
class StoredView : public PermutedView {
 public:
  StoredView(const graph::ReadView& view, std::uint32_t seed)
      : PermutedView(view, seed), info_(view.info()) {
    info_.root.bytes[0] = 1;
    info_.generation = seed;
  }

  const graph::ViewInfo& info() const override { return info_; }

  void In(SymbolId symbol, std::vector<Neighbor>& out) const override {
    ++reads_;
    PermutedView::In(symbol, out);
  }

  void UnresolvedWithName(std::string_view name, std::vector<UnresolvedRow>& out) const override {
    ++reads_;
    PermutedView::UnresolvedWithName(name, out);
  }

  int TakeReads() { return std::exchange(reads_, 0); }

 private:
  graph::ViewInfo info_;
  mutable int reads_ = 0;
};

std::vector<std::string> StoredRows(const graph::ReadView& view, const BlastResult& result) {
  std::vector<std::string> rows;
  for (const BlastEntry& entry : result.entries) {
    rows.push_back(std::to_string(entry.hop) + " " + view.QualifiedName(entry.symbol));
  }
  rows.push_back(result.missing.ToString());
  return rows;
}

BlastResult BlastIn(const StoredView& view, const DrawnGraph& graph, const std::string& name,
                    Workspace& workspace) {
  const SymbolId root = view.To(graph.At(name));
  auto result = ComputeBlastRadius(view, {&root, 1}, {.workspace = &workspace});
  EXPECT_TRUE(result.ok()) << result.status();
  return *std::move(result);
}

auto ReachesEverybody() {
  return ElementsAre("0 alarm", "1 Timer.run", "1 Clock.run", "2 start", "2 stop",
                     "1 unresolved reference");
}

TEST(SymbolNotes, SpareLaterQuestionsReadingWhatTheyAskAgain) {
  const DrawnGraph graph(kPlugins);
  StoredView view(graph.view(), 1);
  Workspace workspace;

  const BlastResult first = BlastIn(view, graph, "alarm", workspace);
  EXPECT_THAT(StoredRows(view, first), ReachesEverybody());
  EXPECT_GT(view.TakeReads(), 0);
  const BlastResult again = BlastIn(view, graph, "alarm", workspace);
  EXPECT_THAT(StoredRows(view, again), ReachesEverybody());
  EXPECT_EQ(again.edges_visited, first.edges_visited);
  EXPECT_EQ(view.TakeReads(), 0);
}

TEST(SymbolNotes, AreOfOneViewEvenIfAnotherShowsTheSame) {
  const DrawnGraph graph(kPlugins);
  Workspace workspace;
  for (std::uint32_t seed = 1; seed < 8; ++seed) {
    const StoredView view(graph.view(), seed);
    EXPECT_THAT(StoredRows(view, BlastIn(view, graph, "alarm", workspace)), ReachesEverybody());
  }
  const StoredView one(graph.view(), 8);
  const StoredView other(graph.view(), 9);
  EXPECT_THAT(StoredRows(one, BlastIn(one, graph, "alarm", workspace)), ReachesEverybody());
  EXPECT_THAT(StoredRows(other, BlastIn(other, graph, "alarm", workspace)), ReachesEverybody());
  EXPECT_THAT(StoredRows(one, BlastIn(one, graph, "alarm", workspace)), ReachesEverybody());
}

TEST(SymbolNotes, AreNotThoseOfOtherTypesOfEdgesOrSurerOnes) {
  const DrawnGraph graph(kPlugins);
  StoredView view(graph.view(), 1);
  Workspace workspace;
  const SymbolId root = view.To(graph.At("Plugin.run"));
  BlastIn(view, graph, "Plugin.run", workspace);

  const auto chosen = ComputeBlastRadius(
      view, {&root, 1}, {.edge_types = {EdgeType::kOverrides}, .workspace = &workspace});
  EXPECT_EQ(chosen->affected_symbols, 2U);
  const SymbolId timer = view.To(graph.At("Timer.run"));
  const auto sure =
      ComputeBlastRadius(view, {&timer, 1}, {.min_confidence = 1, .workspace = &workspace});
  EXPECT_EQ(sure->affected_symbols, 0U) << "overriding is not that sure";
}

TEST(BlastRadius, FollowsWhatManyOverrideOnce) {
  const DrawnGraph graph(kPlugins);
  const StoredView view(graph.view(), 1);
  Workspace workspace;

  EXPECT_EQ(BlastIn(view, graph, "alarm", workspace).edges_visited, 2U + 4U)
      << "two calls of alarm; two calls and two overrides of Plugin.run";
}

}  // namespace
}  // namespace waymark::retrieval
