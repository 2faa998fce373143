// A report of a change as SARIF, as commands of a GitHub workflow, and as a summary.
#include "render/change_report.h"

#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "render/report_github.h"
#include "render/report_sarif.h"

namespace waymark::services {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

wire::Risk RiskOf(wire::RiskLevel level, float score, std::vector<wire::RiskReason> reasons = {}) {
  return {.level = level, .score = score, .reasons = std::move(reasons)};
}

ReportedSymbol Reported(std::string name, std::string path, wire::Risk risk) {
  return {.name = std::move(name),
          .handle = path + "#x",
          .kind = "method",
          .path = path,
          .first_line = 14,
          .last_line = 16,
          .change = {.status = SymbolStatus::kChanged, .behaviour = {"body", "calls"}},
          .risk = std::move(risk)};
}

ChangeReport SampleReport() {
  ChangeReport report{.base = "origin/main", .changed = 4, .repositories = 2, .sure_tests = 1};
  report.symbols = {
      Reported("shop.cart.Cart.total", "shop/cart.py",
               RiskOf(wire::RiskLevel::kHigh, 0.72F,
                      {{.factor = "reach", .share = 0.5F, .text = "9 symbols depend on it"},
                       {.factor = "fan_in", .share = 0.0F, .text = "nothing uses it directly"}})),
      Reported("shop.page.render", "shop/a b.py", RiskOf(wire::RiskLevel::kUnknown, 0.4F)),
      Reported("shop.mail.render", "shop/mail.py", RiskOf(wire::RiskLevel::kLow, 0.1F)),
  };
  report.symbols[2].change = {.status = SymbolStatus::kChanged, .metadata = {"documentation"}};
  report.affected = {.symbols = 14, .files = 6, .tests = 5};
  report.affected.owners = {.count = 1, .names = {"@shop/core"}};
  report.affected.risk = report.symbols[0].risk;
  report.runners = {{.runner = "pytest", .arguments = "tests/test_cart.py::test_total"}};
  report.tests_named = 1;
  report.completeness = {.certainty = wire::Certainty::kComplete};
  return report;
}

// The parts of the published structure that a run has: which members must be there, of which type,
// and the words of enumerations (SARIF 2.1.0, sections 3.13 to 3.29).
void ExpectSarif(const json& log) {
  const std::set<std::string> levels = {"none", "note", "warning", "error"};
  EXPECT_EQ(log.at("version"), "2.1.0");
  EXPECT_THAT(log.at("$schema").get<std::string>(), HasSubstr("sarif-schema-2.1.0.json"));
  for (const json& run : log.at("runs")) {
    const json& driver = run.at("tool").at("driver");
    EXPECT_TRUE(driver.at("name").is_string());
    std::set<std::string> ids;
    for (const json& rule : driver.at("rules")) {
      EXPECT_TRUE(ids.insert(rule.at("id")).second) << "identifiers of rules are distinct";
      EXPECT_TRUE(rule.at("shortDescription").at("text").is_string());
      EXPECT_EQ(levels.count(rule.at("defaultConfiguration").at("level")), 1U);
    }
    for (const json& invocation : run.at("invocations")) {
      EXPECT_TRUE(invocation.at("executionSuccessful").is_boolean());
      for (const json& note : invocation.at("toolExecutionNotifications")) {
        EXPECT_TRUE(note.at("message").at("text").is_string());
        EXPECT_EQ(levels.count(note.at("level")), 1U);
      }
    }
    for (const json& result : run.at("results")) {
      const std::size_t rule = result.at("ruleIndex");
      EXPECT_EQ(driver.at("rules").at(rule).at("id"), result.at("ruleId"));
      EXPECT_EQ(levels.count(result.at("level")), 1U);
      EXPECT_TRUE(result.at("message").at("text").is_string());
      EXPECT_THAT(result.at("rank").get<double>(), AllOf(::testing::Ge(0), ::testing::Le(100)));
      for (const auto& [name, value] : result.at("partialFingerprints").items()) {
        EXPECT_TRUE(value.is_string()) << name;
      }
      for (const json& location : result.at("locations")) {
        const json& physical = location.at("physicalLocation");
        const json& artifact = physical.at("artifactLocation");
        EXPECT_EQ(run.at("originalUriBaseIds").count(artifact.at("uriBaseId")), 1U);
        const std::string uri = artifact.at("uri");
        EXPECT_EQ(uri.find_first_of(" \"<>\\^`{|}:"), std::string::npos) << uri;
        if (!physical.contains("region")) continue;
        EXPECT_GE(physical.at("region").at("startLine"), 1);
        EXPECT_GE(physical.at("region").at("endLine"), physical.at("region").at("startLine"));
      }
    }
  }
}

TEST(ChangeReport, PutsTheRiskiestSymbolFirstAndUnknownAfterHigh) {
  std::vector<ReportedSymbol> symbols = {
      Reported("low", "a.py", RiskOf(wire::RiskLevel::kLow, 0.9F)),
      Reported("unstated", "a.py", wire::Risk()),
      Reported("unknown", "b.py", RiskOf(wire::RiskLevel::kUnknown, 0.2F)),
      Reported("medium", "a.py", RiskOf(wire::RiskLevel::kMedium, 0.5F)),
      Reported("high", "a.py", RiskOf(wire::RiskLevel::kHigh, 0.7F)),
  };

  SortByRisk(symbols);

  std::vector<std::string> names;
  for (const ReportedSymbol& symbol : symbols) names.push_back(symbol.name);
  EXPECT_THAT(names, ::testing::ElementsAre("high", "unknown", "unstated", "medium", "low"));
}

wire::Symbol Differing(std::string name, SymbolKind kind, SymbolStatus status, std::string path,
                       std::uint32_t first, std::uint32_t last) {
  wire::Symbol symbol;
  symbol.qualified_name = std::move(name);
  symbol.kind = kind;
  symbol.path = std::move(path);
  symbol.start_line = first;
  symbol.end_line = last;
  symbol.change = wire::SymbolChange{.status = status};
  return symbol;
}

TEST(ChangeReport, ListsAWholeWithoutItsPartsAndAFrameOnlyIfNothingInItDiffers) {
  const auto added = SymbolStatus::kAdded;
  wire::Payload difference;
  difference.symbols = {
      Differing("shop", SymbolKind::kPackage, added, "cart.cc", 1, 20),
      Differing("shop::Cart", SymbolKind::kClass, added, "cart.cc", 3, 9),
      Differing("shop::Cart::total", SymbolKind::kMethod, added, "cart.cc", 4, 6),
      Differing("shop::Cart::add", SymbolKind::kMethod, SymbolStatus::kChanged, "cart.cc", 7, 8),
      Differing("shop::Cartoon", SymbolKind::kFunction, added, "cart.cc", 12, 14),
      Differing("cart.cc", SymbolKind::kFile, SymbolStatus::kChanged, "cart.cc", 1, 20),
      Differing("page.cc", SymbolKind::kFile, SymbolStatus::kChanged, "page.cc", 1, 9),
      Differing("shop::end", SymbolKind::kFunction, added, "page.cc", 1, 2),
  };
  difference.symbols.back().distance = 1;  // only the end of an edge

  std::vector<std::string> names;
  for (const wire::Symbol* symbol : SymbolsToReport(difference)) {
    names.push_back(symbol->qualified_name);
  }

  EXPECT_THAT(names,
              ::testing::ElementsAre("shop::Cart", "shop::Cart::add", "shop::Cartoon", "page.cc"));
}

TEST(ChangeReport, SaysHowASymbolChangesAndWhyThatIsRisky) {
  EXPECT_EQ(FindingText(SampleReport().symbols[0]),
            "method shop.cart.Cart.total was changed in behaviour (body, calls). Risk high (0.72): "
            "9 symbols depend on it.");
  EXPECT_EQ(ChangeText({.status = SymbolStatus::kAdded}), "added");
  EXPECT_EQ(
      ChangeText({.status = SymbolStatus::kMoved, .behaviour = {"body"}, .metadata = {"place"}}),
      "moved and changed in behaviour (body)");
}

TEST(SarifOf, HasAResultForEachSymbolWithTheRuleOfItsRisk) {
  const json log = json::parse(SarifOf(SampleReport()));

  ExpectSarif(log);
  const json& run = log["runs"][0];
  ASSERT_EQ(run["results"].size(), 3U);
  const json& first = run["results"][0];
  EXPECT_EQ(first["ruleId"], "high-risk-change");
  EXPECT_EQ(first["level"], "warning");
  EXPECT_EQ(first["properties"]["behaviour"], json({"body", "calls"}));
  EXPECT_EQ(first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "shop/cart.py");
  EXPECT_EQ(first["locations"][0]["physicalLocation"]["region"]["startLine"], 14);
  EXPECT_EQ(run["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "shop/a%20b.py");
  EXPECT_EQ(run["properties"]["affectedSymbols"], 14);
  EXPECT_EQ(run["properties"]["owners"], json({"@shop/core"}));
}

TEST(SarifOf, NotesFailuresAndWhatIsNotListed) {
  ChangeReport report = SampleReport();
  report.failures = {"--fail-on risk=high: the risk is high (0.72)"};

  const json log = json::parse(SarifOf(report));

  ExpectSarif(log);
  const json& notes = log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0]["level"], "error");
  EXPECT_EQ(notes[1]["message"]["text"], "1 more changed symbol is not listed");
}

TEST(SarifOf, IsWholeWithoutAnyChangeAndWithNamesThatAreNoText) {
  ChangeReport report;
  ExpectSarif(json::parse(SarifOf(report)));
  report.symbols = {Reported("\"\n\xff", "a\\b:c\"\xff.py", wire::Risk())};
  report.symbols[0].first_line = 0;

  const json log = json::parse(SarifOf(report));

  ExpectSarif(log);
  EXPECT_FALSE(log["runs"][0]["results"][0]["locations"][0]["physicalLocation"].contains("region"));
}

TEST(WorkflowCommandsOf, AnnotatesEachSymbolAtItsLines) {
  ChangeReport report = SampleReport();
  report.failures = {"--fail-on risk=high: the risk is high (0.72)"};

  EXPECT_EQ(WorkflowCommandsOf(report),
            "::error title=Waymark::--fail-on risk=high: the risk is high (0.72)\n"
            "::warning file=shop/cart.py,line=14,endLine=16,title=high risk::method "
            "shop.cart.Cart.total was changed in behaviour (body, calls). Risk high (0.72): 9 "
            "symbols depend on it.\n"
            "::warning file=shop/a b.py,line=14,endLine=16,title=unknown risk::method "
            "shop.page.render was changed in behaviour (body, calls). Risk unknown (at least "
            "0.40).\n"
            "::notice file=shop/mail.py,line=14,endLine=16,title=low risk::method "
            "shop.mail.render was changed in metadata (documentation). Risk low (0.10).\n");
}

TEST(WorkflowCommandsOf, NoNameForgesACommandOrAProperty) {
  ChangeReport report;
  report.symbols = {Reported("a\r\n::error::b 100%", "x,line=1::y\n%0A:.py", wire::Risk())};

  EXPECT_THAT(WorkflowCommandsOf(report),
              AllOf(StartsWith("::warning file=x%2Cline=1%3A%3Ay%0A%250A%3A.py,line=14,endLine=16,"
                               "title=unknown risk::method a%0D%0A::error::b 100%25 was changed"),
                    HasSubstr("(at least 0.00).\n")));
}

TEST(MarkdownOf, NamesBehaviourReachTestsAndOwners) {
  ChangeReport report = SampleReport();
  report.failures = {"--fail-on risk=high: the risk is high (0.72)"};

  EXPECT_EQ(MarkdownOf(report),
            "## What changes since `origin/main`\n"
            "\n"
            "**Risk high (0.72)**\n"
            "\n"
            "- **fails**: `--fail-on risk=high`: the risk is high (0.72)\n"
            "- 9 symbols depend on it\n"
            "- nothing uses it directly\n"
            "\n"
            "### Changed behaviour\n"
            "\n"
            "- `shop.cart.Cart.total` at `shop/cart.py:14`: changed in behaviour (body, calls); "
            "risk high (0.72)\n"
            "- `shop.page.render` at `shop/a b.py:14`: changed in behaviour (body, calls); risk "
            "unknown (at least 0.40)\n"
            "\n"
            "### Other changes\n"
            "\n"
            "- `shop.mail.render` at `shop/mail.py:14`: changed in metadata (documentation); "
            "risk low (0.10)\n"
            "\n"
            "1 more changed symbol is not listed.\n"
            "\n"
            "### Reach\n"
            "\n"
            "14 dependent symbols in 6 files of 2 repositories, 5 of them tests.\n"
            "The list is complete.\n"
            "\n"
            "### Tests to run\n"
            "\n"
            "tests: 1 surely, 0 possibly.\n"
            "\n"
            "<details>\n"
            "<summary>Command</summary>\n"
            "\n"
            "```sh\n"
            "pytest tests/test_cart.py::test_total\n"
            "```\n"
            "\n"
            "</details>\n"
            "\n"
            "### Owners\n"
            "\n"
            "`@shop/core`\n");
}

TEST(MarkdownOf, NoNameEndsItsCodeSpanItsFenceOrItsLine) {
  ChangeReport report = SampleReport();
  report.symbols = {Reported("a``b\n# heading", "`x`.py", wire::Risk())};
  report.runners = {{.runner = "pytest", .arguments = "'a```b'\n```"}};

  EXPECT_THAT(MarkdownOf(report),
              AllOf(HasSubstr("- ```a``b\\u000a# heading``` at `` `x`.py:14 ``: "),
                    HasSubstr("\n````sh\npytest 'a```b'\\u000a```\n````\n"),
                    Not(HasSubstr("\n# heading"))));
}

TEST(MarkdownOf, EachTestOfACommandHasALineOfItsOwn) {
  ChangeReport report = SampleReport();
  report.runners = {{.runner = "pytest", .arguments = "a.py::test_b 'c d.py::test_e'\\''s' f.py"},
                    {.runner = "go test", .arguments = "./..."}};

  EXPECT_THAT(MarkdownOf(report), HasSubstr("<summary>Commands</summary>\n"
                                            "\n"
                                            "```sh\n"
                                            "pytest \\\n"
                                            "  a.py::test_b \\\n"
                                            "  'c d.py::test_e'\\''s' \\\n"
                                            "  f.py\n"
                                            "go test ./...\n"
                                            "```\n"));
}

TEST(MarkdownOf, IsShortWithoutAChange) {
  EXPECT_EQ(MarkdownOf({.base = "main"}),
            "## What changes since `main`\n\nNo symbol of an indexed file changes.\n");
}

TEST(MarkdownOf, SaysOfHowManyTestsTheCommandsAre) {
  ChangeReport report = SampleReport();
  report.possible_tests = 1'400;

  EXPECT_THAT(MarkdownOf(report),
              HasSubstr("tests: 1 surely, 1,400 possibly.\nThe commands run the first 1; "
                        "`waymark test-scope` lists all.\n"));
}

TEST(MarkdownOf, ListsSomeOfManySymbols) {
  ChangeReport report = SampleReport();
  report.symbols.assign(kMaxSummarySymbols + 2, report.symbols[0]);
  report.changed = report.symbols.size();

  EXPECT_THAT(MarkdownOf(report), HasSubstr("\n- and 2 more\n"));
}

}  // namespace
}  // namespace waymark::services
