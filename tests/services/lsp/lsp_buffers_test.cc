// Which text of a file counts: that of a buffer, of another buffer of the same file, or the disk's;
// and by which name a file is told that has several.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lsp_fixture.h"

namespace waymark::services {
namespace {

using nlohmann::json;
using ::testing::Contains;
using testing::DocumentAt;
using testing::LspClient;
using testing::LspNotice;
using testing::PlaceAt;
using testing::UriOf;

constexpr char kCaller[] =
    "from shop.pricing import discount\n\n\ndef late():\n    return discount(3)\n";
// Where it stands in shop/pricing.py, and as how much is shown of it.
constexpr char kOneCaller[] = "5: 1 caller, no tests";
constexpr char kTwoCallers[] = "5: 2 callers, no tests";

class LspBuffersTest : public testing::LspFixture {
 protected:
  void SetUp() override {
    LspFixture::SetUp();
    std::filesystem::create_directory_symlink(root_, link_);
  }

  void WriteLate(const std::string& text) {
    directory_.WriteFile(root_.filename() / "shop/late.py", text);
  }

  std::vector<std::string> Lenses() { return LensesOf("shop/pricing.py"); }

  void StartWith(const std::filesystem::path& checkout) {
    client_ = std::make_unique<LspClient>(
        LspOptions{.verbs = [this] { return std::shared_ptr<Verbs>(engine_); },
                   .checkout_of = [checkout](const std::filesystem::path&) { return checkout; }});
  }

  // Address of the file of price_of, asked for at its use in shop/cart.py of a folder's root.
  std::string AddressOfUsed(const std::filesystem::path& root) {
    return client_->Result("textDocument/prepareCallHierarchy",
                           PlaceAt(root / "shop/cart.py", 14, 20))[0]["uri"];
  }

  const std::filesystem::path link_ = directory_.path() / "link";
};

TEST_F(LspBuffersTest, ATextThatIsOpenCountsThoughItsFileWasWrittenByOthers) {
  WriteLate(kCaller);
  IndexShop();
  client_->Initialize(root_);
  client_->Open(root_ / "shop/late.py", kCaller);
  ASSERT_THAT(Lenses(), Contains(kTwoCallers));

  WriteLate("# nothing is left of it\n");
  IndexShop();
  EXPECT_THAT(Lenses(), Contains(kTwoCallers));

  client_->Send(LspNotice("textDocument/didClose", DocumentAt(root_ / "shop/late.py")));
  EXPECT_THAT(Lenses(), Contains(kOneCaller));
}

TEST_F(LspBuffersTest, AFileThatIsGoneCountsOnlyWhenItsBufferWasChanged) {
  WriteLate(kCaller);
  IndexShop();
  client_->Initialize(root_);
  client_->Open(root_ / "shop/late.py", kCaller);
  ASSERT_THAT(Lenses(), Contains(kTwoCallers));  // it has been opened when this is answered
  std::filesystem::remove(root_ / "shop/late.py");
  IndexShop();
  EXPECT_THAT(Lenses(), Contains(kOneCaller));

  client_->Change(root_ / "shop/late.py", {0, 0}, {0, 0}, "\n");
  EXPECT_THAT(Lenses(), Contains(kTwoCallers));
}

TEST_F(LspBuffersTest, OfAFileThatIsOpenByTwoNamesTheLastChangeCounts) {
  IndexShop();
  client_->Initialize(root_);
  for (const std::filesystem::path& root : {root_, link_}) {
    client_->Open(root / "shop/page.py", TextOf("shop/page.py"));
  }
  client_->Change(link_ / "shop/page.py", {0, 0}, {0, 0}, kCaller);
  EXPECT_THAT(Lenses(), Contains(kTwoCallers));

  client_->Change(root_ / "shop/page.py", {0, 0}, {0, 0}, "\n");
  EXPECT_THAT(Lenses(), Contains(kOneCaller));

  client_->Change(link_ / "shop/page.py", {0, 0}, {0, 0}, "\n");
  EXPECT_THAT(Lenses(), Contains(kTwoCallers));
}

TEST_F(LspBuffersTest, FilesAreToldByTheNamesThatTheClientHasForThem) {
  IndexShop();
  StartWith(root_);
  client_->Initialize(link_);
  EXPECT_EQ(AddressOfUsed(link_), UriOf(link_ / "shop/pricing.py"));

  // By the name that it is open by, whatever the folder's is.
  client_->Open(root_ / "shop/pricing.py", TextOf("shop/pricing.py"));
  EXPECT_EQ(AddressOfUsed(link_), UriOf(root_ / "shop/pricing.py"));
}

TEST_F(LspBuffersTest, AFolderInsideOfACheckoutNamesTheCheckout) {
  IndexShop();
  StartWith(root_);
  client_->Initialize(link_ / "shop");
  EXPECT_EQ(AddressOfUsed(link_), UriOf(link_ / "shop/pricing.py"));

  // The link does not lead to all of the checkout: nothing but its own name is left.
  const std::filesystem::path inner = directory_.path() / "inner";
  std::filesystem::create_directory_symlink(root_ / "shop", inner);
  StartWith(root_);
  client_->Initialize(inner);
  EXPECT_EQ(AddressOfUsed(root_), UriOf(root_ / "shop/pricing.py"));
}

TEST_F(LspBuffersTest, ATextThatIsTooLargeForTheIndexKeepsNothingElseFromItsAnswers) {
  IndexShop();
  client_->Initialize(root_);
  const std::string large(indexer::kMaxFileBytes, '#');
  client_->Open(root_ / "shop/large.py", large);
  client_->Change(root_ / "shop/large.py", {0, 0}, {0, 0}, "\n");
  client_->Open(root_ / "shop/late.py", kCaller);

  EXPECT_THAT(Lenses(), Contains(kTwoCallers));
  EXPECT_THAT(LensesOf("shop/large.py"), ::testing::IsEmpty());
}

TEST_F(LspBuffersTest, OfMoreTextsThanAQuestionTakesThoseThatWereSavedAreLeftOut) {
  IndexShop();
  client_->Initialize(root_);
  client_->Open(root_ / "shop/late.py", kCaller);  // the first change, on no disk
  for (std::size_t i = 0; i < kMaxBuffers; ++i) {
    const std::filesystem::path path = root_ / ("shop/page_" + std::to_string(i) + ".py");
    client_->Open(path, "");
    client_->Change(path, {0, 0}, {0, 0}, "def page():\n    pass\n");
    directory_.WriteFile(path.lexically_relative(directory_.path()), "def page():\n    pass\n");
  }

  EXPECT_THAT(Lenses(), Contains(kTwoCallers));
}

TEST_F(LspBuffersTest, WhatIsNoFileHasNoAnswersAndNoErrors) {
  IndexShop();
  client_->Initialize(root_);
  const json place = {{"textDocument", {{"uri", "untitled:Untitled-1"}}},
                      {"position", {{"line", 0}, {"character", 0}}}};

  EXPECT_EQ(client_->Result("textDocument/codeLens", place), json::array());
  EXPECT_TRUE(client_->Result("textDocument/prepareCallHierarchy", place).is_null());
  const json refused = client_->Ask(
      "workspace/executeCommand",
      {{"command", "waymark.blastRadius"}, {"arguments", json::array({place})}})["error"];
  EXPECT_THAT(std::string(refused["message"]),
              ::testing::HasSubstr("'untitled:Untitled-1' is not the URI of a local file"));
}

// What an editor holds may be no text that the encoding of messages can say; the change counts all
// the same, and what is left out of it is one character.
TEST_F(LspBuffersTest, HalfAPairOfSurrogatesIsOneCharacter) {
  IndexShop();
  client_->Initialize(root_);
  client_->Open(root_ / "shop/page.py", TextOf("shop/page.py"));
  const auto replace_with = [this](const std::string& escaped) {
    const std::string uri = UriOf(root_ / "shop/page.py");
    client_->SendBytes(testing::Framed(
        R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":")" +
        uri + R"("},"contentChanges":[{"text":"from shop.pricing import discount\n)" + escaped +
        R"(def late(): discount(3)\n"}]}})"));
  };
  for (const char* half : {R"(\ud800)", R"(\uDFFF)", R"(\ud83d\n# \ude00)", R"(\\\ud83d)"}) {
    replace_with(std::string("# ") + half + R"(\n)");
    EXPECT_THAT(Lenses(), Contains(kTwoCallers)) << half;
    replace_with("# no call: ");
    EXPECT_THAT(Lenses(), Contains(kOneCaller)) << half;
  }
  // Six units of what is quoted, two of them a pair.
  replace_with(R"(def early(): '\ud83d', '\ud83d\ude00', discount(2)\n)");
  EXPECT_EQ(ItemAt("shop/page.py", 1, 24)["name"], "discount");
  EXPECT_EQ(ItemAt("shop/page.py", 1, 23)["name"], "early");
}

TEST_F(LspBuffersTest, AByteThatIsNoTextIsOneCharacter) {
  IndexShop();
  client_->Initialize(root_);
  client_->Open(root_ / "shop/page.py", TextOf("shop/page.py"));
  std::string change = LspNotice("textDocument/didChange",
                                 {{"textDocument", {{"uri", UriOf(root_ / "shop/page.py")}}},
                                  {"contentChanges", {{{"text", std::string("# ?\n") + kCaller}}}}})
                           .dump();
  change[change.find('?')] = '\xe9';
  client_->SendBytes(testing::Framed(change));

  EXPECT_THAT(Lenses(), Contains(kTwoCallers));
}

}  // namespace
}  // namespace waymark::services
