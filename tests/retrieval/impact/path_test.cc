#include "retrieval/path.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::StatusIs;

constexpr char kWays[] = R"(
  src/a.py
    function start()
    function left()
    function right()
    function far()
    function end()
  start -> left
  start -calls:candidate-> right
  left -> end
  right -> end
  start -> far
  far -> left
)";

// "start > left > end", one a way.
std::vector<std::string> Ways(const DrawnGraph& graph, const std::string& from,
                              const std::string& to, PathOptions options = {}) {
  const SymbolId begin[] = {graph.At(from)};
  const SymbolId end[] = {graph.At(to)};
  const absl::StatusOr<Paths> paths = FindPaths(graph.view(), begin, end, options);
  EXPECT_THAT(paths, testing::IsOk());
  std::vector<std::string> ways;
  if (!paths.ok()) return ways;
  for (const Path& path : paths->paths) {
    std::string& way = ways.emplace_back(graph.NameOf(path.begin));
    for (const PathStep& step : path.steps) way += " > " + graph.NameOf(step.symbol);
  }
  return ways;
}

TEST(FindPaths, TheShortestWayWinsThenTheSurest) {
  const DrawnGraph graph(kWays);

  EXPECT_THAT(Ways(graph, "start", "end"), ElementsAre("start > left > end"));
}

TEST(FindPaths, TheSurestOthersFollowWithoutLoops) {
  const DrawnGraph graph(kWays);

  EXPECT_THAT(Ways(graph, "start", "end", {.count = 9}),
              ElementsAre("start > left > end", "start > far > left > end", "start > right > end"));
}

// The one step is a guess; the way round is certain.
constexpr char kGuess[] = R"(
  src/a.py
    function start()
    function middle()
    function last()
    function end()
  start -calls:candidate-> end
  start -> middle
  middle -> last
  last -> end
)";

TEST(FindPaths, TheShortestWayIsTheFirstThoughLongerOnesAreSurer) {
  const DrawnGraph graph(kGuess);

  EXPECT_THAT(Ways(graph, "start", "end"), ElementsAre("start > end"));
  EXPECT_THAT(Ways(graph, "start", "end", {.count = 2}),
              ElementsAre("start > end", "start > middle > last > end"));
}

TEST(FindPaths, ASurerWayToASymbolCountsHoweverLongItIs) {
  const DrawnGraph graph(R"(
  src/a.py
    function start()
    function middle()
    function gate()
    function far()
    function end()
  start -calls:candidate-> gate
  start -> middle
  middle -> gate
  gate -> end
  start -calls:candidate-> far
  far -calls:candidate-> end
)");

  EXPECT_THAT(Ways(graph, "start", "end", {.count = 2}),
              ElementsAre("start > gate > end", "start > middle > gate > end"));
  EXPECT_THAT(
      Ways(graph, "start", "end", {.count = 9}),
      ElementsAre("start > gate > end", "start > middle > gate > end", "start > far > end"));
  EXPECT_THAT(Ways(graph, "start", "end", {.max_hops = 2, .count = 9}),
              ElementsAre("start > gate > end", "start > far > end"));
}

std::uint64_t Unresolved(const DrawnGraph& graph, const std::string& to, PathOptions options = {}) {
  const SymbolId begin[] = {graph.At("start")};
  const SymbolId end[] = {graph.At(to)};
  const absl::StatusOr<Paths> paths = FindPaths(graph.view(), begin, end, options);
  EXPECT_THAT(paths, testing::IsOk());
  return paths.ok() ? paths->unresolved : 0;
}

TEST(FindPaths, ReferencesThatAreNotResolvedCountWhereAShorterWayCouldBegin) {
  const DrawnGraph graph(R"(
  src/a.py
    function start()
    function middle()
    function last()
    function end()
    function island()
  start -> middle
  middle -> last
  last -> end
  start ? run unknown
  start ? print external
  last ? run unknown
  end ? run unknown
)");

  EXPECT_EQ(Unresolved(graph, "middle"), 0U) << "no way is shorter than a step";
  EXPECT_EQ(Unresolved(graph, "end"), 1U) << "of `last`, which is a step away, none could be";
  EXPECT_EQ(Unresolved(graph, "end", {.count = 2}), 3U);
  EXPECT_EQ(Unresolved(graph, "island"), 3U) << "any could be a way where none is known";
}

TEST(FindPaths, EdgesAreFollowedInTheirDirection) {
  const DrawnGraph graph(kWays);

  EXPECT_THAT(Ways(graph, "end", "start"), IsEmpty());
}

TEST(FindPaths, ACallOfABaseMethodMayRunWhatOverridesIt) {
  const DrawnGraph graph(R"(
  src/a.py
    class Base
      method run()
    class Shop
      method run()
    function main()
    function helper()
  Shop.run -overrides-> Base.run
  main -> Base.run
  Shop.run -> helper
)");

  EXPECT_THAT(Ways(graph, "main", "helper"), ElementsAre("main > Base.run > Shop.run > helper"));
}

constexpr char kMessages[] = R"(
  src/app.py
    function show()
    function list()
    function load()
    route_handler /items/:id
    route_handler /others/:id
  tests/app_of_test.py +test
    function show_fake()
    route_handler /items/:id
  src/client.py
    function ask()
    function main()
    external endpoint://https://shop.example/items/7
  src/send.py
    function send()
    function send_other()
    external topic://orders
    external topic://invoices
    external rpc://shop.Shop
  src/receive.py
    function handle()
    function also()
    external topic://orders
    external rpc://shop.Shop
    class Server
  main -> ask
  ask -consumes_endpoint-> src/client.py:endpoint://https://shop.example/items/7
  src/app.py:/items/:id -handles_route-> show
  tests/app_of_test.py:/items/:id -handles_route-> show_fake
  src/app.py:/others/:id -handles_route-> list
  show -> load
  send -publishes-> src/send.py:topic://orders
  send_other -publishes-> src/send.py:topic://invoices
  handle -subscribes-> src/receive.py:topic://orders
  also -subscribes-> src/receive.py:topic://orders
  main -consumes_rpc-> src/send.py:rpc://shop.Shop
  Server -implements_rpc-> src/receive.py:rpc://shop.Shop
)";

TEST(FindPaths, ARequestLeadsToTheRouteThatAnswersIt) {
  const DrawnGraph graph(kMessages);

  EXPECT_THAT(Ways(graph, "main", "load"), ElementsAre("main > ask > /items/:id > show > load"));
  EXPECT_THAT(Ways(graph, "main", "load", {.count = 3}),
              ElementsAre("main > ask > /items/:id > show > load"));
  EXPECT_THAT(Ways(graph, "main", "show_fake"), IsEmpty()) << "a route of a test";
  EXPECT_THAT(Ways(graph, "main", "list"), IsEmpty()) << "another route";
}

TEST(FindPaths, AMessageLeadsToWhatReceivesIt) {
  const DrawnGraph graph(kMessages);

  EXPECT_THAT(Ways(graph, "send", "handle"), ElementsAre("send > topic://orders > handle"));
  EXPECT_THAT(Ways(graph, "send", "handle", {.count = 3}),
              ElementsAre("send > topic://orders > handle"));
  EXPECT_THAT(Ways(graph, "main", "Server"), ElementsAre("main > rpc://shop.Shop > Server"));
  EXPECT_THAT(Ways(graph, "send_other", "handle"), IsEmpty()) << "another topic";
  EXPECT_THAT(Ways(graph, "handle", "also"), IsEmpty()) << "neither sends to the other";
  EXPECT_THAT(Ways(graph, "handle", "send"), IsEmpty());
}

TEST(FindPaths, LongerWaysThanAskedForAreNotFound) {
  const DrawnGraph graph(kWays);

  EXPECT_THAT(Ways(graph, "start", "end", {.max_hops = 1}), IsEmpty());
}

TEST(FindPaths, ASymbolLeadsToItself) {
  const DrawnGraph graph(kWays);

  EXPECT_THAT(Ways(graph, "left", "left", {.count = 5}), ElementsAre("left"));
}

TEST(FindPaths, RefusesWhatIsNoQuestion) {
  const DrawnGraph graph(kWays);
  const SymbolId begin[] = {graph.At("start")};

  EXPECT_THAT(FindPaths(graph.view(), begin, {}, {}), StatusIs(absl::StatusCode::kInvalidArgument));
  const std::atomic<bool> cancelled{true};
  EXPECT_THAT(FindPaths(graph.view(), begin, begin, {.cancelled = &cancelled}), testing::IsOk());
  const SymbolId end[] = {graph.At("end")};
  EXPECT_THAT(FindPaths(graph.view(), begin, end, {.cancelled = &cancelled}),
              StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace waymark::retrieval
