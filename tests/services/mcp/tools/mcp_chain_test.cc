// Chains of pages that begin at the smallest budget that their first page accepts: no page is
// refused or larger than that, whatever the rows behind the first one take.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcp_http_server.h"
#include "testing/git_repository.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

using ::testing::Le;

constexpr int kCallers = 9;
constexpr int kSteps = 8;
constexpr int kMostPages = 150;

struct ToolPage {
  bool is_refused = false;
  std::string text;
  std::string notes;
  json structured;
};

class McpChainTest : public McpHttpTest {
 protected:
  // A repository that is drawn from `seed`.
  void StartOn(std::uint32_t seed) {
    random_.seed(seed);
    options_.mcp.toolset = Toolset::kFull;
    options_.limits.requests_per_second = options_.limits.requests_at_once = 1e6;
    testing::GitRepository repository(root_);
    repository.Commit("begin");
    std::string text = fmt::format("{}\n\n\ndef step_0():\n    return hub()\n\n\n", Hub());
    for (int i = 1; i < kSteps; ++i) {
      text += fmt::format("def step_{}():\n    return step_{}()\n\n\n", i, i - 1);
    }
    directory_.WriteFile("shop/shop/hub.py", text);
    for (int i = 0; i < kCallers; ++i) {
      const std::string folder = Word(Below(4)) + Word(1);
      directory_.WriteFile(fmt::format("shop/{}/user_{}.py", folder, i), Caller(i, "user_"));
      directory_.WriteFile(fmt::format("shop/tests/test_{}{}.py", Word(Below(6)), i),
                           Caller(i, "test_"));
    }
    StartIndexed();
  }

  std::uint32_t Below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  // Of so many syllables.
  std::string Word(std::uint32_t syllables) {
    static const std::vector<std::string> kSyllables = {"ka", "zumo", "tri", "quox", "lemp", "ae"};
    std::string word;
    for (; syllables != 0; --syllables) word += kSyllables[random_() % kSyllables.size()];
    return word;
  }

  // Its lines are of any length.
  std::string Hub() {
    std::string text = "def hub(a=1):\n    \"\"\"\n";
    for (int i = 0; i < kCallers; ++i) text += "    " + Word(Below(60)) + "\n";
    return text + "    \"\"\"\n    return 1\n";
  }

  std::string Caller(int number, const std::string& prefix) {
    std::string parameters;
    for (std::uint32_t i = Below(12); i != 0; --i) {
      parameters += fmt::format("{}_{}=None, ", Word(3), i);
    }
    std::string body;
    for (std::uint32_t i = Below(4) + 1; i != 0; --i) body += "    hub()\n";
    return fmt::format("from shop.hub import hub\n\n\ndef {}{}_{}({}):\n{}", prefix,
                       Word(Below(30)), number, parameters, body);
  }

  // Of each tool that has pages.
  static std::vector<std::pair<std::string, json>> Calls() {
    const json hub = {{"symbol", "shop.hub.hub"}, {"limit", 50}};
    const json batch = {{"symbols", {"step_1", "shop.hub.hub", "step_2"}},
                        {"include_source", true}};
    return {
        {"search_symbols", {{"query", "user"}, {"limit", 50}}},
        {"find_usages", hub},
        {"find_usages", {{"symbol", "shop.hub.hub"}, {"relation", "callers"}, {"depth", 3}}},
        {"get_callers", hub},
        {"get_dependents", hub},
        {"get_dependencies", {{"symbol", "step_7"}, {"depth", 20}}},
        {"find_implementations", hub},
        {"get_call_chain", {{"symbol", "step_7"}, {"depth", 20}}},
        {"blast_radius", hub},
        {"blast_radius", {{"base", "HEAD"}}},
        {"test_scope", {{"symbols", {"shop.hub.hub"}}, {"limit", 50}}},
        {"graph_query", {{"prefix", "shop."}, {"limit", 50}}},
        {"find_path", {{"from", "step_7"}, {"to", "step_0"}, {"max_hops", 60}}},
        {"get_file_summary", {{"file", "shop/hub.py"}}},
        {"get_symbol", {{"symbol", "shop.hub.hub"}}},
        {"get_symbol_source", {{"symbol", "shop.hub.hub"}}},
        {"batch_symbols", batch},
        {"get_editing_context", hub},
        {"get_repo_outline", json::object()},
        {"index_status", json::object()},
        {"analyze", {{"kind", "hotspots"}}},
        {"analyze", {{"kind", "dead_code"}}},
        {"contracts", json::object()},
        {"semantic_diff", {{"base", "HEAD"}}},
        {"context_for_pr", {{"base", "HEAD"}}},
        {"feedback",
         {{"task_description", "hub"}, {"symbols", {"shop.hub.hub"}}, {"verdict", "useful"}}},
    };
  }

  ToolPage Result(const std::string& tool, const json& arguments) {
    if (session_.empty()) session_ = Open();
    const json result =
        json::parse(AskIn(session_, ToolRequest(1, tool, arguments)).body)["result"];
    ToolPage page{.is_refused = result["isError"], .text = AnswerIn(result)};
    for (std::size_t i = 1; i < result["content"].size(); ++i) {
      const std::string block = result["content"][i]["text"];
      if (page.text.find(block) == std::string::npos) page.notes += block;
    }
    if (result.contains("structuredContent")) page.structured = result["structuredContent"];
    return page;
  }

  bool Accepts(const std::string& tool, json arguments, std::uint64_t budget) {
    arguments["token_budget"] = budget;
    return !Result(tool, arguments).is_refused;
  }

  // What refusals tell, and the least below it; nothing where none is too small.
  std::uint64_t SmallestBudget(const std::string& tool, json arguments) {
    std::uint64_t accepted = 1;
    for (arguments["token_budget"] = accepted;; arguments["token_budget"] = accepted) {
      const ToolPage page = Result(tool, arguments);
      if (!page.is_refused) break;
      static const std::regex kBudget("(?:of at least|that works is) ([0-9]+)");
      std::smatch found;
      if (!std::regex_search(page.text, found, kBudget) || std::stoul(found[1]) <= accepted) {
        ADD_FAILURE() << tool << arguments << page.text;
        return accepted;
      }
      accepted = std::stoul(found[1]);
    }
    const std::uint64_t told = accepted;
    constexpr std::uint64_t kBelow = 60;
    std::uint64_t refused = accepted > kBelow ? accepted - kBelow : 0;
    while (refused + 1 < accepted) {
      const std::uint64_t middle = (refused + accepted) / 2;
      (Accepts(tool, arguments, middle) ? accepted : refused) = middle;
    }
    // One of a single row has room for the pages behind it, and a page of two may take less.
    constexpr std::uint64_t kHeadroom = 32;
    EXPECT_LE(told - accepted, kHeadroom) << tool << arguments;
    return accepted;
  }

  std::vector<ToolPage> Follow(const std::string& tool, json arguments) {
    std::vector<ToolPage> pages;
    const std::uint64_t budget = arguments["token_budget"];
    for (std::string cursor = "first"; !cursor.empty();) {
      pages.push_back(Result(tool, arguments));
      const ToolPage& page = pages.back();
      EXPECT_FALSE(page.is_refused) << tool << arguments << page.text;
      EXPECT_LT(pages.size(), static_cast<std::size_t>(kMostPages)) << tool << arguments;
      if (page.is_refused || pages.size() == kMostPages) break;
      EXPECT_THAT(wire::CountTokens(page.text + page.notes, wire::kDefaultTokenizer),
                  Le(budget + 4))  // "note: " is the frame's
          << tool << arguments << page.text << page.notes;
      static const std::regex kCursor("\"cursor\\\\?\":\\\\?\"([^\"\\\\]+)");
      cursor.clear();  // of an answer of parts, that of the whole is the last
      for (std::sregex_iterator at(page.text.begin(), page.text.end(), kCursor), end; at != end;
           ++at) {
        cursor = (*at)[1].str();
      }
      arguments["cursor"] = cursor;
    }
    return pages;
  }

  std::mt19937 random_;
  std::string session_;
};

TEST_F(McpChainTest, EveryToolWithPagesIsAsked) {
  StartOn(1);
  // The budget of the one is that of the answer that it explains, and it has one page.
  std::set<std::string> asked = {"explain_ranking"};
  for (const auto& [tool, arguments] : Calls()) asked.insert(tool);
  session_ = Open();
  const json listed = json::parse(AskIn(session_, Request(1, "tools/list")).body)["result"];
  for (const json& tool : listed["tools"]) {
    const bool has_pages = tool["inputSchema"]["properties"].contains("cursor");
    EXPECT_TRUE(!has_pages || asked.contains(tool["name"])) << tool["name"];
  }
}

class McpFormatChainTest
    : public McpChainTest,
      public ::testing::WithParamInterface<std::tuple<std::uint32_t, std::string>> {};

TEST_P(McpFormatChainTest, GoesOnAtTheBudgetThatItsFirstPageAccepts) {
  const auto& [seed, format] = GetParam();
  StartOn(seed);
  for (const auto& [tool, arguments] : Calls()) {
    json asked = arguments;
    asked["format"] = format;
    asked["token_budget"] = SmallestBudget(tool, asked);
    Follow(tool, asked);
  }
}

INSTANTIATE_TEST_SUITE_P(Repositories, McpFormatChainTest,
                         ::testing::Values(std::tuple(1, "gcf"), std::tuple(2, "json"),
                                           std::tuple(3, "gcx")));

class McpRowsChainTest : public McpChainTest,
                         public ::testing::WithParamInterface<std::uint32_t> {};

// What a page has no room for is named, or told to be there.
TEST_P(McpRowsChainTest, TellsOfEachRow) {
  StartOn(GetParam());
  const auto names_in = [](const std::vector<ToolPage>& pages, bool only_differing) {
    std::set<std::string> names;
    for (const ToolPage& page : pages) {
      for (const json& symbol : page.structured["symbols"]) {
        if (only_differing && !symbol.contains("status")) continue;
        names.insert(symbol["qualified_name"].get<std::string>());
      }
    }
    return names;
  };
  const std::vector<std::pair<std::string, json>> calls = {
      {"find_usages", {{"symbol", "shop.hub.hub"}}},
      {"get_callers", {{"symbol", "shop.hub.hub"}}},
      {"search_symbols", {{"query", "user"}}},
      {"semantic_diff", {{"base", "HEAD"}}}};
  for (const auto& [tool, arguments] : calls) {
    const bool is_difference = tool == "semantic_diff";
    json asked = arguments;
    asked.update({{"limit", 50}, {"format", "json"}});
    asked["token_budget"] = 1'000'000;
    const std::set<std::string> all = names_in({Result(tool, asked)}, is_difference);
    asked["token_budget"] = SmallestBudget(tool, asked);
    const std::vector<ToolPage> pages = Follow(tool, asked);
    const auto left_out = static_cast<std::size_t>(std::count_if(
        pages.begin(), pages.end(),
        [](const ToolPage& page) { return page.notes.find("left out") != std::string::npos; }));
    EXPECT_GT(all.size(), static_cast<std::size_t>(kCallers)) << tool;
    EXPECT_GE(names_in(pages, is_difference).size() + left_out, all.size()) << tool;
    EXPECT_LT(left_out, all.size() / 2) << tool;
  }
}

INSTANTIATE_TEST_SUITE_P(Repositories, McpRowsChainTest, ::testing::Values(1, 2));

}  // namespace
}  // namespace waymark::services
