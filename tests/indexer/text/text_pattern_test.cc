#include "text/text_pattern.h"

#include <gtest/gtest.h>

#include "graph/open_names.h"

namespace waymark::indexer {
namespace {

std::string Pattern(std::string_view prefix, std::string_view suffix) {
  PastedName name;
  name.prefix = prefix;
  name.suffix = suffix;
  name.is_between = false;
  return TextOfPasted(name);
}

TEST(PatternOf, KnowsTheBeginningAndTheEndOfWhatIsPutTogether) {
  EXPECT_EQ(PatternOf("\"visit_\" + kind"), Pattern("visit_", ""));
  EXPECT_EQ(PatternOf("f\"visit_{kind}\""), Pattern("visit_", ""));
  EXPECT_EQ(PatternOf("'get_%s' % name"), Pattern("get_", ""));
  EXPECT_EQ(PatternOf("'get_{}'.format(name)"), Pattern("get_", ""));
  EXPECT_EQ(PatternOf("`on${name}Changed`"), Pattern("on", "Changed"));
  EXPECT_EQ(PatternOf(":\"#{option}=\""), Pattern("", "="));
  EXPECT_EQ(PatternOf("$\"Get{name}\""), Pattern("Get", ""));
  EXPECT_EQ(PatternOf("'get' . $name"), Pattern("get", ""));
  EXPECT_EQ(PatternOf("name + \"_handler\""), Pattern("", "_handler"));
  EXPECT_EQ(PatternOf("\"do_\" + name + \"_now\""), Pattern("do_", "_now"));
}

TEST(PatternOf, KnowsNothingOfOtherTexts) {
  for (const char* text : {"", "name", "\"visit\"", "\"_\".join(parts)", "\"a\" if b else \"c\"",
                           "a ? \"b\" : \"c\"", "f\"{kind}\"", "name.lower()", "\"a b\" + c",
                           "\"a\\\"b\" + c", "table[\"x\"]", "first or \"x\""}) {
    EXPECT_EQ(PatternOf(text), "") << text;
  }
}

}  // namespace
}  // namespace waymark::indexer
