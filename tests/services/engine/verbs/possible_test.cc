// Possible uses by place, in answers about users.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callers_fixture.h"
#include "services/payload_text.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class PossibleTest : public CallersTest {
 protected:
  void SetUp() override {
    Write("shop.py", R"(class Cart:
    def total(self):
        return 1

class Bill:
    def total(self):
        return 2

def pay(thing):
    return thing.total()

def show(cart: Cart, name="total"):
    return getattr(cart, name)
)");
    Index();
  }

  wire::Payload Usages(bool possible) {
    const auto answer =
        engine_->Usages({.root = root_, .symbol = "Cart.total", .possible = possible}, {});
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.ok() ? answer->payload : wire::Payload{};
  }

  static std::vector<std::string> Places(const wire::Payload& payload) {
    std::vector<std::string> places;
    for (const wire::PossibleUse& use : payload.possible) {
      places.push_back(fmt::format("{}:{} {}", use.site.path, use.site.line, use.symbol));
    }
    return places;
  }
};

TEST_F(PossibleTest, AreListedWithTheirReasonsIfAskedFor) {
  const wire::Payload payload = Usages(true);

  EXPECT_EQ(payload.completeness.certainty, wire::Certainty::kIncomplete);
  EXPECT_EQ(payload.completeness.possible_uses, 2U);
  EXPECT_THAT(Places(payload), ElementsAre("shop.py:10 shop.pay", "shop.py:13 shop.show"));
  EXPECT_EQ(payload.possible[1].why, "uses a member of its type by a computed name");
  EXPECT_THAT(PossibleText(payload),
              EndsWith("  shop.py:13  shop.show: uses a member of its type by a computed name\n"));
}

TEST_F(PossibleTest, AreElseCountedWithTheCallThatListsThem) {
  const wire::Payload payload = Usages(false);

  EXPECT_THAT(payload.possible, IsEmpty());
  EXPECT_EQ(payload.completeness.possible_uses, 2U);
  EXPECT_THAT(payload.completeness.reason,
              AllOf(HasSubstr("; list: waymark usages 'Cart.total'"), HasSubstr(" --possible")));
  EXPECT_THAT(CompletenessLine(payload.completeness), HasSubstr("incomplete: 2 possible uses ("));
}

TEST_F(PossibleTest, AreThoseOfAllThatABlastRadiusReaches) {
  const auto answer = engine_->BlastRadius(
      {.root = root_, .symbol = "Cart.total", .limit = 1, .possible = true}, {});
  ASSERT_TRUE(answer.ok()) << answer.status();

  EXPECT_EQ(answer->payload.completeness.possible_uses, 2U);
  EXPECT_THAT(Places(answer->payload), ElementsAre("shop.py:10 shop.pay"))
      << "as many as the limit of the answer";
}

// The callers of a Java class in a tree with Scala files.
TEST_F(PossibleTest, InOtherLanguagesComeFirstWhereNothingElseIsKnown) {
  Write("src/Pump.java",
        "package shop;\npublic class Pump {\n  public void start() {}\n  void stop() {}\n}\n");
  Write("src/Main.scala", "object Main { new Pump().start() }\n");
  Index();

  const auto answer = engine_->BlastRadius({.root = root_, .symbol = "Pump.start"}, {});
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_THAT(answer->payload.completeness.reason,
              StartsWith(".scala files, which are not parsed, may use it; 1 word in a file"));
  const auto unused = engine_->BlastRadius({.root = root_, .symbol = "Pump.stop"}, {});
  ASSERT_TRUE(unused.ok()) << unused.status();
  EXPECT_EQ(unused->payload.completeness.certainty, wire::Certainty::kComplete);
}

}  // namespace
}  // namespace waymark::services
