#include "question/test_ids.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::waymark::testing::DrawnGraph;

const DrawnGraph& TestIdsGraph() {
  static const DrawnGraph graph(R"(
tests/test_cart.py +test
  class TestCart
    method test_total
  function test_total
tests/test_other.py +test
  function test_total
cart_test.go +test
  function TestTotal
  class Cart
    method add
tests/test_big.py +test
  class TestBig
TestBig -extends-> tests/test_cart.py:TestCart
src/cart.go
  function Total
  function add
)");
  return graph;
}

std::vector<std::string> NamedTests(std::string_view text) {
  return TestIdsGraph().NamesOf(TestsCalled(TestIdsGraph().view(), FindTestIds(text)).symbols);
}

TEST(TestIds, OfAFileNameATestInIt) {
  EXPECT_THAT(NamedTests("FAILED tests/test_cart.py::TestCart::test_total[a-b] - AssertionError"),
              ElementsAre("TestCart.test_total"));
  EXPECT_THAT(NamedTests("shop/tests/test_cart.py::test_total"), IsEmpty());
  EXPECT_THAT(NamedTests("see test_cart.py#TestCart.test_total."),
              ElementsAre("TestCart.test_total"));
  EXPECT_EQ(NamedTests("tests/test_other.py::test_total").size(), 1U);
}

TEST(TestIds, OfAFileThatIsNotThereNameNothing) {
  EXPECT_THAT(NamedTests("tests/test_gone.py::TestCart::test_total"), IsEmpty());
  EXPECT_THAT(NamedTests("test_big.py::TestBig::test_total"), ElementsAre("TestCart.test_total"))
      << "by the file of the type that inherits it";
  EXPECT_THAT(NamedTests("test_gone.py::TestBig::test_total"), IsEmpty());
}

TEST(TestIds, OfAPartNameTheTestFunctionBeforeTheSlash) {
  EXPECT_THAT(NamedTests("--- FAIL: TestTotal/in_dollars (0.00s)"), ElementsAre("TestTotal"));
  EXPECT_THAT(NamedTests("Total/in_dollars and src/cart.go"), IsEmpty());
}

TEST(TestIds, OfNoFileNameWhatAllOfThatNameAreTestsOf) {
  const auto named = [](const std::string& name) {
    return TestIdsGraph().NamesOf(
        TestsCalled(TestIdsGraph().view(), {{.path = "", .name = name}}).symbols);
  };
  EXPECT_THAT(named("TestCart.test_total"), ElementsAre("TestCart.test_total"));
  EXPECT_THAT(named("TestCart"), ElementsAre("TestCart"));
  EXPECT_EQ(named("test_total").size(), 3U);
  EXPECT_THAT(named("Total"), IsEmpty());
  EXPECT_THAT(named("Cart.add"), IsEmpty()) << "what is tested is called so";
}

TEST(TestIds, AreNamesInTheFirstLineAndWhereTestsFail) {
  EXPECT_EQ(LinesAboutTests("\n\nTestCart is slow\n\nAlso covered by TestSum"),
            "TestCart is slow\n");
  EXPECT_EQ(LinesAboutTests("fix this\n--- FAIL: TestCart (0.01s)\n    cart_test.go:7: 3\n"),
            "fix this\n--- FAIL: TestCart (0.01s)\n");
  EXPECT_EQ(LinesAboutTests("cart\nERROR: test_total (cart.TestCart)\ntest cart::adds ... FAILED"),
            "cart\nERROR: test_total (cart.TestCart)\ntest cart::adds ... FAILED\n");
}

TEST(TestIds, TellHowTheyWereRead) {
  EXPECT_THAT(
      TestsCalled(TestIdsGraph().view(), FindTestIds("`test_cart.py::TestCart::test_total`")).names,
      ElementsAre("test_cart.py::TestCart::test_total"));
}

}  // namespace
}  // namespace waymark::retrieval
