// A change judged as continuous integration does: conditions that fail it, and reports about it.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.h"
#include "shop_repository.h"
#include "testing/git_repository.h"
#include "testing/golden.h"

namespace waymark::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class FailOnTest : public ::testing::Test {
 protected:
  void SetUp() override {
    repository_.Write("CODEOWNERS", "/shop/ @shop/core\n");
    repository_.Commit("begin");
  }

  // Commits what was written and indexes it.
  void Change() {
    repository_.Commit("change");
    Index();
  }

  void Index() {
    const ProgramResult result =
        home_.Run({"index", root_.string(), "--store", home_.store().string()});
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }

  std::vector<std::string> Question(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "blast-radius");
    arguments.insert(arguments.end(),
                     {"--repo", root_.string(), "--store", home_.store().string()});
    return arguments;
  }

  ProgramResult Ask(std::vector<std::string> arguments) { return home_.Run(Question(arguments)); }

  // With a file for the summary, as on a runner of GitHub.
  ProgramResult AskAsWorkflow(std::vector<std::string> arguments, const std::string& summary) {
    std::vector<std::string> argv = Question(std::move(arguments));
    argv.insert(argv.begin(), WM_WAYMARK_PROGRAM);
    ProgramOptions options{.environment = home_.Environment(), .working_directory = root_};
    options.environment.push_back("GITHUB_STEP_SUMMARY=" + summary);
    return Program(argv, options).Wait();
  }

  WaymarkHome home_;
  std::filesystem::path root_ = WriteShopRepository(home_.directory());
  GitRepository repository_{root_};
};

TEST_F(FailOnTest, AnAppliedConditionEndsWithFourAfterTheAnswer) {
  repository_.Replace("shop/mail.py", "You paid", "You have paid");
  Change();

  const ProgramResult result = Ask({"--diff", "HEAD~1", "--fail-on", "tests=none"});

  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.out, HasSubstr("shop.mail.render"));
  EXPECT_EQ(result.err,
            "waymark: --fail-on tests=none: no test in the index reaches what changes\n");
}

TEST_F(FailOnTest, AConditionThatDoesNotApplyEndsWithNothing) {
  repository_.Replace("shop/cart.py", "append(item)", "insert(0, item)");
  Change();

  const ProgramResult result = Ask({"--diff", "HEAD~1", "--fail-on", "tests=none"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(FailOnTest, ARiskThatIsUnknownCountsAsHigh) {
  // Python calls the operator where no place of the code names it.
  repository_.Write("shop/money.py",
                    "class Money:\n    def __add__(self, other):\n        return self\n");
  Change();
  repository_.Replace("shop/money.py", "return self", "return other");
  Change();
  const json answer =
      json::parse(Ask({"--diff", "HEAD~1", "--format", "json"}).out)["affected"]["risk"];
  ASSERT_EQ(answer["level"], "unknown");

  const ProgramResult result = Ask({"--diff", "HEAD~1", "--fail-on", "risk=high"});

  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.err, AllOf(StartsWith("waymark: --fail-on risk=high: the risk is unknown (at "
                                           "least "),
                                HasSubstr("), which counts as high\n")));
}

TEST_F(FailOnTest, SeveralConditionsMayBeNamed) {
  repository_.Replace("shop/mail.py", "You paid", "You have paid");
  Change();

  const ProgramResult commas =
      Ask({"--diff", "HEAD~1", "--fail-on", "risk=high,risk=medium,tests=none"});
  const ProgramResult repeated =
      Ask({"--fail-on", "tests=none", "send_receipt", "--fail-on", "risk=high"});

  EXPECT_EQ(commas.exit_code, 4);
  EXPECT_EQ(repeated.exit_code, 4) << "symbols can be judged too";
  EXPECT_THAT(repeated.err, HasSubstr("--fail-on tests=none: "));
}

TEST_F(FailOnTest, AnUnknownConditionIsToldWithTheKnownOnes) {
  const ProgramResult result = Ask({"--diff", "HEAD", "--fail-on", "risk=hihg"});

  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("risk=medium"), HasSubstr("did you mean 'risk=high'?")));
}

TEST_F(FailOnTest, AChangeOfTextAloneFailsNothing) {
  repository_.Write("NOTES.txt", "nothing that is indexed\n");
  Change();

  const ProgramResult text =
      Ask({"--diff", "HEAD~1", "--fail-on", "risk=medium,tests=none", "--format", "text"});
  const ProgramResult sarif =
      Ask({"--diff", "HEAD~1", "--fail-on", "risk=medium,tests=none", "--format", "sarif"});

  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("0 dependent symbols"));
  EXPECT_EQ(sarif.exit_code, 0) << sarif.err;
  EXPECT_THAT(json::parse(sarif.out)["runs"][0]["results"], IsEmpty());
}

TEST_F(FailOnTest, CodeThatIsOnlyRemovedIsJudgedAsItWas) {
  repository_.Write("shop/old.py", "def unused():\n    return 1\n");
  Change();
  repository_.Git("rm -q shop/old.py");
  Change();

  const ProgramResult result = Ask({"--diff", "HEAD~1", "--format", "sarif"});

  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json results = json::parse(result.out)["runs"][0]["results"];
  EXPECT_THAT(results.dump(), AllOf(HasSubstr("shop.old.unused was removed"),
                                    HasSubstr("\"uri\":\"shop/old.py\"")));
}

TEST_F(FailOnTest, LinesOutsideOfSymbolsAreJudgedByTheirFile) {
  repository_.Replace("shop/page.py", "def render", "import shop.mail\n\n\ndef render");
  Change();

  const ProgramResult result =
      Ask({"--diff", "HEAD~1", "--fail-on", "tests=none", "--format", "text"});

  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_THAT(result.out, HasSubstr("file shop/page.py"));
}

TEST_F(FailOnTest, ARevisionThatDoesNotExistIsStillAnError) {
  Change();

  const ProgramResult result =
      Ask({"--diff", "no-such-branch", "--fail-on", "risk=high", "--format", "github"});

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("no-such-branch"));
}

TEST_F(FailOnTest, SarifHasAResultForEachChangedSymbol) {
  repository_.Replace("shop/pricing.py", "* 9 // 10", "* 8 // 10");
  repository_.Replace("shop/mail.py", "You paid", "You have paid");
  Change();

  const ProgramResult result = Ask({"--diff", "HEAD~1", "--format", "sarif"});

  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json run = json::parse(result.out)["runs"][0];
  std::vector<std::string> names;
  for (const json& found : run["results"]) {
    EXPECT_THAT(found["message"]["text"].get<std::string>(), HasSubstr(" Risk "));
    names.push_back(found["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]);
  }
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("shop.pricing.discount", "shop.mail.render"));
  EXPECT_EQ(run["properties"]["owners"], json({"@shop/core"}));
}

TEST_F(FailOnTest, AFileIsReportedOnlyIfNoSymbolInItDiffers) {
  repository_.Write("shop/gift.py", "def wrap():\n    return 1\n");
  repository_.Replace("shop/page.py", "def render", "import shop.mail\n\n\ndef render");
  Change();

  const json run = json::parse(Ask({"--diff", "HEAD~1", "--format", "sarif"}).out)["runs"][0];

  std::vector<std::string> handles;
  for (const json& found : run["results"]) {
    handles.push_back(found["partialFingerprints"]["waymarkSymbol/v1"]);
  }
  EXPECT_THAT(handles, ::testing::UnorderedElementsAre("shop/gift.py#wrap", "shop/page.py"));
}

TEST_F(FailOnTest, AWorkflowGetsAnnotationsAndASummary) {
  repository_.Replace("shop/pricing.py", "* 9 // 10", "* 8 // 10");
  Change();
  const std::string summary = home_.directory().WriteFile("summary.md", "before\n\n").string();

  const ProgramResult result = AskAsWorkflow({"--diff", "HEAD~1", "--format", "github"}, summary);

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr(" file=shop/pricing.py,line=6,endLine=7,title="),
                                Not(HasSubstr("### Reach"))));
  EXPECT_THAT(ReadFile(summary),
              AllOf(StartsWith("before\n\n## What changes since `HEAD~1`\n"),
                    HasSubstr("- `shop.pricing.discount` at `shop/pricing.py:6`: changed in "
                              "behaviour (body); risk "),
                    HasSubstr(" files of 1 repository, 1 of them tests.\n"),
                    HasSubstr("pytest tests/test_cart.py::test_total\n"),
                    HasSubstr("### Owners\n\n`@shop/core`\n")));
}

TEST_F(FailOnTest, TheSummaryIsPrintedWhereThereIsNoFileForIt) {
  repository_.Replace("shop/mail.py", "You paid", "You have paid");
  Change();

  const ProgramResult printed =
      Ask({"--diff", "HEAD~1", "--format", "github", "--fail-on", "tests=none"});
  const ProgramResult refused =
      AskAsWorkflow({"--diff", "HEAD~1", "--format", "github"}, "/nowhere/summary.md");

  EXPECT_EQ(printed.exit_code, 4);
  EXPECT_THAT(printed.out,
              AllOf(StartsWith("::error title=Waymark::--fail-on tests=none: no test"),
                    HasSubstr("\n\n## What changes since"), HasSubstr("- **fails**: ")));
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_THAT(refused.err, HasSubstr("/nowhere/summary.md, which GITHUB_STEP_SUMMARY names: "));
}

TEST_F(FailOnTest, AReportOfAnIndexThatLagsIsRefused) {
  Index();
  repository_.Replace("shop/cart.py", "append(item)", "insert(0, item)");

  const ProgramResult result = Ask({"--diff", "HEAD", "--format", "github"});

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, HasSubstr("1 file on disk differs from the index; run: waymark index"));
}

TEST_F(FailOnTest, AReportNeedsARevisionToCompareWith) {
  Change();

  const ProgramResult result = Ask({"price_of", "--format", "github"});

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("name what it is compared with: --diff REV"));
}

}  // namespace
}  // namespace waymark::testing
