// Calls within a workspace: the scopes of the tools, their errors, and answers of several
// repositories.
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcp_http_server.h"
#include "testing/golden.h"
#include "testing/status_matchers.h"
#include "tools/tool.h"
#include "wire/gcx_protocol.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using wire::ToolScope;

constexpr char kMail[] = R"(import shop.cart
from shop.cart import Cart


def send_total(cart: Cart):
    return cart.total()


def begin():
    return Cart()


def price_of_letter(letter):
    return 1
)";

class McpWorkspaceTest : public McpHttpTest {
 protected:
  void SetUp() override {
    McpHttpTest::SetUp();
    directory_.WriteFile("post/post/send.py", kMail);
    directory_.WriteFile(".waymark-workspace", "shop\npost\n");
    options_.mcp.toolset = Toolset::kFull;
    StartIndexed();
    Index("post");
  }

  void Index(const std::string& name) {
    WM_ASSERT_OK_AND_ASSIGN(const std::shared_ptr<services::Verbs> verbs, options_.mcp.verbs());
    WM_ASSERT_OK(verbs->Index({.root = root_.parent_path() / name}, nullptr, {}));
  }

  json Result(const std::string& tool, const json& arguments) {
    if (session_.empty()) session_ = Open();
    return json::parse(AskIn(session_, ToolRequest(1, tool, arguments)).body)["result"];
  }

  std::string TextOf(const std::string& tool, const json& arguments, bool is_error = false) {
    const json result = Result(tool, arguments);
    EXPECT_EQ(result["isError"], is_error) << result;
    return AnswerIn(result);
  }

  std::string session_;
};

// One tool a scope, and what its arguments are besides `repo`.
struct ScopedTool {
  ToolScope scope;
  std::string_view tool;
  json arguments;
};

const std::vector<ScopedTool>& ScopedTools() {
  static const std::vector<ScopedTool> tools = {
      {ToolScope::kRepo, "get_symbol", {{"symbol", "shop.cart.Cart"}}},
      {ToolScope::kWorkspace, "index_status", json::object()},
      {ToolScope::kFanOut, "search_symbols", {{"query", "Cart"}}}};
  return tools;
}

// What a client may get wrong, or right, with `repo`; the first is to leave it out.
struct GivenRepo {
  std::string_view name;
  json repo;
};

const std::vector<GivenRepo>& GivenRepos() {
  static const std::vector<GivenRepo> given = {{"absent", nullptr},
                                               {"one_name", "shop"},
                                               {"a_list", {"post", "shop"}},
                                               {"an_unknown_name", nullptr},
                                               {"a_number", 7}};
  return given;
}

TEST_F(McpWorkspaceTest, EveryScopeRefusesEveryMistakeWithItsPublishedError) {
  std::string all;
  for (const ScopedTool& scoped : ScopedTools()) {
    for (const GivenRepo& given : GivenRepos()) {
      json arguments = scoped.arguments;
      if (given.name == "an_unknown_name") {
        arguments["repo"] =
            scoped.scope == ToolScope::kFanOut ? json{"shop", "elsewhere"} : json("elsewhere");
      } else if (given.name != "absent") {
        arguments["repo"] = given.repo;
      }
      for (const std::string format : {"gcx", "json", "gcf"}) {
        // A workspace tool has no format: what it refuses is a line.
        if (scoped.scope == ToolScope::kWorkspace && format != "gcf") continue;
        if (scoped.scope != ToolScope::kWorkspace) arguments["format"] = format;
        const json result = Result(std::string(scoped.tool), arguments);
        const bool is_error = result["isError"];
        all += fmt::format("--- {} {} {}\n{}\n", wire::Name(scoped.scope), given.name, format,
                           is_error ? std::string(result["content"][0]["text"]) : "answered");
        if (is_error && format == "json") {
          EXPECT_EQ(json::parse(std::string(result["content"][0]["text"])),
                    result["structuredContent"]);
        }
      }
    }
  }
  // The workspace is called like the directory of the test.
  const std::string name = root_.parent_path().filename();
  for (std::size_t at = 0; (at = all.find(name, at)) != std::string::npos;) {
    all.replace(at, name.size(), "W");
  }
  EXPECT_TRUE(testing::MatchesGolden("services/workspace_scopes.txt", all));
}

TEST_F(McpWorkspaceTest, EveryScopeListsItsOwnShapeOfRepoInFewTokens) {
  Stop();
  options_.mcp.toolset = Toolset::kDefault;
  stopped_ = false;
  Start();
  const json tools = json::parse(AskIn(Open(), Request(1, "tools/list")).body)["result"]["tools"];
  EXPECT_LE(wire::CountTokens(tools.dump(), wire::Tokenizer::kO200kBase), 2700U);
  ASSERT_EQ(tools.size(), ToolsOf(Toolset::kDefault).size());
  for (const json& tool : tools) {
    const ToolRow* const row = FindTool(std::string(tool["name"]));
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(tool["_meta"]["waymark/scope"], wire::Name(row->scope));
    const json& properties = tool["inputSchema"]["properties"];
    const json required = tool["inputSchema"].value("required", json::array());
    const bool is_required = std::find(required.begin(), required.end(), "repo") != required.end();
    EXPECT_EQ(is_required, row->scope != ToolScope::kWorkspace);
    if (row->scope == ToolScope::kWorkspace) {
      EXPECT_FALSE(properties.contains("repo"));
      continue;
    }
    EXPECT_EQ(properties["repo"]["type"], row->scope == ToolScope::kFanOut ? "array" : "string");
  }
}

TEST_F(McpWorkspaceTest, ACallThatWorksHasTheRepoOfItsTool) {
  EXPECT_THAT(TextOf("get_symbol", {{"symbol", "nowhere"}, {"repo", "post"}}, true),
              HasSubstr(R"(get_repo_outline {"repo":"post"})"));
  EXPECT_THAT(TextOf("find_usages", {{"symbol", "nowhere"}, {"repo", {"post"}}}, true),
              HasSubstr(R"(get_repo_outline {"repo":"post"})"));
  EXPECT_THAT(TextOf("get_symbol", {{"symbol", "Cart"}, {"repo", "elsewhere"}}, true),
              HasSubstr(R"(a call that works: get_symbol {"symbol":"Cart","repo":"shop"})"));
}

TEST_F(McpWorkspaceTest, OutsideOfOneNothingIsAsked) {
  std::filesystem::remove(root_.parent_path() / ".waymark-workspace");

  EXPECT_THAT(TextOf("get_symbol", {{"symbol", "shop.cart.Cart"}}), HasSubstr("shop/cart.py"));
  EXPECT_THAT(TextOf("search_symbols", {{"query", "Cart"}, {"repo", {"*"}}}, true),
              HasSubstr("'*' is not an indexed checkout"));
  EXPECT_THAT(TextOf("get_symbol", {{"symbol", "send_total"}, {"repo", {"post"}}}),
              HasSubstr("``` post/send.py\n5@0 def send_total(cart: Cart):\n"));
  EXPECT_THAT(TextOf("index_status", {{"repo", "shop"}}), HasSubstr("/shop (shop): "));
  const json tools = json::parse(AskIn(Open(), Request(1, "tools/list")).body)["result"]["tools"];
  EXPECT_FALSE(tools[0].contains("_meta"));
  EXPECT_EQ(tools[0]["inputSchema"]["properties"]["repo"]["type"], "string") << "in the full set";
}

TEST_F(McpWorkspaceTest, AWorkspaceOfTheStoreDoesTheSame) {
  std::filesystem::remove(root_.parent_path() / ".waymark-workspace");
  WM_ASSERT_OK_AND_ASSIGN(const std::shared_ptr<services::Verbs> verbs, options_.mcp.verbs());
  WM_ASSERT_OK(
      verbs->Workspaces({.action = WorkspaceAction::kAdd, .name = "w", .root = root_}, {}));

  EXPECT_THAT(TextOf("get_symbol", {{"symbol", "Cart"}}, true), StartsWith("missing_repo: "));
  EXPECT_THAT(TextOf("get_symbol", {{"symbol", "Cart"}, {"repo", "post"}}, true),
              StartsWith("unknown_repo: "));
  EXPECT_THAT(TextOf("get_symbol", {{"symbol", "shop.cart.Cart"}, {"repo", "shop"}}),
              HasSubstr("shop/cart.py"));
}

TEST_F(McpWorkspaceTest, ToolDefinitionsAreAResource) {
  const std::string session = Open();
  const json read = Request(1, "resources/read", {{"uri", "waymark://tool_definitions"}});
  const std::string text = json::parse(AskIn(session, read).body)["result"]["contents"][0]["text"];
  EXPECT_TRUE(testing::MatchesGolden("services/tool_definitions.gcx", text));
  // An address names no repository, so that it asks about the server's own.
  const json symbol = Request(2, "resources/read", {{"uri", "waymark://symbol/shop.cart.Cart"}});
  EXPECT_THAT(json::parse(AskIn(session, symbol).body)["result"]["contents"][0]["text"],
              HasSubstr("shop/cart.py"));
}

TEST_F(McpWorkspaceTest, ARepositoryIsAskedByItsName) {
  EXPECT_THAT(TextOf("get_symbol", {{"symbol", "price_of_letter"}, {"repo", "post"}}),
              HasSubstr("post/send.py"));
  EXPECT_THAT(TextOf("search_symbols", {{"query", "price_of"}, {"repo", {"post"}}}),
              AllOf(HasSubstr("price_of_letter"), Not(HasSubstr("shop.pricing"))));
}

TEST_F(McpWorkspaceTest, TheStatusIsThatOfItsRepositories) {
  directory_.WriteFile("later/x.py", "x = 1\n");
  directory_.WriteFile(".waymark-workspace", "shop\npost\nlater\n");

  const std::string text = TextOf("index_status", json::object());
  EXPECT_THAT(text, AllOf(HasSubstr("shop: " + root_.string()), HasSubstr("post: "),
                          HasSubstr("later: "), HasSubstr("is not indexed; run: waymark index")));
}

TEST_F(McpWorkspaceTest, SeveralRepositoriesAnswerAsOneAndAreNamedInEachRow) {
  const std::string found = TextOf("search_symbols", {{"query", "price_of"}, {"repo", {"*"}}});
  EXPECT_THAT(found, AllOf(HasSubstr("shop:shop/pricing.py"), HasSubstr("post:post/send.py"),
                           HasSubstr("index=post@1%20shop@1 generation=2")));
  const json rows =
      Result("search_symbols", {{"query", "price_of"}, {"repo", {"*"}}, {"format", "json"}});
  EXPECT_EQ(rows["structuredContent"]["symbols"][0]["qualified_name"], "shop.pricing.price_of");

  const std::string cut =
      TextOf("search_symbols", {{"query", "price"}, {"limit", 1}, {"repo", {"shop", "post"}}});
  EXPECT_THAT(
      cut, HasSubstr(R"(# rest: search_symbols {"limit":1,"query":"price","repo":["post","shop"],)"
                     R"("cursor":"1-)"));
  EXPECT_THAT(TextOf("search_symbols", {{"query", "x"}, {"cursor", "1-2"}, {"repo", {"*"}}}, true),
              HasSubstr("the cursor belongs to another question"));
}

TEST_F(McpWorkspaceTest, AContextOfSeveralKeepsItsBudget) {
  const json question = {{"task_description", "price and total of a cart"}, {"repo", {"*"}}};
  const std::string text = TextOf("context_for_task", question);
  EXPECT_THAT(text, AllOf(HasSubstr("shop:shop/cart.py"), HasSubstr("post:post/send.py")));

  for (const int budget : {300, 600, 1200}) {
    json bounded = question;
    bounded["token_budget"] = budget;
    const std::string answer = TextOf("context_for_task", bounded);
    EXPECT_LE(wire::CountTokens(answer, wire::Tokenizer::kO200kBase),
              static_cast<std::size_t>(budget));
    EXPECT_EQ(answer, TextOf("context_for_task", bounded));
  }
  json held = question;
  held["pack_root"] = std::string(64, 'a');
  EXPECT_THAT(TextOf("context_for_task", held, true), HasSubstr("'pack_root'"));
}

// "path name" of every symbol.
std::multiset<std::string> NamesIn(const json& answer) {
  std::multiset<std::string> names;
  for (const json& symbol : answer["symbols"]) {
    names.insert(fmt::format("{} {}", symbol["path"].get<std::string>(),
                             symbol["qualified_name"].get<std::string>()));
  }
  return names;
}

TEST_F(McpWorkspaceTest, TheRestOfAContextOfSeveralIsWhatItLeavesOut) {
  json asked = {{"task_description", "price and total of a cart"},
                {"repo", {"*"}},
                {"format", "json"},
                {"token_budget", 100'000}};
  const json whole = Result("context_for_task", asked)["structuredContent"];
  EXPECT_FALSE(whole.contains("truncation") && whole["truncation"].contains("next_call")) << whole;
  asked["token_budget"] = 1500;
  std::multiset<std::string> names;
  int pages = 0;
  for (bool has_rest = true; has_rest && pages < 30; ++pages) {
    const json result = Result("context_for_task", asked);
    const std::string text = AnswerIn(result);
    EXPECT_LE(wire::CountTokens(text, wire::Tokenizer::kO200kBase),
              asked["token_budget"].get<std::size_t>());
    const json& page = result["structuredContent"];
    names.merge(NamesIn(page));
    const std::string call =
        page.contains("truncation") ? page["truncation"].value("next_call", "") : "";
    has_rest = !call.empty();
    if (!has_rest) break;
    ASSERT_THAT(call, StartsWith("context_for_task {"));
    asked = json::parse(call.substr(call.find('{')));
  }
  EXPECT_GT(pages, 1);
  EXPECT_EQ(names, NamesIn(whole)) << "each once, and none is missing";
}

// A page tells a row, or the budget that is enough for one.
TEST_F(McpWorkspaceTest, EveryPageOfAContextOfSeveralGoesOn) {
  for (const char* format : {"json", "gcf"}) {
    json asked = {{"task_description", "price and total of a cart"},
                  {"repo", {"*"}},
                  {"format", format},
                  {"token_budget", 1}};
    const std::string refusal = TextOf("context_for_task", asked, true);
    const std::string marker = "the smallest budget that works is ";
    ASSERT_THAT(refusal, HasSubstr(marker));
    const int enough = std::stoi(refusal.substr(refusal.find(marker) + marker.size()));
    const auto rows = [&](int budget) {
      asked["token_budget"] = budget;
      const std::string text = TextOf("context_for_task", asked, false);
      EXPECT_LE(wire::CountTokens(text, wire::Tokenizer::kO200kBase),
                static_cast<std::size_t>(budget));
      const std::string row = std::string(format) == "json" ? "\"qualified_name\"" : "\n@0 ";
      return text.find(row) != std::string::npos;
    };
    for (const int more : {0, 1, 10, 40, 100, 200}) {
      EXPECT_TRUE(rows(enough + more)) << format << " in " << enough + more;
    }
    EXPECT_FALSE(rows(enough - 5)) << format;
    const std::string none = TextOf("context_for_task", asked, false);
    const std::string next = fmt::format("\"token_budget\\\":{}", enough);
    const std::string plain = fmt::format("\"token_budget\":{}", enough);
    EXPECT_THAT(none, ::testing::AnyOf(HasSubstr(next), HasSubstr(plain)));
  }
}

TEST_F(McpWorkspaceTest, ARepositoryThatIsNotIndexedMakesALowerBound) {
  directory_.WriteFile("later/x.py", "x = 1\n");
  directory_.WriteFile(".waymark-workspace", "shop\npost\nlater\n");

  EXPECT_THAT(TextOf("search_symbols", {{"query", "price_of"}, {"repo", {"*"}}}),
              AllOf(HasSubstr("incomplete"), HasSubstr("later: "), HasSubstr("is not indexed")));
}

TEST_F(McpWorkspaceTest, AUsedSymbolIsOneOfOneRepository) {
  EXPECT_THAT(TextOf("find_usages", {{"symbol", "price_of"}, {"repo", {"*"}}}),
              AllOf(HasSubstr("shop.cart.Cart.total"), HasSubstr("shop:shop/cart.py")));
  directory_.WriteFile("post/post/cart.py", "class Cart:\n    pass\n");
  Index("post");
  EXPECT_THAT(TextOf("find_usages", {{"symbol", "Cart"}, {"repo", {"*"}}}),
              AllOf(HasSubstr("# name_note: 'Cart' is in several repositories; this is "
                              "shop:shop/cart.py#Cart. Ask for another by its id: "
                              "post:post/cart.py#Cart.\n"),
                    HasSubstr("shop:shop/checkout.py")));
  EXPECT_THAT(TextOf("find_usages", {{"symbol", "shop:Cart"}, {"repo", {"*"}}}),
              HasSubstr("shop.cart.Cart"));
  EXPECT_THAT(TextOf("find_usages", {{"symbol", "render"}, {"repo", {"*"}}}),
              HasSubstr("# name_note: 'render' fits 2 symbols; this is shop.mail.render"));
  EXPECT_THAT(TextOf("find_usages", {{"symbol", "nowhere"}, {"repo", {"*"}}}, true),
              HasSubstr("nowhere"));
}

TEST_F(McpWorkspaceTest, UsesInOtherRepositoriesAreFoundByWhatTheyImport) {
  directory_.WriteFile("post/post/other.py",
                       "import numpy\n\n\ndef add(c):\n    return c.total()\n");
  Index("post");
  const json usages = Result("find_usages", {{"symbol", "shop:shop.cart.Cart"},
                                             {"repo", {"*"}},
                                             {"format", "json"}})["structuredContent"];
  const json* found = nullptr;
  for (const json& symbol : usages["symbols"]) {
    if (symbol["qualified_name"] == "post.send.begin") found = &symbol;
    EXPECT_NE(symbol["qualified_name"], "post.other.add");
  }
  ASSERT_NE(found, nullptr) << usages;
  EXPECT_EQ((*found)["path"], "post:post/send.py");
  EXPECT_EQ((*found)["provenance"], "ast_inferred");
  EXPECT_NEAR(static_cast<double>((*found)["components"]["confidence"]), 0.7, 0.01);
  EXPECT_EQ(usages["completeness"], "likely_complete");

  // Whose receiver is annotated with what lies outside; another file's is not known at all.
  const std::string callers =
      TextOf("find_usages",
             {{"symbol", "shop:Cart.total"}, {"relation", "callers"}, {"repo", {"shop", "post"}}});
  EXPECT_THAT(callers, AllOf(HasSubstr("post.send.send_total"), HasSubstr("shop.checkout.checkout"),
                             HasSubstr("post:post/send.py"), Not(HasSubstr("post.other.add"))));
  // What is only of this name is another thing.
  EXPECT_THAT(TextOf("find_usages", {{"symbol", "shop:shop.mail.render"}, {"repo", {"*"}}}),
              Not(HasSubstr("post:")));
}

TEST_F(McpWorkspaceTest, ContractsOfOneRepositoryMeetThoseOfAnother) {
  directory_.WriteFile("shop/shop/web.py",
                       "from flask import Flask\n\napp = Flask(__name__)\n\n\n"
                       "@app.route('/carts/<int:id>', methods=['GET'])\n"
                       "def show_cart(id):\n    return id\n");
  directory_.WriteFile("post/post/ask.py",
                       "import requests\n\n\ndef ask():\n"
                       "    return requests.get('http://shop/carts/7')\n");
  Index("shop");
  Index("post");
  const json call = {{"action", "list"}, {"repo", {"*"}}, {"format", "json"}};
  const json rows = Result("contracts", call)["structuredContent"]["rows"];
  ASSERT_EQ(rows.size(), 1U) << rows;
  EXPECT_EQ(rows[0]["providers"][0]["path"], "shop:shop/web.py");
  EXPECT_EQ(rows[0]["consumers"][0]["path"], "post:post/ask.py");

  const json alone =
      Result("contracts", {{"action", "check"}, {"repo", {"shop"}}, {"format", "json"}});
  EXPECT_EQ(alone["structuredContent"]["rows"].size(), 1U);
  json check = call;
  check["action"] = "check";
  EXPECT_EQ(Result("contracts", check)["structuredContent"]["rows"].size(), 0U);
}

}  // namespace
}  // namespace waymark::services
