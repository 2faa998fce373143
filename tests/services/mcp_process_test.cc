// `waymark mcp` as an agent starts it: a process that finds or starts the daemon.
#include <chrono>
#include <csignal>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <signal.h>

#include "program.h"
#include "shop_repository.h"

namespace waymark::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class McpProcessTest : public ::testing::Test {
 protected:
  // A daemon that was started outlives its clients.
  void TearDown() override {
    const std::int64_t process = DaemonProcess();
    if (process == 0) return;
    ::kill(static_cast<::pid_t>(process), SIGTERM);
    constexpr std::chrono::milliseconds kLook{10};
    for (int i = 0; i < 1000 && DaemonProcess() != 0; ++i) std::this_thread::sleep_for(kLook);
  }

  std::vector<json> Talk(const std::string& input) {
    const ProgramResult result =
        home_.Run({"mcp", "--repo", root_.string(), "--store", home_.store().string()}, input);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    std::vector<json> replies;
    std::istringstream lines(result.out);
    for (std::string line; std::getline(lines, line);) replies.push_back(json::parse(line));
    return replies;
  }

  std::int64_t DaemonProcess() {
    const ProgramResult result =
        home_.Run({"status", "--store", home_.store().string(), "--format", "json"});
    if (result.exit_code != 0) return 0;
    const json status = json::parse(result.out);
    return status["daemon_process"].is_null() ? 0 : std::int64_t{status["daemon_process"]};
  }

  WaymarkHome home_;
  std::filesystem::path root_ = WriteShopRepository(home_.directory());
};

constexpr char kQuestion[] =
    R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"blast_radius",)"
    R"("arguments":{"symbol":"price_of"}}})"
    "\n";

TEST_F(McpProcessTest, IndexesAnswersAndLeavesADaemonForTheNext) {
  const std::vector<json> first = Talk(kQuestion);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_THAT(std::string(first[0]["result"]["content"][0]["text"]),
              HasSubstr("shop.cart.Cart.total"));
  const std::int64_t daemon = DaemonProcess();
  EXPECT_NE(daemon, 0);

  EXPECT_EQ(Talk(kQuestion)[0]["result"]["isError"], false);
  EXPECT_EQ(DaemonProcess(), daemon);
}

TEST_F(McpProcessTest, ADaemonThatWasKilledIsStartedAgain) {
  Talk(kQuestion);
  const std::int64_t daemon = DaemonProcess();
  ASSERT_NE(daemon, 0);
  ASSERT_EQ(::kill(static_cast<::pid_t>(daemon), SIGKILL), 0);

  EXPECT_EQ(Talk(kQuestion)[0]["result"]["isError"], false);
  EXPECT_NE(DaemonProcess(), daemon);
}

TEST_F(McpProcessTest, TheEndOfTheInputEndsTheProcess) { EXPECT_TRUE(Talk("").empty()); }

}  // namespace
}  // namespace waymark::testing
