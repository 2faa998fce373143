// The tools beyond the default ones, and the tags by which a client says which answer it holds.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcp_http_server.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "tools/tool.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class McpToolsetTest : public McpHttpTest {
 protected:
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

TEST_F(McpToolsetTest, TheFullSetBeginsWithTheDefaultOneAndIsHiddenWithoutBeingAskedFor) {
  const auto usual = ToolsOf(Toolset::kDefault);
  const auto full = ToolsOf(Toolset::kFull);
  EXPECT_EQ(usual.size(), 10U);
  EXPECT_EQ(usual.data(), full.data());
  EXPECT_EQ(full.size(), AllTools().size());

  Start();
  const std::string session = Open();
  const json listed = json::parse(AskIn(session, Request(1, "tools/list")).body)["result"]["tools"];
  EXPECT_EQ(listed.size(), usual.size());
  for (const json& tool : listed) {
    for (const char* seldom : {"format", "repo", "at", "session", "if_none_match"}) {
      EXPECT_FALSE(tool["inputSchema"]["properties"].contains(seldom)) << tool["name"] << seldom;
    }
  }
  const json call = ToolRequest(1, "get_callers", {{"symbol", "x"}});
  EXPECT_EQ(json::parse(AskIn(session, call).body)["error"]["code"], -32602);
}

TEST_F(McpToolsetTest, EveryRelationHasAToolOfItsOwn) {
  options_.mcp.toolset = Toolset::kFull;
  StartIndexed();

  EXPECT_THAT(TextOf("get_callers", {{"symbol", "price_of"}}), HasSubstr("shop.cart.Cart.total"));
  EXPECT_THAT(TextOf("get_dependents", {{"symbol", "price_of"}}),
              HasSubstr("shop.cart.Cart.total"));
  EXPECT_THAT(TextOf("get_dependencies", {{"symbol", "price_of"}}),
              AllOf(HasSubstr("shop.pricing.discount"), Not(HasSubstr("shop.cart.Cart.total"))));
  EXPECT_THAT(TextOf("get_call_chain", {{"symbol", "checkout"}}),
              AllOf(HasSubstr("shop.cart.Cart.total"), HasSubstr("shop.pricing.discount")));
  EXPECT_THAT(TextOf("find_implementations", {{"symbol", "Cart"}}), StartsWith("GCF "));
  EXPECT_THAT(TextOf("get_file_summary", {{"file", "shop/cart.py"}}),
              HasSubstr("shop.cart.Cart.total"));
  EXPECT_THAT(TextOf("get_file_summary", {{"file", "../secret"}}, true), HasSubstr("secret"));
  EXPECT_THAT(TextOf("analyze", {{"kind", "hotspots"}}), HasSubstr("shop."));
  EXPECT_THAT(TextOf("analyze", {{"kind", "hotspots"}, {"limit", 1}}),
              HasSubstr("; the next: cursor 1-"));
  EXPECT_THAT(TextOf("get_repo_outline", {{"format", "gcx"}}), StartsWith("GCX1 tool="));
  EXPECT_THAT(TextOf("test_scope", {{"symbols", {"shop.cart.Cart.total"}}, {"format", "gcx"}}),
              StartsWith("GCX1 tool="));
  EXPECT_THAT(TextOf("analyze", {{"kind", "dead_code"}, {"format", "gcx"}}),
              StartsWith("GCX1 tool=analyze.dead_code"));
  EXPECT_THAT(TextOf("analyze", {{"kind", "nonsense"}}, true), HasSubstr("cycles"));
}

TEST_F(McpToolsetTest, AnAmbiguousNameIsAnsweredWithANote) {
  options_.mcp.toolset = Toolset::kFull;
  StartIndexed();
  constexpr char kNote[] = "'render' fits 2 symbols; this is shop.mail.render (shop/mail.py:1). ";

  for (const char* tool : {"get_symbol_source", "get_editing_context", "get_callers"}) {
    for (const char* format : {"gcf", "json", "gcx"}) {
      const std::string text = TextOf(tool, {{"symbol", "render"}, {"format", format}});
      EXPECT_THAT(text, ::testing::AnyOf(HasSubstr("render' fits 2"),
                                         HasSubstr("name_note='render'\\ fits\\ 2")))
          << tool << format;
    }
    EXPECT_THAT(TextOf(tool, {{"symbol", "render"}}), HasSubstr(kNote)) << tool;
  }
  EXPECT_THAT(TextOf("batch_symbols", {{"symbols", {"render", "checkout"}}}), HasSubstr(kNote));
  EXPECT_THAT(TextOf("explain_ranking", {{"symbol", "render"}, {"task_description", "mail"}}),
              StartsWith(kNote));
  EXPECT_THAT(
      TextOf("feedback",
             {{"symbols", {"render"}}, {"task_description", "mail"}, {"verdict", "useful"}}, true),
      HasSubstr("name one of them by its id"));
}

TEST_F(McpToolsetTest, ADifferenceNamesWhatChangedSinceARevision) {
  options_.mcp.toolset = Toolset::kFull;
  testing::GitRepository(root_).Commit("begin");
  directory_.WriteFile("shop/shop/extra.py", "def extra():\n    return 1\n");
  StartIndexed();

  EXPECT_THAT(TextOf("semantic_diff", {{"base", "HEAD"}}), HasSubstr("shop.extra.extra"));
  TextOf("semantic_diff", {{"base", "no_such_revision"}}, true);
}

TEST_F(McpToolsetTest, FeedbackIsKeptAndSaysThatItWrites) {
  options_.mcp.toolset = Toolset::kFull;
  StartIndexed();
  const json tools = json::parse(AskIn(Open(), Request(1, "tools/list")).body)["result"]["tools"];
  for (const json& tool : tools) {
    EXPECT_EQ(tool["annotations"]["readOnlyHint"], tool["name"] != "feedback");
  }

  const json said = {{"task_description", "total price"}, {"symbols", {"Cart.total"}}};
  json useful = said;
  useful["verdict"] = "useful";
  EXPECT_EQ(TextOf("feedback", useful), "useful: shop.cart.Cart.total\njudgements kept: 1\n");
  json wrong = said;
  wrong["verdict"] = "perhaps";
  EXPECT_THAT(TextOf("feedback", wrong, true), HasSubstr("noise"));
}

TEST_F(McpToolsetTest, AnAnswerThatIsHeldIsNotSentAgain) {
  StartIndexed();
  const json first = Result("get_symbol", {{"symbol", "Cart.total"}});
  const std::string etag = first["_meta"]["waymark/etag"];
  EXPECT_EQ(etag.size(), 32U);
  EXPECT_EQ(first["content"].size(), 2U) << "the graph and the source";

  const json told = Result("get_symbol", {{"symbol", "Cart.total"}, {"if_none_match", "new"}});
  EXPECT_EQ(told["content"][0], first["content"][0]);
  EXPECT_EQ(told["content"][1], first["content"][1]);
  EXPECT_EQ(told["content"][2]["text"], "etag: " + etag);

  const json held = Result("get_symbol", {{"symbol", "Cart.total"}, {"if_none_match", etag}});
  EXPECT_EQ(held["content"], json::array({{{"type", "text"}, {"text", "not_modified"}}}));
  EXPECT_EQ(held["_meta"]["waymark/etag"], etag);

  // Another format, and the same answer as structure, are other bytes.
  const json as_json =
      Result("get_symbol", {{"symbol", "Cart.total"}, {"format", "json"}, {"if_none_match", etag}});
  EXPECT_TRUE(as_json.contains("structuredContent"));
  const json json_held =
      Result("get_symbol", {{"symbol", "Cart.total"},
                            {"format", "json"},
                            {"if_none_match", as_json["_meta"]["waymark/etag"]}});
  EXPECT_EQ(json_held["content"][0]["text"], "not_modified");
  EXPECT_FALSE(json_held.contains("structuredContent"));
  EXPECT_THAT(TextOf("index_status", {{"if_none_match", " "}}, true),
              StartsWith("'if_none_match' must be text that is not empty"));
}

TEST_F(McpToolsetTest, EveryToolThatListsSymbolsHasSessionsAndRoots) {
  options_.mcp.toolset = Toolset::kFull;
  testing::GitRepository(root_).Commit("begin");
  directory_.WriteFile("shop/shop/extra.py", "def extra():\n    return 1\n");
  StartIndexed();
  const std::pair<std::string, json> calls[] = {
      {"context_for_files", {{"files", {"shop/cart.py"}}}},
      {"search_symbols", {{"query", "price"}}},
      {"get_symbol", {{"symbol", "Cart.total"}}},
      {"find_usages", {{"symbol", "price_of"}}},
      {"blast_radius", {{"symbol", "price_of"}}},
      {"find_path", {{"from", "checkout"}, {"to", "price_of"}}},
      {"get_callers", {{"symbol", "price_of"}}},
      {"get_call_chain", {{"symbol", "checkout"}}},
      {"get_file_summary", {{"file", "shop/cart.py"}}},
      {"semantic_diff", {{"base", "HEAD"}}},
      {"graph_query", {{"prefix", "shop.cart"}}},
      {"get_symbol_source", {{"symbol", "Cart.total"}}},
      {"batch_symbols", {{"symbols", {"Cart.total", "price_of"}}, {"include_source", true}}},
      {"smart_context", {{"task_description", "discount of the price"}}},
  };
  for (const std::string format : {"gcf", "gcf3"}) {
    for (const auto& [tool, question] : calls) {
      SCOPED_TRACE(tool + " in " + format);
      json asked = question;
      asked["format"] = format;
      json begun = asked;
      begun["session"] = "new";
      const std::string first = TextOf(tool, begun);
      const std::size_t at = first.find("# session=");
      ASSERT_NE(at, std::string::npos) << first;
      json next = asked;
      next["session"] = first.substr(at + 10, 32);
      EXPECT_THAT(TextOf(tool, next), HasSubstr("  # previously transmitted\n"));

      json rooted = asked;
      rooted["pack_root"] = "new";
      const std::string whole = TextOf(tool, rooted);
      const std::size_t root = whole.find("pack_root=");
      ASSERT_NE(root, std::string::npos) << whole;
      rooted["pack_root"] = whole.substr(root + 10, whole.find_first_of(" \n", root) - root - 10);
      EXPECT_THAT(TextOf(tool, rooted), HasSubstr("unchanged"));
      const bool is_context = tool == "context_for_files";
      EXPECT_EQ(TextOf(tool, asked).find("_root=") != std::string::npos, is_context);
    }
  }
}

TEST_F(McpToolsetTest, CommitsAreToldToAQuestionWhyAndWhereTheyAreAskedFor) {
  testing::GitRepository(root_).Commit("give a discount on each price");
  StartIndexed();
  const auto tells = HasSubstr(": give a discount on each price\n");

  EXPECT_THAT(TextOf("context_for_task", {{"task_description", "why is a price discounted"}}),
              tells);
  json how = {{"task_description", "how is a price discounted"}};
  EXPECT_THAT(TextOf("context_for_task", how), Not(tells));
  how["commits"] = 1;
  EXPECT_THAT(TextOf("context_for_task", how), tells);
  EXPECT_THAT(TextOf("context_for_files", {{"files", {"shop/pricing.py"}}, {"commits", 1}}), tells);
  how["format"] = "json";
  EXPECT_EQ(Result("context_for_task", how)["structuredContent"]["commits"][0]["subject"],
            "give a discount on each price");
}

// Their answers have several payloads, which no single root names.
TEST_F(McpToolsetTest, CompoundAnswersContinueOneSession) {
  options_.mcp.toolset = Toolset::kFull;
  testing::GitRepository(root_).Commit("begin");
  directory_.WriteFile("shop/shop/pricing.py", "def price_of(item):\n    return 2\n");
  StartIndexed();
  const std::pair<std::string, json> calls[] = {
      {"get_editing_context", {{"symbol", "price_of"}}},
      {"context_for_pr", {{"base", "HEAD"}}},
  };
  for (const auto& [tool, question] : calls) {
    SCOPED_TRACE(tool);
    json begun = question;
    begun["session"] = "new";
    const std::string first = TextOf(tool, begun);
    const std::size_t at = first.find("# session=");
    ASSERT_NE(at, std::string::npos) << first;
    EXPECT_EQ(first.find("# session=", at + 1), std::string::npos) << "its parts share one";
    json next = question;
    next["session"] = first.substr(at + 10, 32);
    EXPECT_THAT(TextOf(tool, next), HasSubstr("  # previously transmitted\n"));
    begun["format"] = "json";
    EXPECT_THAT(TextOf(tool, begun, true), HasSubstr("need the format gcf or gcf3"));
  }
}

}  // namespace
}  // namespace waymark::services
