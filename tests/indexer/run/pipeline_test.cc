// IndexRepository from end to end, on real directories and a real store.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <unistd.h>

#include "indexer/indexer.h"
#include "indexer/project_fixture.h"
#include "run/extract_stage.h"
#include "testing/status_matchers.h"

namespace waymark::indexer {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::IndexedProject;
using ::testing::IsEmpty;
using testing::ParseProject;
using testing::StatusIs;

constexpr std::string_view kProject = R"(
--- pkg/__init__.py
from .core import Engine
--- pkg/core.py
class Engine:
    def start(self):
        self.stop()

    def stop(self):
        pass
--- main.py
from pkg import Engine

def run():
    Engine().start()
)";

// Many files, so that several chunks and threads take part.
testing::ProjectText LargeProject(int files) {
  testing::ProjectText project;
  for (int i = 0; i < files; ++i) {
    project.files.push_back(
        {fmt::format("m{:03}.py", i),
         fmt::format("import m{0:03}\n\nclass C{1}(m{0:03}.C{0}):\n    def f{1}(self):\n"
                     "        self.f{0}()\n        m{0:03}.g{0}(self)\n\ndef g{1}(x):\n"
                     "    x.shared()\n    return C{1}()\n\ndef shared_{2}():\n    pass\n",
                     (i + 7) % files, i, i % 10)});
  }
  return project;
}

RootHash FreshRoot(const testing::ProjectText& project, unsigned threads) {
  IndexedProject indexed(project);
  const auto report = indexed.Index(threads);
  EXPECT_THAT(report, testing::IsOk());
  return report.ok() ? report->root : RootHash();
}

testing::ProjectText TextOnDisk(const IndexedProject& indexed) {
  testing::ProjectText project;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(indexed.root())) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path());
    std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    project.files.push_back({entry.path().lexically_relative(indexed.root()), content});
  }
  return project;
}

void WriteInProject(const IndexedProject& indexed, const std::string& path,
                    std::string_view content) {
  indexed.directory().WriteFile(std::filesystem::path("project") / path, content);
}

TEST(IndexRepository, ReportsWhatItDid) {
  IndexedProject indexed(ParseProject(kProject));

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, indexed.Index());

  EXPECT_EQ(report.key.repository, "project");
  EXPECT_EQ(report.generation, 1u);
  EXPECT_FALSE(report.unchanged);
  EXPECT_EQ(report.files_indexed, 3u);
  EXPECT_EQ(report.files_parsed, 3u);
  EXPECT_GT(report.symbols, 3u);
  EXPECT_GT(report.edges, 0u);
  EXPECT_THAT(report.skipped, IsEmpty());
  ASSERT_EQ(report.languages.size(), 1u);
  EXPECT_EQ(report.languages[0].language, Language::kPython);
}

TEST(IndexRepository, GivesTheSameGraphForAnyNumberOfThreads) {
  const testing::ProjectText project = LargeProject(200);

  const RootHash one = FreshRoot(project, 1);

  EXPECT_EQ(FreshRoot(project, 2), one);
  EXPECT_EQ(FreshRoot(project, 7), one);
}

TEST(IndexRepository, LeavesAnUnchangedTreeAlone) {
  IndexedProject indexed(ParseProject(kProject));
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport first, indexed.Index());

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport second, indexed.Index());

  EXPECT_TRUE(second.unchanged);
  EXPECT_EQ(second.generation, first.generation);
  EXPECT_EQ(second.root, first.root);
  EXPECT_EQ(second.files_parsed, 0u);
  EXPECT_EQ(second.symbols, first.symbols);
}

TEST(IndexRepository, ParsesOnlyWhatItHasNotSeen) {
  IndexedProject indexed(LargeProject(70));
  WM_ASSERT_OK(indexed.Index());
  WriteInProject(indexed, "m003.py", "def changed():\n    pass\n");

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, indexed.Index());

  EXPECT_EQ(report.files_parsed, 1u);
  EXPECT_EQ(report.files_indexed, 70u);
  EXPECT_EQ(report.generation, 2u);
}

TEST(IndexRepository, EditsGiveTheGraphOfAFreshIndex) {
  IndexedProject indexed(LargeProject(40));
  WM_ASSERT_OK(indexed.Index());
  const auto check = [&](const char* what) {
    WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, indexed.Index());
    EXPECT_EQ(report.root, FreshRoot(TextOnDisk(indexed), 2)) << what;
  };

  WriteInProject(indexed, "m005.py", "class C5:\n    def f5(self):\n        pass\n");
  check("a changed file");
  WriteInProject(indexed, "added/new.py", "import m005\n\nm005.C5().f5()\n");
  check("an added file");
  std::filesystem::remove(indexed.root() / "m010.py");
  check("a removed file");
  std::filesystem::rename(indexed.root() / "m011.py", indexed.root() / "m010.py");
  check("a renamed file");
  for (int i = 20; i < 35; ++i) {
    WriteInProject(indexed, fmt::format("m{:03}.py", i),
                   fmt::format("def only{}():\n    pass\n", i));
    WM_ASSERT_OK(indexed.Index());
  }
  WriteInProject(indexed, "m005.py", "def gone():\n    pass\n");
  check("many small runs");
}

TEST(IndexRepository, KeepsTheNumberOfPacksBounded) {
  IndexedProject indexed(LargeProject(30));
  WM_ASSERT_OK(indexed.Index());

  for (int i = 0; i < 25; ++i) {
    WriteInProject(indexed, "m000.py", fmt::format("def version{}():\n    pass\n", i));
    WM_ASSERT_OK(indexed.Index());
  }

  WM_ASSERT_OK_AND_ASSIGN(const auto views, indexed.store().Views());
  ASSERT_EQ(views.size(), 1u);
  EXPECT_LE(views[0].packs.size(), kMaxPacks + kMaxKeptPacks + 1);
}

TEST(IndexRepository, KnowsContentThatMoved) {
  IndexedProject indexed(ParseProject(kProject));
  WM_ASSERT_OK(indexed.Index());
  std::filesystem::rename(indexed.root() / "main.py", indexed.root() / "start.py");

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, indexed.Index());

  EXPECT_EQ(report.files_parsed, 0u);
  EXPECT_FALSE(report.unchanged);
}

TEST(IndexRepository, TouchedFilesKeepTheGraph) {
  IndexedProject indexed(ParseProject(kProject));
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport first, indexed.Index());
  std::filesystem::last_write_time(
      indexed.root() / "main.py",
      std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport second, indexed.Index());

  EXPECT_EQ(second.root, first.root);
  EXPECT_EQ(second.files_parsed, 0u);
}

TEST(IndexRepository, NameOverridesAndIsRemembered) {
  IndexedProject indexed(ParseProject(kProject));
  IndexOptions options;
  options.root = indexed.root();
  options.repository_name = "chosen";
  WM_ASSERT_OK(IndexRepository(indexed.store(), options));

  WM_ASSERT_OK_AND_ASSIGN(const graph::ViewKey key, ViewKeyOf(indexed.store(), indexed.root(), ""));

  EXPECT_EQ(key.repository, "chosen");
}

TEST(IndexRepository, RefusesWhatIsNoProject) {
  IndexedProject indexed(ParseProject(kProject));
  IndexOptions options;

  options.root = indexed.root() / "missing";
  EXPECT_THAT(IndexRepository(indexed.store(), options),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("missing")));
  options.root = indexed.root() / "main.py";
  EXPECT_THAT(IndexRepository(indexed.store(), options),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("file")));
  options.root = "/";
  EXPECT_THAT(IndexRepository(indexed.store(), options),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("--force")));
  const passwd* user = getpwuid(geteuid());
  if (user != nullptr && std::filesystem::is_directory(user->pw_dir)) {
    options.root = user->pw_dir;
    EXPECT_THAT(IndexRepository(indexed.store(), options),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("--force")));
  }
}

// In a process of its own, which has not asked for its home before.
TEST(IndexRepositoryDeathTest, RefusesTheHomeOfTheEnvironment) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto code_for = [](const char* home) {
    IndexedProject indexed(ParseProject(kProject));
    setenv("HOME", (indexed.root() / home).c_str(), 1);
    return static_cast<int>(indexed.Index().status().code());
  };
  constexpr auto kRefused = static_cast<int>(absl::StatusCode::kInvalidArgument);

  EXPECT_EXIT(_exit(code_for(".")), ::testing::ExitedWithCode(kRefused), "");
  EXPECT_EXIT(_exit(code_for("pkg")), ::testing::ExitedWithCode(kRefused), "");
  EXPECT_EXIT(_exit(code_for("missing")), ::testing::ExitedWithCode(0), "");
}

TEST(IndexRepository, AnEmptyDirectoryHasNothingToIndex) {
  IndexedProject indexed(ParseProject("--- README.txt\nhello\n"));

  EXPECT_THAT(indexed.Index(),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("no source file")));
}

TEST(IndexRepository, DocumentsAloneAreNothingToIndex) {
  IndexedProject indexed(ParseProject("--- README.md\n# Title\n--- docs/a.rst\ntext\n"));

  EXPECT_THAT(
      indexed.Index(),
      StatusIs(absl::StatusCode::kFailedPrecondition,
               AllOf(HasSubstr("no source file"),
                     HasSubstr(
                         "; it has only 2 documents, which are read for what they tell of code"))));

  IndexedProject one(ParseProject("--- README.md\n# Title\n"));
  EXPECT_THAT(
      one.Index(),
      StatusIs(absl::StatusCode::kFailedPrecondition,
               HasSubstr("; it has only 1 document, which is read for what it tells of code")));
}

TEST(IndexRepository, CountsDocumentsAsFilesOfProse) {
  IndexedProject indexed(ParseProject("--- a.py\ndef run():\n    pass\n--- README.md\n# Title\n"));

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, indexed.Index());
  ASSERT_EQ(report.languages.size(), 2u);
  EXPECT_EQ(report.languages[1].language, Language::kProse);
  EXPECT_EQ(report.languages[1].files, 1u);
  WM_ASSERT_OK_AND_ASSIGN(const auto view, indexed.View());
  EXPECT_EQ(view->Statistics().document_count, 2u);  // the file and its function
}

TEST(IndexRepository, OddFilesAreReportedAndHurtNothing) {
  IndexedProject indexed(ParseProject(kProject));
  WriteInProject(indexed, "binary.py", std::string("x = '\0'", 7));
  WriteInProject(indexed, "long_line.py", "x = '" + std::string(2 << 20, 'a') + "'\n");
  WriteInProject(indexed, "large.py", std::string(5 << 20, '\n'));
  WriteInProject(indexed, "broken.py", "def f(:\n  ((((\nclass\n");
  WriteInProject(indexed, "not_utf8.py", "name = '\xFF\xFE'\n\ndef after():\n    pass\n");
  WriteInProject(indexed, "deep.py",
                 "x = " + std::string(10000, '(') + "1" + std::string(10000, ')'));
  WriteInProject(indexed, "empty.py", "");
  WriteInProject(indexed, "with space and \xC3\xA9.py", "def spaced():\n    pass\n");
  WriteInProject(indexed, "bad\xFF.py", "def bad():\n    pass\n");

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, indexed.Index());

  std::vector<std::string> skipped;
  for (const SkippedFileReport& file : report.skipped) {
    skipped.push_back(fmt::format("{}: {}", file.path, static_cast<int>(file.reason)));
  }
  EXPECT_THAT(skipped,
              ElementsAre("bad\xFF.py: 6", "binary.py: 2", "large.py: 1", "long_line.py: 3"));
  EXPECT_GE(report.files_with_syntax_errors, 1u);
  WM_ASSERT_OK_AND_ASSIGN(const auto view, indexed.View());
  EXPECT_TRUE(view->FindFile("with space and \xC3\xA9.py").has_value());
  EXPECT_TRUE(view->FindFile("deep.py").has_value());
}

// Root may read every file.
class AsNobody {
 public:
  AsNobody() : was_(::geteuid()) {
    if (was_ == 0) {
      EXPECT_EQ(::seteuid(kNobody), 0);
    }
  }

  ~AsNobody() {
    if (was_ == 0) {
      EXPECT_EQ(::seteuid(0), 0);
    }
  }

 private:
  static constexpr uid_t kNobody = 65534;
  const uid_t was_;
};

TEST(IndexRepository, AnUnreadableFileIsTriedAgainAndChangesNothing) {
  const AsNobody nobody;
  IndexedProject indexed(ParseProject(kProject));
  const std::filesystem::path secret = indexed.root() / "secret.py";
  WriteInProject(indexed, "secret.py", "def secret():\n    pass\n");
  std::filesystem::permissions(secret, std::filesystem::perms::none);

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport first, indexed.Index());
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport second, indexed.Index());
  std::filesystem::permissions(secret, std::filesystem::perms::owner_read);
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport third, indexed.Index());

  ASSERT_EQ(first.skipped.size(), 1u);
  EXPECT_EQ(first.skipped[0].reason, SkipReason::kUnreadable);
  EXPECT_TRUE(second.unchanged);
  EXPECT_TRUE(third.skipped.empty());
  EXPECT_EQ(third.symbols, first.symbols + 2);
}

TEST(IndexRepository, TextThatCannotBeDecodedIsUnreadUntilItChanges) {
  IndexedProject indexed(ParseProject(kProject));
  WriteInProject(indexed, "Wide.cs", std::string("\xFF\xFE\x01\0", 4));

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport first, indexed.Index());
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport second, indexed.Index());
  WriteInProject(indexed, "Wide.cs", "class Wide {}\n");
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport third, indexed.Index());

  ASSERT_EQ(first.skipped.size(), 1u);
  EXPECT_EQ(first.skipped[0].reason, SkipReason::kUnreadable);
  EXPECT_TRUE(second.unchanged);
  EXPECT_TRUE(third.skipped.empty());
}

TEST(IndexRepository, CancellationLeavesThePublishedState) {
  IndexedProject indexed(LargeProject(100));
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport before, indexed.Index());
  WriteInProject(indexed, "m001.py", "def changed():\n    pass\n");
  std::atomic<bool> cancelled(false);
  IndexOptions options;
  options.root = indexed.root();
  options.cancelled = &cancelled;
  options.progress = [&](const Progress& progress) {
    if (progress.stage == Stage::kExtracting) cancelled = true;
  };

  EXPECT_THAT(IndexRepository(indexed.store(), options),
              StatusIs(absl::StatusCode::kCancelled, ::testing::_));

  WM_ASSERT_OK_AND_ASSIGN(const auto view, indexed.View());
  EXPECT_EQ(view->info().root, before.root);
}

TEST(IndexRepository, KeepsWithinTheMemoryItMayUse) {
  IndexedProject indexed(LargeProject(100));
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport before, indexed.Index());
  WriteInProject(indexed, "m001.py", "def changed():\n    pass\n");
  IndexOptions options;
  options.root = indexed.root();

  options.memory_bytes = 1 << 20;
  EXPECT_THAT(IndexRepository(indexed.store(), options),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("--memory")));
  WM_ASSERT_OK_AND_ASSIGN(const auto view, indexed.View());
  EXPECT_EQ(view->info().root, before.root);

  // What is set aside for the program leaves nothing: all tables are in a file.
  options.memory_bytes = 96u << 20;
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport within, IndexRepository(indexed.store(), options));
  EXPECT_EQ(within.root, FreshRoot(TextOnDisk(indexed), 8));
}

TEST(CompareTree, SeesChangesOnDisk) {
  IndexedProject indexed(ParseProject(kProject));
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, indexed.Index());
  WM_ASSERT_OK_AND_ASSIGN(const TreeDifference before,
                          CompareTree(indexed.store(), report.key, 100));
  EXPECT_TRUE(before.checked);
  EXPECT_THAT(before.paths, IsEmpty());

  WriteInProject(indexed, "main.py", "def other():\n    pass\n");
  WriteInProject(indexed, "new.py", "");
  std::filesystem::remove(indexed.root() / "pkg" / "core.py");
  WM_ASSERT_OK_AND_ASSIGN(const TreeDifference after,
                          CompareTree(indexed.store(), report.key, 100));

  EXPECT_EQ(after.changed, 1u);
  EXPECT_EQ(after.added, 1u);
  EXPECT_EQ(after.removed, 1u);
  EXPECT_THAT(after.paths, ElementsAre("main.py", "new.py", "pkg/core.py"));
}

TEST(CompareTree, DoesNotCheckMoreFilesThanAsked) {
  IndexedProject indexed(ParseProject(kProject));
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, indexed.Index());

  WM_ASSERT_OK_AND_ASSIGN(const TreeDifference difference,
                          CompareTree(indexed.store(), report.key, 2));

  EXPECT_FALSE(difference.checked);
}

}  // namespace
}  // namespace waymark::indexer
