// What the program says of itself: help, man pages, docs/CLI.md, completion scripts and its version
// come from one table, so that none of them has an option or a command that another lacks.
#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "help/built_from.h"
#include "help/man_page.h"
#include "program.h"
#include "services/version.h"
#include "testing/golden.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;

using Names = std::set<std::string>;

std::vector<std::string> Lines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// What the first group of `pattern` matches, everywhere in `text`.
Names Found(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  Names found;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
    found.insert((*match)[1].str());
  }
  return found;
}

// "-y", "--yes": at the start of the lines of a help text, which has two blanks before them.
Names OptionsOfHelp(const std::string& help) {
  Names options;
  for (const std::string& line : Lines(help)) {
    if (!line.starts_with("  -")) continue;
    const Names written = Found(line.substr(0, line.find(' ', 2)), "(--?[a-z][a-z-]*)");
    options.insert(written.begin(), written.end());
  }
  return options;
}

// The part of `text` from `start` on up to `end`.
std::string Between(const std::string& text, const std::string& start, const std::string& end) {
  const std::size_t from = text.find(start);
  if (from == std::string::npos) return "";
  const std::size_t to = text.find(end, from + start.size());
  return text.substr(from + start.size(), to - from - start.size());
}

std::string Replaced(std::string text, const std::string& part, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += by.size()) {
    text.replace(at, part.size(), by);
  }
  return text;
}

// A man page with stars around what is bold, and underscores around what is italic.
std::string ReadManPage(const fs::path& path) {
  std::string text = Replaced(ReadFile(path), "\\-", "-");
  text = std::regex_replace(text, std::regex(R"(\\fB([^\\]*)\\fR)"), "*$1*");
  return std::regex_replace(text, std::regex(R"(\\fI([^\\]*)\\fR)"), "_$1_");
}

class HelpTextsTest : public ::testing::Test {
 protected:
  std::string Written(const std::vector<std::string>& arguments) const {
    const ProgramResult result = home_.Run(arguments);
    EXPECT_EQ(result.exit_code, 0) << ::testing::PrintToString(arguments) << result.err;
    EXPECT_THAT(result.err, IsEmpty());
    return result.out;
  }

  std::string HelpOf(const std::string& command) const {
    return command.empty() ? Written({"--help-all"}) : Written({command, "--help-all"});
  }

  // As the full help lists them.
  std::vector<std::string> Commands() const {
    std::vector<std::string> commands;
    for (const std::string& line : Lines(Written({"--help-all"}))) {
      std::smatch match;
      if (std::regex_search(line, match, std::regex("^  ([a-z][a-z-]*)  +[A-Z]"))) {
        commands.push_back(match[1]);
      }
    }
    return commands;
  }

  fs::path WriteManPages() const {
    const fs::path directory = home_.directory().path() / "man";
    Written({"help", "--man", directory.string()});
    return directory;
  }

  WaymarkHome home_;
};

TEST_F(HelpTextsTest, TheHelpGroupsCommands) {
  const std::string help = Written({"--help-all"});

  const std::vector<std::string> headings = {"\nAsk:\n  context ", "\nIndex and state:\n  index ",
                                             "\nServe and integrate:\n  ui ",
                                             "\nConfigure:\n  config ", "\nPlumbing:\n  encode "};
  std::size_t at = 0;
  for (const std::string& heading : headings) {
    const std::size_t found = help.find(heading);
    EXPECT_NE(found, std::string::npos) << heading;
    EXPECT_GE(found, at) << heading;
    at = found;
  }
  EXPECT_THAT(Commands(), IsSupersetOf({"context", "index", "install", "encode", "help"}));
  EXPECT_GT(Commands().size(), 25U);
}

TEST_F(HelpTextsTest, TheCommandHelpWritesWhatTheOptionWrites) {
  EXPECT_EQ(Written({"help"}), Written({"--help"}));
  EXPECT_EQ(Written({"help", "--all"}), Written({"--help-all"}));
  for (const std::string& command : Commands()) {
    EXPECT_EQ(Written({"help", command}), Written({command, "--help"}));
    EXPECT_EQ(Written({"help", command, "--all"}), Written({command, "--help-all"}));
  }
  const ProgramResult unknown = home_.Run({"help", "contxt"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean 'context'?"));
}

TEST_F(HelpTextsTest, TheHelpOfACommandFitsAScreen) {
  constexpr std::size_t kScreenLines = 40;
  constexpr std::size_t kScreenColumns = 100;
  for (const std::string& command : Commands()) {
    const std::vector<std::string> lines = Lines(Written({command, "--help"}));
    EXPECT_LE(lines.size(), kScreenLines) << command;
    for (const std::string& line : lines) EXPECT_LE(line.size(), kScreenColumns) << command;
  }
  const std::string help = Written({"context", "--help"});
  EXPECT_THAT(help, AllOf(HasSubstr("\n  --symbol NAME|FILE:LINE"), HasSubstr("\n  --budget N "),
                          HasSubstr("(default: 5000)"), HasSubstr("waymark context --help-all")));
  EXPECT_THAT(help, Not(HasSubstr("--daemon")));
  EXPECT_THAT(help, Not(HasSubstr("--without")));
  EXPECT_THAT(Written({"--help"}),
              HasSubstr("\nPlumbing: encode decode root delta shrink expand\n"));
}

TEST_F(HelpTextsTest, TheVersionTellsCommitAndBuildTypeToo) {
  const std::string version = Written({"--version"});

  EXPECT_EQ(version, services::VersionText() + "\n");
  EXPECT_THAT(version, StartsWith(std::string("waymark ") + services::kVersion + " ("));
  EXPECT_TRUE(std::regex_match(
      version, std::regex(R"(waymark \d+\.\d+\.\d+ \([A-Za-z0-9._-]+, [A-Za-z ]+\)\n)")))
      << version;
  EXPECT_EQ(Written({"version"}), version);
  EXPECT_EQ(Written({"-V"}), version);
  EXPECT_EQ(home_.Run({"version", "--all"}).exit_code, 2);
}

TEST_F(HelpTextsTest, ABrokenConfigurationKeepsNobodyFromTheHelp) {
  home_.directory().WriteFile(".config/waymark/config.json", "{ broken");

  EXPECT_EQ(home_.Run({"search", "x"}).exit_code, 2);
  Written({"help", "search"});
  Written({"completion", "bash"});
}

TEST_F(HelpTextsTest, EveryOptionIsInTheManPageAndNothingElse) {
  const fs::path directory = WriteManPages();
  Names pages = {"waymark.1"};
  std::vector<std::string> commands = Commands();
  commands.insert(commands.begin(), "");
  for (const std::string& command : commands) {
    const std::string page = command.empty() ? "waymark.1" : "waymark-" + command + ".1";
    pages.insert(page);
    Names options;
    for (const std::string& term : Found(ReadManPage(directory / page), "\n.TP\n([*]-[^\n]*)")) {
      const Names written = Found(term, "[*](--?[a-z][a-z-]*)[*]");
      options.insert(written.begin(), written.end());
    }

    EXPECT_EQ(options, OptionsOfHelp(HelpOf(command))) << page;
  }
  Names written;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    written.insert(entry.path().filename());
  }
  EXPECT_EQ(written, pages);
  const Names listed =
      Found(ReadManPage(directory / "waymark.1"), "\n[*]waymark-([a-z-]+)[*]\\(1\\)\n");
  EXPECT_EQ(listed, Names(commands.begin() + 1, commands.end()));
}

TEST_F(HelpTextsTest, AManPageTellsExamplesExitCodesFilesAndAllowedValues) {
  const std::string page = Replaced(ReadManPage(WriteManPages() / "waymark-usages.1"), "\n", " ");

  EXPECT_THAT(page,
              AllOf(HasSubstr(".SH NAME waymark-usages - Show what uses a symbol"),
                    HasSubstr("*waymark usages* _NAME|FILE:LINE_ [_OPTION..._]"),
                    HasSubstr("callers, callees, dependencies,"), HasSubstr("(default: usages)"),
                    HasSubstr("waymark usages DBImpl::Get --relation callers --depth 3"),
                    HasSubstr(".SH EXIT STATUS .TP *0* "), HasSubstr("*WAYMARK_STORE*"),
                    HasSubstr("*$XDG_DATA_HOME/waymark*"), HasSubstr("*waymark-context*(1)")));
  EXPECT_THAT(page, Not(HasSubstr("WAYMARK_SERVE_LISTEN")));
}

// Options as a table or a list of docs/CLI.md writes them: in code.
Names OptionsOfMarkdown(const std::string& section) {
  return Found(section, "`(--?[a-z][a-z-]*)[ `]");
}

TEST_F(HelpTextsTest, ThePageOfCommandsIsWhatTheProgramWrites) {
  const fs::path path = home_.directory().path() / "CLI.md";
  Written({"help", "--markdown", path.string()});

  EXPECT_EQ(ReadFile(path), ReadFile(fs::path(WM_SOURCE_DIR) / "docs/CLI.md"))
      << "Renew it: " << WM_WAYMARK_PROGRAM << " help --markdown " << WM_SOURCE_DIR
      << "/docs/CLI.md";
}

TEST_F(HelpTextsTest, EveryCommandAndOptionIsInThePageOfCommandsAndNothingElse) {
  const fs::path path = home_.directory().path() / "CLI.md";
  Written({"help", "--markdown", path.string()});
  const std::string page = ReadFile(path);
  const std::vector<std::string> commands = Commands();

  EXPECT_EQ(Found(page, "\n### ([a-z-]+)\n"), Names(commands.begin(), commands.end()));
  for (const std::string& command : commands) {
    const std::string section = Between(page, "\n### " + command + "\n", "\n##");
    EXPECT_EQ(OptionsOfMarkdown(section), OptionsOfHelp(HelpOf(command))) << command;
    EXPECT_THAT(page, HasSubstr("\n| [`" + command + "`](#" + command + ") | "));
    EXPECT_THAT(section, HasSubstr("\n```sh\nwaymark " + command));
    EXPECT_THAT(section, HasSubstr("\nExamples:\n\n```sh\n"));
  }
  const std::string common = Between(page, "\n## Common options\n", "\n## ");
  EXPECT_THAT(OptionsOfMarkdown(common),
              AllOf(IsSupersetOf({"--help", "--repo", "--at", "--store", "--daemon"}),
                    Not(::testing::Contains("--budget"))));
}

TEST_F(HelpTextsTest, PagesAreWrittenOfAllCommandsOrNotAtAll) {
  const std::string path = home_.directory().path() / "CLI.md";

  const ProgramResult of_one = home_.Run({"help", "context", "--markdown", path});
  EXPECT_EQ(of_one.exit_code, 2);
  EXPECT_THAT(of_one.err, HasSubstr("leave out COMMAND"));
  const ProgramResult nowhere = home_.Run({"help", "--markdown", path + "/none/CLI.md"});
  EXPECT_EQ(nowhere.exit_code, 3);
  EXPECT_THAT(nowhere.err, HasSubstr("write " + path + "/none/CLI.md: "));
  EXPECT_FALSE(fs::exists(path));
}

// Neither the day nor the place they are written at.
TEST_F(HelpTextsTest, ManPagesDependOnTheVersionAndOnSourceDateEpochAlone) {
  const auto write = [this](const std::string& name, const std::string& epoch) {
    std::vector<std::string> environment = home_.Environment();
    if (!epoch.empty()) environment.push_back("SOURCE_DATE_EPOCH=" + epoch);
    const fs::path directory = home_.directory().path() / name;
    Program program({WM_WAYMARK_PROGRAM, "help", "--man", directory.string()},
                    {.environment = environment, .working_directory = "/"});
    const ProgramResult result = program.Wait();
    return result.exit_code == 0 ? ReadFile(directory / "waymark-index.1") : result.err;
  };

  EXPECT_EQ(write("a", ""), write("b/c", ""));
  EXPECT_EQ(write("d", "86399"), write("e", "0"));
  EXPECT_THAT(write("f", "1790000000"), HasSubstr(" 1 \"2026-09-21\" "));
  EXPECT_THAT(write("g", "yesterday"), HasSubstr("it is no number of seconds since 1970"));
  EXPECT_EQ(services::DayOf("-1"), std::nullopt);
  EXPECT_EQ(services::DayOf("253402300799"), "9999-12-31");
  EXPECT_EQ(services::DayOf("253402300800"), std::nullopt);
}

class ManPageLint : public HelpTextsTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(ManPageLint, HasNothingToSay) {
  const std::string tool = GetParam();
  if (!fs::exists("/usr/bin/" + tool)) GTEST_SKIP() << tool << " is not installed";
  const fs::path directory = WriteManPages();
  std::vector<std::string> argv = {"/usr/bin/" + tool};
  if (tool == "mandoc") argv.insert(argv.end(), {"-Tlint"});
  if (tool == "groff") argv.insert(argv.end(), {"-ww", "-man", "-Tutf8", "-z"});
  if (tool == "man") argv.insert(argv.end(), {"--warnings=w", "-l"});
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    std::vector<std::string> of_page = argv;
    of_page.push_back(entry.path().string());
    Program program(of_page, {.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8",
                                              "MANPAGER=cat", "MANWIDTH=80"}});
    const ProgramResult result = program.Wait();

    EXPECT_EQ(result.exit_code, 0) << entry.path();
    EXPECT_THAT(result.err, IsEmpty()) << entry.path();
    if (tool == "mandoc") {
      EXPECT_THAT(result.out, IsEmpty());
    }
    if (tool == "man") {
      EXPECT_THAT(result.out, HasSubstr("EXIT STATUS"));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tools, ManPageLint, ::testing::Values("mandoc", "groff", "man"),
                         [](const auto& tested) { return std::string(tested.param); });

// The options that each script has of each command; of "" those of the program.
std::map<std::string, Names> OptionsOfScript(const std::string& shell, const std::string& script,
                                             const std::vector<std::string>& commands) {
  std::map<std::string, Names> options;
  for (const std::string& command : commands) {
    std::string part;
    if (shell == "bash") {
      part = " " + Between(script, "\n    '" + command + "') words='", "'");
      options[command] = Found(part, "[ ](--?[a-z][a-z-]*)");
    } else if (shell == "zsh") {
      part = Between(script, "\n_waymark" + (command.empty() ? "" : "-" + command) + "() {\n",
                     "\n}\n");
      options[command] = Found(part, "\n    '(?:\\*|\\([^)]*\\))(--?[a-z][a-z-]*)");
    } else {
      const std::string condition =
          "complete -c waymark -n \"__waymark_at " + (command.empty() ? "''" : command) + "\"";
      for (const std::string& line : Lines(script)) {
        if (!line.starts_with(condition)) continue;
        const std::string names = line.substr(0, line.find(" -d '"));
        for (const std::string& name : Found(names, " -l ([a-z-]+)")) {
          options[command].insert("--" + name);
        }
        for (const std::string& name : Found(names, " -s ([a-z])")) {
          options[command].insert("-" + name);
        }
      }
    }
  }
  return options;
}

class CompletionScript : public HelpTextsTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(CompletionScript, HasEveryOptionOfTheHelpAndNothingElse) {
  const std::string script = Written({"completion", GetParam()});
  std::vector<std::string> commands = Commands();
  commands.insert(commands.begin(), "");
  std::map<std::string, Names> expected;
  for (const std::string& command : commands) {
    expected[command] = OptionsOfHelp(HelpOf(command));
  }

  EXPECT_EQ(OptionsOfScript(GetParam(), script, commands), expected);
}

TEST_P(CompletionScript, IsTheSameWhoeverAsks) {
  EXPECT_EQ(Written({"completion", GetParam()}),
            home_.Run({"completion", GetParam()}, "", "/").out);
}

INSTANTIATE_TEST_SUITE_P(Shells, CompletionScript, ::testing::Values("bash", "zsh", "fish"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace waymark::testing
