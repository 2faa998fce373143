// Commits that matter, in the formats that people and models read.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"
#include "wire/codec.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;

Payload WithCommits() {
  Payload payload;
  payload.tool = "context_for_task";
  payload.commits = {{.id = "8a41c2d94f01",
                      .day = "2024-05-02",
                      .subject = "Pay once, since banks refuse",
                      .files = {{"shop/cart.py", {"Cart.pay", "Cart.add"}}, {"shop/b c.py", {}}},
                      .more_files = 3},
                     {.id = "0b5f1d0c3e7a",
                      .day = "2023-01-09",
                      .subject = "Begin",
                      .files = {{"shop/cart.py", {}}},
                      .more_files = 0}};
  return payload;
}

std::string WrittenCommits(const std::string& format) {
  const absl::StatusOr<std::string> text =
      CodecRegistry::BuiltIn().Encode(format, WithCommits(), kFullAnswer);
  EXPECT_THAT(text, testing::IsOk());
  return text.value_or("");
}

TEST(Commits, AreCommentsOfGcf) {
  EXPECT_EQ(WrittenCommits("gcf"), R"(GCF tool=context_for_task symbols=0
# commit 8a41c2d94f01 2024-05-02 shop/cart.py#Cart.pay,Cart.add shop/b%20c.py +3 more: Pay once, since banks refuse
# commit 0b5f1d0c3e7a 2023-01-09 shop/cart.py: Begin
)");
}

TEST(Commits, AreCommentsOfGcx) {
  EXPECT_THAT(WrittenCommits("gcx"),
              HasSubstr("# commit 0b5f1d0c3e7a 2023-01-09 shop/cart.py: Begin\n"));
}

TEST(Commits, DoNotKeepTextFromBeingRead) {
  for (const char* format : {"gcf", "gcf3", "gcf-short", "gcx"}) {
    EXPECT_THAT(CodecRegistry::BuiltIn().Decode(format, WrittenCommits(format)), testing::IsOk())
        << format;
  }
}

TEST(Commits, ComeBackFromJson) {
  WM_ASSERT_OK_AND_ASSIGN(const Payload read,
                          CodecRegistry::BuiltIn().Decode("json", WrittenCommits("json")));

  EXPECT_EQ(read.commits, WithCommits().commits);
}

TEST(Commits, AreAListInMarkdown) {
  EXPECT_THAT(WrittenCommits("markdown"),
              HasSubstr("- Commit `8a41c2d94f01` of `2024-05-02`: `Pay once, since banks refuse`; "
                        "`shop/cart.py` (`Cart.pay`, `Cart.add`), `shop/b c.py`, 3 more files\n"));
}

TEST(Commits, AreElementsOfXml) {
  EXPECT_THAT(WrittenCommits("xml"), HasSubstr(R"(  <commit id="0b5f1d0c3e7a" day="2023-01-09">
    <subject>Begin</subject>
    <file path="shop/cart.py"/>
  </commit>
)"));
  EXPECT_THAT(WrittenCommits("xml"), HasSubstr("<symbol>Cart.pay</symbol>"));
}

TEST(Commits, HaveALimit) {
  Payload payload = WithCommits();
  payload.commits.resize(kMaxCommits + 1);

  EXPECT_THAT(CodecRegistry::BuiltIn().Encode("json", payload, kFullAnswer).status(),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("commits")));
}

}  // namespace
}  // namespace waymark::wire
