// A blast radius that is told while it is traversed.
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retrieval/blast_radius.h"
#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::waymark::testing::DrawnGraph;
using ::waymark::testing::StatusIs;

const DrawnGraph& StreamChain() {
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
class BlastListener : public BlastVisitor {
 public:
  explicit BlastListener(const DrawnGraph& graph) : graph_(graph) {}

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
  const std::vector<SymbolId> roots = {StreamChain().At("root")};
  BlastListener listener(StreamChain());

  const auto result = VisitBlastRadius(StreamChain().view(), roots, {.depth = 2}, listener);

  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_THAT(listener.told, ElementsAre("0 root", "-", "1 direct", "-", "2 second", "2 check", "-",
                                         "1 -> 0", "2 -> 1", "3 -> 1"));
  EXPECT_EQ(result->affected_symbols, 3U);
  EXPECT_THAT(result->entries, IsEmpty());
}

TEST(VisitBlastRadius, CountsWhatTheLimitLeavesOut) {
  const std::vector<SymbolId> roots = {StreamChain().At("root")};
  BlastListener listener(StreamChain());

  const auto result =
      VisitBlastRadius(StreamChain().view(), roots, {.depth = 2, .limit = 1}, listener);

  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->omitted, 2U);
  EXPECT_THAT(listener.told, ElementsAre("0 root", "-", "1 direct", "-", "-", "1 -> 0"));
}

TEST(VisitBlastRadius, TellsTheRootsBeforeAnyEdgeIsFollowed) {
  const std::vector<SymbolId> roots = {StreamChain().At("root")};
  BlastListener listener(StreamChain());
  listener.stop_after = 1;

  const auto result = VisitBlastRadius(StreamChain().view(), roots, {}, listener);

  EXPECT_THAT(result, StatusIs(absl::StatusCode::kCancelled, HasSubstr("enough")));
  EXPECT_THAT(listener.told, ElementsAre("0 root"));
}

}  // namespace
}  // namespace waymark::retrieval
