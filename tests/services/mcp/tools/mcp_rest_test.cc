// The call at the end of an answer that is cut: followed until nothing is left, the pages together
// are the whole answer.
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcp_http_server.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "wire/codec.h"
#include "wire/gcx.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr int kRestBudget = 700;
constexpr int kRestSteps = 60;
constexpr int kAdded = 12;
constexpr std::size_t kLongLine = 30'000;

std::string LastLine(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin + 1, end - begin);
}

struct ToolAndArguments {
  std::string tool;
  json arguments;
};

class McpRestTest : public McpHttpTest {
 protected:
  void SetUp() override {
    McpHttpTest::SetUp();
    options_.mcp.toolset = Toolset::kFull;
    std::string text = "def step_0():\n    return 1\n\n\n";
    for (int i = 1; i < kRestSteps; ++i) {
      text += fmt::format("def step_{}():\n    return step_{}()\n\n\n", i, i - 1);
    }
    text += "def hub():\n    \"\"\"\n";
    for (int i = 0; i < 200; ++i) text += fmt::format("    What the hub says in line {}.\n", i);
    text += "    \"\"\"\n";
    for (int i = 0; i < 200; ++i) text += fmt::format("    print('line {}')\n", i);
    text += "    return 1\n\n\n";
    text += fmt::format("def table():\n    return '{}'\n\n\n", std::string(kLongLine, 'x'));
    for (int i = 0; i < 80; ++i) text += fmt::format("def caller_{}():\n    return hub()\n\n\n", i);
    directory_.WriteFile("shop/shop/hub.py", text);
    std::string tests = "from shop.hub import hub\n\n\n";
    for (int i = 0; i < 80; ++i) tests += fmt::format("def test_{}():\n    assert hub()\n\n\n", i);
    directory_.WriteFile("shop/tests/test_hub.py", tests);
    for (int i = 0; i < 30; ++i) {
      directory_.WriteFile(fmt::format("shop/part_{}/used.py", i),
                           fmt::format("def used_{0}():\n    return 1\n\n\nused_{0}()\n", i));
    }
  }

  json Result(const std::string& tool, const json& arguments) {
    if (session_.empty()) session_ = Open();
    return json::parse(AskIn(session_, ToolRequest(1, tool, arguments)).body)["result"];
  }

  // The call for the rest that stands where the format has it; nothing when the answer is whole.
  static std::optional<ToolAndArguments> RestOf(const json& result) {
    const std::string text = AnswerIn(result);
    std::string call;
    if (result.contains("structuredContent")) {
      const json& object = result["structuredContent"];
      call = object.contains("truncation") ? object["truncation"].value("next_call", "")
                                           : object.value("next_call", "");
    } else {
      const std::string lead = "# rest: ";
      const std::string line = LastLine(text);
      if (line.starts_with(lead)) call = line.substr(lead.size());
    }
    if (call.empty()) return std::nullopt;
    const std::size_t brace = call.find(" {");
    return ToolAndArguments{call.substr(0, brace), json::parse(call.substr(brace + 1))};
  }

  // The pages of an answer, by the calls that they tell.
  std::vector<json> Follow(const std::string& tool, json arguments) {
    constexpr std::size_t kMostCalls = 100;
    const std::uint64_t budget = arguments["token_budget"];
    std::vector<json> pages;
    std::optional<ToolAndArguments> call = ToolAndArguments{tool, std::move(arguments)};
    while (call.has_value() && pages.size() < kMostCalls) {
      EXPECT_EQ(call->tool, tool);
      const json result = Result(call->tool, call->arguments);
      EXPECT_EQ(result["isError"], false) << tool << call->arguments << result;
      if (result["isError"] == true) return pages;
      const std::string text = AnswerIn(result);
      EXPECT_LE(wire::CountTokens(text, wire::kDefaultTokenizer), budget) << tool << text;
      pages.push_back(result);
      call = RestOf(result);
    }
    EXPECT_LT(pages.size(), kMostCalls) << tool;
    EXPECT_GT(pages.size(), 1U) << tool << pages;
    return pages;
  }

  // The answer to the same question that is not cut.
  json Whole(const std::string& tool, json arguments) {
    arguments["token_budget"] = 1'000'000;
    if (arguments.contains("limit")) arguments["limit"] = 1000;
    json result = Result(tool, arguments);
    EXPECT_FALSE(RestOf(result).has_value()) << tool << result;
    return result;
  }

  std::string session_;
};

// Symbols and edges of answers in GCF, by name.
std::set<std::string> GraphIn(const std::vector<json>& results) {
  std::set<std::string> rows;
  for (const json& result : results) {
    const auto payload = wire::CodecRegistry::BuiltIn().Decode("gcf", AnswerIn(result));
    EXPECT_THAT(payload, testing::IsOk());
    if (!payload.ok()) continue;
    const auto name = [&](std::uint32_t at) { return payload->symbols[at].qualified_name; };
    for (std::uint32_t at = 0; at < payload->symbols.size(); ++at) rows.insert(name(at));
    for (const wire::Edge& edge : payload->edges) {
      rows.insert(fmt::format("{} {} {}", name(edge.source), wire::TermName(*payload, edge.type),
                              name(edge.target)));
    }
  }
  return rows;
}

TEST_F(McpRestTest, PagesOfAGraphAreTheWholeGraph) {
  StartIndexed();
  const std::vector<std::pair<std::string, json>> calls = {
      {"search_symbols", {{"query", "caller"}, {"limit", 50}}},
      {"find_usages", {{"symbol", "hub"}, {"limit", 50}}},
      {"get_callers", {{"symbol", "hub"}, {"limit", 50}}},
      {"get_call_chain", {{"symbol", "step_59"}, {"depth", 60}, {"limit", 50}}},
      {"blast_radius", {{"symbol", "step_0"}, {"depth", 60}, {"limit", 50}}},
      {"graph_query", {{"prefix", "shop.hub."}, {"limit", 50}}},
      {"find_path", {{"from", "step_59"}, {"to", "step_0"}, {"max_hops", 60}}},
      {"get_file_summary", {{"file", "shop/hub.py"}}},
  };
  for (const auto& [tool, arguments] : calls) {
    json bounded = arguments;
    bounded["token_budget"] = kRestBudget;
    EXPECT_EQ(GraphIn(Follow(tool, bounded)), GraphIn({Whole(tool, arguments)})) << tool;
  }
}

// Symbols of contexts.
std::multiset<std::string> NamesIn(const std::vector<json>& results) {
  std::multiset<std::string> names;
  for (const json& result : results) {
    for (const json& symbol : result["structuredContent"]["symbols"]) {
      names.insert(symbol.contains("qualified_name") ? symbol["qualified_name"].get<std::string>()
                                                     : symbol["name"].get<std::string>());
    }
  }
  return names;
}

TEST_F(McpRestTest, PacksThatLeaveOutTheEarlierOnesAreTheWholeRanking) {
  StartIndexed();
  const std::vector<std::pair<std::string, json>> calls = {
      {"context_for_task", {{"task_description", "say what the hub says"}}},
      {"context_for_files", {{"files", {"shop/hub.py"}}}},
      {"smart_context", {{"task_description", "say what the hub says"}}},
  };
  for (const auto& [tool, arguments] : calls) {
    json bounded = arguments;
    bounded["token_budget"] = 6 * kRestBudget;
    bounded["format"] = "json";
    json unbounded = arguments;
    unbounded["format"] = "json";
    EXPECT_EQ(NamesIn(Follow(tool, bounded)), NamesIn({Whole(tool, unbounded)})) << tool;
  }
  const std::string text =
      AnswerIn(Result("context_for_task", {{"task_description", "hub"}, {"token_budget", 500}}));
  EXPECT_THAT(LastLine(text),
              StartsWith("# rest: context_for_task {\"task_description\":\"hub\","));
  const std::string asked = std::string(500, 'x') + " hub";
  const std::string of_long =
      AnswerIn(Result("context_for_task", {{"task_description", asked}, {"token_budget", 500}}));
  EXPECT_THAT(LastLine(of_long), StartsWith("# rest: the same call with \"exclude\":[\""));
}

// All of its digits take forty tokens.
TEST_F(McpRestTest, ThePackThatIsLeftOutIsNamedByTwelveDigits) {
  StartIndexed();
  for (const char* tool : {"context_for_task", "smart_context"}) {
    json asked = {{"task_description", "hub"}, {"token_budget", 3 * kRestBudget}, {"limit", 2}};
    const auto rest = RestOf(Result(tool, asked));
    ASSERT_TRUE(rest.has_value()) << tool;
    const std::string pack = rest->arguments["exclude"][0];
    EXPECT_EQ(pack.size(), 12U) << tool;

    // No further pack can be left out.
    asked["exclude"] = std::vector<std::string>(64, pack);
    const std::string call = LastLine(AnswerIn(Result(tool, asked)));
    EXPECT_THAT(call, HasSubstr(fmt::format("\"token_budget\":{}", 6 * kRestBudget))) << tool;
    EXPECT_THAT(call, HasSubstr("\"limit\":4")) << tool;
  }
}

TEST_F(McpRestTest, AReviewSaysWhereItsContextEnds) {
  testing::GitRepository repository(root_);
  repository.Commit("begin");
  std::string text;
  for (int i = 0; i < 300; ++i) text += fmt::format("def new_{}():\n    return {}\n\n\n", i, i);
  directory_.WriteFile("shop/shop/added.py", text);
  StartIndexed();
  json asked = {{"base", "HEAD"}, {"token_budget", 3000}, {"cursor", ",,,-"}};
  const auto rest = RestOf(Result("context_for_pr", asked));
  ASSERT_TRUE(rest.has_value());
  const std::string pack = rest->arguments["cursor"].get<std::string>().substr(3);
  EXPECT_EQ(pack.size(), 12U);

  std::string packs = pack;
  for (int i = 1; i < 64; ++i) packs += "+" + pack;
  asked["cursor"] = ",,," + packs;
  const json last = Result("context_for_pr", asked);
  EXPECT_EQ(last["isError"], false) << last;
  EXPECT_FALSE(RestOf(last).has_value()) << last;
  EXPECT_THAT(last["content"].back()["text"].get<std::string>(),
              HasSubstr("ends here, after 65 pages of it; a larger 'token_budget'"));
}

// Lines of texts that are rows.
std::set<std::string> LinesIn(const std::vector<json>& results) {
  std::set<std::string> lines;
  for (const json& result : results) {
    std::istringstream text(AnswerIn(result));
    for (std::string line; std::getline(text, line);) {
      if (line.starts_with("  ") || line.find(" shop/") == 4 || line.find(" tests/") == 4) {
        lines.insert(line);
      }
    }
  }
  return lines;
}

TEST_F(McpRestTest, PagesOfATextAreTheWholeText) {
  StartIndexed();
  const std::vector<std::pair<std::string, json>> calls = {
      {"test_scope", {{"symbols", {"hub"}}, {"limit", 50}}},
      {"analyze", {{"kind", "hotspots"}, {"limit", 50}}},
      {"analyze", {{"kind", "dead_code"}, {"limit", 50}}},
      {"get_repo_outline", {{"limit", 20}}},
      {"get_editing_context", {{"symbol", "hub"}, {"limit", 30}}},
  };
  for (const auto& [tool, arguments] : calls) {
    json bounded = arguments;
    bounded["token_budget"] = 2 * kRestBudget;
    EXPECT_EQ(LinesIn(Follow(tool, bounded)), LinesIn({Whole(tool, arguments)})) << tool;
    bounded["format"] = "gcx";
    for (const json& page : Follow(tool, bounded)) {
      WM_EXPECT_OK(wire::DecodeGcx(AnswerIn(page)).status());
    }
  }
}

// Texts of symbols by name; a page goes on where the one before it ended.
std::map<std::string, std::string> TextsIn(const std::vector<json>& results, const char* field) {
  std::map<std::string, std::string> texts;
  for (const json& result : results) {
    for (const json& symbol : result["structuredContent"]["symbols"]) {
      const std::string name = symbol.value("name", symbol.value("qualified_name", ""));
      texts[name] += symbol.value(field, "");
    }
  }
  return texts;
}

TEST_F(McpRestTest, PagesOfASourceAreTheWholeSource) {
  StartIndexed();
  const std::vector<std::pair<std::string, json>> calls = {
      {"get_symbol_source", {{"symbol", "shop.hub.hub"}}},
      {"batch_symbols",
       {{"symbols", {"step_1", "shop.hub.hub", "step_2"}}, {"include_source", true}}},
      {"get_symbol", {{"symbol", "shop.hub.hub"}}},
  };
  for (const auto& [tool, arguments] : calls) {
    json bounded = arguments;
    bounded["token_budget"] = kRestBudget;
    bounded["format"] = "json";
    json whole = arguments;
    whole["format"] = "json";
    const char* const field = tool == "get_symbol" ? "text" : "source";
    const auto texts = TextsIn({Whole(tool, whole)}, field);
    EXPECT_THAT(texts.at("shop.hub.hub"), HasSubstr("line 199"));
    EXPECT_EQ(TextsIn(Follow(tool, bounded), field), texts) << tool;
    bounded.erase("format");
    Follow(tool, bounded);
  }
  // Who holds a page holds no other one.
  const json first = Result("get_symbol_source", {{"symbol", "shop.hub.hub"},
                                                  {"token_budget", kRestBudget},
                                                  {"format", "json"}})["structuredContent"];
  const json second = Result("get_symbol_source", {{"symbol", "shop.hub.hub"},
                                                   {"token_budget", kRestBudget},
                                                   {"cursor", first["cursor"]},
                                                   {"if_none_match", first["symbols"][0]["etag"]}});
  EXPECT_NE(second["content"][0]["text"], "not_modified");
}

TEST_F(McpRestTest, ALineThatIsLongerThanAPageGoesOnOnTheNextOnes) {
  StartIndexed();
  json arguments = {
      {"symbol", "shop.hub.table"}, {"token_budget", kRestBudget}, {"format", "json"}};
  const std::vector<json> pages = Follow("get_symbol_source", arguments);
  const std::string whole =
      fmt::format("def table():\n    return '{}'\n", std::string(kLongLine, 'x'));
  EXPECT_EQ(TextsIn(pages, "source").at("shop.hub.table"), whole);
  const json second = pages[1]["structuredContent"]["symbols"][0];
  const json first = pages[0]["structuredContent"]["symbols"][0];
  EXPECT_EQ(second["from_line"], first["from_line"].get<int>() + 1);
  const std::string shown = first["source"];
  EXPECT_EQ(second["from_column"], shown.size() - shown.find('\n'));

  arguments["format"] = "gcf";
  EXPECT_THAT(Follow("get_symbol_source", arguments)[1]["content"][0]["text"].get<std::string>(),
              HasSubstr(", column "));
}

// In GCX1 a text is one field in one line, whatever lines it has itself.
TEST_F(McpRestTest, PagesHoldAsManyLinesWhateverTheFormat) {
  StartIndexed();
  json arguments = {{"symbol", "shop.hub.hub"}, {"token_budget", 2 * kRestBudget}};
  const auto pages_in = [&](const char* format) {
    arguments["format"] = format;
    json question = arguments;
    std::size_t pages = 0;
    for (std::string cursor = "first"; !cursor.empty() && pages < 100; ++pages) {
      const json result = Result("get_symbol_source", question);
      EXPECT_EQ(result["isError"], false) << result;
      const std::string text = AnswerIn(result);
      const std::size_t at = text.rfind("\"cursor\":\"");
      cursor =
          at == std::string::npos ? "" : text.substr(at + 10, text.find('"', at + 10) - at - 10);
      question["cursor"] = cursor;
    }
    return pages;
  };
  const std::size_t pages = pages_in("gcf");
  EXPECT_GT(pages, 2U);
  EXPECT_LE(pages_in("gcx"), 2 * pages);
}

TEST_F(McpRestTest, PagesOfAReviewAreTheWholeReview) {
  testing::GitRepository repository(root_);
  repository.Commit("begin");
  std::string text;
  for (int i = 0; i < kAdded; ++i) text += fmt::format("def new_{}():\n    return {}\n\n\n", i, i);
  directory_.WriteFile("shop/shop/added.py", text);
  StartIndexed();
  const std::vector<json> pages =
      Follow("context_for_pr", {{"base", "HEAD"}, {"token_budget", 4000}, {"limit", 5}});
  std::string all;
  for (const json& page : pages) all += AnswerIn(page);
  for (int i = 0; i < kAdded; ++i) {
    EXPECT_THAT(all, HasSubstr(fmt::format(" shop.added.new_{} ", i)));
  }
  EXPECT_THAT(all, Not(HasSubstr("# rest: semantic_diff")));
  EXPECT_THAT(all, HasSubstr("GCF tool=context_for_files "));
  Follow("context_for_pr",
         {{"base", "HEAD"}, {"token_budget", 12000}, {"limit", 5}, {"format", "json"}});
}

TEST_F(McpRestTest, PagesOfWhatAChangeAffectsHoldTheirShareOfTheChange) {
  std::string text;
  for (int i = 0; i < kRestSteps; ++i) text += fmt::format("def old_{}():\n    return 1\n\n\n", i);
  directory_.WriteFile("shop/shop/changed.py", text);
  testing::GitRepository repository(root_);
  repository.Commit("begin");
  for (std::size_t at = 0; (at = text.find("return 1", at)) != std::string::npos; at += 8) {
    text[at + 7] = '2';
  }
  directory_.WriteFile("shop/shop/changed.py", text);
  StartIndexed();
  const json asked = {{"base", "HEAD"}, {"limit", 50}};
  json bounded = asked;
  bounded["token_budget"] = kRestBudget;
  const std::set<std::string> whole = GraphIn({Whole("blast_radius", asked)});
  EXPECT_GE(whole.size(), static_cast<std::size_t>(kRestSteps));
  EXPECT_EQ(GraphIn(Follow("blast_radius", bounded)), whole);
}

TEST_F(McpRestTest, ACursorOfAnotherQuestionIsRefused) {
  StartIndexed();
  const std::vector<std::pair<std::string, json>> calls = {
      {"get_symbol", {{"symbol", "hub"}}},
      {"get_symbol_source", {{"symbol", "hub"}}},
      {"get_repo_outline", json::object()},
      {"get_editing_context", {{"symbol", "hub"}}},
      {"explain_ranking", {{"task_description", "hub"}, {"symbol", "hub"}}},
      {"index_status", json::object()},
      {"context_for_pr", {{"base", "HEAD"}}},
      {"feedback",
       {{"task_description", "hub"}, {"symbols", {"shop.hub.hub"}}, {"verdict", "useful"}}},
  };
  for (const auto& [tool, arguments] : calls) {
    for (const char* cursor : {"1-00000000", "nonsense", ",,"}) {
      json asked = arguments;
      asked["cursor"] = cursor;
      EXPECT_EQ(Result(tool, asked)["isError"], true) << tool << cursor;
    }
  }
}

TEST_F(McpRestTest, WhatHasNoLayoutTakesTheGeneralOne) {
  StartIndexed();
  const std::vector<std::pair<std::string, json>> calls = {
      {"explain_ranking", {{"task_description", "hub"}, {"symbol", "shop.hub.hub"}}},
      {"index_status", json::object()},
      {"feedback",
       {{"task_description", "hub"}, {"symbols", {"shop.hub.hub"}}, {"verdict", "useful"}}},
  };
  for (const auto& [tool, arguments] : calls) {
    json asked = arguments;
    asked["format"] = "gcx";
    const std::string text = AnswerIn(Result(tool, asked));
    EXPECT_THAT(text, StartsWith("GCX1 tool=" + tool + " fields="));
    WM_EXPECT_OK(wire::DecodeGcx(text).status());
    asked["format"] = "json";
    EXPECT_TRUE(Result(tool, asked).contains("structuredContent")) << tool;
  }
}

}  // namespace
}  // namespace waymark::services
