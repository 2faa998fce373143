// What people who run a daemon look at: its metrics and its log.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http_client.h"
#include "program.h"
#include "shop_repository.h"
#include "testing/golden.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

// What a program that reads them says of the files of packaging/.
ProgramResult SaysOf(const std::vector<std::string>& arguments) {
  const TempDir directory;
  const std::string runtime = "XDG_RUNTIME_DIR=" + directory.path().string();
  Program program(arguments, {.environment = {"PATH=/usr/bin:/bin", "HOME=/tmp", runtime}});
  return program.Wait();
}

const std::string kPackaging = WM_SOURCE_DIR "/packaging/";

class OperationsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = WriteShopRepository(home_.directory());
    ASSERT_EQ(home_.Run({"index", root_.string(), "--store", Store()}).exit_code, 0);
  }

  std::string Store() const { return home_.store().string(); }

  void Ask(const std::string& query) {
    home_.Run({"search", query, "--repo", root_.string(), "--store", Store()});
  }

  // Of the page that the daemon's log names.
  static std::uint16_t MetricsPort(const Program& daemon) {
    const std::string log = daemon.StandardError();
    std::smatch found;
    const std::regex url("metrics=http://127\\.0\\.0\\.1:([0-9]+)/metrics");
    if (!std::regex_search(log, found, url)) {
      ADD_FAILURE() << "no metrics in " << log;
      return 0;
    }
    return static_cast<std::uint16_t>(std::stoi(found[1]));
  }

  static HttpAnswer Get(std::uint16_t port, const std::string& rest) {
    HttpClient client(port);
    return client.Ask(rest);
  }

  WaymarkHome home_;
  fs::path root_;
};

TEST_F(OperationsTest, MetricsTellOfCallsViewsAndMemory) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon({"--metrics", "0"});
  const std::uint16_t port = MetricsPort(*daemon);
  Ask("Cart");
  Ask("Cart");
  Ask("zzzzzzzz");

  const HttpAnswer page = Get(port, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");

  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.headers.at("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_THAT(page.body,
              AllOf(HasSubstr("waymark_call_seconds_count{verb=\"search\"} 3\n"),
                    HasSubstr("waymark_calls_total{verb=\"search\",code=\"OK\"} "),
                    HasSubstr("waymark_calls_running 0\n"), HasSubstr("waymark_calls_waiting 0\n"),
                    HasSubstr("waymark_views 1\n"),
                    HasSubstr("waymark_view_generation{repository=\"shop\",view=\"work:"),
                    HasSubstr("waymark_cache_hits_total{cache=\"workspaces\"} ")));
  // Each line is a comment or a sample.
  const std::regex sample(
      "(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\\{([a-z_]+=\"[^\"]*\",?)+\\})? [0-9.e+-]+)");
  std::istringstream lines(page.body);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(std::regex_match(line, sample)) << line;
  }
  std::smatch memory;
  ASSERT_TRUE(
      std::regex_search(page.body, memory, std::regex("process_resident_memory_bytes ([0-9]+)\n")));
  EXPECT_GT(std::stoll(memory[1]), 1 << 20);
}

TEST_F(OperationsTest, MetricsAreForThisMachineAndForReadingAlone) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon({"--metrics", "0"});
  const std::uint16_t port = MetricsPort(*daemon);

  EXPECT_EQ(Get(port, "GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n").status, 403);
  EXPECT_EQ(Get(port,
                "GET /metrics HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n"
                "\r\n")
                .status,
            403);
  EXPECT_EQ(
      Get(port, "POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n").status,
      405);
  EXPECT_EQ(
      Get(port, "POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n").status,
      413);
  EXPECT_EQ(Get(port, "GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 404);
}

TEST_F(OperationsTest, MetricsForOtherMachinesNeedTheToken) {
  const ProgramResult open = home_.Run({"serve", "--store", Store(), "--metrics", "0.0.0.0:0"});
  EXPECT_EQ(open.exit_code, 3);
  EXPECT_THAT(open.err, HasSubstr("can be read by other machines"));

  const std::string token = "0123456789abcdef0123456789abcdef";
  const fs::path file = home_.directory().WriteFile("token", token);
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  const std::unique_ptr<Program> daemon =
      home_.StartDaemon({"--metrics", "0.0.0.0:0", "--token-file", file.string()});
  const std::string log = daemon->StandardError();
  std::smatch found;
  ASSERT_TRUE(std::regex_search(log, found, std::regex("metrics=http://0\\.0\\.0\\.0:([0-9]+)/")));
  const auto port = static_cast<std::uint16_t>(std::stoi(found[1]));

  EXPECT_EQ(Get(port, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 401);
  EXPECT_EQ(Get(port, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token +
                          "\r\n\r\n")
                .status,
            200);
  EXPECT_THAT(log, Not(HasSubstr(token)));
}

TEST_F(OperationsTest, EveryLineOfTheLogCanBeTakenApart) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  Ask("Cart");
  home_.Run({"symbol", "no_such_symbol", "--repo", root_.string(), "--store", Store()});
  daemon->Signal(SIGTERM);
  const std::string log = daemon->Wait().err;

  const std::regex line_form(
      "time=[0-9-]+T[0-9:.]+[+-][0-9:]+ level=[a-z]+ event=[a-z-]+"
      "( [a-z_]+=([^ \"=]+|\"([^\"\\\\]|\\\\.)*\"))*");
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(std::regex_match(line, line_form)) << line;
  }
  EXPECT_THAT(log, AllOf(HasSubstr("level=info event=call verb=search ms="),
                         HasSubstr("level=warning event=call verb=symbol ms="),
                         HasSubstr("code=NOT_FOUND\n"), HasSubstr("event=stopped")));
}

TEST_F(OperationsTest, TheLogStaysWithinTwoFiles) {
  constexpr std::uintmax_t kMaxBytes = 4 << 20;
  const fs::path log = home_.directory().WriteFile("logs/d.log", std::string(kMaxBytes - 64, 'x'));
  home_.directory().WriteFile("logs/d.1.log", "older\n");
  const std::vector<std::string> arguments = {"serve",      "--store",    Store(),
                                              "--log-file", log.string(), "--no-watch"};
  const std::unique_ptr<Program> daemon = home_.Start(arguments);
  for (int i = 0; i < 500 && ReadFile(log).find("verb=search") == std::string::npos; ++i) {
    Ask("Cart");
  }
  daemon->Signal(SIGTERM);
  daemon->Wait();

  // What had grown was put aside while the daemon ran, the file before it is gone.
  EXPECT_LT(fs::file_size(log), kMaxBytes / 2);
  EXPECT_THAT(ReadFile(log), HasSubstr("verb=search"));
  EXPECT_GE(fs::file_size(log.parent_path() / "d.1.log"), kMaxBytes - 64);
  EXPECT_FALSE(fs::exists(log.parent_path() / "d.2.log"));
  EXPECT_EQ(fs::status(log).permissions() & (fs::perms::group_all | fs::perms::others_all),
            fs::perms::none);
}

TEST_F(OperationsTest, TheLogLeavesOutWhatIsBelowItsLevel) {
  const fs::path log = home_.directory().path() / "quiet.log";
  const std::unique_ptr<Program> daemon = home_.Start(
      {"serve", "--store", Store(), "--log-level", "warning", "--log-file", log.string()});
  for (int i = 0; i < 500 && !(fs::exists(log) && fs::file_size(log) > 0); ++i) {
    home_.Run({"symbol", "no_such_symbol", "--repo", root_.string(), "--store", Store()});
  }
  daemon->Signal(SIGTERM);
  daemon->Wait();

  EXPECT_THAT(ReadFile(log), AllOf(HasSubstr("level=warning"), Not(HasSubstr("level=info"))));
  EXPECT_EQ(home_.Run({"serve", "--log-level", "loud", "--store", Store()}).exit_code, 2);
}

// The program lies elsewhere here, which the check would complain about.
TEST(ServiceFiles, TheUnitIsOneForSystemd) {
  constexpr char kAnalyze[] = "/usr/bin/systemd-analyze";
  if (!fs::exists(kAnalyze)) GTEST_SKIP() << "there is no systemd-analyze";
  TempDir directory;
  std::ifstream file(kPackaging + "waymark.service");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  constexpr std::string_view kPlace = "%h/.local/bin/waymark";
  const std::size_t at = text.find(kPlace);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, kPlace.size(), WM_WAYMARK_PROGRAM);
  const fs::path unit = directory.WriteFile("waymark.service", text);

  const ProgramResult result = SaysOf({kAnalyze, "verify", "--user", "--man=no", unit.string()});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
}

TEST(ServiceFiles, TheAgentIsOneForLaunchd) {
  constexpr char kPython[] = "/usr/bin/python3";
  if (!fs::exists(kPython)) GTEST_SKIP() << "there is no python3";
  const ProgramResult result =
      SaysOf({kPython, "-c",
              "import plistlib, sys\n"
              "agent = plistlib.load(open(sys.argv[1], 'rb'))\n"
              "print(agent['Label'], *agent['ProgramArguments'][1:2], agent['KeepAlive'])\n",
              kPackaging + "dev.waymark.daemon.plist"});

  EXPECT_EQ(result.out, "dev.waymark.daemon serve {'SuccessfulExit': False}\n") << result.err;
}

}  // namespace
}  // namespace waymark::testing
