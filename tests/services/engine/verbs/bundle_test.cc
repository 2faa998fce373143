// The state of a commit in one file: made of it anywhere it is the same, and a store that took it
// over answers as one that indexed.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/store.h"
#include "services/engine.h"
#include "services/shared/bundles.h"
#include "shop_repository.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using testing::GitRepository;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::RunGit;
using testing::StatusIs;

constexpr char kRemote[] = "https://example.org/acme/shop.git";

class BundleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::WriteShopRepository(directory_, "one");
    git_.Git(std::string("remote add origin ") + kRemote);
    first_ = git_.Commit("Sell things");
    clone_ = Clone("two");
  }

  fs::path Clone(const std::string& name) const {
    RunGit(directory_.path(), "clone -q one " + name);
    RunGit(directory_.path() / name, std::string("remote set-url origin ") + kRemote);
    return directory_.path() / name;
  }

  std::unique_ptr<graph::Store> Open(const std::string& name) const {
    auto store = graph::Store::Open({.directory = directory_.path() / name});
    EXPECT_THAT(store, IsOk());
    return *std::move(store);
  }

  IndexAnswer Index(const std::string& store, const fs::path& root, const std::string& at = "") {
    const auto engine = Engine::Open({.store_directory = directory_.path() / store});
    const auto answer = (*engine)->Index({.root = root, .at = at}, nullptr, {});
    EXPECT_THAT(answer, IsOk());
    return *answer;
  }

  // Every symbol and edge, and an answer that ranks.
  std::string Answers(const std::string& store, const fs::path& root) {
    const auto engine = Engine::Open({.store_directory = directory_.path() / store});
    std::string text;
    EXPECT_THAT((*engine)->Export({.root = root},
                                  [&](std::string_view lines) {
                                    text += lines;
                                    return absl::OkStatus();
                                  },
                                  {}),
                IsOk());
    const auto context =
        (*engine)->Context({.root = root, .task = "send a receipt at checkout"}, {});
    EXPECT_THAT(context, IsOk());
    for (const wire::Symbol& symbol : context->payload.symbols) {
      text += symbol.qualified_name + " " + std::to_string(symbol.score) + "\n";
    }
    return text;
  }

  std::string Export(const std::string& store, const fs::path& root,
                     const std::string& at = "HEAD") {
    std::string bytes;
    const auto exported = ExportBundle(*Open(store), {.root = root, .at = at},
                                       [&bytes](std::string_view part) {
                                         bytes += part;
                                         return absl::OkStatus();
                                       },
                                       nullptr, nullptr, {});
    EXPECT_THAT(exported, IsOk());
    return bytes;
  }

  absl::StatusOr<BundleImport> Import(const std::string& store, const fs::path& root,
                                      const std::string& bytes, const std::string& name = "") {
    return ImportBundle(*Open(store), {.root = root, .repository_name = name}, SourceOf(bytes),
                        nullptr, {});
  }

  static graph::BundleSource SourceOf(const std::string& bytes) {
    return [&bytes, at = std::size_t{0}](char* out, std::size_t size) mutable {
      const std::size_t got = std::min(size, bytes.size() - at);
      std::memcpy(out, bytes.data() + at, got);
      at += got;
      return absl::StatusOr<std::size_t>(got);
    };
  }

  const testing::TempDir directory_;
  const fs::path root_ = directory_.path() / "one";
  const GitRepository git_{root_};
  std::string first_;
  fs::path clone_;
};

TEST_F(BundleTest, AnImportAnswersAsAnIndexOfTheCommit) {
  const std::string bundle = Export("made", root_);

  WM_ASSERT_OK_AND_ASSIGN(const BundleImport imported, Import("taken", clone_, bundle));
  const IndexAnswer indexed = Index("taken", clone_);
  Index("clean", clone_);

  EXPECT_EQ(imported.summary.repository, "example.org/acme/shop");
  EXPECT_EQ(imported.summary.commit, first_);
  EXPECT_EQ(imported.view, "commit:" + first_);
  EXPECT_EQ(indexed.report.files_parsed, 0U);
  EXPECT_EQ(Answers("taken", clone_), Answers("clean", clone_));
}

TEST_F(BundleTest, EditsAfterAnImportGiveWhatACleanIndexGives) {
  const std::string bundle = Export("made", root_);
  WM_ASSERT_OK(Import("taken", clone_, bundle));
  std::ofstream(clone_ / "shop" / "cart.py", std::ios::app)
      << "\n\ndef empty(cart):\n    return cart.total() == 0\n";

  const IndexAnswer indexed = Index("taken", clone_);
  Index("clean", clone_);

  EXPECT_EQ(indexed.report.files_parsed, 1U);
  EXPECT_EQ(Answers("taken", clone_), Answers("clean", clone_));
}

TEST_F(BundleTest, HasTheSameBytesWhateverTheStoreWentThrough) {
  Index("long", root_);
  Index("long", root_, "HEAD");
  git_.Replace("shop/mail.py", "def render", "def drawn():\n    return 1\n\n\ndef render");
  Index("long", root_);
  git_.Commit("Draw");
  // The view of the second commit is an overlay over the first.
  const IndexAnswer second = Index("long", root_, "HEAD");
  EXPECT_NE(Open("long")->FindView(second.report.key)->value().overlay, SegmentId::kNone);
  git_.Write("shop/later.py", "def later():\n    pass\n");
  Index("long", root_);
  RunGit(clone_, "pull -q " + root_.string() + " main");

  const std::string bundle = Export("long", root_);

  EXPECT_TRUE(Export("clean", clone_) == bundle);
  EXPECT_TRUE(Export("long", root_) == bundle);
  WM_ASSERT_OK(Import("taken", clone_, bundle));
  EXPECT_TRUE(Export("taken", clone_) == bundle);
}

TEST_F(BundleTest, ASecondImportFindsWhatTheFirstWrote) {
  const std::string bundle = Export("made", root_);
  WM_ASSERT_OK(Import("taken", clone_, bundle));

  WM_ASSERT_OK_AND_ASSIGN(const BundleImport again, Import("taken", clone_, bundle));

  EXPECT_TRUE(again.unchanged);
  EXPECT_EQ(again.generation, 1U);
}

TEST_F(BundleTest, AnotherRepositoryIsRefusedWithBothNames) {
  const std::string bundle = Export("made", root_);
  RunGit(clone_, "remote set-url origin https://example.org/fork/shop.git");

  EXPECT_THAT(Import("taken", clone_, bundle),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr("example.org/acme/shop"), HasSubstr("example.org/fork/shop"),
                             HasSubstr("--name"))));
  WM_EXPECT_OK(Import("taken", clone_, bundle, "example.org/acme/shop"));
  EXPECT_EQ(Index("taken", clone_).report.files_parsed, 0U);
}

TEST_F(BundleTest, ACommitThatTheCheckoutLacksIsRefused) {
  git_.Write("shop/later.py", "def later():\n    pass\n");
  git_.Commit("Wait");
  const std::string bundle = Export("made", root_);

  EXPECT_THAT(Import("taken", clone_, bundle),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("git fetch")));
  EXPECT_THAT(*Open("taken")->Views(), ::testing::IsEmpty());
}

TEST_F(BundleTest, ABundleOfADirectoryBelongsToThatDirectory) {
  const std::string bundle = Export("made", root_ / "shop");

  EXPECT_THAT(Import("taken", clone_, bundle, "example.org/acme/shop/shop"),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("another directory")));
  WM_EXPECT_OK(Import("taken", clone_ / "shop", bundle));
}

TEST_F(BundleTest, ADirectoryWithoutGitHasNoCommitToExport) {
  const fs::path plain = testing::WriteShopRepository(directory_, "plain");

  const auto exported =
      ExportBundle(*Open("made"), {.root = plain},
                   [](std::string_view) { return absl::OkStatus(); }, nullptr, nullptr, {});

  EXPECT_THAT(exported, StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("git")));
}

TEST_F(BundleTest, ShowsWhatABundleHolds) {
  const std::string bundle = Export("made", root_);

  WM_ASSERT_OK_AND_ASSIGN(const BundleSummary summary, ReadBundle(SourceOf(bundle), nullptr, {}));

  EXPECT_EQ(summary.repository, "example.org/acme/shop");
  EXPECT_EQ(summary.commit, first_);
  EXPECT_EQ(summary.file_bytes, bundle.size());
  EXPECT_TRUE(summary.has_history);
  EXPECT_GT(summary.files, 5U);
  EXPECT_GT(summary.source_bytes, 0U);
}

TEST_F(BundleTest, AnErrorOfTheFileEndsTheExport) {
  const auto exported =
      ExportBundle(*Open("made"), {.root = root_},
                   [](std::string_view) { return absl::ResourceExhaustedError("disk full"); },
                   nullptr, nullptr, {});

  EXPECT_THAT(exported, StatusIs(absl::StatusCode::kResourceExhausted, "disk full"));
}

}  // namespace
}  // namespace waymark::services
