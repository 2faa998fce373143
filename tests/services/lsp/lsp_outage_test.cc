// What an editor gets while nobody can answer, as while a daemon ends and another one starts.
#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lsp_fixture.h"

namespace waymark::services {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::LspClient;
using testing::UriOf;

constexpr int kAlways = 1'000'000;

class LspOutageTest : public testing::LspFixture {
 protected:
  void SetUp() override {
    LspFixture::SetUp();
    client_ = std::make_unique<LspClient>(
        LspOptions{.verbs = [this]() -> absl::StatusOr<std::shared_ptr<Verbs>> {
                     if (outages_-- > 0) return absl::UnavailableError("the daemon ended");
                     if (is_damaged_) return absl::DataLossError("the store is damaged");
                     return std::shared_ptr<Verbs>(engine_);
                   },
                   .checkout_of = [](const std::filesystem::path& path) { return path; },
                   .home = directory_.path() / "home/somebody"});
  }

  json AwaitMethod(const std::string& method) {
    return client_->Await(
        [&](const json& message) { return message.value("method", "") == method; });
  }

  std::atomic<int> outages_{0};
  std::atomic<bool> is_damaged_{false};
};

TEST_F(LspOutageTest, AQuestionIsAskedAgainWhenTheDaemonEnds) {
  IndexShop();
  client_->Initialize(root_);
  ASSERT_FALSE(LensesOf("shop/pricing.py").empty());
  outages_ = 2;

  EXPECT_THAT(LensesOf("shop/pricing.py"), Contains("5: 1 caller, no tests"));
}

TEST_F(LspOutageTest, WhatNobodyAnswersIsRefusedWithTheReason) {
  IndexShop();
  outages_ = kAlways;
  client_->Initialize(root_);

  const json error =
      client_->Ask("textDocument/codeLens", testing::DocumentAt(root_ / "shop/cart.py"))["error"];
  EXPECT_EQ(error["code"], -32803);
  EXPECT_THAT(std::string(error["message"]), HasSubstr("the daemon ended"));
}

TEST_F(LspOutageTest, AFirstIndexIsTriedAgain) {
  outages_ = 2;
  client_->Initialize(root_, {{"workspace", {{"codeLens", {{"refreshSupport", true}}}}}});
  AwaitMethod("workspace/codeLens/refresh");

  EXPECT_THAT(LensesOf("shop/pricing.py"), Contains("5: 1 caller, no tests"));
}

TEST_F(LspOutageTest, AFolderThatCannotBeIndexedIsShownAsAWarning) {
  is_damaged_ = true;
  client_->Initialize(root_);

  const json warning = AwaitMethod("window/showMessage");
  EXPECT_EQ(warning["params"]["type"], 2);
  EXPECT_THAT(std::string(warning["params"]["message"]),
              HasSubstr("shop is not indexed: the store is damaged"));
}

TEST_F(LspOutageTest, AHomeDirectoryIsNotIndexedUnasked) {
  directory_.WriteFile("home/somebody/notes.py", "def note():\n    return 1\n");
  client_->Send(testing::LspRequest(
      1, "initialize",
      {{"capabilities", {{"workspace", {{"codeLens", {{"refreshSupport", true}}}}}}},
       {"workspaceFolders",
        {{{"uri", UriOf(directory_.path() / "home")}, {"name", "above it"}},
         {{"uri", UriOf(directory_.path() / "home/somebody")}, {"name", "itself"}},
         {{"uri", UriOf(root_)}, {"name", "a project"}}}}}));
  client_->Send(testing::LspNotice("initialized", json::object()));
  AwaitMethod("workspace/codeLens/refresh");  // of the last one

  const json folders = Execute("waymark.status", json::object())["folders"];
  EXPECT_EQ(folders[0]["indexed"], false);
  EXPECT_EQ(folders[1]["indexed"], false);
  EXPECT_EQ(folders[2]["indexed"], true);
}

}  // namespace
}  // namespace waymark::services
