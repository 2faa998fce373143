// What `team enqueue` takes for repositories.
#include "team/new_jobs.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Eq;
using testing::GitRepository;
using ::testing::HasSubstr;
using testing::IsOkAndHolds;
using ::testing::Optional;
using testing::StatusIs;
using testing::TempDir;

TEST(EnqueueInterval, HasAUnitAndIsAMinuteAtLeast) {
  EXPECT_THAT(ParseInterval("90s"), Optional(std::chrono::seconds(90)));
  EXPECT_THAT(ParseInterval("30m"), Optional(std::chrono::minutes(30)));
  EXPECT_THAT(ParseInterval("1h"), Optional(std::chrono::hours(1)));
  EXPECT_THAT(ParseInterval("7d"), Optional(std::chrono::hours(168)));
  for (const char* const text :
       {"", "h", "1", "59s", "0m", "-1h", "1.5h", "1 h", "367d", "1w", "99999999999h"}) {
    EXPECT_THAT(ParseInterval(text), Eq(std::nullopt)) << text;
  }
}

class NewJobsTest : public ::testing::Test {
 protected:
  NewJobsTest() {
    settings_.working_directory = fs::canonical(directory_.path());
    const GitRepository shop(settings_.working_directory / "shop");
    shop.Commit("first");
    testing::RunGit(settings_.working_directory, "clone -q --bare shop shop.git");
  }

  absl::StatusOr<std::vector<JobKey>> Named(EnqueueArguments arguments) const {
    return NamedJobs(arguments, settings_);
  }

  std::string PathOf(const std::string& name) const {
    return (settings_.working_directory / name).string();
  }

  TempDir directory_;
  Settings settings_;
};

TEST_F(NewJobsTest, UrlsStayAndPathsBecomeAbsolute) {
  EXPECT_THAT(
      Named({.sources = {"https://example.org/shop", "git@example.org:shop", "shop", "./shop.git"},
             .revision = "main"}),
      IsOkAndHolds(ElementsAre(
          JobKey{"https://example.org/shop", "main"}, JobKey{"git@example.org:shop", "main"},
          JobKey{PathOf("shop"), "main"}, JobKey{PathOf("shop.git"), "main"})));
}

TEST_F(NewJobsTest, EachIsNamedOnceAndHeadIsTheDefault) {
  EXPECT_THAT(Named({.sources = {"shop", "../" + directory_.path().filename().string() + "/shop"},
                     .revision = "HEAD"}),
              IsOkAndHolds(ElementsAre(JobKey{PathOf("shop"), ""})));
}

TEST_F(NewJobsTest, APathOfNoRepositoryIsRefused) {
  for (const char* const source : {"absent", "/", "--every"}) {
    EXPECT_THAT(Named({.sources = {source}}), StatusIs(absl::StatusCode::kInvalidArgument))
        << source;
  }
  EXPECT_THAT(Named({.sources = {"ext::sh"}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("transports")));
  EXPECT_THAT(Named({.sources = {"shop"}, .revision = "main~1"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no revision")));
}

TEST_F(NewJobsTest, APathThatIsGoneCanBeRemoved) {
  EXPECT_THAT(Named({.sources = {"absent"}, .is_for_removal = true}),
              IsOkAndHolds(ElementsAre(JobKey{PathOf("absent"), ""})));
}

TEST_F(NewJobsTest, AListHasOneRepositoryALine) {
  directory_.WriteFile(
      "list",
      "# of the team\n\n  https://example.org/a\t\r\nhttps://example.org/b v1 # x\n"
      "shop\n");
  EXPECT_THAT(Named({.list = "list", .revision = "main"}),
              IsOkAndHolds(ElementsAre(JobKey{"https://example.org/a", "main"},
                                       JobKey{"https://example.org/b", "v1"},
                                       JobKey{PathOf("shop"), "main"})));
}

TEST_F(NewJobsTest, AFaultInAListIsToldWithItsLine) {
  directory_.WriteFile("list", "shop\nhttps://joe:secret@example.org/a\n");
  EXPECT_THAT(Named({.list = "list"}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("list:2: ")));
  directory_.WriteFile("list", "shop main other\n");
  EXPECT_THAT(Named({.list = "list"}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       AllOf(HasSubstr("list:1: "), HasSubstr("one repository a line"))));
  EXPECT_THAT(Named({.list = "absent"}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("absent")));
}

}  // namespace
}  // namespace waymark::services
