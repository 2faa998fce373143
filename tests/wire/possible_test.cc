// Possible uses by place, in the formats that people and models read.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"
#include "wire/codec.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;

Payload WithPossibleUses() {
  Payload payload;
  payload.tool = "find_usages";
  payload.completeness = {Certainty::kIncomplete, 2, "2 unresolved references"};
  payload.possible = {{{"src/a.py", 3, 5}, "a.run", "its name on something of unknown type"},
                      {{"src/b c.py", 9, 0}, "", "its name in a text"}};
  return payload;
}

std::string Written(const std::string& format) {
  const absl::StatusOr<std::string> text =
      CodecRegistry::BuiltIn().Encode(format, WithPossibleUses(), kFullAnswer);
  EXPECT_THAT(text, testing::IsOk());
  return text.value_or("");
}

TEST(PossibleUses, AreCommentsOfGcf) {
  EXPECT_EQ(Written("gcf"), R"(GCF tool=find_usages symbols=0
# completeness=incomplete possible_uses=2: 2 unresolved references
# possible src/a.py:3 a.run: its name on something of unknown type
# possible src/b%20c.py:9: its name in a text
)");
}

TEST(PossibleUses, DoNotKeepGcfFromBeingRead) {
  EXPECT_THAT(CodecRegistry::BuiltIn().Decode("gcf", Written("gcf")), testing::IsOk());
}

TEST(PossibleUses, AreAListInMarkdown) {
  const std::string text = Written("markdown");
  EXPECT_THAT(text, HasSubstr("- Possible use at `src/a.py:3` in `a.run`: "
                              "`its name on something of unknown type`\n"));
  EXPECT_THAT(text, HasSubstr("- Possible use at `src/b c.py:9`: `its name in a text`\n"));
}

TEST(PossibleUses, AreElementsOfXml) {
  const std::string text = Written("xml");
  EXPECT_THAT(text, HasSubstr("<possible path=\"src/a.py\" line=\"3\" column=\"5\" "
                              "symbol=\"a.run\">its name on something of unknown type</possible>"));
  EXPECT_THAT(text, HasSubstr("<possible path=\"src/b c.py\" line=\"9\">"));
}

}  // namespace
}  // namespace waymark::wire
