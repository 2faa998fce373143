// Contexts of several repositories: what their completeness says at each page, and formats.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::StatusIs;

constexpr char kUnranked[] = "weaker matches that are not ranked";

// Two repositories each of which has more than is ranked.
class ContextAcrossTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_, Engine::Open({.store_directory = top_ / "store"}));
    for (const char* name : {"mail", "shop"}) {
      std::string text;
      for (int i = 0; i < 60; ++i) {
        text += fmt::format("def total_{}(price):\n    return price\n\n\n", i);
      }
      // Of the names of others, and so not ranked.
      for (int i = 10; i < 19; ++i) {
        text += fmt::format("def total_{}(cart):\n    return cart\n\n\n", i);
      }
      directory_.WriteFile(fmt::format("{}/{}/price.py", name, name), text);
      WM_ASSERT_OK(engine_->Index({.root = top_ / name}, nullptr, {}));
      members_.push_back({.name = name, .root = top_ / name});
    }
  }

  absl::StatusOr<ContextAnswer> Ask(const ContextRequest& request) {
    return engine_->Context(request, {});
  }

  std::uint64_t UnrankedOf(const std::string& name) {
    const absl::StatusOr<ContextAnswer> whole =
        Ask({.root = top_ / name, .task = "total price", .budget_tokens = 100'000});
    EXPECT_TRUE(whole.ok()) << whole.status();
    return whole.ok() ? std::stoull(whole->payload.completeness.reason) : 0;
  }

  testing::TempDir directory_;
  std::filesystem::path top_ = std::filesystem::canonical(directory_.path());
  std::unique_ptr<Engine> engine_;
  std::vector<WorkspaceMember> members_;
};

TEST_F(ContextAcrossTest, OnlyTheLastAnswerSaysWhatNoneShows) {
  const std::uint64_t unranked = UnrankedOf("mail") + UnrankedOf("shop");
  ASSERT_GT(unranked, 0U);
  ContextRequest request{.root = top_ / "mail",
                         .task = "total price",
                         .budget_tokens = 1500,
                         .repositories = members_};
  for (int pages = 1; pages < 60; ++pages) {
    WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer, Ask(request));
    const wire::Completeness& completeness = answer.payload.completeness;
    if (!answer.payload.truncation.has_value()) {
      EXPECT_GT(pages, 2);
      EXPECT_EQ(completeness.certainty, wire::Certainty::kIncomplete);
      EXPECT_EQ(completeness.reason, fmt::format("{} {}", unranked, kUnranked)) << "once";
      return;
    }
    EXPECT_THAT(completeness.reason, Not(HasSubstr(kUnranked))) << "page " << pages;
    request.held.exclude.push_back(answer.payload.pack_root->ToHex());
  }
  ADD_FAILURE() << "the pages do not end";
}

TEST_F(ContextAcrossTest, TextForPeopleIsOfOneRepository) {
  const auto is_refused =
      StatusIs(absl::StatusCode::kNotFound,
               AllOf(HasSubstr("format 'text' is unknown"), HasSubstr("gcf"), HasSubstr("json")));
  EXPECT_THAT(Ask({.root = top_ / "mail",
                   .task = "total price",
                   .encoding = {.format = "text"},
                   .repositories = members_}),
              is_refused);
  const Encoding text{.format = "text"};
  const std::filesystem::path root = top_ / "mail";
  WM_EXPECT_OK(Ask({.root = root, .task = "total price", .encoding = text}).status());
  EXPECT_THAT(
      engine_->BlastRadius({.root = root, .symbol = "total_1", .encoding = text}, {}).status(),
      is_refused);
  EXPECT_THAT(engine_->Usages({.root = root, .symbol = "total_1", .encoding = text}, {}).status(),
              is_refused);
  EXPECT_THAT(engine_->Search({.root = root, .query = "total", .encoding = text}, {}).status(),
              is_refused);
  EXPECT_THAT(engine_->Symbol({.root = root, .name = "total_2", .encoding = text}, {}).status(),
              is_refused);
}

TEST_F(ContextAcrossTest, ABadTaskAmongSeveralIsNamed) {
  ContextRequest request{.root = top_ / "mail", .task = "total", .also = {"price", " ", "x"}};
  EXPECT_THAT(Ask(request),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("task 3 of 4 is empty")));
  request.also[1] = std::string(70'000, 'x');
  EXPECT_THAT(Ask(request), StatusIs(absl::StatusCode::kInvalidArgument,
                                     HasSubstr("task 3 of 4 has 70000 bytes; the limit is")));
  request.also[1] = "of the";
  EXPECT_THAT(Ask(request), StatusIs(absl::StatusCode::kInvalidArgument,
                                     AllOf(HasSubstr("task 3 of 4: "), HasSubstr("too common"))));
  request.also.clear();
  request.around = {"total_1", ""};
  EXPECT_THAT(Ask(request), StatusIs(absl::StatusCode::kInvalidArgument,
                                     HasSubstr("symbol or file 2 of 2 is empty")));
}

}  // namespace
}  // namespace waymark::services
