// The language server and its client, message by message, on a real engine.
#include "services/lsp.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lsp_fixture.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using nlohmann::json;
using ::testing::Contains;
using testing::DocumentAt;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::LspNotice;
using testing::PlaceAt;
using ::testing::UnorderedElementsAre;
using testing::UriOf;

class LspTest : public testing::LspFixture {
 protected:
  // "from.name@line:character-character" of each call.
  std::vector<std::string> Calls(const std::string& method, const json& item) {
    std::vector<std::string> calls;
    for (const json& call : client_->Result("callHierarchy/" + method, {{"item", item}})) {
      const json& other = call.contains("from") ? call["from"] : call["to"];
      for (const json& range : call["fromRanges"]) {
        calls.push_back(std::string(other["name"]) + "@" +
                        std::to_string(int{range["start"]["line"]}) + ":" +
                        std::to_string(int{range["start"]["character"]}) + "-" +
                        std::to_string(int{range["end"]["character"]}));
      }
    }
    return calls;
  }
};

TEST_F(LspTest, OnByDefaultIsWhatNoLanguageServerHas) {
  const json capabilities = client_->Initialize(root_)["capabilities"];

  EXPECT_EQ(capabilities["codeLensProvider"]["resolveProvider"], true);
  EXPECT_EQ(capabilities["callHierarchyProvider"], true);
  EXPECT_EQ(capabilities["workspaceSymbolProvider"], true);
  EXPECT_THAT(capabilities["executeCommandProvider"]["commands"],
              UnorderedElementsAre("waymark.blastRadius", "waymark.testScope", "waymark.context",
                                   "waymark.status"));
  for (const char* provider : {"referencesProvider", "hoverProvider", "documentSymbolProvider",
                               "implementationProvider", "typeHierarchyProvider"}) {
    EXPECT_FALSE(capabilities.contains(provider)) << provider;
  }
  EXPECT_EQ(
      client_->Ask("textDocument/hover", PlaceAt(root_ / "shop/cart.py", 0, 0))["error"]["code"],
      -32601);
}

TEST_F(LspTest, ProvidersAreTurnedOnByName) {
  const json capabilities = client_->Initialize(
      root_, json::object(), {{"providers", {"hover", "references"}}})["capabilities"];

  EXPECT_EQ(capabilities["hoverProvider"], true);
  EXPECT_EQ(capabilities["referencesProvider"], true);
  EXPECT_FALSE(capabilities.contains("implementationProvider"));
}

TEST_F(LspTest, AnOptionThatDoesNotExistIsRefusedWithThoseThatDo) {
  const json reply = client_->Ask(
      "initialize",
      {{"capabilities", json::object()}, {"initializationOptions", {{"providers", {"rename"}}}}});

  EXPECT_EQ(reply["error"]["code"], -32602);
  EXPECT_THAT(std::string(reply["error"]["message"]), HasSubstr("hover"));
}

TEST_F(LspTest, ProvidersThatAreNoListAreRefused) {
  for (const json& wrong : {json("hover"), json{{"hover", true}}, json(3)}) {
    const json reply = client_->Ask(
        "initialize",
        {{"capabilities", json::object()}, {"initializationOptions", {{"providers", wrong}}}});
    EXPECT_EQ(reply["error"]["code"], -32602) << wrong;
    EXPECT_THAT(std::string(reply["error"]["message"]), HasSubstr("list of names"));
  }
}

TEST_F(LspTest, AnOptionThatNobodyKnowsIsShownAndTheRestTaken) {
  const json capabilities =
      client_->Initialize(root_, json::object(),
                          {{"provider", {"hover"}}, {"providers", {"references"}}})["capabilities"];
  EXPECT_EQ(capabilities["referencesProvider"], true);

  const json warning = client_->Await(
      [](const json& message) { return message.value("method", "") == "window/showMessage"; });
  EXPECT_EQ(warning["params"]["type"], 2);
  EXPECT_EQ(warning["params"]["message"],
            "waymark: 'initializationOptions' has 'provider'; there are: providers, "
            "workspaceSymbolPrefix");
}

TEST_F(LspTest, PositionsAreInBytesWhenTheClientTakesThem) {
  EXPECT_EQ(
      client_->Initialize(
          root_, {{"general",
                   {{"positionEncodings", {"utf-16", "utf-8"}}}}})["capabilities"]["positionEncodi"
                                                                                   "ng"],
      "utf-8");
}

TEST_F(LspTest, PositionsAreInUtf16UnlessNegotiated) {
  EXPECT_EQ(client_->Initialize(root_)["capabilities"]["positionEncoding"], "utf-16");
}

TEST_F(LspTest, LensesTellWhatDependsOnADefinition) {
  IndexShop();
  client_->Initialize(root_);

  EXPECT_THAT(LensesOf("shop/pricing.py"),
              ElementsAre("0: 1 caller, no tests", "5: 1 caller, no tests"));
  EXPECT_THAT(LensesOf("shop/cart.py"), Contains("12: 1 caller, 1 test"));
  EXPECT_THAT(LensesOf("tests/test_cart.py"), ElementsAre());
}

// Who has the value may call it. The title stays a number; the tooltip says what it leaves out.
TEST_F(LspTest, OfAFunctionThatIsHandedOnTheTooltipSaysThatThereMayBeMoreCallers) {
  IndexShop();
  client_->Initialize(root_);
  const std::filesystem::path late = root_ / "shop/late.py";
  const std::string import = "from shop.pricing import discount\n\n";
  client_->Open(late, import);
  EXPECT_THAT(TooltipsOf("shop/pricing.py"), Contains("5: In 1 file."));

  for (const char* use :
       {"PRICERS = {'sale': discount}\n", "def late(listener):\n    listener.on = discount\n"}) {
    client_->Open(late, import + use);
    EXPECT_THAT(LensesOf("shop/pricing.py"), Contains("5: 1 caller, no tests")) << use;
    EXPECT_THAT(TooltipsOf("shop/pricing.py"), Contains(HasSubstr("5: In 1 file. There may be")))
        << use;
  }
}

TEST_F(LspTest, OfAFileWithTooManySymbolsTheFirstHaveLenses) {
  std::string text;
  for (std::size_t i = 0; i <= kMaxFileSymbols; ++i)
    text += "def f" + std::to_string(i) + "(): 1\n";
  directory_.WriteFile(root_.filename() / "shop/many.py", text);
  IndexShop();
  client_->Initialize(root_);

  EXPECT_EQ(client_->Result("textDocument/codeLens", DocumentAt(root_ / "shop/many.py")).size(),
            kMaxFileSymbols);
  const json log = client_->Await(
      [](const json& message) { return message.value("method", "") == "window/logMessage"; });
  EXPECT_EQ(log["params"]["message"], "1 more symbols of shop/many.py are not shown");
}

TEST_F(LspTest, CallsAreFollowedBothWaysToTheExactPlace) {
  IndexShop();
  client_->Initialize(root_);

  const json item = ItemAt("shop/cart.py", 12, 9);
  EXPECT_EQ(item["name"], "total");
  EXPECT_EQ(item["detail"], "shop.cart.Cart.total");
  EXPECT_EQ(item["selectionRange"]["start"], (json{{"line", 12}, {"character", 8}}));
  EXPECT_EQ(item["selectionRange"]["end"], (json{{"line", 12}, {"character", 13}}));
  EXPECT_THAT(Calls("incomingCalls", item),
              UnorderedElementsAre("checkout@6:18-23", "test_total@6:16-21"));
  EXPECT_THAT(Calls("outgoingCalls", item), ElementsAre("price_of@14:19-27"));
}

TEST_F(LspTest, ACallLeadsToWhatItCalls) {
  IndexShop();
  client_->Initialize(root_);

  EXPECT_EQ(ItemAt("shop/checkout.py", 6, 20)["detail"], "shop.cart.Cart.total");
  EXPECT_EQ(ItemAt("shop/cart.py", 14, 20)["detail"], "shop.pricing.price_of");
}

TEST_F(LspTest, AnswersFollowTheBufferAndNotTheDisk) {
  IndexShop();
  client_->Initialize(root_);
  const std::filesystem::path page = root_ / "shop/page.py";
  client_->Open(page, TextOf("shop/page.py"));
  ASSERT_THAT(LensesOf("shop/pricing.py"), Contains("5: 1 caller, no tests"));

  client_->Change(page, {0, 0}, {0, 0}, "from shop.pricing import discount\n\n\n");
  client_->Change(page, {4, 11}, {4, 28}, "discount(amount)");

  EXPECT_THAT(LensesOf("shop/pricing.py"), Contains("5: 2 callers, no tests"));
  EXPECT_THAT(Calls("incomingCalls", ItemAt("shop/pricing.py", 5, 5)),
              UnorderedElementsAre("price_of@2:11-19", "render@4:11-19"));

  client_->Send(LspNotice("textDocument/didClose", DocumentAt(page)));
  EXPECT_THAT(LensesOf("shop/pricing.py"), Contains("5: 1 caller, no tests"));
}

TEST_F(LspTest, ColumnsAreCountedInTheUnitsOfTheClient) {
  IndexShop();
  client_->Initialize(root_);
  const std::filesystem::path page = root_ / "shop/page.py";
  // Two units of UTF-16 and four bytes before the call.
  client_->Open(page,
                "from shop.pricing import discount\n\n\ndef render(amount):\n"
                "    return \"\xF0\x9F\x9B\x92\" + discount(amount)\n");

  EXPECT_THAT(Calls("incomingCalls", ItemAt("shop/pricing.py", 5, 5)),
              UnorderedElementsAre("price_of@2:11-19", "render@4:18-26"));
  EXPECT_EQ(ItemAt("shop/page.py", 4, 18)["detail"], "shop.pricing.discount");

  // A change behind the character lands where the client means it.
  client_->Change(page, {4, 18}, {4, 26}, "render");
  EXPECT_THAT(Calls("incomingCalls", ItemAt("shop/pricing.py", 5, 5)),
              ElementsAre("price_of@2:11-19"));
}

TEST_F(LspTest, AChangeThatCannotBeAppliedIsNotGuessedAt) {
  IndexShop();
  client_->Initialize(root_);
  const std::filesystem::path page = root_ / "shop/page.py";
  client_->Open(page, TextOf("shop/page.py"));
  client_->Change(page, {1, 4}, {0, 0}, "x");

  const json error =
      client_->Ask("textDocument/codeLens", DocumentAt(root_ / "shop/pricing.py"))["error"];
  EXPECT_EQ(error["code"], -32803);
  EXPECT_THAT(std::string(error["message"]), HasSubstr("close and reopen the file"));

  client_->Send(LspNotice("textDocument/didClose", DocumentAt(page)));
  EXPECT_FALSE(LensesOf("shop/pricing.py").empty());
}

TEST_F(LspTest, WorkspaceSymbolsAnswerToThePrefixAlone) {
  IndexShop();
  client_->Initialize(root_);

  EXPECT_EQ(client_->Result("workspace/symbol", {{"query", "price"}}), json::array());
  const json found = client_->Result("workspace/symbol", {{"query", "wm:price_of"}});
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0]["name"], "price_of");
  EXPECT_EQ(found[0]["location"]["uri"], UriOf(root_ / "shop/pricing.py"));
  EXPECT_EQ(found[0]["location"]["range"]["start"], (json{{"line", 0}, {"character", 4}}));
}

TEST_F(LspTest, AFolderIsIndexedWithProgressAndItsLensesRefreshed) {
  client_->Initialize(root_, {{"window", {{"workDoneProgress", true}}},
                              {"workspace", {{"codeLens", {{"refreshSupport", true}}}}}});
  const json create = client_->Await([](const json& message) {
    return message.value("method", "") == "window/workDoneProgress/create";
  });
  client_->Send({{"jsonrpc", "2.0"}, {"id", create["id"]}, {"result", nullptr}});
  const json refresh = client_->Await([](const json& message) {
    return message.value("method", "") == "workspace/codeLens/refresh";
  });
  client_->Send({{"jsonrpc", "2.0"}, {"id", refresh["id"]}, {"result", nullptr}});

  EXPECT_THAT(LensesOf("shop/pricing.py"), Contains("0: 1 caller, no tests"));
}

TEST_F(LspTest, EveryFolderOfAWorkspaceAnswersForItsOwnFiles) {
  IndexShop();
  const std::filesystem::path other = testing::WriteShopRepository(directory_, "other");
  directory_.WriteFile("other/shop/page.py",
                       "from shop.pricing import discount\n\n\ndef render(x):\n"
                       "    return discount(x)\n");
  WM_ASSERT_OK(engine_->Index({.root = other}, nullptr, {}));
  client_->Initialize(root_);
  client_->Send(LspNotice("workspace/didChangeWorkspaceFolders",
                          {{"event",
                            {{"added", json::array({{{"uri", UriOf(other)}, {"name", "o"}}})},
                             {"removed", json::array()}}}}));

  EXPECT_THAT(LensesOf("shop/pricing.py"), Contains("5: 1 caller, no tests"));
  EXPECT_THAT(LensesOf("../other/shop/pricing.py"), Contains("5: 2 callers, no tests"));

  client_->Send(
      LspNotice("workspace/didChangeWorkspaceFolders",
                {{"event",
                  {{"added", json::array()},
                   {"removed", json::array({{{"uri", UriOf(root_)}, {"name", "f"}}})}}}}));
  EXPECT_THAT(LensesOf("shop/pricing.py"), ElementsAre());
}

TEST_F(LspTest, AFileOutsideOfTheFoldersHasNoAnswersAndNoErrors) {
  IndexShop();
  client_->Initialize(root_);

  EXPECT_EQ(client_->Result("textDocument/codeLens", DocumentAt("/elsewhere/a.py")), json::array());
  EXPECT_TRUE(client_->Result("textDocument/prepareCallHierarchy", PlaceAt("/elsewhere/a.py", 0, 0))
                  .is_null());
}

}  // namespace
}  // namespace waymark::services
