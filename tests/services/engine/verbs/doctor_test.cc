#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using testing::StatusIs;
using testing::TempDir;

class DoctorTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
  }

  DoctorAnswer Ask() {
    EXPECT_THAT(engine_->Index({.root = root_}, nullptr, {}), testing::IsOk());
    absl::StatusOr<DoctorAnswer> answer = engine_->Doctor({.root = root_}, {});
    EXPECT_THAT(answer, testing::IsOk());
    return answer.ok() ? *std::move(answer) : DoctorAnswer();
  }

  static std::uint64_t Count(const std::vector<ReasonCount>& counts, const std::string& reason) {
    for (const ReasonCount& count : counts) {
      if (count.reason == reason) return count.count;
    }
    return 0;
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

TEST_F(DoctorTest, CountsErrorsAndReferencesByLanguage) {
  directory_.WriteFile("shop/broken.py", "def f(:\n    return (\n");
  directory_.WriteFile("shop/main.go",
                       "package main\n\nfunc main() {\n\tnowhere()\n\thelp()\n}\n\n"
                       "func help() {}\n");

  const DoctorAnswer answer = Ask();

  ASSERT_THAT(answer.languages, ElementsAre(Field(&LanguageHealth::language, "python"),
                                            Field(&LanguageHealth::language, "go")));
  EXPECT_EQ(answer.languages[0].files, 8U);
  EXPECT_EQ(answer.languages[0].files_with_syntax_errors, 1U);
  const LanguageHealth& go = answer.languages[1];
  EXPECT_EQ(go.files_with_syntax_errors, 0U);
  EXPECT_EQ(go.resolved, 1U);  // help()
  EXPECT_EQ(Count(go.unresolved, "unknown"), 1U);
  EXPECT_DOUBLE_EQ(go.unresolved_rate, 0.5);
}

TEST_F(DoctorTest, NamesFilesWithSyntaxErrorsAndTheFirstPlace) {
  directory_.WriteFile("shop/broken.go", "package main\n\nfunc help() {}\n\nfunc (\n");

  const DoctorAnswer answer = Ask();

  ASSERT_EQ(answer.syntax_errors.size(), 1U);
  EXPECT_EQ(answer.syntax_errors[0].path, "broken.go");
  EXPECT_EQ(answer.syntax_errors[0].place.line, 5U);
}

TEST_F(DoctorTest, CountsFilesThatAreNotIndexedByKind) {
  directory_.WriteFile("shop/Order.kt", "class Order\n");
  directory_.WriteFile("shop/Item.kt", "class Item\n");
  directory_.WriteFile("shop/schema.sql", "create table item (id int);\n");

  const DoctorAnswer answer = Ask();

  ASSERT_EQ(answer.status.views.size(), 1U);
  EXPECT_THAT(answer.status.views[0].unindexed,
              ElementsAre(KindCount{"Kotlin", 2}, KindCount{"SQL", 1}));
}

TEST_F(DoctorTest, ListsSkippedFilesWithReasons) {
  directory_.WriteFile("shop/data.py", std::string("x = 1\n\0\0\0", 9));

  const DoctorAnswer answer = Ask();

  EXPECT_THAT(answer.skipped, Contains(Field(&indexer::SkippedFileReport::path, "data.py")));
  ASSERT_EQ(answer.skipped_reasons.size(), 1U);
  EXPECT_EQ(answer.skipped_reasons.front().count, 1U);
}

TEST_F(DoctorTest, TellsOfTheStoreAndOfTheView) {
  const DoctorAnswer answer = Ask();

  ASSERT_EQ(answer.status.views.size(), 1U);
  EXPECT_EQ(answer.status.views.front().files_differing, 0U);
  EXPECT_FALSE(answer.status.views.front().watch.has_value());
  EXPECT_FALSE(answer.status.parts.empty());
  EXPECT_EQ(answer.store_format, graph::kStoreFormatVersion);
  EXPECT_EQ(answer.readers.slots, graph::kMaxReaders);
  EXPECT_GE(answer.readers.active, 1U);  // this question
  EXPECT_EQ(answer.readers.stale_freed, 0U);
  EXPECT_EQ(answer.store_source_bytes, answer.status.views.front().source_bytes);
}

TEST_F(DoctorTest, ReadsTheWholeStoreWhenAsked) {
  EXPECT_FALSE(Ask().verified.has_value());

  WM_ASSERT_OK_AND_ASSIGN(const DoctorAnswer answer,
                          engine_->Doctor({.root = root_, .verify = true}, {}));

  ASSERT_TRUE(answer.verified.has_value());
  EXPECT_EQ(answer.verified->segments, 3U);  // facts, base, file states
  EXPECT_GT(answer.verified->bytes, 0U);
}

TEST_F(DoctorTest, ACheckoutThatWasNeverIndexedIsRefused) {
  EXPECT_THAT(engine_->Doctor({.root = root_}, {}),
              StatusIs(absl::StatusCode::kFailedPrecondition));
}

}  // namespace
}  // namespace waymark::services
