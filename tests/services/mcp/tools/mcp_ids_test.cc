// Every id in an answer leads back to its symbol, whichever tool and format gave it.
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcp_http_server.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "wire/gcx.h"

namespace waymark::services {
namespace {

using Ids = std::set<std::string>;

// The texts under the keys of ids, at any depth.
void CollectIds(const json& value, Ids& ids) {
  if (value.is_array()) {
    for (const json& item : value) CollectIds(item, ids);
  }
  if (!value.is_object()) return;
  for (const auto& [key, item] : value.items()) {
    const bool is_id = key == "id" || key == "source_id" || key == "target_id";
    if (is_id && item.is_string()) ids.insert(item.get<std::string>());
    CollectIds(item, ids);
  }
}

void CollectGcxIds(const std::string& text, Ids& ids) {
  WM_ASSERT_OK_AND_ASSIGN(const std::vector<wire::GcxSection> sections, wire::DecodeGcx(text));
  for (const wire::GcxSection& section : sections) {
    for (std::size_t i = 0; i < section.fields.size(); ++i) {
      const std::string& field = section.fields[i];
      if (field != "id" && field != "from" && field != "to") continue;
      for (const wire::GcxRow& row : section.rows) ids.insert(row[i]);
    }
  }
}

void CollectXmlIds(const std::string& text, Ids& ids) {
  for (const std::string mark : {"<symbol id=\"", " source=\"", " target=\""}) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
      at += mark.size();
      ids.insert(text.substr(at, text.find('"', at) - at));
    }
  }
}

class McpIdsTest : public McpHttpTest {
 protected:
  void SetUp() override {
    McpHttpTest::SetUp();
    options_.mcp.toolset = Toolset::kFull;
    directory_.WriteFile(
        "shop/src/Cart.java",
        "class Cart {\n  int add() { return add(1); }\n"
        "  int add(int count) { return System.getenv(\"MAX\") == null ? 0 : 1; }\n}\n");
    directory_.WriteFile("shop/src/box.h", "struct Box { int get() const; };\n");
    directory_.WriteFile("shop/src/box.cc",
                         "#include \"box.h\"\nint Box::get() const { return 1; }\n"
                         "int run(const Box& box) { return box.get(); }\n");
    testing::GitRepository(root_).Commit("begin");
    directory_.WriteFile("shop/shop/page.py", "def render(amount, currency):\n    return amount\n");
    StartIndexed();
    session_ = Open();
  }

  json Result(const std::string& tool, const json& arguments) {
    return json::parse(AskIn(session_, ToolRequest(1, tool, arguments)).body)["result"];
  }

  std::string session_;
};

TEST_F(McpIdsTest, LeadBackToTheirSymbols) {
  const std::vector<std::pair<std::string, json>> calls = {
      {"context_for_task", {{"task_description", "total price of a cart"}}},
      {"context_for_files", {{"files", {"shop/cart.py"}}}},
      {"search_symbols", {{"query", "add"}}},
      {"get_symbol", {{"symbol", "Box::get"}}},
      {"find_usages", {{"symbol", "Cart.total"}}},
      {"blast_radius", {{"symbol", "discount"}}},
      {"find_path", {{"from", "checkout"}, {"to", "discount"}}},
      {"get_callers", {{"symbol", "Box::get"}}},
      {"get_call_chain", {{"symbol", "checkout"}}},
      {"get_dependencies", {{"symbol", "checkout"}}},
      {"get_dependents", {{"symbol", "price_of"}}},
      {"find_implementations", {{"symbol", "shop.cart.Cart"}}},
      {"get_file_summary", {{"file", "src/Cart.java"}}},
      {"get_symbol_source", {{"symbol", "src/Cart.java#Cart.add(int)"}}},
      {"batch_symbols", {{"symbols", {"Cart.total", "Box::get"}}}},
      {"get_editing_context", {{"symbol", "Cart.total"}}},
      {"smart_context", {{"task_description", "total price of a cart"}}},
      {"graph_query", {{"prefix", "shop."}}},
      {"semantic_diff", {{"base", "HEAD"}}},
      {"analyze", {{"kind", "dead_code"}}},
      {"analyze", {{"kind", "hotspots"}}}};
  Ids ids;
  for (const auto& [tool, arguments] : calls) {
    for (const std::string format : {"json", "gcx", "xml"}) {
      json asked = arguments;
      asked["format"] = format;
      const json result = Result(tool, asked);
      ASSERT_EQ(result["isError"], false) << tool << " " << result;
      const std::string text = AnswerIn(result);
      if (format == "json") CollectIds(result["structuredContent"], ids);
      if (format == "gcx") CollectGcxIds(text, ids);
      if (format == "xml") CollectXmlIds(text, ids);
    }
  }
  EXPECT_GT(ids.size(), 20U);
  for (const std::string& id : ids) {
    if (id.starts_with("author://")) continue;  // a person of the history
    const json result = Result("get_symbol", {{"symbol", id}, {"format", "json"}});
    ASSERT_EQ(result["isError"], false) << id << " " << result;
    EXPECT_EQ(result["structuredContent"]["symbols"][0]["id"], id);
    const std::string identity = result["structuredContent"]["symbols"][0]["identity"];
    EXPECT_EQ(Result("get_symbol", {{"symbol", identity},
                                    {"format", "json"}})["structuredContent"]["symbols"][0]["id"],
              id);
  }
}

// The tools that take a symbol, each under its own argument.
TEST_F(McpIdsTest, AreTakenByEveryToolThatTakesASymbol) {
  const std::string id = "src/box.cc#Box::get";
  for (const auto& [tool, arguments] : std::vector<std::pair<std::string, json>>{
           {"get_symbol", {{"symbol", id}}},
           {"find_usages", {{"symbol", id}}},
           {"blast_radius", {{"symbol", id}}},
           {"blast_radius", {{"symbol", "discount"}, {"also", {id}}}},
           {"test_scope", {{"symbols", {id}}}},
           {"find_path", {{"from", "src/box.cc#run"}, {"to", id}}},
           {"context_for_files", {{"files", {id}}}},
           {"get_callers", {{"symbol", id}}},
           {"get_symbol_source", {{"symbol", id}}},
           {"batch_symbols", {{"symbols", {id}}}},
           {"get_editing_context", {{"symbol", id}}},
           {"explain_ranking", {{"symbol", id}, {"task_description", "box"}}},
           {"feedback", {{"symbols", {id}}, {"task_description", "box"}, {"verdict", "useful"}}}}) {
    const json result = Result(tool, arguments);
    EXPECT_EQ(result["isError"], false) << tool << " " << result;
  }
}

}  // namespace
}  // namespace waymark::services
