// The providers that are off unless they are asked for, and places to the unit in each encoding of
// positions, over names and lines that are not ASCII.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lsp_fixture.h"

namespace waymark::services {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using testing::PlaceAt;
using ::testing::UnorderedElementsAre;
using testing::UriOf;

// Letters of two bytes, and characters of four bytes and two units of UTF-16.
const std::vector<std::string> kLines = {
    "class Base:",
    "    \"\"\"What is shown.\"\"\"",
    "",
    "    def área(self, size):",
    "        return size",
    "",
    "",
    "class Square(Base):",
    "    def área(self, size):",
    "        return \"🛒\" + size",
    "",
    "",
    "def main(shape: Square):",
    "    return \"🛒é\", shape.área(\"🛒\"), Base()",
};

class LspProvidersTest : public testing::LspFixture,
                         public ::testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    LspFixture::SetUp();
    std::string text;
    for (const std::string& line : kLines) text += line + "\n";
    root_ = directory_.WriteFile("shapes/shapes.py", text).parent_path();
    Index(root_);
    const json result = client_->Initialize(
        root_, {{"general", {{"positionEncodings", {GetParam()}}}}},
        {{"providers",
          {"references", "hover", "documentSymbol", "implementation", "typeHierarchy"}}});
    ASSERT_EQ(result["capabilities"]["positionEncoding"], GetParam());
  }

  // Units of text in the encoding, counted from its bytes alone.
  int Units(std::string_view text) const {
    if (GetParam() == "utf-8") return static_cast<int>(text.size());
    int units = 0;
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if ((byte & 0xC0) != 0x80) ++units;
      if (byte >= 0xF0 && GetParam() == "utf-16") ++units;
    }
    return units;
  }

  // The range of the last `text` on a line.
  json RangeOf(int line, const std::string& text) const {
    const std::string& in = kLines[static_cast<std::size_t>(line)];
    const std::size_t at = in.rfind(text);
    EXPECT_NE(at, std::string::npos) << text;
    const int begin = Units(in.substr(0, at));
    return {{"start", {{"line", line}, {"character", begin}}},
            {"end", {{"line", line}, {"character", begin + Units(text)}}}};
  }

  // From the beginning of one line after its indentation to the end of another.
  json RangeOver(int first, int last) const {
    const std::string& begin = kLines[static_cast<std::size_t>(first)];
    return {
        {"start", {{"line", first}, {"character", begin.find_first_not_of(' ')}}},
        {"end", {{"line", last}, {"character", Units(kLines[static_cast<std::size_t>(last)])}}}};
  }

  json LocationOf(int line, const std::string& text) const {
    return {{"uri", UriOf(root_ / "shapes.py")}, {"range", RangeOf(line, text)}};
  }

  // A question about the last `text` on a line.
  json At(int line, const std::string& text) const {
    const json start = RangeOf(line, text)["start"];
    return PlaceAt(root_ / "shapes.py", start["line"], start["character"]);
  }

  std::vector<json> Ask(const std::string& method, json params) {
    return client_->Result(method, std::move(params)).get<std::vector<json>>();
  }
};

TEST_P(LspProvidersTest, ReferencesAreTheNamesThatAreUsed) {
  json about = At(8, "área");
  about["context"] = {{"includeDeclaration", true}};
  EXPECT_THAT(Ask("textDocument/references", about),
              UnorderedElementsAre(LocationOf(8, "área"), LocationOf(13, "área")));

  about = At(13, "Base");
  about["context"] = {{"includeDeclaration", false}};
  EXPECT_THAT(Ask("textDocument/references", about),
              UnorderedElementsAre(LocationOf(7, "Base"), LocationOf(13, "Base")));
}

TEST_P(LspProvidersTest, HoverTellsSignatureDocumentationAndUsers) {
  const std::string text =
      client_->Result("textDocument/hover", At(13, "Base"))["contents"]["value"];

  EXPECT_THAT(text, HasSubstr("class Base"));
  EXPECT_THAT(text, HasSubstr("`shapes.Base`"));
  EXPECT_THAT(text, HasSubstr("What is shown."));
  EXPECT_THAT(text, HasSubstr("Used by: "));
  EXPECT_THAT(text, Not(HasSubstr("contains")));
  EXPECT_TRUE(client_->Result("textDocument/hover", PlaceAt("/elsewhere/a.py", 0, 0)).is_null());
}

TEST_P(LspProvidersTest, DocumentSymbolsAreATreeOfRanges) {
  const std::vector<json> symbols =
      Ask("textDocument/documentSymbol", testing::DocumentAt(root_ / "shapes.py"));

  ASSERT_EQ(symbols.size(), 3U) << json(symbols);
  EXPECT_EQ(symbols[0]["name"], "Base");
  EXPECT_EQ(symbols[0]["selectionRange"], RangeOf(0, "Base"));
  EXPECT_EQ(symbols[0]["range"], RangeOver(0, 4));
  const json& method = symbols[1]["children"][0];
  EXPECT_EQ(method["name"], "área");
  EXPECT_EQ(method["selectionRange"], RangeOf(8, "área"));
  EXPECT_EQ(method["range"], RangeOver(8, 9));
  EXPECT_EQ(symbols[2]["name"], "main");
  EXPECT_EQ(symbols[2]["range"], RangeOver(12, 13));
}

TEST_P(LspProvidersTest, ImplementationsAreWhatDerivesAndOverrides) {
  EXPECT_THAT(Ask("textDocument/implementation", At(0, "Base")),
              ElementsAre(LocationOf(7, "Square")));
  EXPECT_THAT(Ask("textDocument/implementation", At(3, "área")),
              ElementsAre(LocationOf(8, "área")));
}

TEST_P(LspProvidersTest, TypesAreFollowedBothWays) {
  const std::vector<json> square = Ask("textDocument/prepareTypeHierarchy", At(12, "Square"));
  ASSERT_EQ(square.size(), 1U);
  EXPECT_EQ(square[0]["selectionRange"], RangeOf(7, "Square"));
  EXPECT_EQ(square[0]["range"], RangeOver(7, 9));

  const std::vector<json> above = Ask("typeHierarchy/supertypes", {{"item", square[0]}});
  ASSERT_EQ(above.size(), 1U);
  EXPECT_EQ(above[0]["selectionRange"], RangeOf(0, "Base"));
  EXPECT_THAT(Ask("typeHierarchy/supertypes", {{"item", above[0]}}), ElementsAre());

  const std::vector<json> below = Ask("typeHierarchy/subtypes", {{"item", above[0]}});
  ASSERT_EQ(below.size(), 1U);
  EXPECT_EQ(below[0]["name"], "Square");
}

TEST_P(LspProvidersTest, CallsStandWhereTheyAreMade) {
  const std::vector<json> items = Ask("textDocument/prepareCallHierarchy", At(13, "área"));
  ASSERT_EQ(items.size(), 1U);
  EXPECT_EQ(items[0]["selectionRange"], RangeOf(8, "área"));

  const std::vector<json> calls = Ask("callHierarchy/incomingCalls", {{"item", items[0]}});
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0]["from"]["name"], "main");
  EXPECT_THAT(calls[0]["fromRanges"], ElementsAre(RangeOf(13, "área")));
  EXPECT_THAT(Ask("callHierarchy/outgoingCalls", {{"item", calls[0]["from"]}}).size(), 2U);
}

TEST_P(LspProvidersTest, LensesStandOnTheNames) {
  std::vector<json> ranges;
  for (const json& lens : Ask("textDocument/codeLens", testing::DocumentAt(root_ / "shapes.py"))) {
    ranges.push_back(lens["range"]);
  }

  EXPECT_THAT(ranges, ElementsAre(RangeOf(0, "Base"), RangeOf(3, "área"), RangeOf(7, "Square"),
                                  RangeOf(8, "área"), RangeOf(12, "main")));
}

TEST_P(LspProvidersTest, ChangesLandWhereTheClientMeansThem) {
  std::string text;
  for (const std::string& line : kLines) text += line + "\n";
  client_->Open(root_ / "shapes.py", text);
  const json call = RangeOf(13, "Base");
  client_->Change(root_ / "shapes.py", {13, call["start"]["character"]},
                  {13, call["end"]["character"]}, "Square");

  json about = At(7, "Square");
  about["context"] = {{"includeDeclaration", false}};
  json moved = LocationOf(13, "Base");
  moved["range"]["end"]["character"] = int{moved["range"]["end"]["character"]} + 2;
  EXPECT_THAT(Ask("textDocument/references", about),
              UnorderedElementsAre(LocationOf(12, "Square"), moved));
}

using LspNamesTest = testing::LspFixture;

TEST_F(LspNamesTest, WhatIsNoNameOfALanguageIsShownAsItIsWritten) {
  directory_.WriteFile(root_.filename() / "shop/web.py",
                       "import os\n\nfrom flask import Flask\n\napp = Flask(__name__)\n\n\n"
                       "@app.get(\"/items/<int:item>\")\ndef show(item):\n"
                       "    return os.environ[\"SHOP_HOME\"]\n");
  IndexShop();
  client_->Initialize(root_, json::object(), {{"providers", {"documentSymbol"}}});

  std::vector<std::string> names;
  for (const json& symbol :
       client_->Result("textDocument/documentSymbol", testing::DocumentAt(root_ / "shop/web.py"))) {
    names.push_back(symbol["name"]);
    for (const json& child : symbol.value("children", json::array())) {
      names.push_back(child["name"]);
    }
  }
  EXPECT_THAT(names, IsSupersetOf({"GET /items/<int:item>", "SHOP_HOME", "show"}));
}

INSTANTIATE_TEST_SUITE_P(Encodings, LspProvidersTest,
                         ::testing::Values("utf-8", "utf-16", "utf-32"), [](const auto& encoding) {
                           return "Utf" + encoding.param.substr(sizeof "utf-" - 1);
                         });

}  // namespace
}  // namespace waymark::services
