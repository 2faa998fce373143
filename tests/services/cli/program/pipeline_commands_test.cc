// `telemetry`, `tune` and `savings` as somebody meets them who never used the pipeline, and who
// has.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "config/pipeline_files.h"
#include "program.h"
#include "services/telemetry.h"
#include "testing/status_matchers.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using services::Milliseconds;
using services::NowInMilliseconds;
using services::PipelineEvent;
using services::PipelineLayer;
using services::TelemetryLog;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class PipelineCommandsTest : public ::testing::Test {
 protected:
  fs::path Home() const { return home_.directory().path(); }

  fs::path ConfigFile() const { return Home() / ".config/waymark/pipeline.toml"; }

  fs::path Telemetry() const { return Home() / ".local/state/waymark/telemetry"; }

  std::string Said(const std::vector<std::string>& arguments, int exit_code = 0) const {
    const ProgramResult result = home_.Run(arguments);
    EXPECT_EQ(result.exit_code, exit_code) << result.out << result.err;
    return exit_code == 0 ? result.out : result.err;
  }

  static std::string Content(const fs::path& file) {
    std::ifstream in(file);
    std::stringstream content;
    content << in.rdbuf();
    return content.str();
  }

  // Sixty answers, of which each eighth repeats itself.
  void RecordASession() const {
    auto log = TelemetryLog::Open(Telemetry(), {}, "session", NowInMilliseconds);
    ASSERT_TRUE(log.ok()) << log.status();
    for (int i = 0; i < 60; ++i) {
      PipelineEvent event;
      event.server = "shop";
      event.tool = "list_orders";
      event.context = "main";
      event.content[0] = static_cast<std::uint8_t>(1 + i % 8);
      event.tokens_before = 500;
      event.tokens_after = 300;
      event.bytes_before = 2000;
      event.bytes_after = 1200;
      event.tokenizer = "o200k_base";
      event.layer = PipelineLayer::kEncoder;
      event.format = "adaptive/v1";
      event.shape = "array_of_objects";
      (*log)->Add(event);
    }
  }

  WaymarkHome home_;
};

TEST_F(PipelineCommandsTest, NothingIsRecordedUntilItIsAskedFor) {
  EXPECT_THAT(Said({"telemetry"}), HasSubstr("telemetry is off; turn it on"));
  EXPECT_THAT(Said({"savings"}), HasSubstr("telemetry is off"));
  EXPECT_THAT(Said({"tune", "show"}), HasSubstr("pipeline.toml (not there)"));
  EXPECT_FALSE(fs::exists(Telemetry()));
  EXPECT_FALSE(fs::exists(ConfigFile()));
}

TEST_F(PipelineCommandsTest, TheSwitchKeepsTheRestOfTheFile) {
  home_.directory().WriteFile(".config/waymark/pipeline.toml", "# mine\n[dedup]\nlru_size = 9\n");
  EXPECT_THAT(Said({"telemetry", "on"}), StartsWith("telemetry is on"));
  EXPECT_EQ(Content(ConfigFile()),
            "# mine\n[dedup]\nlru_size = 9\n\n[telemetry]\nenabled = true\n");
  EXPECT_THAT(Said({"telemetry", "show"}), StartsWith("telemetry is on"));
  EXPECT_THAT(Said({"telemetry", "off"}), StartsWith("telemetry is off"));
  EXPECT_THAT(Content(ConfigFile()), HasSubstr("enabled = false"));
}

TEST_F(PipelineCommandsTest, ABrokenConfigurationIsToldWithItsPlace) {
  home_.directory().WriteFile(".config/waymark/pipeline.toml", "[dedup]\nlru_size = 'many'\n");
  for (const char* command : {"savings", "telemetry"}) {
    EXPECT_THAT(Said({command}, 1), HasSubstr("pipeline.toml:2:12: dedup.lru_size is a whole"));
  }
  home_.directory().WriteFile(".config/waymark/pipeline.toml", "schema_version = 9\n");
  EXPECT_THAT(Said({"tune", "show"}, 1), HasSubstr("schema_version 9 is newer than 2"));
}

TEST_F(PipelineCommandsTest, SavingsNameTheirMeasure) {
  RecordASession();
  const std::string text = Said({"savings"});
  EXPECT_THAT(text, HasSubstr("tokens of o200k_base; the baseline is raw"));
  EXPECT_THAT(text, HasSubstr("mcp__shop__list_orders"));
  EXPECT_THAT(Said({"savings", "--by", "server"}), HasSubstr("  shop\n"));
  const nlohmann::json json = nlohmann::json::parse(Said({"savings", "--json", "--since", "1d"}));
  const nlohmann::json& table = json["tables"][0];
  EXPECT_EQ(table["combined_savings_pct"], 40.0);
  EXPECT_EQ(table["tokenizer"], "o200k_base");
  EXPECT_EQ(table["groups"][0]["tool"], "mcp__shop__list_orders");
  EXPECT_THAT(Said({"savings", "--since", "yesterday"}, 2), HasSubstr("write it like 7d"));
}

TEST_F(PipelineCommandsTest, ShowPrintsAnEventAsItIsStored) {
  RecordASession();
  const std::string text = Said({"telemetry", "show"});
  EXPECT_THAT(text, HasSubstr("60 events in 1 session"));
  EXPECT_THAT(text, HasSubstr("\"layer_used\":\"L2\""));
  EXPECT_THAT(text.substr(text.find("newest event")), Not(HasSubstr("shop")));
}

TEST_F(PipelineCommandsTest, PurgeLeavesNothing) {
  RecordASession();
  EXPECT_THAT(Said({"telemetry", "purge"}), HasSubstr("deleted 4 files"));
  EXPECT_FALSE(fs::exists(Telemetry()));
}

TEST_F(PipelineCommandsTest, AnalyzeWritesWhatSavesMoreAndTellsWhy) {
  RecordASession();
  const std::string tried = Said({"tune", "analyze", "--dry-run"});
  EXPECT_THAT(tried, HasSubstr("R1  endpoint_overrides.mcp__shop__list_orders.lru_size: 5 -> 8"));
  EXPECT_THAT(tried, HasSubstr("nothing is written; this is what would be in"));
  EXPECT_FALSE(fs::exists(ConfigFile()));

  home_.directory().WriteFile(".config/waymark/pipeline.toml", "# mine\n");
  EXPECT_THAT(Said({"tune", "analyze"}), HasSubstr("written to"));
  EXPECT_THAT(Content(ConfigFile()), HasSubstr("lru_size = 8"));
  EXPECT_EQ(Content(ConfigFile().string() + ".before"), "# mine\n");
  EXPECT_THAT(Content(Telemetry() / "endpoints.jsonl"), HasSubstr("mcp__shop__list_orders"));
  EXPECT_THAT(Said({"tune", "show"}), HasSubstr("mcp__shop__list_orders: the last 8 answers"));
  EXPECT_THAT(Said({"tune", "analyze"}), HasSubstr("the configuration fits"));
}

TEST_F(PipelineCommandsTest, FingerprintsAreSharedOnlyAfterAYes) {
  RecordASession();
  const std::string file = (Home() / "shared.jsonl").string();
  EXPECT_THAT(Said({"tune", "analyze", "--share", file}, 1),
              HasSubstr("share_endpoints_with_team = true"));
  home_.directory().WriteFile(".config/waymark/pipeline.toml",
                              "telemetry.share_endpoints_with_team = true\n");
  Said({"tune", "analyze", "--share", file});
  EXPECT_EQ(Content(file), "") << "one session is too few";
  home_.directory().WriteFile("team.jsonl", "{\"endpoint_class\": 3}\n");
  EXPECT_THAT(Said({"tune", "analyze", "--team", (Home() / "team.jsonl").string()}, 1),
              HasSubstr("team.jsonl:1: endpoint_class has a value of another type"));
}

TEST_F(PipelineCommandsTest, AnalyzeWithoutEventsSaysWhatToDo) {
  EXPECT_THAT(Said({"tune", "analyze"}, 1), HasSubstr("turn it on with `waymark telemetry on`"));
  EXPECT_THAT(Said({"tune", "from-claude-logs"}, 1), HasSubstr(".claude/projects"));
  EXPECT_THAT(Said({"tune", "show", "--days", "3"}, 2), HasSubstr("show takes no options"));
  EXPECT_THAT(Said({"tune", "analyze", "--project", "x"}, 2), HasSubstr("from-claude-logs"));
}

TEST_F(PipelineCommandsTest, SessionLogsArePlayedThroughThePipeline) {
  std::string log;
  for (int i = 0; i < 30; ++i) {
    log += fmt::format(
        R"({{"type":"assistant","message":{{"model":"claude-sonnet-4-6","content":)"
        R"([{{"type":"tool_use","id":"{0}","name":"mcp__shop__list","input":{{}}}}]}}}})"
        "\n"
        R"({{"type":"user","message":{{"content":[{{"type":"tool_result",)"
        R"("tool_use_id":"{0}","content":"{1}"}}]}}}})"
        "\n",
        i, std::string(800, static_cast<char>('a' + i % 3)));
  }
  home_.directory().WriteFile(".claude/projects/-shop/one.jsonl", log + "half of a li");
  const std::string text = Said({"tune", "from-claude-logs"});
  EXPECT_THAT(text, HasSubstr("30 answers of 1 session in 1 session log"));
  EXPECT_THAT(text, HasSubstr("1 damaged line was passed over"));
  EXPECT_THAT(text, HasSubstr("P1  profiles.llm.active: auto -> claude-sonnet-4.6"));
  EXPECT_THAT(text, HasSubstr("27 references"));
  EXPECT_THAT(Content(ConfigFile()), HasSubstr("active = \"claude-sonnet-4.6\""));
  const nlohmann::json again =
      nlohmann::json::parse(Said({"tune", "from-claude-logs", "--json", "--dry-run"}));
  EXPECT_EQ(again.value("changes", nlohmann::json::array({"none"})).size(), 0U);
}

TEST_F(PipelineCommandsTest, FingerprintsAreACsvFile) {
  RecordASession();
  const std::string csv = Said({"telemetry", "show", "--format", "csv"});
  EXPECT_THAT(csv, StartsWith("endpoint_class,call_count,"));
  EXPECT_THAT(csv, HasSubstr("\nmcp__shop__list_orders,60,2000,array_of_objects,"));
  EXPECT_THAT(Said({"telemetry", "on", "--format", "csv"}, 2), HasSubstr("a format of show"));
}

TEST_F(PipelineCommandsTest, AProviderIsNamedWithItsAddress) {
  RecordASession();
  EXPECT_THAT(Said({"tune", "analyze", "--provider", "shop"}, 2), HasSubstr("SERVER=URL"));
  EXPECT_THAT(Said({"tune", "show", "--provider", "shop=http://x"}, 2), HasSubstr("with analyze"));
  EXPECT_THAT(Said({"tune", "analyze", "--provider", "shop=nowhere"}, 1),
              HasSubstr("--provider shop=nowhere: "));
}

}  // namespace
}  // namespace waymark::testing
