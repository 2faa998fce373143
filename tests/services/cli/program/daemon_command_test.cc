// `waymark daemon` and `waymark forget`: who serves a store, its end, its log, and what is removed.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.h"
#include "services/version.h"
#include "shop_repository.h"

namespace waymark::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class DaemonCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = WriteShopRepository(home_.directory());
    ASSERT_EQ(Run({"index", root_.string()}).exit_code, 0);
  }

  ProgramResult Run(std::vector<std::string> arguments, const std::string& input = "") {
    arguments.insert(arguments.end(), {"--store", home_.store().string()});
    return home_.Run(arguments, input);
  }

  WaymarkHome home_;
  std::filesystem::path root_;
};

TEST_F(DaemonCommandTest, TheStatusTellsWhoServesTheStore) {
  const ProgramResult none = Run({"daemon", "status"});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.err, HasSubstr("no daemon serves " + home_.store().string()));

  const auto daemon = home_.StartDaemon();
  const ProgramResult text = Run({"daemon", "status"});
  const json state = json::parse(Run({"daemon", "status", "--json"}).out);

  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("process  " + std::to_string(daemon->process()) +
                                        ", version " + services::kVersion + "\n"),
                              HasSubstr("log      standard error of the process\n")));
  EXPECT_EQ(state["process"], daemon->process());
  EXPECT_EQ(state["answers"], true);
  EXPECT_EQ(state["version"], services::kVersion);
  EXPECT_TRUE(std::filesystem::exists(std::string(state["socket"])));
}

TEST_F(DaemonCommandTest, StoppingWaitsForTheEnd) {
  const auto daemon = home_.StartDaemon();

  const ProgramResult stopped = Run({"daemon", "stop"});

  EXPECT_EQ(stopped.exit_code, 0) << stopped.err;
  EXPECT_THAT(stopped.out, HasSubstr("stopped process " + std::to_string(daemon->process())));
  EXPECT_EQ(daemon->Wait().exit_code, 0);
  EXPECT_EQ(Run({"daemon", "stop"}).exit_code, 1);
}

TEST_F(DaemonCommandTest, TheLogIsThatOfTheDaemonThatRuns) {
  EXPECT_THAT(Run({"daemon", "logs"}).err, HasSubstr("none has left a log in it"));
  const std::filesystem::path log = home_.directory().path() / "own.log";
  {
    const auto daemon = home_.StartDaemon();
    EXPECT_THAT(Run({"daemon", "logs"}).err, HasSubstr("logs to its standard error"));
    Run({"daemon", "stop"});
  }
  const auto daemon =
      home_.Start({"serve", "--store", home_.store().string(), "--log-file", log.string()});
  while (daemon->IsRunning() && Run({"daemon", "status"}).exit_code != 0) {
  }

  const ProgramResult lines = Run({"daemon", "logs", "--lines", "1"});

  EXPECT_EQ(lines.exit_code, 0) << lines.err;
  EXPECT_THAT(lines.out, AllOf(HasSubstr("event="), ::testing::EndsWith("\n")));
  EXPECT_EQ(std::count(lines.out.begin(), lines.out.end(), '\n'), 1);
  EXPECT_EQ(json::parse(Run({"daemon", "status", "--json"}).out)["log"], log.string());
}

TEST_F(DaemonCommandTest, OptionsOfTheLogGoWithLogs) {
  EXPECT_EQ(Run({"daemon", "status", "--follow"}).exit_code, 2);
  EXPECT_EQ(Run({"daemon", "stop", "-n", "3"}).exit_code, 2);
  EXPECT_EQ(Run({"daemon"}).exit_code, 2);
}

TEST_F(DaemonCommandTest, ForgettingRemovesOneCheckoutAndAsksBefore) {
  const std::filesystem::path second = WriteShopRepository(home_.directory(), "second");
  ASSERT_EQ(Run({"index", second.string()}).exit_code, 0);

  const ProgramResult unasked = Run({"forget", second.string()}, "y\n");
  EXPECT_EQ(unasked.exit_code, 1);
  EXPECT_THAT(unasked.err, HasSubstr("use --yes to remove it"));
  EXPECT_THAT(Run({"status"}).out, HasSubstr(second.string()));

  const ProgramResult removed = Run({"forget", second.string() + "/", "--yes"});
  EXPECT_EQ(removed.exit_code, 0) << removed.err;
  EXPECT_EQ(removed.out, "removed " + second.string() + " from the index\n");
  EXPECT_THAT(Run({"status"}).out, AllOf(HasSubstr(root_.string()), Not(HasSubstr("/second"))));
  EXPECT_TRUE(std::filesystem::exists(second));

  const ProgramResult again = Run({"forget", second.string(), "--yes"});
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.err, AllOf(HasSubstr("is not in the index"), HasSubstr(root_.string())));
}

TEST_F(DaemonCommandTest, ForgettingGoesThroughTheDaemonAndForFilesThatAreGone) {
  const auto daemon = home_.StartDaemon();
  std::filesystem::remove_all(root_);

  EXPECT_EQ(json::parse(Run({"forget", root_.string(), "--yes", "--json"}).out)["removed"],
            json::array({root_.string()}));
  EXPECT_THAT(daemon->StandardError(), HasSubstr("verb=prune "));
}

TEST_F(DaemonCommandTest, ForgettingWithoutAPathIsAboutTheCheckoutAroundTheDirectory) {
  const auto forget = [&](const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"forget", "--store", home_.store().string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return home_.Run(arguments, "y\n", root_);
  };

  EXPECT_EQ(forget({"--yes", "x", "--repo", "y"}).exit_code, 2) << "two checkouts";
  const ProgramResult unasked = forget({});
  EXPECT_EQ(unasked.exit_code, 1);
  EXPECT_THAT(unasked.err, HasSubstr("cannot ask without a terminal; use --yes to remove it"));
  const ProgramResult removed = forget({"--yes"});
  EXPECT_EQ(removed.exit_code, 0) << removed.err;
  EXPECT_EQ(removed.out, "removed " + root_.string() + " from the index\n");
}

TEST_F(DaemonCommandTest, ADirectoryToIndexIsNamedInOneWayAndCanBeLeftOut) {
  const ProgramResult here =
      home_.Run({"index", "--store", home_.store().string(), "--json"}, "", root_);
  EXPECT_EQ(json::parse(here.out)["root_path"], root_.string());
  EXPECT_EQ(json::parse(Run({"index", "--repo", root_.string(), "--json"}).out)["root_path"],
            root_.string());
  EXPECT_EQ(Run({"index", root_.string(), "--repo", root_.string()}).exit_code, 2);
}

TEST_F(DaemonCommandTest, AQuietIndexRunWritesOnlyErrors) {
  const ProgramResult quiet = Run({"index", root_.string(), "-q"});
  EXPECT_EQ(quiet.exit_code, 0);
  EXPECT_THAT(quiet.out, IsEmpty());
  EXPECT_THAT(quiet.err, IsEmpty());
  EXPECT_THAT(Run({"index", "nowhere", "-q"}).err, HasSubstr("No such file"));
  EXPECT_EQ(json::parse(Run({"index", root_.string(), "-q", "--json"}).out)["root_path"],
            root_.string());
}

}  // namespace
}  // namespace waymark::testing
