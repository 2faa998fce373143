// A line of a log has one event and can be taken apart again.
#include "services/log_line.h"

#include <gtest/gtest.h>

namespace waymark::services {
namespace {

TEST(LogLine, HasKeysAndValues) {
  EXPECT_EQ(LogLine("call").With("verb", "context").With("ms", 12.3456).With("rows", 7).text(),
            "event=call verb=context ms=12.346 rows=7");
}

TEST(LogLine, QuotesWhatWouldEndAValueOrTheLine) {
  EXPECT_EQ(LogLine("x").With("reason", "no such file").text(), "event=x reason=\"no such file\"");
  EXPECT_EQ(LogLine("x").With("empty", "").text(), "event=x empty=\"\"");
  EXPECT_EQ(LogLine("x").With("path", "a=b").text(), "event=x path=\"a=b\"");
  EXPECT_EQ(LogLine("x").With("path", "a\"b\\c\nd\x1b[m").text(),
            "event=x path=\"a\\\"b\\\\c\\nd\\u001b[m\"");
  EXPECT_EQ(LogLine("x").With("path", "a\u2028b\u202E\xff").text(),
            "event=x path=\"a\\u2028b\\u202e\\xff\"");
}

}  // namespace
}  // namespace waymark::services
