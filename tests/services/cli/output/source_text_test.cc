#include "answers/source_text.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "graph/hash.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::StatusIs;
using testing::TempDir;

constexpr char kText[] = "def pay():\n    pass\n";

class SourceTextTest : public ::testing::Test {
 protected:
  absl::StatusOr<std::string> Read() const {
    FileRow row;
    row.path = "shop/pay.py";
    row.size_bytes = sizeof kText - 1;
    row.content = HashContent(kText);
    return ReadVerified(indexer::WorkTreeReader(directory_.path()), row, 4, 7);
  }

  TempDir directory_;
  fs::path file_ = directory_.WriteFile("shop/pay.py", kText);
};

TEST_F(SourceTextTest, IsReadWhileItIsWhatWasIndexed) {
  WM_ASSERT_OK_AND_ASSIGN(const std::string text, Read());

  EXPECT_EQ(text, "pay");
}

TEST_F(SourceTextTest, ThatHasChangedOrGrownIsNotShown) {
  for (const char* text : {"def bay():\n    pass\n", "def pay():\n    pass\n\n\n", ""}) {
    directory_.WriteFile("shop/pay.py", text);

    EXPECT_THAT(Read(), StatusIs(absl::StatusCode::kFailedPrecondition,
                                 HasSubstr("shop/pay.py has changed since it was indexed")));
  }
}

// A pipe would keep the reader waiting, a link could lead out of the checkout.
TEST_F(SourceTextTest, IsReadFromNothingButAFile) {
  fs::remove(file_);
  EXPECT_THAT(Read(), StatusIs(absl::StatusCode::kNotFound));

  ASSERT_EQ(::mkfifo(file_.c_str(), 0600), 0);
  EXPECT_THAT(Read(), StatusIs(absl::StatusCode::kNotFound, HasSubstr("cannot be read")));

  fs::remove(file_);
  fs::create_symlink(directory_.WriteFile("elsewhere.py", kText), file_);
  EXPECT_THAT(Read(), StatusIs(absl::StatusCode::kNotFound, HasSubstr("cannot be read")));
}

}  // namespace
}  // namespace waymark::services
