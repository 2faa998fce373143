// What a refused call is answered with: a call that works.
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcp_http_server.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "tools/tool.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::string_view kLead = "a call that works: ";

// The name and the arguments of the call at the end of a message.
std::pair<std::string, json> CallIn(const std::string& message) {
  const std::size_t at = message.rfind(kLead);
  if (at == std::string::npos) return {};
  const std::string call = message.substr(at + kLead.size());
  const std::size_t blank = call.find(' ');
  return {call.substr(0, blank), json::parse(call.substr(blank + 1), nullptr, false)};
}

class RefusedCallTest : public McpHttpTest {
 protected:
  void SetUp() override {
    McpHttpTest::SetUp();
    options_.mcp.toolset = Toolset::kFull;
  }

  json Reply(const json& request) {
    if (session_.empty()) session_ = Open();
    return json::parse(AskIn(session_, request).body);
  }

  json Result(const std::string& tool, const json& arguments) {
    return Reply(ToolRequest(1, tool, arguments))["result"];
  }

  // The message of a refused call, after the call at its end was tried.
  std::string Refusal(const std::string& tool, const json& arguments) {
    const json result = Result(tool, arguments);
    EXPECT_EQ(result["isError"], true) << result;
    std::string message = result["content"][0]["text"];
    const auto [name, works] = CallIn(message);
    EXPECT_TRUE(works.is_object()) << message;
    if (!works.is_object()) return message;
    const json tried = Result(name, works);
    EXPECT_EQ(tried["isError"], false) << message << "\n" << tried;
    return message;
  }

  std::string session_;
};

TEST_F(RefusedCallTest, NamesThatAreNotThereLeadToSimilarOnesOrToTheOutline) {
  StartIndexed();

  EXPECT_THAT(
      Refusal("get_symbol", {{"symbol", "Cart.totl"}}),
      AllOf(StartsWith("no symbol is named 'Cart.totl'"),
            EndsWith(R"(a call that works: get_symbol {"symbol":"shop.cart.Cart.total"})")));
  EXPECT_THAT(Refusal("find_usages", {{"symbol", "zzqqxx"}}), EndsWith(R"(get_repo_outline {})"));
  EXPECT_THAT(Refusal("context_for_files", {{"files", {"shop/crt.py"}}}),
              EndsWith(R"(context_for_files {"files":["shop/cart.py"]})"));
  EXPECT_THAT(Refusal("get_file_summary", {{"file", "shop/crt.py"}}),
              EndsWith(R"(get_file_summary {"file":"shop/cart.py"})"));
  EXPECT_THAT(Refusal("find_usages", {{"symbol", "shop/crt.py:3"}}),
              EndsWith(R"(find_usages {"symbol":"shop/cart.py:3"})"));
  EXPECT_THAT(Refusal("find_usages", {{"symbol", "shop/cart.py:totl"}}),
              EndsWith(R"(find_usages {"symbol":"shop/cart.py#Cart.total"})"));
  EXPECT_THAT(Refusal("get_symbol_source", {{"symbol", "Cart.totl"}}),
              EndsWith(R"(get_symbol_source {"symbol":"shop.cart.Cart.total"})"));
  EXPECT_THAT(Refusal("get_editing_context", {{"symbol", "Cart.totl"}}),
              EndsWith(R"(get_editing_context {"symbol":"shop.cart.Cart.total"})"));
}

TEST_F(RefusedCallTest, ALineBeyondTheEndLeadsToTheLastOne) {
  StartIndexed();

  EXPECT_THAT(Refusal("find_usages", {{"symbol", "shop/cart.py:999"}, {"limit", 5}}),
              AllOf(HasSubstr("there is no line 999"), HasSubstr(R"("symbol":"shop/cart.py:)"),
                    HasSubstr(R"("limit":5)"), Not(HasSubstr(R"("symbol":"shop/cart.py:999)"))));
  EXPECT_THAT(Refusal("find_usages", {{"symbol", (root_ / "shop/cart.py:999").string()}}),
              HasSubstr((root_ / "shop/cart.py:").string()));
}

TEST_F(RefusedCallTest, ANameOfSeveralLeadsToTheFirstOfThem) {
  StartIndexed();

  const json arguments = {
      {"verdict", "useful"}, {"task_description", "pages"}, {"symbols", {"render"}}};
  const json result = Result("feedback", arguments);
  const std::string message = result["content"][0]["text"];
  EXPECT_THAT(message, StartsWith("'render' fits 2 symbols; name one of them by its id:\n  "));
  EXPECT_EQ(CallIn(Refusal("feedback", arguments)).first, "feedback");

  json of_one_word = arguments;
  of_one_word["task_description"] = "render";
  EXPECT_THAT(Refusal("feedback", of_one_word), HasSubstr(R"("task_description":"render")"));

  json in_json = arguments;
  in_json["format"] = "json";
  const json error = Result("feedback", in_json)["structuredContent"];
  EXPECT_EQ(error["fix"], "name one of them by its id") << "a fix quotes no name of a repository";
  EXPECT_FALSE(error.contains("remedy"));
}

TEST_F(RefusedCallTest, WhatIsOverIsLeftOutAndWhatIsTooSmallIsMadeLargeEnough) {
  StartIndexed();

  EXPECT_THAT(Refusal("search_symbols", {{"query", "price"}, {"cursor", "nonsense"}}),
              EndsWith(R"(search_symbols {"query":"price"})"));
  EXPECT_THAT(Refusal("search_symbols", {{"query", "price"}, {"cursor", "1-00000000"}}),
              AllOf(StartsWith("the cursor belongs to another question"),
                    EndsWith(R"(search_symbols {"query":"price"})")));
  EXPECT_THAT(Refusal("get_editing_context", {{"symbol", "Cart.total"}, {"cursor", "a,b"}}),
              EndsWith(R"(get_editing_context {"symbol":"Cart.total"})"));
  EXPECT_THAT(
      Refusal("context_for_task", {{"task_description", "price"}, {"token_budget", 10}}),
      AllOf(StartsWith("a budget of 10 tokens is too small"), HasSubstr(R"("token_budget":1)")));
  EXPECT_THAT(Refusal("find_usages", {{"symbol", "price_of"}, {"token_budget", 10}}),
              AllOf(StartsWith("not even one row fits"), HasSubstr(R"("token_budget":)")));
  EXPECT_THAT(Refusal("context_for_task",
                      {{"task_description", "price"}, {"session", std::string(32, 'a')}}),
              EndsWith(R"({"task_description":"price","session":"new"})"));
  EXPECT_THAT(
      Refusal("context_for_task", {{"task_description", "price"}, {"pack_root", "nonsense"}}),
      EndsWith(R"(context_for_task {"task_description":"price"})"));
  EXPECT_THAT(Refusal("context_for_task",
                      {{"task_description", "price"}, {"exclude", {std::string(64, 'a')}}}),
              EndsWith(R"(context_for_task {"task_description":"price"})"));
}

TEST_F(RefusedCallTest, AnUnknownPackRootIsToldWithTheWholeAnswer) {
  StartIndexed();

  const json result = Result("context_for_task",
                             {{"task_description", "price"}, {"pack_root", std::string(64, 'a')}});
  EXPECT_EQ(result["isError"], false);
  EXPECT_EQ(result["content"].back()["text"],
            "note: pack root aaaaaaaaaaaa is not known here: this is the whole answer");
  EXPECT_THAT(std::string(result["content"][0]["text"]), HasSubstr("price_of"));
}

TEST_F(RefusedCallTest, ARevisionThatIsNoneLeadsToOneThatIs) {
  const testing::GitRepository git(root_);
  git.Commit("begin");
  StartIndexed();

  EXPECT_THAT(Refusal("get_symbol", {{"symbol", "Cart.total"}, {"at", "mian"}}),
              AllOf(HasSubstr("no revision 'mian'"),
                    EndsWith(R"(get_symbol {"symbol":"Cart.total","at":"HEAD"})")));
  EXPECT_THAT(Refusal("get_symbol", {{"symbol", "total"}, {"at", "total"}}),
              EndsWith(R"(get_symbol {"symbol":"total","at":"HEAD"})"));
  EXPECT_THAT(std::string(Result("blast_radius", {{"base", "mian"}})["content"][0]["text"]),
              EndsWith(R"(a call that works: blast_radius {"base":"HEAD"})"));
  git.Write("more.py", "def more():\n    pass\n");
  git.Commit("more");
  EXPECT_THAT(std::string(Result("blast_radius", {{"base", "mian"}})["content"][0]["text"]),
              EndsWith(R"(a call that works: blast_radius {"base":"HEAD~1"})"));
}

TEST_F(RefusedCallTest, AnUnknownRepositoryLeadsToTheOneThatIsMeant) {
  StartIndexed();

  EXPECT_THAT(Refusal("search_symbols", {{"query", "price"}, {"repo", "shp"}}),
              EndsWith(R"("repo":")" + root_.string() + "\"}"));
  EXPECT_THAT(Refusal("search_symbols", {{"query", "price"}, {"repo", "qqqqqqqqq"}}),
              EndsWith("a call that works: index_status {}"));
}

TEST_F(RefusedCallTest, AnUnknownToolLeadsToTheOneThatIsMeant) {
  StartIndexed();
  const auto message = [this](const std::string& tool, const json& arguments) {
    return std::string(Reply(ToolRequest(1, tool, arguments))["error"]["message"]);
  };

  const std::string near = message("find_usage", {{"name", "price_of"}});
  EXPECT_THAT(near, EndsWith(R"(a call that works: find_usages {"symbol":"price_of"})"));
  EXPECT_EQ(Result(CallIn(near).first, CallIn(near).second)["isError"], false);
  EXPECT_THAT(message("zzzzzzz", json::object()),
              HasSubstr(R"(a call that works: context_for_task {"task_description":)"));

  Stop();
  stopped_ = false;
  session_.clear();
  options_.mcp.toolset = Toolset::kDefault;
  Start();
  EXPECT_THAT(message("get_callers", {{"symbol", "price_of"}}),
              AllOf(HasSubstr("waymark mcp --toolset full"), HasSubstr("a call that works: ")));
}

TEST_F(RefusedCallTest, AnUnknownPromptOrResourceLeadsToTheOneThatIsMeant) {
  StartIndexed();
  const auto message = [this](const std::string& method, const json& params) {
    return std::string(Reply(Request(1, method, params))["error"]["message"]);
  };

  EXPECT_THAT(message("prompts/get", {{"name", "onbord"}}),
              EndsWith(R"(prompts/get {"name":"onboard","arguments":{}})"));
  EXPECT_THAT(message("prompts/get", {{"name", "impact_review"}}),
              EndsWith(R"(prompts/get {"name":"impact_review","arguments":{"base":"HEAD"}})"));
  EXPECT_THAT(message("resources/read", {{"uri", "waymark://stats"}}),
              EndsWith(R"(resources/read {"uri":"waymark://status"})"));
  EXPECT_THAT(message("tools/list", {{"cursor", "2"}}), EndsWith("tools/list {}"));
}

TEST_F(RefusedCallTest, StatusIsAboutOneRepositoryIfItIsNamed) {
  StartIndexed();
  directory_.WriteFile("post/send.py", "def send():\n    pass\n");
  WM_ASSERT_OK_AND_ASSIGN(const std::shared_ptr<services::Verbs> verbs, options_.mcp.verbs());
  WM_ASSERT_OK(verbs->Index({.root = root_.parent_path() / "post"}, nullptr, {}));
  const auto text = [this](const json& arguments) {
    return AnswerIn(Result("index_status", arguments));
  };

  EXPECT_THAT(text({{"repo", "post"}}),
              AllOf(HasSubstr("/post (post): 1 files, "), Not(HasSubstr("/shop"))));
  const std::string all = text(json::object());
  EXPECT_THAT(all, StartsWith(root_.string() + " (shop), asked about without 'repo': "));
  EXPECT_THAT(all, EndsWith("/post (post): up to date\n"));
}

TEST_F(RefusedCallTest, TheConfigurationGivesTheNumbersThatACallLeavesOut) {
  options_.mcp.usual = [](const std::filesystem::path&) {
    return UsualNumbers{{"context", "--budget", 400}, {"blast-radius", "--depth", 1}};
  };
  StartIndexed();
  const auto budget = [this](const json& arguments) {
    return Result("context_for_task", arguments)["structuredContent"]["token_budget"];
  };

  EXPECT_EQ(budget({{"task_description", "price"}, {"format", "json"}}), 400);
  EXPECT_EQ(budget({{"task_description", "price"}, {"format", "json"}, {"token_budget", 900}}),
            900);
  const json listed = Reply(Request(1, "tools/list"));
  for (const json& tool : listed["result"]["tools"]) {
    if (tool["name"] != "blast_radius") continue;
    EXPECT_EQ(tool["inputSchema"]["properties"]["depth"]["default"], 1);
  }

  options_.mcp.usual = nullptr;
}

}  // namespace
}  // namespace waymark::services
