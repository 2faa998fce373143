// A blast radius that is told while it is traversed.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include "retrieval/blast_radius.h"
#include "testing/drawn_graph.h"
#include "testing/memory_view.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::waymark::testing::DrawnGraph;
using ::waymark::testing::StatusIs;

const DrawnGraph& Chain() {
  static const DrawnGraph graph(R"(
a.py
  function root
  function direct
  function second
tests/b.py +test
  function check +test
direct -> root
second -> direct
check -> direct
)");
  return graph;
}

// Remembers what it was told, and stops the traversal after so many symbols.
class Listener : public BlastVisitor {
 public:
  explicit Listener(const DrawnGraph& graph) : graph_(graph) {}

  absl::Status OnSymbol(const BlastEntry& entry) override {
    told.push_back(std::to_string(entry.hop) + " " + graph_.NameOf(entry.symbol));
    return told.size() == stop_after ? absl::CancelledError("enough") : absl::OkStatus();
  }

  absl::Status AfterHop() override {
    told.emplace_back("-");
    return absl::OkStatus();
  }

  absl::Status OnEdge(std::uint32_t number, const BlastEntry& entry) override {
    told.push_back(std::to_string(number) + " -> " + std::to_string(entry.via));
    return absl::OkStatus();
  }

  std::vector<std::string> told;
  std::size_t stop_after = SIZE_MAX;

 private:
  const DrawnGraph& graph_;
};

TEST(VisitBlastRadius, TellsEachHopWhenItIsCompleteAndEdgesLast) {
  const std::vector<SymbolId> roots = {Chain().At("root")};
  Listener listener(Chain());

  const auto result = VisitBlastRadius(Chain().view(), roots, {.depth = 2}, listener);

  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_THAT(listener.told, ElementsAre("0 root", "-", "1 direct", "-", "2 second", "2 check", "-",
                                         "1 -> 0", "2 -> 1", "3 -> 1"));
  EXPECT_EQ(result->affected_symbols, 3U);
  EXPECT_THAT(result->entries, IsEmpty());
}

TEST(VisitBlastRadius, CountsWhatTheLimitLeavesOut) {
  const std::vector<SymbolId> roots = {Chain().At("root")};
  Listener listener(Chain());

  const auto result = VisitBlastRadius(Chain().view(), roots, {.depth = 2, .limit = 1}, listener);

  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->omitted, 2U);
  EXPECT_THAT(listener.told, ElementsAre("0 root", "-", "1 direct", "-", "-", "1 -> 0"));
}

TEST(VisitBlastRadius, TellsTheRootsBeforeAnyEdgeIsFollowed) {
  const std::vector<SymbolId> roots = {Chain().At("root")};
  Listener listener(Chain());
  listener.stop_after = 1;

  const auto result = VisitBlastRadius(Chain().view(), roots, {}, listener);

  EXPECT_THAT(result, StatusIs(absl::StatusCode::kCancelled, HasSubstr("enough")));
  EXPECT_THAT(listener.told, ElementsAre("0 root"));
}

// Takes every row and keeps none. At each it looks how much memory the process has in use.
class Meter : public BlastVisitor {
 public:
  absl::Status OnSymbol(const BlastEntry&) override { return Look(); }

  absl::Status AfterHop() override { return Look(); }

  absl::Status OnEdge(std::uint32_t, const BlastEntry&) override {
    ++edges;
    return Look();
  }

  static std::size_t InUse() {
    const struct mallinfo2 info = ::mallinfo2();
    return info.uordblks + info.hblkhd;
  }

  std::size_t most = 0;
  std::size_t edges = 0;

 private:
  absl::Status Look() {
    if (looks_++ % 1000 == 0) most = std::max(most, InUse());
    return absl::OkStatus();
  }

  std::size_t looks_ = 0;
};

TEST(VisitBlastRadius, NeedsNoMemoryForTheRowsOfAMillionEdges) {
  constexpr std::uint32_t kFunctions = 20'000;
  constexpr std::uint32_t kCallsEach = 50;
  ::waymark::testing::MemoryView view;
  const FileId file = view.AddFile("a.py", Language::kPython);
  std::vector<SymbolId> functions;
  for (std::uint32_t i = 0; i < kFunctions; ++i) {
    ::waymark::testing::MemorySymbol symbol;
    symbol.name = "f" + std::to_string(i);
    symbol.file = file;
    functions.push_back(view.AddSymbol(std::move(symbol)));
  }
  for (std::uint32_t i = 1; i < kFunctions; ++i) {
    for (std::uint32_t k = 1; k <= kCallsEach; ++k) {
      view.AddEdge(functions[i], functions[i / (k + 1)], EdgeType::kCalls);
    }
  }
  view.Finish();
  const std::vector<SymbolId> roots = {functions[0]};
  Workspace workspace;
  const BlastOptions options{.depth = kMaxBlastDepth, .limit = kFunctions, .workspace = &workspace};
  Meter warm_up;
  ASSERT_TRUE(VisitBlastRadius(view, roots, options, warm_up).ok());
  const std::size_t before = Meter::InUse();
  Meter meter;

  const auto result = VisitBlastRadius(view, roots, options, meter);

  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_GT(result->edges_visited, 900'000U);
  EXPECT_EQ(meter.edges, kFunctions - 1);
  EXPECT_LT(meter.most, before + (std::size_t{1} << 20));
}

}  // namespace
}  // namespace waymark::retrieval
