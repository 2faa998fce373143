// `waymark install` and `uninstall` in homes of their own.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "program.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kCursor[] =
    "{\n  // my servers\n  \"mcpServers\": {\n    \"other\": {\"command\": \"x\"} // keep\n  "
    "}\n}\n";
constexpr char kCodex[] = "model = \"o\"\n\n[mcp_servers.other]\ncommand = \"x\"\n";

class InstallTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Write(".cursor/mcp.json", kCursor);
    Write(".codex/config.toml", kCodex);
    fs::create_directories(Path(".config/zed"));
  }

  fs::path Path(const std::string& name) const { return home_.directory().path() / name; }

  void Write(const std::string& name, const std::string& text) const {
    home_.directory().WriteFile(name, text);
  }

  std::string Read(const std::string& name) const {
    std::ifstream file(Path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  WaymarkHome home_;
};

TEST_F(InstallTest, ChangesTheClientsThatWereUsedAndTakesItBackToTheByte) {
  ::chmod(Path(".cursor/mcp.json").c_str(), 0640);
  const ProgramResult installed = home_.Run({"install", "--yes"});
  EXPECT_EQ(installed.exit_code, 0) << installed.err;
  EXPECT_THAT(installed.out, AllOf(HasSubstr("+++ "), HasSubstr("Cursor: the server is now in"),
                                   HasSubstr("Codex: "), HasSubstr("Zed: ")));
  EXPECT_THAT(installed.out, Not(HasSubstr("opencode")));
  EXPECT_THAT(Read(".codex/config.toml"), HasSubstr("[mcp_servers.waymark]\ncommand = \"/"));
  EXPECT_THAT(Read(".cursor/mcp.json"),
              AllOf(HasSubstr("// my servers"), HasSubstr("\"waymark\"")));
  EXPECT_THAT(Read(".config/zed/settings.json"), HasSubstr("\"context_servers\""));

  struct ::stat status {};

  ASSERT_EQ(::stat(Path(".cursor/mcp.json").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640U);

  EXPECT_THAT(home_.Run({"install", "--yes"}).out, HasSubstr("Cursor: the server is already in"));

  const ProgramResult taken_back = home_.Run({"uninstall", "--yes"});
  EXPECT_EQ(taken_back.exit_code, 0) << taken_back.err;
  EXPECT_EQ(Read(".cursor/mcp.json"), kCursor);
  EXPECT_EQ(Read(".codex/config.toml"), kCodex);
  EXPECT_FALSE(fs::exists(Path(".config/zed/settings.json")));
  EXPECT_EQ(home_.Run({"uninstall", "--yes"}).exit_code, 1);
}

TEST_F(InstallTest, DirectoriesThatWereMadeGoWithTheirFileUnlessTheyHoldMore) {
  ASSERT_EQ(home_.Run({"install", "--yes", "gemini", "vscode", "windsurf", "zed"}).exit_code, 0);
  Write(".codeium/memories", "");

  ASSERT_EQ(home_.Run({"uninstall", "--yes"}).exit_code, 0);

  EXPECT_FALSE(fs::exists(Path(".gemini")));
  EXPECT_FALSE(fs::exists(Path(".config/Code")));
  EXPECT_FALSE(fs::exists(Path(".codeium/windsurf")));
  EXPECT_TRUE(fs::exists(Path(".codeium/memories")));
  EXPECT_TRUE(fs::exists(Path(".config/zed"))) << "it was there before";
}

TEST_F(InstallTest, NothingStaysOfWhatSeveralClientsWereMade) {
  fs::remove_all(Path(".config"));
  const bool had_state = fs::exists(Path(".local"));
  ASSERT_EQ(home_.Run({"install", "--yes", "vscode", "zed", "opencode"}).exit_code, 0);
  ASSERT_TRUE(fs::exists(Path(".local/state/waymark/installed.json")));

  ASSERT_EQ(home_.Run({"uninstall", "--yes", "vscode"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(Path(".config/zed/settings.json")));
  ASSERT_EQ(home_.Run({"uninstall", "--yes"}).exit_code, 0);

  EXPECT_FALSE(fs::exists(Path(".config"))) << "made for the first of them, left by the last";
  EXPECT_FALSE(fs::exists(Path(".local/state/waymark/installed.json")));
  EXPECT_EQ(fs::exists(Path(".local")), had_state);
}

TEST_F(InstallTest, NothingIsChangedWithoutAnAnswer) {
  const ProgramResult dry = home_.Run({"install", "cursor", "--dry-run"});
  EXPECT_EQ(dry.exit_code, 0);
  EXPECT_THAT(dry.out, HasSubstr("+    \"waymark\": {"));
  const ProgramResult asked = home_.Run({"install", "cursor"}, "y\n");
  EXPECT_EQ(asked.exit_code, 1);
  EXPECT_THAT(asked.err, HasSubstr("use --yes"));
  EXPECT_EQ(Read(".cursor/mcp.json"), kCursor);
  EXPECT_EQ(home_.Run({"install", "cursor", "--dry-run", "--yes"}).exit_code, 2);
  EXPECT_EQ(home_.Run({"install", "emacs"}).exit_code, 2);
}

TEST_F(InstallTest, WhatIsNotUnderstoodIsLeftAsItIs) {
  Write(".cursor/mcp.json", "{\n  \"mcpServers\": [\n}\n");
  const ProgramResult result = home_.Run({"install", "--yes"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("Cursor: "));
  EXPECT_THAT(result.err, HasSubstr("line 3: a value is expected"));
  EXPECT_EQ(Read(".cursor/mcp.json"), "{\n  \"mcpServers\": [\n}\n");
  // The others are changed all the same.
  EXPECT_THAT(Read(".codex/config.toml"), HasSubstr("[mcp_servers.waymark]"));
}

TEST_F(InstallTest, WhatOthersChangedSinceStays) {
  ASSERT_EQ(home_.Run({"install", "cursor", "codex", "--yes"}).exit_code, 0);
  // A client that writes its file anew in a layout of its own.
  Write(".cursor/mcp.json",
        "{\"mcpServers\":{\"waymark\":{\"command\":\"w\",\"args\":[\"mcp\"]},\"new\":{}}}");
  Write(".codex/config.toml", Read(".codex/config.toml") + "\n[tui]\nx = 1\n");

  ASSERT_EQ(home_.Run({"uninstall", "--yes"}).exit_code, 0);
  EXPECT_EQ(Read(".cursor/mcp.json"), "{\"mcpServers\":{\"new\":{}}}");
  EXPECT_EQ(Read(".codex/config.toml"), std::string(kCodex) + "\n[tui]\nx = 1\n");
}

TEST_F(InstallTest, AnEntryOfAnotherHandIsNotReplaced) {
  Write(".cursor/mcp.json", "{\"mcpServers\": {\"waymark\": {\"command\": \"mine\"}}}");
  const ProgramResult result = home_.Run({"install", "cursor", "--yes"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("is there already, and is another one"));
}

TEST_F(InstallTest, ALinkIsFollowedAndStays) {
  Write("dotfiles/mcp.json", "{}\n");
  fs::remove(Path(".cursor/mcp.json"));
  fs::create_symlink(Path("dotfiles/mcp.json"), Path(".cursor/mcp.json"));
  ASSERT_EQ(home_.Run({"install", "cursor", "--yes", "--toolset", "full"}).exit_code, 0);
  EXPECT_TRUE(fs::is_symlink(Path(".cursor/mcp.json")));
  EXPECT_THAT(Read("dotfiles/mcp.json"), HasSubstr("\"--toolset\""));
  ASSERT_EQ(home_.Run({"uninstall", "cursor", "--yes"}).exit_code, 0);
  EXPECT_EQ(Read("dotfiles/mcp.json"), "{}\n");
}

}  // namespace
}  // namespace waymark::testing
