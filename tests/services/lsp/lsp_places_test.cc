// What a place of a text means, how far a name goes there, and how a symbol is found again when its
// text has moved.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lsp_fixture.h"

namespace waymark::services {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;
using testing::UriOf;

// Of one line.
json RangeAt(int line, int begin, int end) {
  return {{"start", {{"line", line}, {"character", begin}}},
          {"end", {{"line", line}, {"character", end}}}};
}

class LspPlacesTest : public testing::LspFixture {
 protected:
  // Where `item` is called, or calls something: places in the text of the caller.
  std::vector<json> PlacesOf(const std::string& method, const json& item) {
    std::vector<json> places;
    for (const json& call : client_->Result("callHierarchy/" + method, {{"item", item}})) {
      places.insert(places.end(), call["fromRanges"].begin(), call["fromRanges"].end());
    }
    return places;
  }

  std::string NameAt(const std::string& path, int line, int character) {
    return ItemAt(path, line, character)["detail"];
  }

  void Write(const std::string& path, const std::string& text) {
    directory_.WriteFile(root_.filename() / path, text);
  }
};

// Where the cursor stands behind a word that was selected or just typed.
TEST_F(LspPlacesTest, RightBehindANameIsThatName) {
  IndexShop();
  client_->Initialize(root_);

  EXPECT_EQ(NameAt("shop/cart.py", 12, 13), "shop.cart.Cart.total");
  EXPECT_EQ(NameAt("shop/cart.py", 14, 27), "shop.pricing.price_of");
  // One further is another word, of the function around it.
  EXPECT_EQ(NameAt("shop/cart.py", 14, 28), "shop.cart.Cart.total");
}

TEST_F(LspPlacesTest, ACallThatConstructsIsItsTypeAndACallOfAMemberThatMember) {
  Write("shop/late.py",
        "from shop.cart import Cart\n\n\ndef late(cart):\n    return Cart(), Cart.total(cart)\n");
  IndexShop();
  client_->Initialize(root_, json::object(), {{"providers", {"hover"}}});

  EXPECT_EQ(NameAt("shop/late.py", 4, 12), "shop.cart.Cart");
  EXPECT_EQ(NameAt("shop/late.py", 4, 25), "shop.cart.Cart.total");
  EXPECT_THAT(
      std::string(client_->Result("textDocument/hover", testing::PlaceAt(root_ / "shop/late.py", 4,
                                                                         12))["contents"]["value"]),
      HasSubstr("class Cart"));
}

TEST_F(LspPlacesTest, ADeclarationIsItsDefinition) {
  Write("till/till.h", "int Open();\nint Sum();\n");
  Write("till/till.cc",
        "#include \"till.h\"\n\nint Sum() { return 1; }\n\n"
        "int Open() { return Sum(); }\n");
  IndexShop();
  client_->Initialize(root_);

  const json item = ItemAt("till/till.h", 0, 5);
  EXPECT_EQ(item["uri"], UriOf(root_ / "till/till.cc"));
  EXPECT_EQ(item["selectionRange"], RangeAt(4, 4, 8));
  EXPECT_THAT(PlacesOf("outgoingCalls", item), ElementsAre(RangeAt(4, 20, 23)));
}

TEST_F(LspPlacesTest, ANameMayHaveMoreThanLettersInIt) {
  Write("till/coin.cc",
        "struct Coin {\n  bool operator==(const Coin& other) const;\n};\n\n"
        "bool Coin::operator==(const Coin& other) const { return &other == this; }\n");
  Write("till/coin.rb", "def render!(x)\n  x\nend\n\ndef show\n  render!(1)\nend\n");
  IndexShop();
  client_->Initialize(root_);

  EXPECT_EQ(ItemAt("till/coin.cc", 4, 12)["selectionRange"], RangeAt(4, 11, 21));
  const json item = ItemAt("till/coin.rb", 0, 4);
  EXPECT_EQ(item["selectionRange"], RangeAt(0, 4, 11));
  EXPECT_THAT(PlacesOf("incomingCalls", item), ElementsAre(RangeAt(5, 2, 9)));
}

// By another name than its own.
TEST_F(LspPlacesTest, ACallIsAsLongAsTheNameThatStandsThere) {
  Write("shop/late.py",
        "from shop.pricing import discount as discount_of\n\n\n"
        "def late():\n    return discount_of(3)\n");
  IndexShop();
  client_->Initialize(root_);

  EXPECT_THAT(PlacesOf("incomingCalls", ItemAt("shop/pricing.py", 5, 5)),
              UnorderedElementsAre(RangeAt(2, 11, 19), RangeAt(4, 11, 22)));
}

TEST_F(LspPlacesTest, AnItemIsFollowedToWhereItsTextHasMoved) {
  IndexShop();
  client_->Initialize(root_);
  const std::filesystem::path cart = root_ / "shop/cart.py";
  client_->Open(cart, TextOf("shop/cart.py"));
  const json item = ItemAt("shop/cart.py", 12, 9);

  // Where total() was there is add() now.
  client_->Change(cart, {3, 0}, {3, 0}, "\n\n\n");
  ASSERT_EQ(NameAt("shop/cart.py", 12, 8), "shop.cart.Cart.add");
  EXPECT_THAT(PlacesOf("incomingCalls", item),
              UnorderedElementsAre(RangeAt(6, 18, 23), RangeAt(6, 16, 21)));
  EXPECT_THAT(PlacesOf("outgoingCalls", item), ElementsAre(RangeAt(17, 19, 27)));

  client_->Change(cart, {15, 0}, {18, 0}, "");
  const json error = client_->Ask("callHierarchy/incomingCalls", {{"item", item}})["error"];
  EXPECT_EQ(error["code"], -32803);
  EXPECT_THAT(std::string(error["message"]), HasSubstr("shop.cart.Cart.total has moved"));
}

TEST_F(LspPlacesTest, AReturnWithoutAFeedEndsALineToo) {
  IndexShop();
  client_->Initialize(root_);
  const std::filesystem::path page = root_ / "shop/page.py";
  client_->Open(page, "# one\rtwo\r\n# three\r\r\nfrom shop.pricing import discount\r\n\r\n");
  client_->Change(page, {7, 0}, {7, 0}, "\"\"\"a\rb\"\"\"; discount(3)\r");
  client_->Change(page, {5, 0}, {5, 0}, "def late(): return discount(4)\r\n");

  EXPECT_THAT(PlacesOf("incomingCalls", ItemAt("shop/pricing.py", 5, 5)),
              UnorderedElementsAre(RangeAt(2, 11, 19), RangeAt(5, 19, 27), RangeAt(8, 6, 14)));
  EXPECT_EQ(NameAt("shop/page.py", 8, 7), "shop.pricing.discount");
}

TEST_F(LspPlacesTest, AReturnIsACharacterForEditorsThatShowItAsOne) {
  IndexShop();
  client_->Result("initialize",
                  {{"capabilities", json::object()},
                   {"clientInfo", {{"name", "Neovim"}}},
                   {"workspaceFolders", {{{"uri", UriOf(root_)}, {"name", "shop"}}}}});
  const std::filesystem::path page = root_ / "shop/page.py";
  client_->Open(page, "# one\rtwo\r\nfrom shop.pricing import discount\n");
  client_->Change(page, {0, 10}, {0, 10}, "\r");
  client_->Change(page, {2, 0}, {2, 0}, "\"\"\"a\rbc\"\"\"; discount(3)\r\n");

  EXPECT_THAT(PlacesOf("incomingCalls", ItemAt("shop/pricing.py", 5, 5)),
              UnorderedElementsAre(RangeAt(2, 11, 19), RangeAt(2, 12, 20)));
  EXPECT_EQ(NameAt("shop/page.py", 2, 14), "shop.pricing.discount");
}

}  // namespace
}  // namespace waymark::services
