// What a blast radius comes to, in every format that has a place for it.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"
#include "wire/codec.h"
#include "wire/payload.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using ::testing::Not;
using testing::StatusIs;

Payload Sample() {
  Payload payload;
  payload.tool = "blast_radius";
  Affected& affected = payload.affected.emplace();
  affected.symbols = 23;
  affected.packages = {.count = 3, .names = {"src/shop", "tests"}};
  affected.exported = {.count = 1, .names = {"shop.Map<K, V>"}};
  affected.routes = {.count = 1, .names = {"GET /carts/:id"}};
  affected.entry_points = {.count = 0};
  affected.risk = {
      .level = RiskLevel::kMedium,
      .score = 0.375F,
      .reasons = {{.factor = "reach", .share = 0.5F, .text = "23 symbols depend on it"},
                  {.factor = "history", .share = std::nullopt, .text = "not known"}}};
  return payload;
}

std::string EncodeAs(const std::string& format, const Payload& payload) {
  const absl::StatusOr<std::string> text =
      CodecRegistry::BuiltIn().Encode(format, payload, kFullAnswer);
  EXPECT_THAT(text, IsOk());
  return text.value_or("");
}

TEST(Affected, GcfHasALineForEachListThatWasTold) {
  EXPECT_EQ(EncodeAs("gcf", Sample()), R"(GCF tool=blast_radius symbols=0
# affected=23 files=0 tests=0
# packages=3: src/shop, tests, ...
# exported=1: shop.Map<K, V>
# routes=1: GET /carts/:id
# entry_points=0
# risk=medium score=0.38
# risk reach=0.50: 23 symbols depend on it
# risk history=unknown: not known
)");
}

TEST(Affected, JsonGivesBackWhatItWasGiven) {
  const Payload payload = Sample();

  const std::string text = EncodeAs("json", payload);

  EXPECT_THAT(text, HasSubstr(R"("packages":{"count":3,"names":["src/shop","tests"]})"));
  EXPECT_THAT(text, HasSubstr(R"("entry_points":{"count":0,"names":[]},"risk":)"));
  EXPECT_THAT(text, HasSubstr(R"({"level":"medium","score":0.375,"reasons":[{"factor":"reach",)"
                              R"("share":0.5,"text":"23 symbols depend on it"},)"
                              R"({"factor":"history","text":"not known"}]})"));
  EXPECT_THAT(text, Not(HasSubstr("owners"))) << "nobody said who they are";
  EXPECT_THAT(CodecRegistry::BuiltIn().Decode("json", text), testing::IsOkAndHolds(payload));
}

TEST(Affected, JsonRefusesLevelsAndSharesThatAreNone) {
  const auto decode = [](const std::string& risk) {
    return CodecRegistry::BuiltIn().Decode(
        "json", R"({"tool":"t","symbols":[],"affected":{"symbols":1,"risk":)" + risk + "}}");
  };
  EXPECT_THAT(decode(R"({"level":"low","score":1})"), IsOk());
  EXPECT_THAT(
      decode(R"({"level":"severe","score":1})"),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not low, medium, high or unknown")));
  EXPECT_THAT(decode(R"({"score":1.5})"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not from 0 to 1")));
  EXPECT_THAT(decode(R"({"score":1,"reasons":[{"factor":"reach","share":-1}]})"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not from 0 to 1")));
}

TEST(Affected, XmlHasAnElementForEachList) {
  EXPECT_THAT(EncodeAs("xml", Sample()), HasSubstr(R"(    <packages count="3">
      <name>src/shop</name>
      <name>tests</name>
    </packages>
    <exported count="1">
      <name>shop.Map&lt;K, V&gt;</name>
    </exported>
    <routes count="1">
      <name>GET /carts/:id</name>
    </routes>
    <entry_points count="0"/>
    <risk level="medium" score="0.375">
      <reason factor="reach" share="0.5">23 symbols depend on it</reason>
      <reason factor="history">not known</reason>
    </risk>
  </affected>
)"));
}

TEST(Affected, MarkdownListsThemUnderTheTotals) {
  EXPECT_THAT(EncodeAs("markdown", Sample()), HasSubstr(R"(
  - 3 packages: `src/shop`, `tests`, ...
  - 1 exported: `shop.Map<K, V>`
  - 1 routes: `GET /carts/:id`
  - 0 entry points
- Risk: medium (0.38)
  - reach 0.50: `23 symbols depend on it`
  - history unknown: `not known`
)"));
}

TEST(Affected, GcxHasTheCommentsOfGcf) {
  EXPECT_THAT(EncodeAs("gcx", Sample()), HasSubstr(R"(
# affected=23 files=0 tests=0
# packages=3: src/shop, tests, ...
# exported=1: shop.Map<K, V>
# routes=1: GET /carts/:id
# entry_points=0
# risk=medium score=0.38
# risk reach=0.50: 23 symbols depend on it
# risk history=unknown: not known
)"));
}

TEST(Affected, NamesThatAreNotTextAreMendedOnce) {
  Payload payload = Sample();
  payload.affected->packages->names = {"src/\xFF", "two\nlines"};
  EXPECT_THAT(Check(payload), StatusIs(absl::StatusCode::kInvalidArgument));

  EXPECT_THAT(Canonicalize(payload), IsOk());

  EXPECT_THAT(payload.affected->packages->names, ::testing::ElementsAre("src/\uFFFD", "two lines"));
}

}  // namespace
}  // namespace waymark::wire
