#include "retrieval/layers.h"

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

using Layers = std::vector<std::vector<std::string>>;

Layers LayersOf(const std::string& drawing, const std::vector<std::string>& directories) {
  const DrawnGraph graph(drawing);
  const absl::StatusOr<Layers> found = FindLayers(graph.view(), directories, nullptr);
  EXPECT_THAT(found, testing::IsOk());
  return found.ok() ? *found : Layers();
}

TEST(FindLayers, ADirectoryLiesAboveWhatItsCodeUses) {
  EXPECT_THAT(LayersOf(R"(
    main.py
      function main()
    shop/cart.py
      function total()
    mail/send.py
      function send()
    util/text.py
      function trim()
    main -> total
    main -> send
    total -> trim
    send -> trim
  )",
                       {"", "mail", "shop", "util"}),
              ElementsAre(ElementsAre("util"), ElementsAre("mail", "shop"), ElementsAre("")));
}

TEST(FindLayers, OfTwoThatUseEachOtherTheMoreUsedLiesBelow) {
  EXPECT_THAT(LayersOf(R"(
    a/a.py
      function one()
      function two()
    b/b.py
      function three()
      function four()
    one -> three
    two -> four
    four -> one
  )",
                       {"a", "b"}),
              ElementsAre(ElementsAre("b"), ElementsAre("a")));
}

TEST(FindLayers, HavingTheMethodsOfAnInterfaceIsNoUse) {
  EXPECT_THAT(LayersOf(R"(
    peer/peer.go
      class Peer
        method join()
    notify/notify.go
      interface Joiner
        method join()
      function start()
    notify/notify.go:start -> Peer.join
    Peer -implements:method_set-> Joiner
    Peer.join -overrides:method_set-> Joiner.join
  )",
                       {"notify", "peer"}),
              ElementsAre(ElementsAre("peer"), ElementsAre("notify")));
}

TEST(FindLayers, ACircleIsOpenedWhereItIsThinnest) {
  EXPECT_THAT(LayersOf(R"(
    a/a.py
      function one()
      function two()
    b/b.py
      function three()
      function four()
    c/c.py
      function five()
    one -> three
    two -> four
    three -> five
    four -> five
    five -> one
  )",
                       {"a", "b", "c"}),
              ElementsAre(ElementsAre("c"), ElementsAre("b"), ElementsAre("a")));
}

TEST(FindLayers, ACircleSharesALayer) {
  EXPECT_THAT(LayersOf(R"(
    a/a.py
      function one()
    b/b.py
      function two()
    c/c.py
      function three()
    top/main.py
      function main()
    one -> two
    two -> three
    three -> one
    main -> two
  )",
                       {"top", "c", "b", "a"}),
              ElementsAre(ElementsAre("a", "b", "c"), ElementsAre("top")));
}

TEST(FindLayers, TestsAndWhatIsTiedToNothingAreInNone) {
  EXPECT_THAT(LayersOf(R"(
    a/a.py
      function one()
    b/b.py
      function two()
    alone/c.py
      function three()
    tests/test_a.py +test
      function test_one() +test
    one -> two
    test_one -> three
    alone/c.py ? run unknown
  )",
                       {"a", "alone", "b", "tests"}),
              ElementsAre(ElementsAre("b"), ElementsAre("a")));
  EXPECT_THAT(LayersOf("", {}), IsEmpty());
}

// A file belongs to the nearest directory that is given.
TEST(FindLayers, DirectoriesInsideOfOthersStandForThemselves) {
  EXPECT_THAT(LayersOf(R"(
    src/app.py
      function run()
    src/shop/cart/cart.py
      function total()
    src/util.py
      function trim()
    run -> total
    run -> trim
  )",
                       {"src", "src/shop"}),
              ElementsAre(ElementsAre("src/shop"), ElementsAre("src")));
}

}  // namespace
}  // namespace waymark::retrieval
