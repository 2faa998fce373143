// Tools of the full set that put answers together, or show them in the layouts of GCX1.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcp_http_server.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "wire/gcx.h"
#include "wire/tokens.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class McpFullToolsTest : public McpHttpTest {
 protected:
  void SetUp() override {
    McpHttpTest::SetUp();
    options_.mcp.toolset = Toolset::kFull;
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

  // In GCX1, after it was read back.
  std::string GcxOf(const std::string& tool, json arguments) {
    arguments["format"] = "gcx";
    std::string text = TextOf(tool, arguments);
    WM_EXPECT_OK(wire::DecodeGcx(text).status());
    return text;
  }

  std::string session_;
};

TEST_F(McpFullToolsTest, TheSourceOfASymbolIsShownOnceForItsTag) {
  StartIndexed();
  const json asked = {{"symbol", "discount"}};
  EXPECT_THAT(
      TextOf("get_symbol_source", asked),
      HasSubstr("function shop.pricing.discount  shop/pricing.py:6-7  from line 6, 2 lines\n"
                "def discount(cents):\n    return cents * 9 // 10\n"));
  EXPECT_THAT(GcxOf("get_symbol_source", asked),
              StartsWith("GCX1 tool=get_symbol_source "
                         "fields=id,kind,name,path,start_line,end_line,from_line,sig,etag,source"));

  json wide = asked;
  wide["context_lines"] = 2;
  wide["format"] = "json";
  const json found = Result("get_symbol_source", wide)["structuredContent"]["symbols"][0];
  EXPECT_EQ(found["from_line"], 4);
  EXPECT_EQ(found["start_line"], 6);
  wide["if_none_match"] = found["etag"];
  EXPECT_EQ(TextOf("get_symbol_source", wide), "not_modified");

  TextOf("get_symbol_source", {{"symbol", "render(int,int)"}}, true);
  EXPECT_THAT(TextOf("get_symbol_source", {{"symbol", "x"}, {"context_lines", 501}}, true),
              HasSubstr("from 0 to 500"));
}

TEST_F(McpFullToolsTest, SeveralSymbolsComeAtOnceEachWithItsRefusal) {
  StartIndexed();
  const json asked = {{"symbols", {"Cart.total", "nobody"}}};
  EXPECT_THAT(TextOf("batch_symbols", asked),
              AllOf(HasSubstr("shop.cart.Cart.total"), HasSubstr("nobody: no symbol"),
                    Not(HasSubstr("return sum("))));
  const json misspelt = {{"symbols", {"Cart.total", "price_off"}}};
  const std::string works = R"("symbols":["Cart.total","shop.pricing.price_of"]})";
  EXPECT_THAT(TextOf("batch_symbols", misspelt), HasSubstr("batch_symbols {" + works));
  json in_json = misspelt;
  in_json["format"] = "json";
  const json error = Result("batch_symbols", in_json)["structuredContent"]["symbols"][1]["error"];
  EXPECT_THAT(std::string(error["message"]), EndsWith(works));
  EXPECT_FALSE(error.contains("remedy"));
  json whole = asked;
  whole["include_source"] = true;
  EXPECT_THAT(TextOf("batch_symbols", whole), HasSubstr("return sum("));
  EXPECT_THAT(GcxOf("batch_symbols", whole),
              AllOf(HasSubstr(",sig,source,error "), HasSubstr(" rows=2 ")));
  EXPECT_THAT(TextOf("batch_symbols", {{"symbols", {"a"}}, {"include_source", 1}}, true),
              HasSubstr("true or false"));
}

TEST_F(McpFullToolsTest, AnEditIsPreparedByCallersDependenciesAndTests) {
  StartIndexed();
  const json asked = {{"symbol", "Cart.total"}};
  const std::string text = TextOf("get_editing_context", asked);
  EXPECT_THAT(text, HasSubstr("  function shop.checkout.checkout  shop/checkout.py:5\n"));
  EXPECT_THAT(text, HasSubstr("  function shop.pricing.price_of  shop/pricing.py:1\n"));
  EXPECT_THAT(text, HasSubstr("  tests/test_cart.py\n"));
  EXPECT_THAT(
      TextOf("get_editing_context", {{"symbol", "Cart.total"}, {"limit", 1}}),
      AllOf(HasSubstr("), 1 more\n"),
            HasSubstr("\n# rest: get_editing_context {\"limit\":1,\"symbol\":\"Cart.total\",")));

  const std::string gcx = GcxOf("get_editing_context", asked);
  for (const std::string part : {"target", "callers", "dependencies", "tests"}) {
    EXPECT_THAT(gcx, HasSubstr("GCX1 tool=get_editing_context." + part + " fields="));
  }
  json as_json = asked;
  as_json["format"] = "json";
  const json object = Result("get_editing_context", as_json)["structuredContent"];
  EXPECT_EQ(object["target"]["name"], "shop.cart.Cart.total");
  EXPECT_EQ(object["tests"], json::array({{{"path", "tests/test_cart.py"}}}));
  TextOf("get_editing_context", {{"symbol", "nobody"}}, true);
}

TEST_F(McpFullToolsTest, AToolHasThePublishedSectionsOfItsName) {
  StartIndexed();
  const json total = {{"symbol", "Cart.total"}};
  for (const std::string tool :
       {"get_callers", "get_call_chain", "get_dependencies", "get_dependents"}) {
    EXPECT_THAT(GcxOf(tool, total),
                AllOf(StartsWith("GCX1 tool=" + tool + ".nodes fields=id,kind,name,path,line "),
                      HasSubstr("\nGCX1 tool=" + tool +
                                ".edges fields=from,to,kind,origin,confidence,label rows=")));
  }
  EXPECT_THAT(GcxOf("find_implementations", {{"symbol", "Cart"}}),
              StartsWith("GCX1 tool=find_implementations.nodes fields=id,kind,name,path,line "));
  EXPECT_THAT(GcxOf("find_usages", total),
              StartsWith("GCX1 tool=find_usages fields=from,to,edge_kind,origin,confidence,"
                         "from_name,from_path,from_line "));
  EXPECT_THAT(GcxOf("search_symbols", {{"query", "total"}}),
              AllOf(StartsWith("GCX1 tool=search_symbols fields=id,kind,name,path,line,sig "),
                    HasSubstr(" truncated=false\n# ")));
  const std::string summary = GcxOf("get_file_summary", {{"file", "shop/cart.py"}});
  EXPECT_THAT(summary, AllOf(StartsWith("GCX1 tool=get_file_summary fields=id,kind,name,line,sig "),
                             HasSubstr(" total_nodes=")));
  const std::size_t tokens = summary.find(" tokens=") + 8;
  EXPECT_EQ(summary.substr(tokens, summary.find(' ', tokens) - tokens),
            std::to_string(wire::CountTokens(summary, wire::kDefaultTokenizer)));
}

TEST_F(McpFullToolsTest, ScoresAreExplainedForAllAndForOne) {
  StartIndexed();
  const json asked = {{"task_description", "total price of a cart"}};
  EXPECT_THAT(TextOf("smart_context", asked), HasSubstr("shop.cart.Cart.total  shop/cart.py:13  "));
  const std::string gcx = GcxOf("smart_context", asked);
  EXPECT_THAT(gcx, AllOf(StartsWith("GCX1 tool=smart_context.task fields=task "),
                         HasSubstr("\ntotal price of a cart\n")));
  EXPECT_THAT(gcx, HasSubstr("fields=id,kind,name,path,line,score,reason"));
  json wrong = {{"task_description", "it fails at shop/cart.py:9999"}};
  EXPECT_THAT(TextOf("smart_context", wrong), HasSubstr("1 place is not there"));
  wrong["format"] = "json";
  EXPECT_EQ(json::parse(TextOf("smart_context", wrong)).at("completeness").at("certainty"),
            "incomplete");

  json one = asked;
  one["symbol"] = "Cart.total";
  EXPECT_THAT(TextOf("explain_ranking", one), AllOf(HasSubstr("rank 1 of "), HasSubstr("lexical")));
  one["token_budget"] = 200;
  one["symbol"] = "discount";
  EXPECT_THAT(TextOf("explain_ranking", one), Not(HasSubstr("--budget")));

  EXPECT_THAT(TextOf("explain_ranking", {{"symbol", "discount"}, {"files", {"Cart.total"}}}),
              HasSubstr("distance 2 from the nearest seed"));
  EXPECT_THAT(TextOf("explain_ranking", {{"symbol", "discount"}}, true),
              HasSubstr("'files' or 'base'"));
}

TEST_F(McpFullToolsTest, APrefixNamesAPackageWithTheRelationsInIt) {
  StartIndexed();
  const std::string text = TextOf("graph_query", {{"prefix", "shop.pricing."}});
  EXPECT_THAT(text, HasSubstr("@0 fn shop.pricing.price_of"));
  EXPECT_THAT(text, HasSubstr("@1<@0 calls"));
  EXPECT_THAT(TextOf("graph_query", {{"prefix", "shop."}, {"limit", 2}}),
              HasSubstr("rest: graph_query {\"prefix\":\"shop.\",\"limit\":2,\"cursor\":"));
}

TEST_F(McpFullToolsTest, ContractsAreListedOrCheckedForASideThatIsMissing) {
  directory_.WriteFile("shop/shop/views.py",
                       "import os\nfrom fastapi import FastAPI\n\napp = FastAPI()\n\n\n"
                       "@app.get('/items')\ndef items():\n    return os.environ['SHOP_HOME']\n");
  StartIndexed();
  EXPECT_THAT(TextOf("contracts", json::object()),
              AllOf(HasSubstr("http GET /items"), HasSubstr("env SHOP_HOME")));
  EXPECT_THAT(TextOf("contracts", {{"action", "check"}}),
              AllOf(HasSubstr("http GET /items"), Not(HasSubstr("env SHOP_HOME"))));
  EXPECT_THAT(GcxOf("contracts", {{"action", "list"}}), StartsWith("GCX1 tool=contracts.list "));
  EXPECT_THAT(GcxOf("contracts", {{"action", "check"}}),
              StartsWith("GCX1 tool=contracts.orphans fields=contract_id,side,repo,symbol"));
  EXPECT_THAT(TextOf("contracts", {{"action", "neither"}}, true), HasSubstr("list or check"));
}

TEST_F(McpFullToolsTest, AReviewHasFourPartsWithinItsBudget) {
  testing::GitRepository(root_).Commit("begin");
  directory_.WriteFile("shop/shop/pricing.py",
                       "def price_of(item):\n    return discount(item.base_price) + 1\n\n\n"
                       "def discount(cents):\n    return cents * 9 // 10\n");
  StartIndexed();
  const std::string text = TextOf("context_for_pr", {{"base", "HEAD"}, {"token_budget", 3000}});
  EXPECT_THAT(text, AllOf(StartsWith("GCF tool=semantic_diff "), HasSubstr("GCF tool=blast_radius"),
                          HasSubstr("test_total"), HasSubstr("GCF tool=context_for_files")));
  EXPECT_LE(wire::CountTokens(text, wire::kDefaultTokenizer), 3000U);
  EXPECT_THAT(GcxOf("context_for_pr", {{"base", "HEAD"}}), HasSubstr("GCX1 tool=test_scope "));
  const json object =
      Result("context_for_pr", {{"base", "HEAD"}, {"format", "json"}})["structuredContent"];
  for (const char* part : {"difference", "blast_radius", "tests", "context"}) {
    EXPECT_TRUE(object.contains(part)) << part;
  }
  EXPECT_THAT(TextOf("context_for_pr", {{"base", "HEAD"}, {"token_budget", 50}}, true),
              HasSubstr("give a 'token_budget' of at least"));
}

}  // namespace
}  // namespace waymark::services
