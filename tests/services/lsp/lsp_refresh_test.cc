// Lenses that are shown are asked for again when the index has changed, whoever changed it.
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
using testing::LspClient;

constexpr char kSecondCaller[] =
    "from shop.pricing import discount\n\n\ndef late():\n    return discount(3)\n";

class LspRefreshTest : public testing::LspFixture {
 protected:
  void Initialize(bool refreshes) { Initialize(*client_, refreshes); }

  void Initialize(LspClient& client, bool refreshes) {
    client.Initialize(root_, {{"workspace", {{"codeLens", {{"refreshSupport", refreshes}}}}}});
  }

  void AwaitRefresh() { AwaitRefresh(*client_); }

  void AwaitRefresh(LspClient& client) {
    const json refresh = client.Await([](const json& message) {
      return message.value("method", "") == "workspace/codeLens/refresh";
    });
    client.Send({{"jsonrpc", "2.0"}, {"id", refresh["id"]}, {"result", nullptr}});
  }

  // What another tool does: a file changes, and the index follows.
  void ChangeOutside() {
    directory_.WriteFile(root_.filename() / "shop/late.py", kSecondCaller);
    IndexShop();
  }

  // A client that looks as often is told of one change, then of another one: whoever would be told
  // of the first has been.
  void ChangeOutsideUntilOthersAreTold() {
    const std::unique_ptr<LspClient> other = MakeClient();
    Initialize(*other, true);
    other->Result("textDocument/codeLens", testing::DocumentAt(root_ / "shop/pricing.py"));
    ChangeOutside();
    AwaitRefresh(*other);
    std::filesystem::remove(root_ / "shop/late.py");
    IndexShop();
    AwaitRefresh(*other);
  }
};

TEST_F(LspRefreshTest, AChangeOfAnotherToolIsShown) {
  IndexShop();
  Initialize(true);
  ASSERT_THAT(LensesOf("shop/pricing.py"), Contains("5: 1 caller, no tests"));

  ChangeOutside();
  AwaitRefresh();
  EXPECT_THAT(LensesOf("shop/pricing.py"), Contains("5: 2 callers, no tests"));

  std::filesystem::remove(root_ / "shop/late.py");
  IndexShop();
  AwaitRefresh();
  EXPECT_THAT(LensesOf("shop/pricing.py"), Contains("5: 1 caller, no tests"));
}

TEST_F(LspRefreshTest, TheFirstIndexIsShown) {
  Initialize(true);
  AwaitRefresh();

  EXPECT_THAT(LensesOf("shop/pricing.py"), Contains("5: 1 caller, no tests"));
}

TEST_F(LspRefreshTest, AClientThatShowsNothingAgainIsNotTold) {
  IndexShop();
  Initialize(false);
  ASSERT_FALSE(LensesOf("shop/pricing.py").empty());
  ChangeOutsideUntilOthersAreTold();

  // The reply would come after it.
  client_->Send(testing::LspRequest(1, "textDocument/codeLens",
                                    testing::DocumentAt(root_ / "shop/pricing.py")));
  EXPECT_TRUE(client_->Await([](const json&) { return true; }).contains("result"));
}

TEST_F(LspRefreshTest, NobodyIsToldAfterShutdown) {
  IndexShop();
  Initialize(true);
  ASSERT_FALSE(LensesOf("shop/pricing.py").empty());
  client_->Result("shutdown", nullptr);
  ChangeOutsideUntilOthersAreTold();

  client_->Send(testing::LspRequest(1, "shutdown", nullptr));
  EXPECT_TRUE(client_->Await([](const json&) { return true; }).contains("error"));
}

}  // namespace
}  // namespace waymark::services
