// `waymark mcp` as an agent starts it: a process that finds or starts the daemon.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <signal.h>

#include "agent_over_http.h"
#include "http_client.h"
#include "program.h"
#include "services/start_daemon.h"
#include "shop_repository.h"
#include "testing/wait_for.h"

namespace waymark::testing {
namespace {

using nlohmann::json;
using ::testing::AnyOf;
using ::testing::HasSubstr;

class McpProcessTest : public ::testing::Test {
 protected:
  // A daemon that was started outlives its clients.
  void TearDown() override {
    const std::optional<std::int64_t> process = services::DaemonProcess(home_.store());
    if (!process.has_value()) return;
    ::kill(static_cast<::pid_t>(*process), SIGTERM);
    WaitFor([this] { return !services::DaemonProcess(home_.store()).has_value(); });
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

  json Answer();

  // As the daemon says itself; waits for it, since a busy machine starts it late.
  std::int64_t DaemonProcess() {
    std::int64_t process = 0;
    WaitFor([&] {
      const ProgramResult result =
          home_.Run({"status", "--store", home_.store().string(), "--format", "json"});
      if (result.exit_code != 0) return false;
      const json told = json::parse(result.out)["daemon_process"];
      if (told.is_number()) process = told;
      return process != 0;
    });
    return process;
  }

  WaymarkHome home_;
  std::filesystem::path root_ = WriteShopRepository(home_.directory());
};

constexpr char kQuestion[] =
    R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"blast_radius",)"
    R"("arguments":{"symbol":"price_of"}}})"
    "\n";

constexpr char kAskAgain[] = "ask again in a few seconds";

std::string TextOf(const json& reply) { return reply["result"]["content"][0]["text"]; }

// What the question is answered with once the checkout is indexed: on a busy machine that takes
// longer than the first question waits.
json McpProcessTest::Answer() {
  json reply;
  EXPECT_TRUE(WaitFor([&] {
    const std::vector<json> replies = Talk(kQuestion);
    EXPECT_EQ(replies.size(), 1U);
    if (!replies.empty()) reply = replies[0];
    return replies.empty() || TextOf(reply).find(kAskAgain) == std::string::npos;
  }));
  return reply;
}

TEST_F(McpProcessTest, IndexesAnswersAndLeavesADaemonForTheNext) {
  EXPECT_THAT(TextOf(Answer()), HasSubstr("shop.cart.Cart.total"));
  const std::int64_t daemon = DaemonProcess();
  EXPECT_NE(daemon, 0);

  EXPECT_EQ(Answer()["result"]["isError"], false);
  EXPECT_EQ(DaemonProcess(), daemon);
}

TEST_F(McpProcessTest, ADaemonThatWasKilledIsStartedAgain) {
  Answer();
  const std::int64_t daemon = DaemonProcess();
  ASSERT_NE(daemon, 0);
  ASSERT_EQ(::kill(static_cast<::pid_t>(daemon), SIGKILL), 0);

  EXPECT_EQ(Answer()["result"]["isError"], false);
  EXPECT_NE(DaemonProcess(), daemon);
}

TEST_F(McpProcessTest, AgentsThatStartTogetherShareOneDaemonAndAreAllAnswered) {
  std::vector<std::unique_ptr<Program>> agents;
  for (int i = 0; i < 6; ++i) {
    agents.push_back(std::make_unique<Program>(
        std::vector<std::string>{WM_WAYMARK_PROGRAM, "mcp", "--repo", root_.string(), "--store",
                                 home_.store().string()},
        ProgramOptions{.environment = home_.Environment(), .input = kQuestion}));
  }
  for (const std::unique_ptr<Program>& agent : agents) {
    const ProgramResult result = agent->Wait();
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(TextOf(json::parse(result.out)),
                AnyOf(HasSubstr("shop.cart.Cart.total"), HasSubstr(kAskAgain)));
  }
  EXPECT_EQ(Answer()["result"]["isError"], false);
  EXPECT_NE(DaemonProcess(), 0);
  std::ifstream log(home_.store() / "daemon.log");
  const std::string text{std::istreambuf_iterator<char>(log), {}};
  const std::size_t first = text.find("event=start ");
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("event=start ", first + 1), std::string::npos) << text;
}

TEST_F(McpProcessTest, TheEndOfTheInputEndsTheProcess) { EXPECT_TRUE(Talk("").empty()); }

class McpHttpProcessTest : public McpProcessTest {
 protected:
  std::vector<std::string> Arguments(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"mcp", "--repo", root_.string(), "--store",
                                          home_.store().string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  ProgramResult Refused(const std::vector<std::string>& more) { return home_.Run(Arguments(more)); }

  std::string WriteToken(std::string_view content, std::filesystem::perms perms) {
    const std::filesystem::path file = home_.directory().WriteFile("token", content);
    std::filesystem::permissions(file, perms);
    return file.string();
  }
};

constexpr auto kMine = std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
constexpr char kSecret[] = "0123456789abcdef";

TEST_F(McpHttpProcessTest, ServesUntilItIsToldToEnd) {
  const std::string token = WriteToken(std::string(kSecret) + "\n", kMine);
  const auto server = home_.Start(Arguments({"--http", "0", "--token-file", token}));
  HttpClient client(PortOf(*server));
  const std::string body =
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})";

  const HttpAnswer answer = client.Ask(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: "
      "Bearer " +
      std::string(kSecret) + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
      body);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers.count("mcp-session-id"), 1U);

  server->Signal(SIGTERM);
  const ProgramResult result = server->Wait();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err.find(kSecret), std::string::npos);
  EXPECT_EQ(result.out, "");
}

TEST_F(McpHttpProcessTest, AnswersFromTheStoreThatIsThereAndNotFromOneThatWasRemoved) {
  // In a directory that others can enter no daemon puts its socket, so that the server answers.
  const std::filesystem::path sockets = home_.directory().path() / "run/waymark";
  std::filesystem::create_directories(sockets);
  std::filesystem::permissions(sockets, std::filesystem::perms::all);
  const std::vector<std::string> index = {"index", root_.string(), "--store",
                                          home_.store().string()};
  ASSERT_EQ(home_.Run(index).exit_code, 0);
  const auto server = home_.Start(Arguments({"--http", "0"}));
  AgentOverHttp agent(*server);
  ASSERT_THAT(agent.Ask(kQuestion), HasSubstr("shop.cart.Cart.total"));

  std::filesystem::remove_all(home_.store());
  std::ofstream(root_ / "shop/later.py") << "from shop.pricing import price_of\n\n\n"
                                            "def later():\n    return price_of(1)\n";
  ASSERT_EQ(home_.Run(index).exit_code, 0);

  EXPECT_THAT(agent.Ask(kQuestion), HasSubstr("shop.later.later"));
}

TEST_F(McpHttpProcessTest, ATokenIsKeptFromOthers) {
  const auto others = std::filesystem::perms::group_read;
  const ProgramResult readable =
      Refused({"--http", "0", "--token-file", WriteToken(kSecret, kMine | others)});
  EXPECT_EQ(readable.exit_code, 3);
  EXPECT_THAT(readable.err, HasSubstr("chmod 600"));
  EXPECT_EQ(readable.err.find(kSecret), std::string::npos);

  EXPECT_EQ(Refused({"--http", "0", "--token-file", WriteToken(" \n", kMine)}).exit_code, 3);
  EXPECT_EQ(Refused({"--http", "0", "--token-file", WriteToken("short", kMine)}).exit_code, 3);
  EXPECT_EQ(Refused({"--http", "0", "--token-file", WriteToken("two words", kMine)}).exit_code, 3);
  EXPECT_EQ(Refused({"--http", "0", "--token-file", "/nowhere"}).exit_code, 3);
  EXPECT_EQ(Refused({"--http", "0", "--token-file", "/"}).exit_code, 3);
}

TEST_F(McpHttpProcessTest, OtherMachinesNeedAToken) {
  const ProgramResult open = Refused({"--http", "0.0.0.0:0"});
  EXPECT_EQ(open.exit_code, 3);
  EXPECT_THAT(open.err, HasSubstr("without a token"));

  for (const char* address : {"", "x", ":1", "1:", "65536", "-1", "::1:5", "[::1", "[host]:1"}) {
    EXPECT_EQ(Refused({"--http", address}).exit_code, 2) << address;
  }
  EXPECT_EQ(Refused({"--token-file", "/nowhere"}).exit_code, 2);
}

TEST_F(McpProcessTest, ASessionIsRecordedOnceTelemetryIsOn) {
  home_.Run({"index", root_.string(), "--store", home_.store().string()});
  home_.Run({"telemetry", "on"});
  Talk(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})"
       "\n" +
       std::string(kQuestion));
  const std::string shown = home_.Run({"telemetry", "show"}).out;
  EXPECT_THAT(shown, HasSubstr("mcp__waymark__blast_radius"));
}

TEST_F(McpProcessTest, ABrokenConfigurationIsToldAndTheSessionGoesOn) {
  home_.directory().WriteFile(".config/waymark/pipeline.toml", "[dedup]\nlru_size = 'many'\n");
  const ProgramResult result = home_.Run(
      {"mcp", "--references", "--repo", root_.string(), "--store", home_.store().string()},
      kQuestion);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("waymark mcp: goes on without it: "));
  EXPECT_THAT(result.err, HasSubstr("pipeline.toml:2:12"));
  EXPECT_THAT(result.out, HasSubstr("\"id\":1"));
}

}  // namespace
}  // namespace waymark::testing
