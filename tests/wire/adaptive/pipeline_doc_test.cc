// The example of docs/PIPELINE.md is read as the page says.
#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "adaptive/json_value.h"
#include "testing/golden.h"
#include "testing/status_matchers.h"
#include "wire/adaptive.h"

namespace waymark::wire {
namespace {

// The text between `begin` and `end` on the page; empty if they are not there.
std::string Between(std::string_view begin, std::string_view end) {
  const std::string page =
      testing::ReadFile(std::filesystem::path(WM_SOURCE_DIR) / "docs/PIPELINE.md");
  const std::size_t at = page.find(begin);
  if (at == std::string::npos) return "";
  const std::size_t text = at + begin.size();
  return page.substr(text, page.find(end, text) - text);
}

TEST(PipelinePage, ShowsLinesWithTheirValue) {
  const std::string lines = Between("\n````\n", "\n````\n");
  const auto value = ParseJsonValue(Between("\n```json\n", "\n```\n"));
  ASSERT_THAT(value, testing::IsOk());

  EXPECT_THAT(ExpandText(lines), testing::IsOkAndHolds(CompactJson(*value)));
}

}  // namespace
}  // namespace waymark::wire
