// `waymark install` and `uninstall` in homes of their own.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <vector>

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
  EXPECT_THAT(installed.out, AllOf(HasSubstr("+++ "), HasSubstr("Added to Cursor ("),
                                   HasSubstr("Added to Codex ("), HasSubstr("Added to Zed (")));
  EXPECT_THAT(installed.out, Not(HasSubstr("opencode")));
  EXPECT_THAT(installed.out,
              HasSubstr("\nNext: restart Codex, Cursor, Zed, then ask: \"What breaks"));
  EXPECT_THAT(Read(".codex/config.toml"), HasSubstr("[mcp_servers.waymark]\ncommand = \"/"));
  EXPECT_THAT(Read(".cursor/mcp.json"),
              AllOf(HasSubstr("// my servers"), HasSubstr("\"waymark\"")));
  EXPECT_THAT(Read(".config/zed/settings.json"), HasSubstr("\"context_servers\""));

  struct ::stat status {};

  ASSERT_EQ(::stat(Path(".cursor/mcp.json").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640U);

  EXPECT_THAT(home_.Run({"install", "--yes"}).out, HasSubstr("Cursor has it already ("));

  const ProgramResult taken_back = home_.Run({"uninstall", "--yes"});
  EXPECT_EQ(taken_back.exit_code, 0) << taken_back.err;
  EXPECT_EQ(Read(".cursor/mcp.json"), kCursor);
  EXPECT_EQ(Read(".codex/config.toml"), kCodex);
  EXPECT_FALSE(fs::exists(Path(".config/zed/settings.json")));
  EXPECT_EQ(home_.Run({"uninstall", "--yes"}).exit_code, 1);
}

struct ClientFile {
  std::string client;
  std::string path;
  std::string key;  // before the entry
};

void PrintTo(const ClientFile& file, std::ostream* out) { *out << file.client; }

class InstallClientTest : public InstallTest, public ::testing::WithParamInterface<ClientFile> {};

// In the file that each documents, and gone again with the directories that were made for it.
TEST_P(InstallClientTest, GetsItsEntryAndIsRidOfItToTheByte) {
  const auto& [client, path, key] = GetParam();
  const ProgramResult shown = home_.Run({"install", client, "--dry-run"});
  EXPECT_THAT(shown.out, AllOf(HasSubstr("+++ " + Path(path).string()), HasSubstr(key)));
  EXPECT_FALSE(fs::exists(Path(path)) && client != "cursor" && client != "codex");

  const ProgramResult installed = home_.Run({"install", client, "--yes"});
  ASSERT_EQ(installed.exit_code, 0) << installed.err;
  EXPECT_THAT(Read(path), AllOf(HasSubstr(key), HasSubstr("waymark"), HasSubstr("\"mcp\"")));
  EXPECT_THAT(installed.out, HasSubstr("Next: restart "));
  EXPECT_THAT(home_.Run({"install", client, "--yes"}).out, HasSubstr(" has it already ("));

  ASSERT_EQ(home_.Run({"uninstall", client, "--yes"}).exit_code, 0);
  const std::string before = client == "cursor" ? kCursor : client == "codex" ? kCodex : "";
  EXPECT_EQ(Read(path), before);
  EXPECT_EQ(fs::exists(Path(path)), !before.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Clients, InstallClientTest,
    ::testing::Values(
        ClientFile{"claude-code", ".claude.json", "mcpServers"},
        ClientFile{"claude-desktop", ".config/Claude/claude_desktop_config.json", "mcpServers"},
        ClientFile{"codex", ".codex/config.toml", "mcp_servers"},
        ClientFile{"copilot-cli", ".copilot/mcp-config.json", "mcpServers"},
        ClientFile{"copilot-jetbrains", ".config/github-copilot/intellij/mcp.json", "servers"},
        ClientFile{"cursor", ".cursor/mcp.json", "mcpServers"},
        ClientFile{"vscode", ".config/Code/User/mcp.json", "servers"},
        ClientFile{"zed", ".config/zed/settings.json", "context_servers"},
        ClientFile{"opencode", ".config/opencode/opencode.json", "mcp"},
        ClientFile{"gemini", ".gemini/settings.json", "mcpServers"},
        ClientFile{"windsurf", ".codeium/windsurf/mcp_config.json", "mcpServers"},
        ClientFile{"junie", ".junie/mcp/mcp.json", "mcpServers"},
        ClientFile{"kiro", ".kiro/settings/mcp.json", "mcpServers"},
        ClientFile{"cline",
                   ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/"
                   "cline_mcp_settings.json",
                   "mcpServers"},
        ClientFile{"cline-cli", ".cline/data/settings/cline_mcp_settings.json", "mcpServers"},
        ClientFile{"roo",
                   ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/"
                   "mcp_settings.json",
                   "mcpServers"},
        ClientFile{"goose", ".config/goose/config.yaml", "extensions:"},
        ClientFile{"amp", ".config/amp/settings.json", "\"amp.mcpServers\""}),
    [](const auto& info) {
      std::string name = info.param.client;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

TEST_F(InstallTest, YamlKeepsEveryByteThatIsThere) {
  const std::string goose =
      "# mine\nextensions:\n    dev: # all\n        enabled: true\nGOOSE_MODE: auto\n";
  Write(".config/goose/config.yaml", goose);
  ASSERT_EQ(home_.Run({"install", "goose", "--yes"}).exit_code, 0);
  EXPECT_THAT(Read(".config/goose/config.yaml"),
              HasSubstr("extensions:\n    waymark:\n      type: stdio\n"));
  ASSERT_EQ(home_.Run({"uninstall", "goose", "--yes"}).exit_code, 0);
  EXPECT_EQ(Read(".config/goose/config.yaml"), goose);
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

// A checkout in the home, in which the user works.
class InstallInCheckoutTest : public InstallTest {
 protected:
  void SetUp() override { fs::create_directories(Path("shop/.git")); }

  ProgramResult RunInShop(const std::vector<std::string>& arguments) const {
    return home_.Run(arguments, "", Path("shop"));
  }
};

TEST_F(InstallInCheckoutTest, ProjectFilesStartTheProgramByItsName) {
  fs::create_directories(Path(".claude"));  // Claude Code was used on this machine
  fs::create_directories(Path("shop/.vscode"));
  const ProgramResult result = RunInShop({"install", "--project", "--yes"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(Read("shop/.mcp.json"), HasSubstr("\"command\": \"waymark\""));
  EXPECT_THAT(Read("shop/.vscode/mcp.json"), HasSubstr("\"servers\""));
  EXPECT_FALSE(fs::exists(Path("shop/.cursor"))) << "Cursor was not used";
  EXPECT_FALSE(fs::exists(Path(".claude.json"))) << "the user's own files are not meant";
  EXPECT_THAT(result.out, HasSubstr("no directory of yours has it: add that of this program"));

  EXPECT_EQ(RunInShop({"uninstall", "--project", "--yes"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(Path("shop/.mcp.json")));
  EXPECT_FALSE(fs::exists(Path("shop/.vscode/mcp.json")));
  EXPECT_TRUE(fs::exists(Path("shop/.vscode"))) << "it was there before";
}

TEST_F(InstallInCheckoutTest, ProjectFilesAreForEveryMachineAndForCheckouts) {
  EXPECT_EQ(RunInShop({"install", "--project", "--store", "x"}).exit_code, 2);
  EXPECT_THAT(RunInShop({"install", "--project", "zed"}).err,
              HasSubstr("'zed' has no file for this; name one of: claude-code, cursor, vscode"));
  const ProgramResult outside = home_.Run({"install", "--project", "cursor", "--yes"});
  EXPECT_EQ(outside.exit_code, 1);
  EXPECT_THAT(outside.err, HasSubstr("run this in a checkout"));
}

TEST_F(InstallInCheckoutTest, InstructionsAreAddedOnceAndTakenBackToTheByte) {
  const std::string agents = "# Rules\n\nUse tabs.";
  const std::string claude = "# Claude\r\n\r\nBe brief.\r\n";
  const std::string settings =
      "{\n\t\"hooks\": {\n\t\t\"PostToolUse\": [\n\t\t\t{\"matcher\": \"Write\"}\n\t\t]\n\t}\n}\n";
  Write("shop/AGENTS.md", agents);
  Write("shop/CLAUDE.md", claude);
  Write("shop/.claude/settings.json", settings);

  const ProgramResult result = RunInShop({"install", "--instructions", "--yes"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("+<!-- waymark:begin -->"), HasSubstr("+name: waymark"),
                                HasSubstr("waymark hook"), HasSubstr("begin a new session")));
  EXPECT_TRUE(Read("shop/AGENTS.md").starts_with(agents));
  EXPECT_TRUE(Read("shop/CLAUDE.md").starts_with(claude));
  EXPECT_THAT(Read("shop/.claude/settings.json"), HasSubstr("{\"matcher\": \"Write\"},\n"));
  EXPECT_TRUE(Read("shop/.claude/skills/waymark/SKILL.md").starts_with("---\nname: waymark\n"));

  const std::string once = Read("shop/AGENTS.md") + Read("shop/.claude/settings.json");
  const ProgramResult again = RunInShop({"install", "--instructions", "--yes"});
  EXPECT_THAT(again.out, AllOf(HasSubstr("AGENTS.md has it already ("),
                               HasSubstr("Claude Code's hooks has it already (")));
  EXPECT_EQ(Read("shop/AGENTS.md") + Read("shop/.claude/settings.json"), once);

  ASSERT_EQ(RunInShop({"uninstall", "--instructions", "--yes"}).exit_code, 0);
  EXPECT_EQ(Read("shop/AGENTS.md"), agents);
  EXPECT_EQ(Read("shop/CLAUDE.md"), claude);
  EXPECT_EQ(Read("shop/.claude/settings.json"), settings);
  EXPECT_FALSE(fs::exists(Path("shop/.claude/skills")));
}

TEST_F(InstallInCheckoutTest, InstructionsAreOnlyForAgentsThatWereUsed) {
  ASSERT_EQ(RunInShop({"install", "--instructions", "--yes"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(Path("shop/AGENTS.md")));
  EXPECT_FALSE(fs::exists(Path("shop/CLAUDE.md")));
  EXPECT_FALSE(fs::exists(Path("shop/.claude")));
}

TEST_F(InstallInCheckoutTest, WhatAClientWroteAnewIsTakenBackByItsMeaning) {
  ASSERT_EQ(RunInShop({"install", "--instructions", "claude-code", "--yes"}).exit_code, 0);
  const std::string written = Read("shop/.claude/settings.json");
  std::string compact;  // as another program may lay it out
  for (const char c : written) {
    if (c != '\n') compact += c;
  }
  Write("shop/.claude/settings.json", compact);
  Write("shop/CLAUDE.md", "# Mine\n" + Read("shop/CLAUDE.md") + "More of mine.\n");
  Write("shop/.claude/skills/waymark/SKILL.md", "my own words\n");

  ASSERT_EQ(RunInShop({"uninstall", "--instructions", "--yes"}).exit_code, 0);
  EXPECT_THAT(Read("shop/.claude/settings.json"), Not(HasSubstr("waymark")));
  EXPECT_EQ(Read("shop/CLAUDE.md"), "# Mine\nMore of mine.\n");
  EXPECT_EQ(Read("shop/.claude/skills/waymark/SKILL.md"), "my own words\n");
}

TEST_F(InstallInCheckoutTest, UninstallWithoutArgumentsTakesEverythingBack) {
  ASSERT_EQ(RunInShop({"install", "cursor", "--yes"}).exit_code, 0);
  ASSERT_EQ(RunInShop({"install", "--project", "--instructions", "cursor", "agents-md", "--yes"})
                .exit_code,
            0);
  EXPECT_TRUE(fs::exists(Path("shop/.cursor/mcp.json")) && fs::exists(Path("shop/AGENTS.md")));
  ASSERT_EQ(home_.Run({"uninstall", "--yes"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(Path(".cursor")));
  EXPECT_FALSE(fs::exists(Path("shop/.cursor")));
  EXPECT_FALSE(fs::exists(Path("shop/AGENTS.md")));
  EXPECT_FALSE(fs::exists(Path(".local/state/waymark/installed.json")));
}

TEST_F(InstallInCheckoutTest, WhatAGoneCheckoutHadIsForgotten) {
  ASSERT_EQ(RunInShop({"install", "--instructions", "--yes"}).exit_code, 0);
  fs::remove_all(Path("shop"));
  EXPECT_THAT(home_.Run({"uninstall", "--yes"}).out, HasSubstr("AGENTS.md does not have it ("));
  EXPECT_FALSE(fs::exists(Path(".local/state/waymark/installed.json")));
}

TEST_F(InstallTest, WrapPutsTheProxyAroundAServerWhereverItIsAndTakesItOffToTheByte) {
  Write(".cursor/mcp.json", R"({"mcpServers": {"other": {"command": "x", "args": ["-v"]}}})");
  Write(".codex/config.toml", "[mcp_servers.other]\ncommand = \"x\"\nargs = [\"-v\"]\n");
  const std::string cursor = Read(".cursor/mcp.json");
  const std::string codex = Read(".codex/config.toml");
  const ProgramResult wrapped = home_.Run({"install", "--wrap", "other", "--yes"});
  EXPECT_EQ(wrapped.exit_code, 0) << wrapped.err;
  EXPECT_THAT(wrapped.out, AllOf(HasSubstr("+++ "), HasSubstr("Wrapped in Cursor ("),
                                 HasSubstr("Wrapped in Codex ("),
                                 HasSubstr("\nNext: restart Codex, Cursor.\n")));
  EXPECT_THAT(Read(".cursor/mcp.json"),
              HasSubstr(R"(/waymark", "args": ["proxy", "--name", "other", "--", "x", "-v"])"));
  EXPECT_THAT(home_.Run({"install", "--wrap", "other", "cursor"}).out,
              HasSubstr("Cursor has it wrapped already ("));
  const ProgramResult unwrapped = home_.Run({"uninstall", "--wrap", "other", "--yes"});
  EXPECT_EQ(unwrapped.exit_code, 0) << unwrapped.err;
  EXPECT_EQ(Read(".cursor/mcp.json"), cursor);
  EXPECT_EQ(Read(".codex/config.toml"), codex);
}

TEST_F(InstallTest, WrapOfAServerThatNobodyHasChangesNothing) {
  const ProgramResult result = home_.Run({"install", "--wrap", "missing", "--yes"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("no configuration of an agent here has a server 'missing'"));
  EXPECT_EQ(home_.Run({"install", "--wrap", "other", "--instructions"}).exit_code, 2);
}

TEST_F(InstallTest, WrapTellsOfEachFileThatCannotBeRead) {
  for (const char* const broken :
       {"{", R"({"mcpServers": {"other": {"command": "x"}, "other": {"command": "y"}}})",
        R"({"mcpServers": {"other": {"command": "x", "args": "-y x"}}})",
        R"({"mcpServers": {"other": {"url": "https://a"}}})"}) {
    Write(".cursor/mcp.json", broken);
    const ProgramResult alone = home_.Run({"install", "--wrap", "other", "--yes"});
    EXPECT_EQ(alone.exit_code, 1) << broken;
    EXPECT_THAT(alone.err, AllOf(HasSubstr("Cursor: "), HasSubstr(".cursor/mcp.json: "),
                                 HasSubstr("it is left as it is")));
    EXPECT_EQ(Read(".cursor/mcp.json"), broken);
  }
  Write(".cursor/mcp.json", "{");
  Write(".codex/config.toml", "[mcp_servers.other]\ncommand = \"x\"\n");
  const ProgramResult both = home_.Run({"install", "--wrap", "other", "--yes"});
  EXPECT_EQ(both.exit_code, 1);
  EXPECT_THAT(both.err, HasSubstr("Cursor: "));
  EXPECT_THAT(both.out, HasSubstr("Wrapped in Codex ("));
}

TEST_F(InstallTest, WrapReachesTheServersOfSingleProjectsOfClaudeCode) {
  Write(".claude.json",
        R"({"numStartups": 3, "projects": {"/src/a": {"mcpServers": {"other": {"command": "x", )"
        R"("args": []}}}, "/src/b": {"mcpServers": {}}, "/src/c": {"mcpServers": {"other": )"
        R"({"command": "z", "args": ["-q"]}}}}})");
  const std::string before = Read(".claude.json");
  const ProgramResult wrapped = home_.Run({"install", "--wrap", "other", "--yes"});
  EXPECT_EQ(wrapped.exit_code, 0) << wrapped.err;
  EXPECT_THAT(wrapped.out,
              AllOf(HasSubstr("Wrapped in Claude Code for /src/a ("),
                    HasSubstr("Wrapped in Claude Code for /src/c ("), Not(HasSubstr("/src/b ("))));
  EXPECT_THAT(Read(".claude.json"),
              AllOf(HasSubstr(R"("args": ["proxy", "--name", "other", "--", "x"])"),
                    HasSubstr(R"("args": ["proxy", "--name", "other", "--", "z", "-q"])")));
  EXPECT_THAT(home_.Run({"uninstall"}).out,
              HasSubstr("The server other of Claude Code for /src/a is still behind `waymark "
                        "proxy`; take it off: waymark uninstall --wrap other\n"));
  EXPECT_EQ(home_.Run({"uninstall", "--wrap", "other", "--yes", "claude-code"}).exit_code, 0);
  EXPECT_EQ(Read(".claude.json"), before);
  EXPECT_THAT(home_.Run({"uninstall"}).out, Not(HasSubstr("Claude Code")));
}

TEST_F(InstallTest, UninstallNamesTheServersThatStayWrapped) {
  Write(".codex/config.toml", "[mcp_servers.other]\ncommand = \"x\"\nargs = [\"-v\"]\n");
  home_.Run({"install", "--wrap", "other", "--yes"});
  home_.Run({"install", "codex", "--yes"});
  EXPECT_THAT(home_.Run({"uninstall", "--yes"}).out,
              HasSubstr("The server other of Codex is still behind `waymark proxy`"));
}

}  // namespace
}  // namespace waymark::testing
