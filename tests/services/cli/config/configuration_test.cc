// What a user decides once: the configuration file, the environment over it, the command line over
// both.
#include "config/configuration.h"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "config/argument_checks.h"
#include "help/option_table.h"
#include "program.h"
#include "shop_repository.h"
#include "testing/golden.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::Program;
using testing::ProgramResult;
using ::testing::StartsWith;
using testing::StatusIs;
using ::testing::UnorderedElementsAreArray;
using Json = nlohmann::json;

TEST(ReadConfiguration, TakesEachTypeWithCommentsAndAComma) {
  WM_ASSERT_OK_AND_ASSIGN(const std::vector<ConfiguredValue> values,
                          ReadConfiguration("/c.json",
                                            "{\n"
                                            "  // where there is room\n"
                                            "  \"store\": \"/data/index\",\n"
                                            "  \"serve.idle-exit\": 60, /* seconds */\n"
                                            "  \"serve.no-watch\": true,\n"
                                            "  \"index.memory\": \"2GiB\",\n"
                                            "}\n",
                                            ConfigurationOrigin::kFile));

  ASSERT_EQ(values.size(), 4U);
  EXPECT_EQ(values[0].value, "/data/index");
  EXPECT_EQ(values[0].place, "/c.json:3");
  EXPECT_EQ(values[1].value, "60");
  EXPECT_EQ(values[2].value, "true");
  EXPECT_EQ(values[3].value, "2GiB");
}

TEST(ReadConfiguration, AFileOfNothingSaysNothing) {
  for (const char* text : {"", " \n", "{}", "// nothing yet\n{ }\n"}) {
    WM_ASSERT_OK_AND_ASSIGN(const auto values,
                            ReadConfiguration("/c.json", text, ConfigurationOrigin::kFile));
    EXPECT_THAT(values, IsEmpty());
  }
}

TEST(ReadConfiguration, WhatIsNotUnderstoodIsRefusedByItsLine) {
  struct {
    const char* text;
    const char* said;
  } const cases[] = {
      {"{\n\n\"serve.idle-exti\": 1}",
       "/c.json:3: there is no key 'serve.idle-exti'; did you mean "
       "'serve.idle-exit'?"},
      {"{\"zzzzzzzz\": 1}", "/c.json:1: there is no key 'zzzzzzzz'; the keys are: store, "},
      {"{\n\"serve.idle-exit\": \"soon\"}",
       "/c.json:2: serve.idle-exit must be a whole number, not "
       "\"soon\""},
      {"{\"serve.idle-exit\": -1}", "serve.idle-exit must be a whole number, not -1"},
      {"{\"serve.no-watch\": 1}", "serve.no-watch must be true or false, not 1"},
      {"{\"store\": \"index\"}", "store must be an absolute path, not \"index\""},
      {"{\"store\": {\"a\": 1}}", "store must be an absolute path"},
      {"{\"store\": \"/a\",\n\"store\": \"/b\"}", "line 2: \"store\" is there twice"},
      {"{\"store\" \"/a\"}", "/c.json: line 1: "},
      {"[1]", "/c.json: line 1: an object is expected"},
  };

  for (const auto& one : cases) {
    EXPECT_THAT(ReadConfiguration("/c.json", one.text, ConfigurationOrigin::kFile),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(one.said)))
        << one.text;
  }
}

TEST(ReadConfiguration, AProjectFileSetsNothingThatActsOrCosts) {
  const auto read = [](const std::string& text) {
    return ReadConfiguration("/p/.waymark.json", text, ConfigurationOrigin::kProject);
  };
  for (const ConfigurationKey& key : AllConfigurationKeys()) {
    if (!key.is_for_projects) continue;
    EXPECT_NE(key.type, ConfigurationType::kPath) << key.name;
    EXPECT_NE(key.option, "--pager");
    EXPECT_FALSE(key.name.starts_with("serve.") || key.name.starts_with("daemon")) << key.name;
  }
  WM_ASSERT_OK_AND_ASSIGN(const auto values, read("{\"context.budget\": 20000}"));
  EXPECT_EQ(values.front().origin, ConfigurationOrigin::kProject);
  EXPECT_EQ(values.front().place, "/p/.waymark.json:1");

  struct {
    const char* text;
    const char* said;
  } const cases[] = {
      {"{\n\"pager\": \"rm -r .\"}",
       "/p/.waymark.json:2: a project file cannot set pager, since whoever writes to the "
       "repository "
       "would set it for you; it can set: tokenizer, context.budget, blast-radius.depth, "
       "test-scope.depth, mcp.toolset; set it for yourself with: waymark config set pager VALUE"},
      {"{\"store\": \"/tmp\"}", "a project file cannot set store"},
      {"{\"serve.listen\": \"0\"}", "a project file cannot set serve.listen"},
      {"{\n\"context.budget\": 20001}",
       "/p/.waymark.json:2: context.budget is from 0 to 20000 in a project file, not 20001"},
      {"{\"blast-radius.depth\": 65}",
       "blast-radius.depth is from 1 to 64 in a project file, not 65"},
      {"{\"test-scope.depth\": 0}", "test-scope.depth is from 1 to 64 in a project file, not 0"},
      {"{\"mcp.toolset\": \"ful\"}", "mcp.toolset: 'ful' is none of: default, full"},
      {"{\"zzzzzzzz\": 1}",
       "there is no key 'zzzzzzzz'; the keys are: tokenizer, context.budget, "},
      {"{\n\"contxt.budget\": 1}",
       "there is no key 'contxt.budget'; did you mean 'context.budget'?"},
      {"{\"context.budget\": \"many\"}", "context.budget must be a whole number, not \"many\""},
  };

  for (const auto& one : cases) {
    EXPECT_THAT(read(one.text), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(one.said)))
        << one.text;
  }
}

TEST(ScanConfiguration, TakesWhatIsRightBesideWhatIsWrong) {
  const ConfigurationText read = ScanConfiguration(
      "/p/.waymark.json",
      "{\n\"new-key\": 1,\n\"context.budget\": 800,\n\"test-scope.depth\": \"x\"}",
      ConfigurationOrigin::kProject);

  ASSERT_EQ(read.values.size(), 1U);
  EXPECT_EQ(read.values.front().value, "800");
  EXPECT_THAT(
      read.faults,
      ElementsAre(StartsWith("/p/.waymark.json:2: there is no key 'new-key'"),
                  StartsWith("/p/.waymark.json:4: test-scope.depth must be a whole number")));
}

TEST(AllConfigurationKeys, HaveTheWordsOfTheirOptions) {
  CLI::App app;
  const std::vector<BoundCommand> commands = BindCommands(app);
  for (const ConfigurationKey& key : AllConfigurationKeys()) {
    if (key.words.empty()) continue;
    const std::string command(key.command.empty() ? "context" : key.command);
    CLI::Option* const option =
        app.get_subcommand(command)->get_option_no_throw(std::string(key.option));
    ASSERT_NE(option, nullptr) << key.name;
    EXPECT_THAT(WordsOf(*option), UnorderedElementsAreArray(SplitWords(key.words))) << key.name;
  }
}

class ConfigurationTest : public ::testing::Test {
 protected:
  void Configure(const std::string& text) {
    home_.directory().WriteFile(".config/waymark/config.json", text);
  }

  ProgramResult Run(const std::vector<std::string>& arguments,
                    const std::vector<std::string>& variables = {}) const {
    std::vector<std::string> argv = {WM_WAYMARK_PROGRAM};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    std::vector<std::string> environment = home_.Environment();
    environment.insert(environment.end(), variables.begin(), variables.end());
    return Program(argv,
                   {.environment = environment, .working_directory = home_.directory().path()})
        .Wait();
  }

  // The entry of a key in what `waymark config` tells.
  Json Key(const std::string& name, const std::vector<std::string>& variables = {}) const {
    const ProgramResult result = Run({"config", "--format", "json"}, variables);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const Json told = Json::parse(result.out);
    for (const Json& key : told["keys"]) {
      if (key["key"] == name) return key;
    }
    ADD_FAILURE() << "no key " << name;
    return {};
  }

  testing::WaymarkHome home_;
};

// A checkout with a project file; the program runs in it.
class ProjectFileTest : public ConfigurationTest {
 protected:
  void SetUp() override {
    root_ = WriteShopRepository(home_.directory());
    std::filesystem::create_directory(root_ / ".git");
  }

  void Share(const std::string& text) {
    home_.directory().WriteFile(root_ / ".waymark.json", text);
  }

  ProgramResult RunIn(const std::filesystem::path& directory,
                      const std::vector<std::string>& arguments,
                      const std::vector<std::string>& variables = {}) const {
    std::vector<std::string> argv = {WM_WAYMARK_PROGRAM};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    std::vector<std::string> environment = home_.Environment();
    environment.insert(environment.end(), variables.begin(), variables.end());
    return Program(argv, {.environment = environment, .working_directory = directory}).Wait();
  }

  std::string Budget(const std::vector<std::string>& variables = {}) const {
    return RunIn(root_, {"config", "get", "context.budget"}, variables).out;
  }

  std::filesystem::path root_;
};

TEST_F(ProjectFileTest, OverridesTheUsersFileAndIsOverriddenByTheRest) {
  Configure("{\"context.budget\": 700}");
  Share("{\n  \"context.budget\": 800\n}\n");
  EXPECT_EQ(Budget(), "800\n");
  EXPECT_EQ(Budget({"WAYMARK_CONTEXT_BUDGET=600"}), "600\n");
  EXPECT_THAT(RunIn(root_ / "shop", {"config", "get", "context.budget"}).err,
              HasSubstr("context.budget is from " + (root_ / ".waymark.json:2").string()));
  EXPECT_EQ(Run({"config", "get", "context.budget"}).out, "700\n") << "elsewhere";
  EXPECT_THAT(RunIn(root_, {"config"}).out,
              HasSubstr("project file  " + (root_ / ".waymark.json").string() + "\n"));

  std::filesystem::remove(root_ / ".git");
  ASSERT_EQ(Run({"index", root_.string()}).exit_code, 0);
  std::vector<std::string> question = {"context", "total price", "--repo", root_.string(),
                                       "--json"};
  EXPECT_EQ(Json::parse(Run(question).out)["token_budget"], 800) << "asked from elsewhere";
  question.insert(question.end(), {"--budget", "500"});
  EXPECT_EQ(Json::parse(Run(question).out)["token_budget"], 500);
}

TEST_F(ProjectFileTest, WhatIsWrongIsNotedByItsLineAndLeftOut) {
  Share("{\n\n  \"context.budgt\": 5\n}\n");
  const std::string fault = (root_ / ".waymark.json:3: there is no key").string() +
                            " 'context.budgt'; did you mean 'context.budget'?";
  for (const char* command : {"index", "outline", "mcp"}) {
    const ProgramResult result = RunIn(root_, {command});
    EXPECT_EQ(result.exit_code, 0) << command << result.err;
    EXPECT_THAT(result.err, HasSubstr("waymark: left out: " + fault + "\n")) << command;
  }
  EXPECT_EQ(RunIn(root_, {"outline", "-q"}).err, "");
  EXPECT_EQ(RunIn(root_, {"formats"}).err, "") << "is not about the checkout";

  const ProgramResult strict = RunIn(root_, {"config"});
  EXPECT_EQ(strict.exit_code, 2);
  EXPECT_THAT(strict.err, HasSubstr(fault));
  EXPECT_EQ(RunIn(root_, {"config", "unset", "--project", "context.budgt"}).exit_code, 0);
  EXPECT_EQ(RunIn(root_, {"config"}).exit_code, 0);

  Share("{\"blast-radius.depth\": 65}");
  EXPECT_THAT(RunIn(root_, {"config"}).err,
              HasSubstr("json:1: blast-radius.depth is from 1 to 64"));
  EXPECT_EQ(RunIn(root_, {"blast-radius", "price_of"}).exit_code, 0);
}

TEST_F(ProjectFileTest, WhatIsRightCountsBesideWhatIsWrong) {
  Configure("{\"blast-radius.depth\": 2}");
  Share("{\n  \"context.budget\": 800,\n  \"blast-radius.depth\": 65,\n  \"new-key\": 1\n}\n");
  ASSERT_EQ(RunIn(root_, {"index"}).exit_code, 0);

  const ProgramResult context = RunIn(root_, {"context", "total price", "--json"});
  EXPECT_EQ(Json::parse(context.out)["token_budget"], 800);
  EXPECT_THAT(context.err, AllOf(HasSubstr(".waymark.json:3: blast-radius.depth is from 1 to 64"),
                                 HasSubstr("; 1 more in that file\n")));
}

TEST_F(ProjectFileTest, IsWrittenByTheCommandAndKeepsItsComments) {
  const auto read = [this] { return testing::ReadFile(root_ / ".waymark.json"); };
  const ProgramResult first =
      RunIn(root_ / "shop", {"config", "set", "--project", "context.budget", "8000"});
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(read(), "{\n  \"context.budget\": 8000\n}\n");
  using std::filesystem::perms;
  EXPECT_NE(std::filesystem::status(root_ / ".waymark.json").permissions() & perms::others_read,
            perms::none);

  EXPECT_THAT(RunIn(root_, {"config", "set", "context.budget", "9"}).err,
              HasSubstr(".waymark.json:2 is set, and counts instead of the file"));
  const ProgramResult pager = RunIn(root_, {"config", "set", "--project", "pager", "less"});
  EXPECT_EQ(pager.exit_code, 1);
  EXPECT_THAT(pager.err, HasSubstr("a project file cannot set pager"));
  EXPECT_THAT(RunIn(root_, {"config", "set", "--project", "context.budget", "20001"}).err,
              HasSubstr("from 0 to 20000 in a project file"));
  EXPECT_EQ(RunIn(root_, {"config", "get", "--project", "pager"}).exit_code, 2);
  EXPECT_EQ(RunIn(root_, {"config", "edit", "--project"}, {"VISUAL=sed -i s/8000/7000/"}).exit_code,
            0);
  EXPECT_EQ(read(), "{\n  \"context.budget\": 7000\n}\n");
  const ProgramResult broken =
      RunIn(root_, {"config", "edit", "--project"}, {"VISUAL=sed -i s/context/pager/"});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_THAT(broken.err, HasSubstr("other commands leave it out until that is mended: waymark "
                                    "config edit --project"));
}

TEST_F(ProjectFileTest, ALinkIsNotFollowed) {
  home_.directory().WriteFile("secret", "{\"token\": \"abc\"}");
  std::filesystem::create_symlink(home_.directory().path() / "secret", root_ / ".waymark.json");

  EXPECT_EQ(RunIn(root_, {"config"}).exit_code, 2);
  for (const char* command : {"index", "config"}) {
    EXPECT_THAT(
        RunIn(root_, {command}).err,
        AllOf(HasSubstr("is a symbolic link, which is not followed"), Not(HasSubstr("token"))));
  }
  EXPECT_NE(RunIn(root_, {"config", "set", "--project", "context.budget", "1"}).exit_code, 0);
  EXPECT_EQ(testing::ReadFile(home_.directory().path() / "secret"), "{\"token\": \"abc\"}");
}

TEST_F(ProjectFileTest, IsBounded) {
  Share("{" + std::string(kMaxProjectFileBytes, ' ') + "}");
  EXPECT_THAT(RunIn(root_, {"outline"}).err, HasSubstr(".waymark.json has more than 64 KiB"));
}

TEST_F(ConfigurationTest, FlagsOverrideTheEnvironmentAndThatTheFile) {
  const std::string usual = Key("context.budget")["value"];
  EXPECT_EQ(usual, "5000");
  EXPECT_EQ(Key("context.budget")["origin"], "default");

  Configure("{\n  \"context.budget\": 700\n}\n");
  EXPECT_EQ(Key("context.budget")["value"], "700");
  EXPECT_THAT(std::string(Key("context.budget")["place"]), HasSubstr("/config.json:2"));
  EXPECT_EQ(Key("context.budget", {"WAYMARK_CONTEXT_BUDGET=600"})["value"], "600");
  EXPECT_EQ(Key("context.budget", {"WAYMARK_CONTEXT_BUDGET=600"})["origin"], "environment");
  EXPECT_EQ(Key("context.budget", {"WAYMARK_CONTEXT_BUDGET="})["value"], "700");

  const std::string root = WriteShopRepository(home_.directory()).string();
  ASSERT_EQ(Run({"index", root}).exit_code, 0);
  const std::vector<std::string> question = {
      "context", "total price at checkout", "--repo", root, "--format", "json"};
  std::vector<std::string> with_flag = question;
  with_flag.insert(with_flag.end(), {"--budget", "500"});
  EXPECT_EQ(Json::parse(Run(question).out)["token_budget"], 700);
  EXPECT_EQ(Json::parse(Run(question, {"WAYMARK_CONTEXT_BUDGET=600"}).out)["token_budget"], 600);
  EXPECT_EQ(Json::parse(Run(with_flag, {"WAYMARK_CONTEXT_BUDGET=600"}).out)["token_budget"], 500);
}

TEST_F(ConfigurationTest, TheStoreIsWhereItSays) {
  const std::string store = (home_.directory().path() / "elsewhere").string();
  Configure("{\"store\": \"" + store + "\"}");
  const std::string root = WriteShopRepository(home_.directory()).string();

  ASSERT_EQ(Run({"index", root}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(store + "/data.mdb"));
  EXPECT_THAT(Run({"status"}).out, HasSubstr("store " + store));
  EXPECT_EQ(Run({"status", "--store", home_.store().string()}).exit_code, 1);
}

TEST_F(ConfigurationTest, WhatIsWrongIsToldByEveryCommand) {
  Configure("{\n  \"contxt.budget\": 5\n}\n");
  for (const char* command : {"status", "config", "mcp"}) {
    const ProgramResult result = Run({command});
    EXPECT_EQ(result.exit_code, 2) << command;
    EXPECT_THAT(result.err, AllOf(HasSubstr("config.json:2: there is no key 'contxt.budget'"),
                                  HasSubstr("did you mean 'context.budget'?")));
  }
  EXPECT_EQ(Run({"config", "--help"}).exit_code, 0);

  Configure("{\n\n  \"mcp.toolset\": \"ful\"\n}\n");
  const ProgramResult result = Run({"status"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("config.json:3: mcp.toolset: "), HasSubstr("'full'?")));

  Configure("{}");
  EXPECT_THAT(Run({"status"}, {"WAYMARK_SERVE_IDLE_EXIT=soon"}).err,
              HasSubstr("WAYMARK_SERVE_IDLE_EXIT: serve.idle-exit: 'soon' is not a whole number"));
  EXPECT_THAT(Run({"status"}, {"WAYMARK_SERVE_NO_WATCH=1"}).err,
              HasSubstr("WAYMARK_SERVE_NO_WATCH: serve.no-watch must be true or false, not '1'"));
}

TEST_F(ConfigurationTest, TheFileIsLookedForWhereTheUserKeepsSuch) {
  home_.directory().WriteFile("mine/waymark/config.json", "{\"context.budget\": 42}");
  Configure("{\"context.budget\": 41}");

  const std::string mine = (home_.directory().path() / "mine").string();
  EXPECT_EQ(Key("context.budget", {"XDG_CONFIG_HOME=" + mine})["value"], "42");
  EXPECT_EQ(Key("context.budget", {"XDG_CONFIG_HOME=relative"})["value"], "41");
}

TEST_F(ConfigurationTest, TheFormatIsThatOfTheCommandsThatHaveIt) {
  const std::string root = WriteShopRepository(home_.directory()).string();
  ASSERT_EQ(Run({"index", root}).exit_code, 0);
  const std::vector<std::string> question = {"symbol", "Cart.total", "--repo", root};
  std::vector<std::string> with_option = question;
  with_option.insert(with_option.end(), {"--format", "text"});

  EXPECT_THAT(Run(question, {"WAYMARK_FORMAT=gcf"}).out, HasSubstr("GCF tool="));
  EXPECT_EQ(Run(with_option, {"WAYMARK_FORMAT=gcf"}).out, Run(question).out);
  EXPECT_EQ(Run({"status"}, {"WAYMARK_FORMAT=gcf"}).out, Run({"status"}).out);

  Configure("{\"format\": \"json\"}");
  EXPECT_EQ(Json::parse(Run(question).out)["tool"], "get_symbol");
  const ProgramResult unknown = Run({"symbol", "zzqqxx", "--repo", root});
  EXPECT_THAT(std::string(Json::parse(unknown.out)["error"]["message"]), HasSubstr("zzqqxx"))
      << "errors have the configured format too";
  EXPECT_EQ(Run({"symbol"}).exit_code, 2);
  EXPECT_FALSE(Json::parse(Run({"symbol"}).out)["error"].empty());

  Configure("{\"color\": \"always\"}");
  EXPECT_THAT(Run(question).out, HasSubstr("\x1b["));

  Configure("{\"format\": \"jsn\"}");
  EXPECT_EQ(Run({"status"}).exit_code, 2);
  EXPECT_THAT(Run({"status"}).err, HasSubstr("config.json:1: format: 'jsn' is none of: "));
  Configure("{\"color\": \"allways\"}");
  EXPECT_THAT(Run({"status"}).err, HasSubstr("color: 'allways' is none of: auto, always, never; "
                                             "did you mean 'always'?"));
}

TEST_F(ConfigurationTest, KeysAreSetAndRemovedWithoutTouchingTheRest) {
  const auto read = [this] {
    return testing::ReadFile(home_.directory().path() / ".config/waymark/config.json");
  };
  const ProgramResult first = Run({"config", "set", "context.budget", "700"});
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("context.budget is 700 in "));
  EXPECT_EQ(read(), "{\n  \"context.budget\": 700\n}\n");
  EXPECT_EQ(Run({"config", "get", "context.budget"}).out, "700\n");

  Configure("{\n  // mine\n  \"context.budget\": 700, // few\n}\n");
  EXPECT_EQ(Run({"config", "set", "context.budget", "800"}).exit_code, 0);
  EXPECT_EQ(Run({"config", "set", "serve.no-watch", "true"}).exit_code, 0);
  EXPECT_EQ(Run({"config", "set", "store", "index"}).exit_code, 0);
  const std::string store = (home_.directory().path() / "index").string();
  EXPECT_EQ(read(),
            "{\n  // mine\n  \"context.budget\": 800, // few\n  \"serve.no-watch\": true,\n"
            "  \"store\": \"" +
                store + "\"\n}\n");
  EXPECT_EQ(Run({"config", "unset", "serve.no-watch"}).exit_code, 0);
  EXPECT_EQ(Run({"config", "unset", "store"}).exit_code, 0);
  EXPECT_EQ(read(), "{\n  // mine\n  \"context.budget\": 800 // few\n}\n");
  EXPECT_EQ(Run({"config", "unset", "store"}).exit_code, 1);
  EXPECT_THAT(Run({"config", "set", "format", "gcf"}, {"WAYMARK_FORMAT=json"}).err,
              HasSubstr("WAYMARK_FORMAT is set, and counts instead of the file"));
}

TEST_F(ConfigurationTest, AValueThatAnOptionWouldRefuseIsNotWritten) {
  Configure("{}\n");

  struct {
    std::vector<std::string> change;
    int exit_code;
    const char* said;
  } const cases[] = {
      {{"set", "mcp.toolset", "ful"}, 1, "nothing was changed: "},
      {{"set", "context.budget", "many"}, 1, "context.budget must be a whole number, not"},
      {{"set", "format", "yaml"}, 1, "format: 'yaml' is none of: "},
      {{"set", "contxt.budget", "1"}, 1, "did you mean 'context.budget'?"},
      {{"unset", "formt"}, 1, "did you mean 'format'?"},
      {{"set", "format"}, 2, "say the value of format"},
      {{"get"}, 2, "name the key"},
      {{"list", "format"}, 2, "list and edit take no key"},
      {{"get", "format", "x"}, 2, "a value goes with set"},
  };

  for (const auto& one : cases) {
    std::vector<std::string> arguments = {"config"};
    arguments.insert(arguments.end(), one.change.begin(), one.change.end());
    const ProgramResult result = Run(arguments);

    EXPECT_EQ(result.exit_code, one.exit_code) << one.said << result.err;
    EXPECT_THAT(result.err, HasSubstr(one.said));
  }
  EXPECT_EQ(testing::ReadFile(home_.directory().path() / ".config/waymark/config.json"), "{}\n");
}

TEST_F(ConfigurationTest, AFileThatOthersRefuseIsMendedByTheCommand) {
  Configure("{\n  \"contxt.budget\": 5\n}\n");
  EXPECT_EQ(Run({"config"}).exit_code, 2);
  EXPECT_EQ(Run({"config", "unset", "contxt.budget"}).exit_code, 0);
  EXPECT_EQ(Run({"config"}).exit_code, 0);
}

TEST_F(ConfigurationTest, TheEditorGetsTheFileAndItsResultIsChecked) {
  const std::string file = (home_.directory().path() / ".config/waymark/config.json").string();

  const ProgramResult fine =
      Run({"config", "edit"}, {"EDITOR=false", "VISUAL=sed -i 's/^}/\"format\": \"json\"}/'"});
  EXPECT_EQ(fine.exit_code, 0) << fine.err;
  EXPECT_EQ(Run({"config", "get", "format"}).out.substr(0, 1), "{") << "JSON is the format now";

  const ProgramResult broken = Run({"config", "edit"}, {"EDITOR=sed -i s/json/jsn/"});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_THAT(broken.err, AllOf(HasSubstr(file + ":3: format: 'jsn' is none of"),
                                HasSubstr("until that is mended: waymark config edit")));
  const ProgramResult failed = Run({"config", "edit"}, {"EDITOR=false"});
  EXPECT_EQ(failed.exit_code, 3);
  EXPECT_THAT(failed.err, HasSubstr("the editor 'false' failed; set VISUAL or EDITOR"));
}

TEST_F(ConfigurationTest, HelpNamesTheKey) {
  EXPECT_THAT(Run({"serve", "--help-all"}).out, HasSubstr("[key serve.idle-exit]"));
  EXPECT_THAT(Run({"search", "--help-all"}).out, HasSubstr("[key store]"));
}

// The table in docs/OPERATIONS.md has a row for each key and no other.
TEST_F(ConfigurationTest, EveryKeyIsDocumented) {
  const std::string page = testing::ReadFile(std::string(WM_SOURCE_DIR) + "/docs/OPERATIONS.md");
  const Json told = Json::parse(Run({"config", "--format", "json"}).out);
  std::string table;
  for (const Json& key : told["keys"]) {
    const auto text = [&](const char* member) { return key[member].get<std::string>(); };
    table += "| `" + text("key") + "` | `" + text("environment") + "` | `" + text("option") +
             "` | " + text("type") + " | " + text("default") + " | " +
             (key["for_projects"] ? "yes" : "no") + " |\n";
  }
  EXPECT_THAT(page, HasSubstr("|---|---|---|---|---|---|\n" + table + "\n"));
}

}  // namespace
}  // namespace waymark::services
