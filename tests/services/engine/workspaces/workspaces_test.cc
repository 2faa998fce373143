// Workspaces in the store and in marker files.
#include "services/workspaces.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "services/engine.h"
#include "shop_repository.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "workspaces/workspace_book.h"
#include "workspaces/workspace_marker.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::StatusIs;

class WorkspacesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_, Engine::Open({.store_directory = top_ / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = shop_}, nullptr, {}));
    WM_ASSERT_OK(engine_->Index({.root = mail_}, nullptr, {}));
  }

  absl::StatusOr<WorkspacesAnswer> Add(const fs::path& root, const std::string& name,
                                       const std::string& member = "") {
    return engine_->Workspaces(
        {.action = WorkspaceAction::kAdd, .name = name, .root = root, .member = member}, {});
  }

  absl::StatusOr<WorkspacesAnswer> Remove(const std::string& name, const std::string& member) {
    return engine_->Workspaces({.action = WorkspaceAction::kRemove, .name = name, .member = member},
                               {});
  }

  // The name of the workspace around `root`, "" for none.
  std::string Around(const fs::path& root) {
    const absl::StatusOr<WorkspacesAnswer> answer = engine_->Workspaces({.root = root}, {});
    if (!answer.ok()) return std::string(answer.status().message());
    return answer->active ? answer->active->name : "";
  }

  testing::TempDir directory_;
  fs::path top_ = fs::canonical(directory_.path());
  fs::path shop_ = fs::canonical(testing::WriteShopRepository(directory_, "all/shop"));
  fs::path mail_ = fs::canonical(
      directory_.WriteFile("all/mail/send.py", "def send(text):\n    return text\n").parent_path());
  std::unique_ptr<Engine> engine_;
};

TEST_F(WorkspacesTest, AreNamedSetsOfIndexedRepositories) {
  WM_ASSERT_OK(Add(shop_, "both"));
  WM_ASSERT_OK_AND_ASSIGN(const WorkspacesAnswer answer, Add(mail_, "both", "post"));

  const WorkspaceRecord expected{
      .name = "both",
      .members = {{.name = "post", .root = mail_, .repository = "mail"},
                  {.name = "shop", .root = shop_, .repository = "shop"}}};
  ASSERT_EQ(answer.workspaces.size(), 1U);
  EXPECT_EQ(answer.workspaces[0], expected);
  EXPECT_EQ(answer.active, expected);

  EXPECT_THAT(Add(top_, "both"),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("waymark index")));
  EXPECT_THAT(Add(shop_, "both", "post"),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("--as NAME")));
  EXPECT_THAT(Add(shop_, "a b"), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("a b")));
  EXPECT_THAT(Add(shop_, "both", "*"), StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST_F(WorkspacesTest, ARepositoryAddedAgainGetsItsNewName) {
  WM_ASSERT_OK(Add(shop_, "w"));
  WM_ASSERT_OK_AND_ASSIGN(const WorkspacesAnswer answer, Add(shop_, "w", "store"));

  ASSERT_EQ(answer.active->members.size(), 1U);
  EXPECT_EQ(answer.active->members[0].name, "store");
}

TEST_F(WorkspacesTest, AreGoneWithTheirLastRepository) {
  WM_ASSERT_OK(Add(shop_, "w"));
  WM_ASSERT_OK(Add(mail_, "w"));

  EXPECT_THAT(Remove("v", ""), StatusIs(absl::StatusCode::kNotFound, HasSubstr("'v'")));
  EXPECT_THAT(Remove("w", "web"), StatusIs(absl::StatusCode::kNotFound, HasSubstr("'web'")));
  WM_ASSERT_OK_AND_ASSIGN(const WorkspacesAnswer one, Remove("w", "shop"));
  EXPECT_EQ(one.workspaces[0].members.size(), 1U);
  WM_ASSERT_OK_AND_ASSIGN(const WorkspacesAnswer none, Remove("w", mail_.string()));
  EXPECT_THAT(none.workspaces, IsEmpty());
}

TEST_F(WorkspacesTest, ACheckoutIsInsideOfTheOneThatItIsAMemberOf) {
  WM_ASSERT_OK(Add(shop_, "w"));
  EXPECT_EQ(Around(shop_), "w");
  EXPECT_EQ(Around(shop_ / "shop"), "w");
  EXPECT_EQ(Around(mail_), "");
  EXPECT_EQ(Around(top_), "");
  // A repository of its own within a member is none.
  fs::create_directories(shop_ / "nested" / ".git");
  EXPECT_EQ(Around(shop_ / "nested"), "");

  WM_ASSERT_OK(Add(shop_, "v"));
  EXPECT_THAT(Around(shop_), AllOf(HasSubstr("v and w"), HasSubstr("--workspace")));
  WM_ASSERT_OK_AND_ASSIGN(const WorkspacesAnswer named,
                          engine_->Workspaces({.name = "w", .root = shop_}, {}));
  EXPECT_EQ(named.active->name, "w");
  EXPECT_THAT(engine_->Workspaces({.name = "x", .root = shop_}, {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("'x'")));
}

TEST_F(WorkspacesTest, AMarkerFileAboveNamesTheRepositories) {
  directory_.WriteFile("all/.waymark-workspace", "# what we run\n\nshop\n post = mail \r\n");
  WM_ASSERT_OK(Add(shop_, "stored"));

  WM_ASSERT_OK_AND_ASSIGN(const WorkspacesAnswer answer, engine_->Workspaces({.root = mail_}, {}));
  EXPECT_EQ(answer.active,
            (WorkspaceRecord{.name = "all",
                             .marker = top_ / "all" / ".waymark-workspace",
                             .members = {{.name = "post", .root = mail_, .repository = "mail"},
                                         {.name = "shop", .root = shop_, .repository = "shop"}}}));
  EXPECT_EQ(Around(shop_), "all");
  EXPECT_EQ(Around(top_ / "all"), "all");
  EXPECT_EQ(Around(top_), "");
  // A checkout below it that it does not name is outside.
  fs::create_directories(top_ / "all" / "web" / ".git");
  EXPECT_EQ(Around(top_ / "all" / "web"), "");
}

TEST_F(WorkspacesTest, AMarkerFileIsRefusedWithItsLine) {
  const auto refused = [this](const std::string& text, const std::string& message) {
    const fs::path file = top_ / "all" / kWorkspaceMarker;
    EXPECT_THAT(ParseWorkspaceMarker(file, text),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         AllOf(HasSubstr(file.string() + ":2: "), HasSubstr(message))))
        << text;
  };
  fs::create_directory_symlink(top_, top_ / "all" / "out");
  refused("\nno_such\n", "is not a directory");
  refused("\n../store\n", "is not below");
  refused("\nout/store\n", "is not below");
  refused("\n" + shop_.parent_path().string() + "\n", "is not below");
  refused("shop\nshop", "stands twice");
  refused("shop\nshop = mail", "stands twice");
  refused("shop\na:b = mail", "cannot be the name");
  refused("shop\nx =", "is not a directory");

  directory_.WriteFile("all/.waymark-workspace", std::string(kMaxWorkspaceMarkerBytes + 1, '#'));
  EXPECT_THAT(Around(shop_), HasSubstr("more than 65536 bytes"));
}

TEST_F(WorkspacesTest, AMarkerFileWithoutRepositoriesIsNone) {
  directory_.WriteFile("all/.waymark-workspace", "# none yet\n");
  EXPECT_EQ(Around(top_ / "all"), "");
}

TEST_F(WorkspacesTest, ADirectoryOfTheMarkersNameIsNone) {
  fs::create_directory(top_ / "all" / kWorkspaceMarker);
  EXPECT_EQ(Around(shop_), "");
}

TEST_F(WorkspacesTest, AMarkerFileOfAnotherUserDoesNotCount) {
  const fs::path file = directory_.WriteFile("all/.waymark-workspace", "shop\n");
  constexpr ::uid_t kSomebody = 12345;
  if (::geteuid() != 0) GTEST_SKIP() << "only the administrator can give files away";
  ASSERT_EQ(::chown(file.c_str(), kSomebody, static_cast<::gid_t>(-1)), 0);
  EXPECT_EQ(Around(shop_), "");
}

TEST(WorkspaceRow, IsReadAsItWasWritten) {
  const std::vector<WorkspaceRecord> workspaces = {
      {.name = "a", .members = {{.name = "x", .root = "/x \"y\""}, {.name = "z", .root = "/z"}}},
      {.name = "b", .members = {{.name = "x", .root = "/x"}}}};
  const absl::StatusOr<std::vector<WorkspaceRecord>> read =
      ReadWorkspaces(WriteWorkspaces(workspaces));
  ASSERT_THAT(read, IsOk());
  EXPECT_EQ(*read, workspaces);

  for (const std::string text :
       {"", "waymark workspaces 2\n", "waymark workspaces 1\nx\n", "waymark workspaces 1\n{}\n",
        "waymark workspaces 1\n{\"name\":\"a\",\"members\":[1]}\n",
        "waymark workspaces 1\n{\"name\":\"a\",\"members\":[{\"name\":\"x\"}]}\n"}) {
    EXPECT_THAT(ReadWorkspaces(text), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("damaged")));
  }
}

TEST(WorkspaceNames, ComeFromTheLastPartOfAName) {
  EXPECT_EQ(NameFromPath("github.com/pallets/flask"), "flask");
  EXPECT_EQ(NameFromPath("/home/me/my shop/"), "my-shop");
  EXPECT_EQ(NameFromPath("*"), "-");
  EXPECT_EQ(NameFromPath(""), "-");
}

}  // namespace
}  // namespace waymark::services
