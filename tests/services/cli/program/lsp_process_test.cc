// `waymark lsp` as an editor starts it: how the process ends, and with which exit code.
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <signal.h>

#include "program.h"
#include "services/start_daemon.h"
#include "shop_repository.h"

namespace waymark::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::string Message(const json& message) {
  const std::string text = message.dump();
  return "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
}

std::string Request(int id, const std::string& method, const json& params) {
  return Message({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
}

std::string Notice(const std::string& method) {
  return Message({{"jsonrpc", "2.0"}, {"method", method}});
}

class LspProcessTest : public ::testing::Test {
 protected:
  // A daemon that was started outlives its clients.
  void TearDown() override {
    const std::optional<std::int64_t> process = services::DaemonProcess(home_.store());
    if (process.has_value()) ::kill(static_cast<::pid_t>(*process), SIGTERM);
  }

  ProgramResult Talk(const std::string& input, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"lsp", "--store", home_.store().string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return home_.Run(arguments, input);
  }

  std::string Initialize() const {
    return Request(1, "initialize",
                   {{"capabilities", json::object()}, {"rootUri", "file://" + root_.string()}});
  }

  WaymarkHome home_;
  std::filesystem::path root_ = WriteShopRepository(home_.directory());
};

TEST_F(LspProcessTest, ShutdownAndExitEndItWithZero) {
  const ProgramResult result =
      Talk(Initialize() + Notice("initialized") + Request(2, "shutdown", nullptr) + Notice("exit"),
           {"--stdio"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out.rfind("Content-Length: ", 0), 0U);
  EXPECT_THAT(result.out, HasSubstr(R"("id":2,"result":null)"));
  EXPECT_EQ(result.err, "");
}

TEST_F(LspProcessTest, ExitAloneAndTheEndOfTheInputEndItWithOne) {
  EXPECT_EQ(Talk(Initialize() + Notice("exit")).exit_code, 1);
  EXPECT_EQ(Talk(Notice("exit")).exit_code, 1);
  EXPECT_EQ(Talk(Initialize()).exit_code, 1);
  EXPECT_EQ(Talk("").exit_code, 1);
  EXPECT_EQ(Talk(std::string(100'000, '\xff')).exit_code, 1);
}

TEST_F(LspProcessTest, AnswersThatWereAskedForBeforeTheEndStillCome) {
  // A machine that is busy may take longer to start one than is waited for after the end.
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  const ProgramResult result =
      Talk(Initialize() + Notice("initialized") +
           Request(2, "workspace/executeCommand", {{"command", "waymark.status"}}) +
           Request(3, "shutdown", nullptr) + Notice("exit"));

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr(R"("daemonProcess")"));
}

TEST_F(LspProcessTest, AWrongOptionIsWrongUsage) {
  EXPECT_EQ(Talk("", {"--no-such-option"}).exit_code, 2);
}

}  // namespace
}  // namespace waymark::testing
