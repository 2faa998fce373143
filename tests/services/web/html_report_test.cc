// A report is the page with its answers in one file.
#include "services/html_report.h"

#include <atomic>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "page_under_test.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// The text of the element with an id.
std::string ElementIn(const std::string& html, const std::string& id) {
  const std::size_t element = html.find("id=\"" + id + "\"");
  if (element == std::string::npos) return "";
  const std::size_t begin = html.find('>', element) + 1;
  return html.substr(begin, html.find("</script>", begin) - begin);
}

json DataIn(const HtmlReport& report) {
  return json::parse(ElementIn(report.html, "waymark-data"), nullptr, false);
}

class HtmlReportTest : public PageTest {
 protected:
  absl::StatusOr<HtmlReport> Make(const HtmlReportOptions& options = {}) {
    return MakeHtmlReport(options_, options, {});
  }
};

TEST_F(HtmlReportTest, HoldsTheAnswersOfThePageByTheirPaths) {
  Start();

  WM_ASSERT_OK_AND_ASSIGN(const HtmlReport report, Make({.version = "1.2.3"}));

  const json data = DataIn(report);
  EXPECT_EQ(data["repository"], "shop");
  EXPECT_EQ(data["waymark"], "1.2.3");
  EXPECT_EQ(data["api"]["/api/outline"], Ask("/api/outline"));
  EXPECT_EQ(data["api"]["/api/map"], Ask("/api/map"));
  const std::string hub = data["api"]["/api/outline"]["hubs"][0]["name"];
  EXPECT_EQ(data["api"]["/api/symbol?name=" + hub], Ask("/api/symbol?name=" + hub));
  EXPECT_EQ(data["api"].size(), report.answers);
  EXPECT_EQ(report.left_out, 0U);
}

TEST_F(HtmlReportTest, ThereIsNoneIfTheQuestionsAreCutOff) {
  Start();
  std::atomic<bool> cancelled = false;
  options_.machine.doctor = [&](const DoctorAnswer&) {
    cancelled = true;
    return std::string("{}");
  };

  EXPECT_THAT(MakeHtmlReport(options_, {}, {.cancelled = &cancelled}).status(),
              testing::StatusIs(absl::StatusCode::kCancelled, HasSubstr("nothing was written")));
}

TEST_F(HtmlReportTest, LoadsNothingFromElsewhere) {
  Start();

  WM_ASSERT_OK_AND_ASSIGN(const HtmlReport report, Make());

  const std::string head = report.html.substr(0, report.html.find("<style>"));
  EXPECT_THAT(head, AllOf(HasSubstr("default-src 'none'; script-src 'sha256-"),
                          HasSubstr("style-src 'sha256-"), Not(HasSubstr("/app.js")),
                          Not(HasSubstr("/app.css"))));
  EXPECT_NE(ElementIn(report.html, "waymark-worker"), "");
}

TEST_F(HtmlReportTest, TextOfTheRepositoryEndsNoElement) {
  directory_.WriteFile("shop/shop/<!--.py",
                       "def hostile():\n    return '</script><script>alert(1)</script>'\n");
  directory_.WriteFile("shop/shop/user.py",
                       "from shop.cart import Cart\n\n\ndef f():\n"
                       "    return Cart().total(), '</script><script>alert(1)</script>'\n");
  Start();

  WM_ASSERT_OK_AND_ASSIGN(const HtmlReport report, Make());

  EXPECT_THAT(report.html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(report.html, HasSubstr("\\u003c!--.py"));
  const json data = DataIn(report);
  ASSERT_TRUE(data.is_object());
  EXPECT_EQ(data["api"]["/api/map"], Ask("/api/map"));
}

TEST_F(HtmlReportTest, AnswersThatDoNotFitAreLeftOut) {
  Start();
  WM_ASSERT_OK_AND_ASSIGN(const HtmlReport whole, Make());

  WM_ASSERT_OK_AND_ASSIGN(const HtmlReport part, Make({.most_bytes = whole.html.size() - 1000}));

  EXPECT_GT(part.left_out, 0U);
  EXPECT_LE(part.html.size(), whole.html.size() - 1000);
  EXPECT_TRUE(DataIn(part)["api"].contains("/api/outline")) << "the most important comes first";
}

TEST_F(HtmlReportTest, AnUnknownRevisionIsAnError) {
  Start();

  EXPECT_FALSE(Make({.base = "no-such-branch"}).ok());
}

}  // namespace
}  // namespace waymark::services
