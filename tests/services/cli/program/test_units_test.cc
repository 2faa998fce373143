// What counts as a test of a symbol where a runner decides it: methods of minitest, fixtures that
// pytest makes for all tests in their reach.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callers_fixture.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class TestUnitsTest : public CallersTest {
 protected:
  TestScopeAnswer ScopeOf(const std::string& symbol) {
    const auto answer = engine_->TestScope({.root = root_, .symbols = {symbol}}, {});
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.ok() ? *answer : TestScopeAnswer{};
  }

  static std::vector<std::string> NamesOf(const TestScopeAnswer& answer) {
    std::vector<std::string> names;
    for (const ScopeTest& test : answer.tests) names.push_back(test.name);
    return names;
  }
};

TEST_F(TestUnitsTest, OfMinitestAreTheMethodsOfAClass) {
  Write("lib/calc.rb", R"(class Calc
  def add(a, b) = a + b
  def test_mode = 1
end
)");
  Write("test/calc_test.rb", R"(require 'minitest/autorun'
require 'calc'
class CalcTest < Minitest::Test
  def test_adds
    assert_equal 3, Calc.new.add(1, 2)
  end

  def test_sums
    sum
  end

  def sum
    Calc.new.add(1, 2)
  end

  def test_other
    assert true
  end
end
)");
  Index();

  const TestScopeAnswer answer = ScopeOf("Calc#add");
  EXPECT_THAT(NamesOf(answer), UnorderedElementsAre("CalcTest#test_adds", "CalcTest#test_sums"));
  ASSERT_EQ(answer.runners.size(), 1U);
  EXPECT_EQ(answer.runners[0].arguments, "test/calc_test.rb -n '/^(test_adds|test_sums)$/'");
  const TestScopeAnswer of_mode = ScopeOf("Calc#test_mode");
  EXPECT_EQ(of_mode.sure, 0U);
  ASSERT_FALSE(of_mode.tests.empty());  // those of the file that is named after its file
  EXPECT_EQ(of_mode.tests[0].evidence, "named_after");
}

TEST_F(TestUnitsTest, OfAFixtureThatAllUseAreThoseInItsReach) {
  Write("lib.py", "def make():\n    return 1\n");
  Write("tests/conftest.py", R"(import pytest
from lib import make

@pytest.fixture(autouse=True)
def auto():
    make()

@pytest.fixture(autouse=False)
def asked():
    pass
)");
  Write("tests/test_a.py", R"(import pytest

class TestOne:
    @pytest.fixture(autouse=True)
    def own(self):
        pass

    def test_in(self):
        pass

def test_out():
    pass
)");
  Write("other/test_b.py", "def test_far():\n    pass\n");
  Index();

  EXPECT_THAT(NamesOf(ScopeOf("make")),
              UnorderedElementsAre("tests.test_a.TestOne.test_in", "tests.test_a.test_out"));
  EXPECT_THAT(NamesOf(ScopeOf("TestOne.own")), ElementsAre("tests.test_a.TestOne.test_in"));
  EXPECT_THAT(NamesOf(ScopeOf("asked")), IsEmpty());
}

}  // namespace
}  // namespace waymark::services
