#include "retrieval/communities.h"

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

// Two groups of files with one use between them; where they lie is not what ties them.
constexpr char kCommunitiesDrawing[] = R"(
  shop/cart.py
    class Cart
      method total()
  shop/order.py
    function order
  shop/price.py
    function price
  mail/send.py
    function send
  mail/queue.py
    class Queue
    function push
  mail/draft.py
    function draft
  web/basket.py
    function basket
  tests/test_all.py +test
    function test_all +test
  README.md
    resource Intro
  order -> Cart
  order -> price
  Cart.total -> price
  basket -> Cart
  basket -> price
  send -> Queue
  send -> push
  draft -> push
  draft -> Queue
  order -> send
  test_all -> Cart
  test_all -> Queue
  test_all -> price
)";

Communities CommunitiesIn(const DrawnGraph& graph, const CommunityOptions& options = {}) {
  auto found = FindFileCommunities(graph.view(), options);
  EXPECT_THAT(found, testing::IsOk());
  return found.ok() ? *std::move(found) : Communities();
}

std::vector<std::string> CommunityNames(const Communities& communities) {
  std::vector<std::string> names;
  for (const Community& community : communities.largest) names.push_back(community.name);
  return names;
}

TEST(Communities, AreFilesThatUseEachOther) {
  const DrawnGraph graph(kCommunitiesDrawing);

  const Communities found = CommunitiesIn(graph);

  EXPECT_EQ(found.count, 2U);
  EXPECT_THAT(CommunityNames(found), ElementsAre("shop", "mail"));
  const auto of = [&](std::string_view path) {
    return found.of_file[ToIndex(*graph.view().FindFile(path))];
  };
  EXPECT_EQ(of("web/basket.py"), of("shop/cart.py")) << "it uses nothing of its own directory";
  EXPECT_NE(of("mail/send.py"), of("shop/cart.py"));
  EXPECT_EQ(of("tests/test_all.py"), kNoCommunity);
  EXPECT_EQ(of("README.md"), kNoCommunity);
}

TEST(Communities, AreToldWithSizeCohesionAndWhatTheyHangOn) {
  const DrawnGraph graph(kCommunitiesDrawing);

  const Communities found = CommunitiesIn(graph);

  ASSERT_EQ(found.largest.size(), 2U);
  const Community& mail = found.largest[1];
  EXPECT_EQ(mail.files, 3U);
  EXPECT_EQ(mail.symbols, 7U) << "with those of the files themselves";
  EXPECT_EQ(mail.cohesion, 0.89) << "four uses inside, each told from both ends, and one to order";
  EXPECT_THAT(graph.NamesOf(mail.central), ElementsAre("Queue", "push"));
}

TEST(Communities, TheLimitKeepsTheLargestAndCountsAll) {
  const DrawnGraph graph(kCommunitiesDrawing);

  const Communities found = CommunitiesIn(graph, {.limit = 1});

  EXPECT_EQ(found.count, 2U);
  EXPECT_THAT(CommunityNames(found), ElementsAre("shop"));
}

TEST(Communities, FilesThatUseNothingOfEachOtherAreNone) {
  EXPECT_EQ(CommunitiesIn(DrawnGraph("d/a.py\n  function f\nd/b.py\n  function g\n")).count, 0U);
}

TEST(Communities, OfNothingAndOfOneFileAreNone) {
  EXPECT_THAT(CommunitiesIn(DrawnGraph("")).largest, IsEmpty());
  EXPECT_EQ(CommunitiesIn(DrawnGraph("a.py\n  function f\n")).count, 0U);
}

TEST(Communities, AHeaderGoesWithItsSource) {
  const DrawnGraph graph(R"(
  include/db.h
    function Open +decl
  src/db.cc
    function Open
  src/main.cc
    function main
  tools/a.cc
    function a
  tools/b.cc
    function b
  src/db.cc:Open -declares-> include/db.h:Open
  main -> src/db.cc:Open
  a -> b
)");

  const Communities found = CommunitiesIn(graph);

  const auto of = [&](std::string_view path) {
    return found.of_file[ToIndex(*graph.view().FindFile(path))];
  };
  EXPECT_EQ(of("include/db.h"), of("src/db.cc"));
  EXPECT_NE(of("tools/a.cc"), of("src/db.cc"));
}

}  // namespace
}  // namespace waymark::retrieval
