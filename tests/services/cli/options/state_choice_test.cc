// --at and --buffer, as people and scripts use them.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.h"
#include "testing/git_repository.h"

namespace waymark::services {
namespace {

using ::testing::ContainsRegex;
using testing::GitRepository;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::ProgramResult;
using testing::WaymarkHome;

constexpr char kOld[] = "def helper():\n    \"\"\"The old one.\"\"\"\n    return 1\n";
constexpr char kNew[] =
    "def helper():\n    \"\"\"The new one.\"\"\"\n    return added()\n\ndef added():\n    return "
    "2\n";
constexpr char kBuffered[] =
    "def helper():\n    return typed()\n\ndef typed():\n    \"\"\"Typed.\"\"\"\n";

class StateChoiceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    git_.Write("lib.py", kOld);
    git_.Write("main.py", "from lib import helper\n\ndef run():\n    return helper()\n");
    git_.Commit("old");
    git_.Write("lib.py", kNew);
    git_.Commit("new");
    EXPECT_EQ(Run({"index", git_.path().string()}).exit_code, 0);
  }

  ProgramResult Run(std::vector<std::string> arguments, const std::string& input = "") const {
    arguments.insert(arguments.end(), {"--store", home_.store().string()});
    return home_.Run(arguments, input, git_.path());
  }

  WaymarkHome home_;
  GitRepository git_{home_.directory().path() / "shop"};
};

TEST_F(StateChoiceTest, AnAnswerIsOfTheCommitThatWasAskedAbout) {
  const ProgramResult old = Run({"symbol", "helper", "--at", "HEAD~1", "--format", "text"});
  const ProgramResult now = Run({"symbol", "helper"});

  EXPECT_EQ(old.exit_code, 0) << old.err;
  EXPECT_THAT(old.out, HasSubstr("The old one."));
  EXPECT_THAT(old.out, HasSubstr("\nat commit " + git_.Git("rev-parse HEAD~1").substr(0, 12)));
  EXPECT_THAT(old.out, Not(HasSubstr("on disk")));
  EXPECT_THAT(now.out, HasSubstr("The new one."));
  EXPECT_EQ(Run({"symbol", "added", "--at", "HEAD~1"}).exit_code, 1);
  EXPECT_EQ(Run({"symbol", "added", "--at", "main"}).exit_code, 0);
}

TEST_F(StateChoiceTest, EveryQueryTakesARevision) {
  const std::vector<std::vector<std::string>> questions = {{"context", "helper"},
                                                           {"search", "helper"},
                                                           {"symbol", "helper"},
                                                           {"blast-radius", "helper"},
                                                           {"export"},
                                                           {"doctor"},
                                                           {"status"}};
  for (std::vector<std::string> question : questions) {
    question.insert(question.end(), {"--at", "HEAD~1"});
    const ProgramResult result = Run(question);
    EXPECT_EQ(result.exit_code, 0) << question[0] << ": " << result.err;
    EXPECT_THAT(result.out, Not(HasSubstr("added"))) << question[0];
  }
}

TEST_F(StateChoiceTest, JsonNamesTheState) {
  const ProgramResult result = Run({"context", "helper", "--at", "HEAD~1", "--format", "json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;

  const auto index = nlohmann::json::parse(result.out).at("index");

  EXPECT_EQ(index.at("state"), "commit");
  EXPECT_EQ(index.at("commit"), git_.Git("rev-parse HEAD~1"));
  EXPECT_EQ(index.at("files_differing"), 0);
}

TEST_F(StateChoiceTest, WhatIsNoRevisionIsRefused) {
  const ProgramResult unknown = Run({"symbol", "helper", "--at", "nowhere"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("no revision 'nowhere'"));
  EXPECT_EQ(Run({"symbol", "helper", "--at", ""}).exit_code, 2);
  EXPECT_EQ(Run({"symbol", "helper", "--at", "HEAD", "--buffer", "lib.py=-"}).exit_code, 2);
  EXPECT_EQ(Run({"index", git_.path().string(), "--at", "nowhere"}).exit_code, 1);
}

// Nothing is known is an answer too, and not that nothing was found.
TEST_F(StateChoiceTest, AChangeThatIsNotIndexedYetIsALowerBound) {
  git_.Write("gift.py", "def wrap():\n    return 1\n");

  for (const std::string command : {"blast-radius", "context"}) {
    const ProgramResult result = Run({command, "--diff", "HEAD"});
    EXPECT_EQ(result.exit_code, 0) << command << result.err;
    EXPECT_THAT(result.out,
                ContainsRegex("(incomplete|may miss something): 1 file on disk differs"))
        << command;
    EXPECT_THAT(result.out, HasSubstr("1 file on disk differs from the index")) << command;
  }
}

TEST_F(StateChoiceTest, WithoutACommitThereIsNoRevision) {
  const GitRepository empty(home_.directory().path() / "empty");
  empty.Write("lib.py", kNew);
  const std::string store = home_.store().string();
  ASSERT_EQ(home_.Run({"index", ".", "--store", store}, "", empty.path()).exit_code, 0);

  const ProgramResult result = home_.Run({"diff", "HEAD", "--store", store}, "", empty.path());

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("has no commit yet"));
}

TEST_F(StateChoiceTest, AnAnswerFollowsTheBuffer) {
  const ProgramResult typed =
      Run({"symbol", "typed", "--buffer", "lib.py=-", "--format", "text"}, kBuffered);

  EXPECT_EQ(typed.exit_code, 0) << typed.err;
  EXPECT_THAT(typed.out, HasSubstr("Typed."));
  EXPECT_THAT(typed.out, HasSubstr("with unsaved buffers"));
  EXPECT_EQ(Run({"symbol", "added", "--buffer", "lib.py=-"}, kBuffered).exit_code, 1);
  EXPECT_EQ(Run({"symbol", "typed"}).exit_code, 1) << "nothing was saved";
}

TEST_F(StateChoiceTest, ABufferIsReadFromAFileToo) {
  const auto file = home_.directory().WriteFile("typed.py", kBuffered);

  const ProgramResult result = Run({"blast-radius", "typed", "--buffer",
                                    (git_.path() / "lib.py").string() + "=" + file.string()});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("run"));
  EXPECT_EQ(Run({"symbol", "typed", "--buffer", "lib.py=nowhere.py"}).exit_code, 1);
  EXPECT_EQ(Run({"symbol", "typed", "--buffer", "lib.py"}).exit_code, 2);
  EXPECT_EQ(Run({"symbol", "typed", "--buffer", "../lib.py=" + file.string()}).exit_code, 1);
}

TEST_F(StateChoiceTest, TheDaemonGivesTheSameBytes) {
  const std::vector<std::string> at = {"context", "helper", "--at", "HEAD~1", "--format", "json"};
  const std::vector<std::string> buffer = {"context",  "helper",   "--buffer",
                                           "lib.py=-", "--format", "json"};
  const ProgramResult direct_at = Run(at);
  const ProgramResult direct_buffer = Run(buffer, kBuffered);
  const auto daemon = home_.StartDaemon({"--no-watch"});

  EXPECT_EQ(Run(at).out, direct_at.out);
  EXPECT_EQ(Run(buffer, kBuffered).out, direct_buffer.out);
}

}  // namespace
}  // namespace waymark::services
