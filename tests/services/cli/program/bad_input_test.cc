// Input that a program should survive: a clear message, the right exit code, and a store that stays
// whole.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "program.h"
#include "shop_repository.h"
#include "testing/git_repository.h"
#include "testing/golden.h"
#include "wire/utf8.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class BadInputTest : public ::testing::Test {
 protected:
  std::string Store() const { return home_.store().string(); }

  ProgramResult Index(const fs::path& path) {
    return home_.Run({"index", path.string(), "--store", Store()});
  }

  json IndexReport(const fs::path& path) {
    const ProgramResult result =
        home_.Run({"index", path.string(), "--store", Store(), "--format", "json"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return json::parse(result.out, nullptr, false);
  }

  ProgramResult Ask(const fs::path& root, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--repo", root.string(), "--store", Store()});
    return home_.Run(arguments);
  }

  fs::path Path(const std::string& name) const { return home_.directory().path() / name; }

  // The file's reason among the skipped ones; empty when it is not there.
  static std::string SkipReason(const json& report, const std::string& path) {
    for (const json& file : report["skipped"]) {
      if (file["path"] == path) return file["reason"];
    }
    return "";
  }

  WaymarkHome home_;
};

TEST_F(BadInputTest, AMissingPathIsNotFound) {
  const ProgramResult result = Index(Path("nowhere"));

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, AllOf(StartsWith("waymark: repository "), HasSubstr("No such file")));
}

TEST_F(BadInputTest, AFileInsteadOfADirectoryIsRefused) {
  const ProgramResult result = Index(home_.directory().WriteFile("file.py", "x = 1\n"));

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("not a directory"));
}

TEST_F(BadInputTest, AnEmptyRepositoryHasNothingToIndex) {
  fs::create_directories(Path("empty"));

  const ProgramResult result = Index(Path("empty"));

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, StartsWith("waymark: "));
}

TEST_F(BadInputTest, IgnoreRulesThatLeaveOutEverythingAreNamed) {
  const fs::path root = WriteShopRepository(home_.directory());
  home_.directory().WriteFile("shop/.gitignore", "# made by a build\n/*\n");

  const ProgramResult result = Index(root);

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("ignore rules leave out all 7 source files"),
                                HasSubstr("by line 2 of .gitignore")));
}

TEST_F(BadInputTest, ABareRepositoryIsToldFromAnEmptyOne) {
  home_.directory().WriteFile("bare.git/HEAD", "ref: refs/heads/main\n");
  fs::create_directories(Path("bare.git/objects"));

  EXPECT_THAT(Index(Path("bare.git")).err, HasSubstr("without a work tree"));
}

TEST_F(BadInputTest, ACurrentDirectoryThatIsGoneIsSaid) {
  fs::create_directories(Path("gone"));
  const std::string command =
      std::string("rmdir ../gone; exec ") + WM_WAYMARK_PROGRAM + " search x --store " + Store();

  const ProgramResult result =
      Program({"/bin/sh", "-c", command}, {home_.Environment(), Path("gone"), ""}).Wait();

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("the current directory is gone"));
}

TEST_F(BadInputTest, FilesThatAreAllSkippedAreCounted) {
  home_.directory().WriteFile("blobs/a.py", std::string("\0\0", 2));
  home_.directory().WriteFile("blobs/b.py", std::string("\0\0", 2));

  const ProgramResult result = Index(Path("blobs"));

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("all source files were skipped, 2 in all; the first is a.py"));
}

TEST_F(BadInputTest, ADirectoryOutsideGitIsIndexed) {
  EXPECT_EQ(Index(WriteShopRepository(home_.directory())).exit_code, 0);
}

TEST_F(BadInputTest, AFileThatIsNotUtf8IsIndexedAndShownAsUtf8) {
  home_.directory().WriteFile("repo/latin.py",
                              "def caf\xe9(\xe4):\n    '''\xff\xfe'''\n    return 1\n");
  home_.directory().WriteFile("repo/plain.py", "def plain():\n    pass\n");
  const fs::path root = Path("repo");

  EXPECT_EQ(Index(root).exit_code, 0);
  const ProgramResult answer = Ask(root, {"search", "plain", "--format", "json"});
  const ProgramResult exported = Ask(root, {"export"});

  EXPECT_EQ(json::parse(answer.out)["symbols"][0]["name_line"], 1);
  std::istringstream lines(exported.out);
  for (std::string line; std::getline(lines, line);) EXPECT_TRUE(json::accept(line)) << line;
}

TEST_F(BadInputTest, AHugeFileIsSkippedWithItsReason) {
  WriteShopRepository(home_.directory());
  const fs::path huge = home_.directory().WriteFile("shop/huge.py", "x = 1\n");
  fs::resize_file(huge, std::uintmax_t{200} << 20);

  const json report = IndexReport(Path("shop"));

  EXPECT_THAT(SkipReason(report, "huge.py"), HasSubstr("large"));
  EXPECT_EQ(report["files"], 7);
}

TEST_F(BadInputTest, AVeryLongLineIsSkippedWithItsReason) {
  WriteShopRepository(home_.directory());
  home_.directory().WriteFile("shop/line.py", "x = '" + std::string(2 << 20, 'a') + "'\n");

  EXPECT_THAT(SkipReason(IndexReport(Path("shop")), "line.py"), HasSubstr("line"));
}

TEST_F(BadInputTest, DeepNestingAndBrokenSyntaxAreIndexed) {
  WriteShopRepository(home_.directory());
  constexpr int kDepth = 10000;
  home_.directory().WriteFile(
      "shop/deep.py", "x = " + std::string(kDepth, '(') + "1" + std::string(kDepth, ')') + "\n");
  home_.directory().WriteFile("shop/broken.py",
                              "def whole():\n    pass\n\ndef half(:\n  ]]] class\n");

  const json report = IndexReport(Path("shop"));
  const ProgramResult answer = Ask(Path("shop"), {"symbol", "broken.whole"});

  EXPECT_GE(report["files_with_syntax_errors"], 1);
  EXPECT_EQ(answer.exit_code, 0) << answer.err;
}

TEST_F(BadInputTest, ASymlinkLoopEnds) {
  WriteShopRepository(home_.directory());
  fs::create_directory_symlink(Path("shop"), Path("shop/shop/loop"));
  fs::create_symlink("self", Path("shop/self"));

  EXPECT_EQ(IndexReport(Path("shop"))["files"], 7);
}

TEST_F(BadInputTest, PathsMayHaveSpacesAndAnyCharacters) {
  const fs::path root = WriteShopRepository(home_.directory(), "my shop caf\u00e9 \u5e97 'q'");
  home_.directory().WriteFile("my shop caf\u00e9 \u5e97 'q'/a b/\u00fcber.py",
                              "def drive():\n    pass\n");

  EXPECT_EQ(Index(root).exit_code, 0);
  const ProgramResult answer = Ask(root, {"search", "drive", "--format", "json"});

  EXPECT_EQ(json::parse(answer.out)["symbols"][0]["path"], "a b/\u00fcber.py");
}

TEST_F(BadInputTest, ALineBreakInAPathStaysWithinItsLine) {
  const fs::path root = WriteShopRepository(home_.directory(), "shop");
  home_.directory().WriteFile("shop/new\nline.py", "def drive():\n    pass\n");
  EXPECT_EQ(Index(root).exit_code, 0);

  const auto shown = [&](const std::string& format) {
    return Ask(root, {"search", "drive", "--format", format, "--limit", "1"}).out;
  };
  EXPECT_EQ(json::parse(shown("json"))["symbols"][0]["path"], "new\nline.py");
  EXPECT_THAT(shown("text"), HasSubstr("new\\u000aline.drive  new\\u000aline.py:1-2\n"));
  EXPECT_THAT(shown("gcf"), HasSubstr("# new%0Aline.py:1-2 def drive()\n"));
  EXPECT_THAT(shown("markdown"), HasSubstr("`new\\u000aline.py:1-2`: `def drive()`\n"));
  EXPECT_THAT(shown("xml"), HasSubstr("path=\"new&#10;line.py\""));
  EXPECT_THAT(shown("gcx"), HasSubstr("\tnew\\nline.py\t"));
  EXPECT_THAT(Ask(root, {"symbol", "new\nline.drive"}).out, HasSubstr("new\\u000aline.drive"));
  EXPECT_THAT(Ask(root, {"outline"}).out, Not(HasSubstr("new\n")));
}

// Names, owners, documentation and the address of the remote hold what some reader takes for the
// end of a line, or a terminal for a command.
TEST_F(BadInputTest, WhatARepositoryHoldsForgesNoLine) {
  const std::string hostile = "\x1b[2J\x07\v\f\u0085\u2028\u2029\u202e";
  const fs::path root = WriteShopRepository(home_.directory(), "shop");
  home_.directory().WriteFile("shop/bad" + hostile + ".py",
                              "def drive(a='" + hostile + "'):\n    \"\"\"Says " + hostile +
                                  "\n    ```\n    # rest: x\n    \"\"\"\n");
  home_.directory().WriteFile("shop/CODEOWNERS", "* @o" + hostile + "wner\n");
  RunGit(root, "init -q");
  RunGit(root, "config remote.origin.url \"$(printf 'https://x.example/a\\nb\\033[2J.git')\"");
  const ProgramResult indexed = Index(root);
  EXPECT_EQ(indexed.exit_code, 0) << indexed.err;

  std::vector<std::string> outputs = {indexed.out, indexed.err};
  for (const char* format :
       {"text", "gcf", "gcf3", "gcf-short", "gcx", "json", "xml", "markdown"}) {
    for (const std::vector<std::string>& question : std::vector<std::vector<std::string>>{
             {"context", "drive says"}, {"symbol", "drive"}, {"blast-radius", "drive"}}) {
      std::vector<std::string> arguments = question;
      arguments.insert(arguments.end(), {"--format", format});
      const ProgramResult answer = Ask(root, arguments);
      EXPECT_EQ(answer.exit_code, 0) << answer.err;
      outputs.push_back(answer.out + answer.err);
    }
  }
  outputs.push_back(Ask(root, {"outline"}).out);
  outputs.push_back(Ask(root, {"symbol", "drive\nwaymark: forged\u2028"}).err);
  outputs.push_back(home_.Run({"status", "--store", Store()}).out);
  for (const std::string& output : outputs) {
    for (std::size_t at = 0; at < output.size(); ++at) {
      at = wire::FindControl(output, at);
      if (at < output.size()) {
        ASSERT_TRUE(output[at] == '\n' || output[at] == '\t') << output.substr(0, at);
      }
    }
    EXPECT_THAT(output, Not(HasSubstr("\nb\\u001b")));
    EXPECT_THAT(output, Not(HasSubstr("\nwaymark: forged")));
  }
}

TEST_F(BadInputTest, ADirectoryInsteadOfAFileIsSaidToBeOne) {
  const fs::path root = WriteShopRepository(home_.directory());
  Index(root);

  const ProgramResult answer = Ask(root, {"context", "--files", (root / "shop").string()});

  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_THAT(answer.err, HasSubstr("shop is a directory; name a file in it"));
}

TEST_F(BadInputTest, ASubmoduleIsNamedWhereverItMayMatter) {
  const fs::path root = WriteShopRepository(home_.directory());
  const GitRepository library(Path("library"));
  library.Write("lib.py", "def helper():\n    return 1\n");
  library.Commit("one");
  RunGit(root, "init -q");
  RunGit(root, "-c protocol.file.allow=always submodule add -q '" + library.path().string() +
                   "' vendor/library");

  EXPECT_THAT(Index(root).out, AllOf(HasSubstr("  vendor/library: submodule\n"),
                                     HasSubstr("submodule means: a repository of its own")));
  EXPECT_THAT(Ask(root, {"blast-radius", "price_of", "--format", "gcf"}).out,
              HasSubstr("completeness=likely_complete\n"));
  EXPECT_THAT(Ask(root, {"context", "the price of a cart", "--format", "gcf"}).out,
              HasSubstr("completeness=likely_complete\n"));
  const ProgramResult inside = Ask(root, {"symbol", "vendor/library/lib.py:1"});
  EXPECT_EQ(inside.exit_code, 1);
  EXPECT_THAT(inside.err, HasSubstr("vendor/library/lib.py is not in the index: submodule"));
}

TEST_F(BadInputTest, AGitRepositoryThatCannotBeReadIsSaidToBeOne) {
  const fs::path root = WriteShopRepository(home_.directory());
  RunGit(root, "init -q");
  home_.directory().WriteFile("shop/.git/config", "[core\n");

  const ProgramResult indexed = Index(root);
  EXPECT_EQ(indexed.exit_code, 0);
  EXPECT_THAT(indexed.out, HasSubstr("history: the git repository around"));
  const ProgramResult answer = Ask(root, {"diff", "HEAD"});
  EXPECT_EQ(answer.exit_code, 1);
  EXPECT_THAT(answer.err, HasSubstr("cannot be read"));
}

TEST_F(BadInputTest, UnknownSymbolsAreRefused) {
  const fs::path root = WriteShopRepository(home_.directory());
  Index(root);

  for (const char* command : {"blast-radius", "symbol"}) {
    const ProgramResult unknown = Ask(root, {command, "no_such_thing"});

    EXPECT_EQ(unknown.exit_code, 1);
    EXPECT_THAT(unknown.err, HasSubstr("no symbol is named 'no_such_thing'"));
  }
}

TEST_F(BadInputTest, ABudgetThatHoldsNothingIsRefusedWithOneThatWorks) {
  const fs::path root = WriteShopRepository(home_.directory());
  Index(root);

  for (const char* budget : {"0", "10"}) {
    const ProgramResult result = Ask(root, {"context", "mail", "--budget", budget});

    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.err, HasSubstr("the smallest budget that works is "));
    EXPECT_EQ(result.out, "");
  }
}

TEST_F(BadInputTest, AQuestionBeforeAnyIndexSaysWhatToRun) {
  const fs::path root = WriteShopRepository(home_.directory());

  const ProgramResult no_store = Ask(root, {"search", "render"});
  Index(root);
  fs::create_directories(Path("other"));
  const ProgramResult no_view = Ask(Path("other"), {"search", "render"});

  EXPECT_EQ(no_store.exit_code, 1);
  EXPECT_THAT(no_store.err, HasSubstr("run: waymark index"));
  EXPECT_EQ(no_view.exit_code, 1);
  EXPECT_THAT(no_view.err, HasSubstr("run: waymark index"));
}

TEST_F(BadInputTest, AForeignFileAsStoreIsAFailure) {
  const fs::path root = WriteShopRepository(home_.directory());
  const fs::path file = home_.directory().WriteFile("notes.txt", "not a store\n");
  home_.directory().WriteFile("foreign/data.mdb", std::string(8192, 'x'));

  for (const fs::path& store : {file, Path("foreign")}) {
    const ProgramResult write = home_.Run({"index", root.string(), "--store", store.string()});
    const ProgramResult read =
        home_.Run({"search", "x", "--repo", root.string(), "--store", store.string()});

    EXPECT_EQ(write.exit_code, 3) << write.err;
    EXPECT_EQ(read.exit_code, 3) << read.err;
    EXPECT_THAT(write.err, HasSubstr(store.filename().string()));
  }
  EXPECT_EQ(ReadFile(file), "not a store\n");
}

TEST_F(BadInputTest, AStoreThatCannotBeCreatedIsAFailure) {
  const fs::path root = WriteShopRepository(home_.directory());

  const ProgramResult result = home_.Run({"index", root.string(), "--store", "/sys/waymark"});
  const ProgramResult vanished = home_.Run({"index", root.string(), "--store", "/proc/waymark"});

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("/sys/waymark"));
  EXPECT_EQ(vanished.exit_code, 3);
  EXPECT_THAT(vanished.err, HasSubstr("create store /proc/waymark"));
}

TEST_F(BadInputTest, AReadOnlyStoreAnswersButIsNotWritten) {
  if (::geteuid() == 0) GTEST_SKIP() << "nothing is read-only to root";
  const fs::path root = WriteShopRepository(home_.directory());
  Index(root);
  fs::permissions(home_.store(), fs::perms::owner_read | fs::perms::owner_exec);

  const ProgramResult read = Ask(root, {"search", "receipt"});
  const ProgramResult write = Index(root);
  fs::permissions(home_.store(), fs::perms::owner_all);

  EXPECT_EQ(read.exit_code, 0) << read.err;
  EXPECT_EQ(write.exit_code, 3);
}

// A closed descriptor is the next that is given out: the store's files must not be written to.
TEST_F(BadInputTest, ClosedStandardStreamsHarmNothing) {
  const fs::path root = WriteShopRepository(home_.directory());
  const std::string index = std::string("exec ") + WM_WAYMARK_PROGRAM + " index " + root.string() +
                            " --store " + home_.store().string() + " --force";
  const ProgramOptions options{home_.Environment(), home_.directory().path(), ""};

  const ProgramResult closed = Program({"/bin/sh", "-c", index + " <&- >&- 2>&-"}, options).Wait();
  const ProgramResult full = Program({"/bin/sh", "-c", index + " 2>/dev/full"}, options).Wait();

  EXPECT_EQ(closed.exit_code, 3) << "the report of the run is lost";
  EXPECT_EQ(full.exit_code, 0);
  EXPECT_EQ(Ask(root, {"search", "receipt"}).exit_code, 0);
  std::ifstream lock(home_.store() / "lock.mdb", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(lock), {}};
  EXPECT_THAT(bytes, Not(HasSubstr("symbols")));
}

TEST_F(BadInputTest, ALostHelpTextIsAFailure) {
  const std::string help = std::string("exec ") + WM_WAYMARK_PROGRAM + " search --help";
  const ProgramOptions options{home_.Environment(), home_.directory().path(), ""};
  const auto run = [&](const std::string& redirection) {
    return Program({"/bin/sh", "-c", help + redirection}, options).Wait();
  };

  EXPECT_EQ(run("").exit_code, 0);
  EXPECT_EQ(run(" >/dev/full").exit_code, 3);
  EXPECT_EQ(run(" >&-").exit_code, 3);
}

// As a shell tells the end of a program by SIGPIPE, which the program may inherit as ignored.
TEST_F(BadInputTest, AReaderThatHasEnoughEndsTheProgramInSilence) {
  // The pipe has a reader only until its writing end is open.
  const std::string gone = "mkfifo pipe && exec 3<>pipe 4>pipe 3>&- && rm pipe; ";
  const fs::path root = WriteShopRepository(home_.directory());
  Index(root);
  for (const char* const command : {"usages price_of", "test-scope price_of", "export",
                                    "context mail the receipt", "search receipt --json"}) {
    for (const char* const trap : {"", "trap '' PIPE; "}) {
      const std::string script = gone + trap + WM_WAYMARK_PROGRAM + " " + command + " --repo " +
                                 root.string() + " --store " + home_.store().string() +
                                 " >&4; exit $?";
      const ProgramResult result =
          Program({"/bin/sh", "-c", script}, {home_.Environment(), home_.directory().path(), ""})
              .Wait();

      EXPECT_EQ(result.exit_code, 141) << command << result.err;
      EXPECT_EQ(result.err, "") << command;
    }
  }
}

TEST_F(BadInputTest, AClosedInputIsEmpty) {
  const std::string decode = std::string("exec ") + WM_WAYMARK_PROGRAM + " decode --from gcf <&-";

  const ProgramResult result =
      Program({"/bin/sh", "-c", decode}, {home_.Environment(), home_.directory().path(), ""})
          .Wait();

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("missing_header (line 1)"));
}

TEST_F(BadInputTest, ARefusedRunLeavesThePreviousStateInPlace) {
  const fs::path root = WriteShopRepository(home_.directory());
  Index(root);
  const std::string before = Ask(root, {"export"}).out;
  fs::create_directories(Path("empty"));

  Index(Path("empty"));
  Index(Path("nowhere"));

  EXPECT_EQ(Ask(root, {"export"}).out, before);
}

}  // namespace
}  // namespace waymark::testing
