// `waymark serve`, and the command line with and without it.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "program.h"
#include "services/engine.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/wait_for.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

bool IsIn(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

class DaemonTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = WriteShopRepository(home_.directory());
    ASSERT_EQ(Index().exit_code, 0);
  }

  ProgramResult Index() { return home_.Run({"index", root_.string(), "--store", Store()}); }

  ProgramResult Ask(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--repo", root_.string(), "--store", Store()});
    return home_.Run(arguments);
  }

  std::uint64_t DaemonProcess() {
    const json status =
        json::parse(home_.Run({"status", "--store", Store(), "--format", "json"}).out);
    return status["daemon_process"].is_null() ? 0 : std::uint64_t{status["daemon_process"]};
  }

  fs::path SocketDirectory() const { return home_.directory().path() / "run/waymark"; }

  std::string Store() const { return home_.store().string(); }

  WaymarkHome home_;
  fs::path root_;
};

TEST_F(DaemonTest, EveryAnswerHasTheSameBytesAsADirectOne) {
  std::vector<std::vector<std::string>> questions = {
      {"symbol", "Cart"},
      {"symbol", "render"},
      {"symbol", "no_such_thing"},
      {"export"},
      {"context", "mail", "--budget", "10"},
      {"search", "no_such_name"},
      {"context", "zzzz qqqq"},
      {"context", "the cart", "--explain", "--limit", "3"},
      {"context", "the cart", "--tokenizer", "cl100k_base"},
      {"blast-radius", "discount", "--limit", "1", "--depth", "2", "--edges", "calls"}};
  for (const char* format : {"text", "gcf", "gcb1", "json"}) {
    questions.push_back({"context", "total price at checkout", "--format", format});
    questions.push_back({"blast-radius", "discount", "--format", format});
    questions.push_back({"search", "total", "--format", format, "--limit", "1"});
    questions.push_back({"symbol", "Cart.total", "--format", format});
  }
  std::vector<ProgramResult> direct;
  for (const auto& question : questions) direct.push_back(Ask(question));

  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  ASSERT_NE(DaemonProcess(), 0U);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const ProgramResult served = Ask(questions[i]);

    EXPECT_EQ(served.out, direct[i].out) << ::testing::PrintToString(questions[i]);
    EXPECT_EQ(served.err, direct[i].err) << ::testing::PrintToString(questions[i]);
    EXPECT_EQ(served.exit_code, direct[i].exit_code) << ::testing::PrintToString(questions[i]);
  }
  // The daemon did answer: its log has a line for each question that reached it.
  EXPECT_THAT(daemon->StandardError(),
              AllOf(HasSubstr("verb=context "), HasSubstr("verb=blast-radius "),
                    HasSubstr("verb=export "), HasSubstr("verb=symbol ")));
}

TEST_F(DaemonTest, DoctorSaysTheSameAndWhoServes) {
  json direct = json::parse(Ask({"doctor", "--format", "json"}).out);
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  json served = json::parse(Ask({"doctor", "--format", "json"}).out);

  EXPECT_EQ(served["daemon_process"], static_cast<std::uint64_t>(daemon->process()));
  EXPECT_TRUE(served["views"][0].contains("watch"));
  for (json* answer : {&direct, &served}) {
    answer->erase("daemon_process");
    answer->erase("readers");
    answer->erase("checks");  // of this machine
    (*answer)["views"][0].erase("watch");
  }
  EXPECT_EQ(served, direct);
  EXPECT_THAT(Ask({"doctor"}).out, AllOf(HasSubstr("python\n  content     7 files"),
                                         HasSubstr("watched     "), HasSubstr("store format ")));
}

TEST_F(DaemonTest, WhatIsWrittenIsPublishedWithoutBeingAskedTo) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  home_.directory().WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");

  EXPECT_TRUE(WaitFor([&] { return IsIn(Ask({"search", "refund"}).out, "shop.refund.refund"); }));
  EXPECT_TRUE(WaitFor([&] { return IsIn(daemon->StandardError(), "generation=2"); }));
}

TEST_F(DaemonTest, WithoutWatchingTheAnswerSaysWhatDiffers) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon({"--no-watch"});
  home_.directory().WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");

  const json status = json::parse(Ask({"doctor", "--format", "json"}).out);
  EXPECT_EQ(status["daemon_process"], static_cast<std::uint64_t>(daemon->process()));
  EXPECT_FALSE(status["views"][0].contains("watch")) << "it would be published before long";
  EXPECT_EQ(status["views"][0]["generation"], 1);
  EXPECT_THAT(Ask({"search", "Cart", "--format", "gcf"}).out, HasSubstr("files_differing=1"));
  EXPECT_THAT(Ask({"search", "refund"}).out, ::testing::Not(HasSubstr("shop.refund")));
}

TEST_F(DaemonTest, IndexingThroughTheDaemonIsSeenByTheNextQuestion) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  home_.directory().WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");

  const ProgramResult index = Index();
  const ProgramResult answer = Ask({"search", "refund"});

  EXPECT_THAT(index.out, HasSubstr("generation 2"));
  EXPECT_THAT(answer.out, HasSubstr("shop.refund.refund"));
  // A call is logged when it is over, which its client does not wait for.
  EXPECT_TRUE(WaitFor([&] { return IsIn(daemon->StandardError(), "verb=index "); }));
}

TEST_F(DaemonTest, AStateThatAnotherProcessPublishesIsSeen) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  Ask({"search", "refund"});
  home_.directory().WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");
  {
    WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<services::Engine> engine,
                            services::Engine::Open({.store_directory = home_.store()}));
    WM_ASSERT_OK(engine->Index({.root = root_}, nullptr, {}));
  }

  EXPECT_THAT(Ask({"search", "refund"}).out, HasSubstr("shop.refund.refund"));
}

TEST_F(DaemonTest, ASignalStopsItInOrder) {
  for (const int number : {SIGINT, SIGTERM}) {
    const std::unique_ptr<Program> daemon = home_.StartDaemon();
    ASSERT_FALSE(fs::is_empty(SocketDirectory()));

    daemon->Signal(number);
    const ProgramResult result = daemon->Wait();

    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.err, HasSubstr("event=stopped"));
    EXPECT_TRUE(fs::is_empty(SocketDirectory()));
    EXPECT_EQ(DaemonProcess(), 0U);
  }
}

TEST_F(DaemonTest, EndsWhenItsSocketIsRemoved) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();

  fs::remove_all(SocketDirectory());
  const ProgramResult result = daemon->Wait();

  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("event=stopping reason=\"the socket was removed\""));
  EXPECT_EQ(DaemonProcess(), 0U);
}

TEST_F(DaemonTest, ASecondOneIsRefused) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();

  const ProgramResult second = home_.Run({"serve", "--store", Store()});

  EXPECT_EQ(second.exit_code, 3);
  EXPECT_THAT(second.err,
              HasSubstr("process " + std::to_string(daemon->process()) + " serves it already"));
  EXPECT_EQ(DaemonProcess(), static_cast<std::uint64_t>(daemon->process()));
}

TEST_F(DaemonTest, ACheckSaysWhetherOneAnswers) {
  const ProgramResult none = home_.Run({"serve", "--check", "--store", Store()});
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  const ProgramResult answers = home_.Run({"serve", "--check", "--store", Store()});
  daemon->Signal(SIGSTOP);
  const ProgramResult silent = home_.Run({"serve", "--check", "--store", Store()});
  daemon->Signal(SIGCONT);

  EXPECT_EQ(none.exit_code, 3);
  EXPECT_EQ(answers.exit_code, 0) << answers.err;
  EXPECT_EQ(silent.exit_code, 3);
}

TEST_F(DaemonTest, AKilledOneLeavesNothingInTheWay) {
  std::unique_ptr<Program> daemon = home_.StartDaemon();
  daemon->Signal(SIGKILL);
  daemon->Wait();
  ASSERT_FALSE(fs::is_empty(SocketDirectory())) << "the stale socket that this is about";

  const ProgramResult direct = Ask({"search", "receipt"});
  daemon = home_.StartDaemon();
  const ProgramResult served = Ask({"search", "receipt"});

  EXPECT_EQ(direct.exit_code, 0) << direct.err;
  EXPECT_EQ(served.out, direct.out);
  EXPECT_EQ(DaemonProcess(), static_cast<std::uint64_t>(daemon->process()));
}

TEST_F(DaemonTest, EndsWhenItsStoreIsRemoved) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();

  // A daemon that has just begun may still make a file there meanwhile.
  for (std::error_code error; fs::exists(home_.store());) fs::remove_all(home_.store(), error);
  const ProgramResult ended = daemon->Wait();

  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_THAT(ended.err, HasSubstr("event=stopping reason=\"the store was removed\""));
  ASSERT_EQ(Index().exit_code, 0);
  const std::unique_ptr<Program> next = home_.StartDaemon();
  EXPECT_EQ(DaemonProcess(), static_cast<std::uint64_t>(next->process()));
}

TEST_F(DaemonTest, EndsWhenNobodyAsksForLongEnough) {
  const auto begin = std::chrono::steady_clock::now();
  const std::unique_ptr<Program> daemon = home_.StartDaemon({"--idle-exit", "1"});

  const ProgramResult ended = daemon->Wait();

  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("event=stopping reason=\"no call for 1 s\""),
                               HasSubstr("event=stopped")));
  EXPECT_TRUE(fs::is_empty(SocketDirectory()));
  EXPECT_EQ(Ask({"search", "Cart"}).exit_code, 0);
}

TEST_F(DaemonTest, ItsSocketIsTheUsersAlone) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();

  struct stat directory {};

  ASSERT_EQ(::stat(SocketDirectory().c_str(), &directory), 0);
  EXPECT_EQ(directory.st_mode & 0777, 0700U);
  for (const fs::directory_entry& entry : fs::directory_iterator(SocketDirectory())) {
    struct stat socket {};

    ASSERT_EQ(::stat(entry.path().c_str(), &socket), 0);
    EXPECT_EQ(socket.st_mode & 0077, 0U);
  }
}

TEST_F(DaemonTest, ARuntimeDirectoryThatOthersCanEnterIsRefused) {
  fs::create_directories(SocketDirectory());
  fs::permissions(SocketDirectory(), fs::perms::all);

  const ProgramResult result = home_.Run({"serve", "--store", Store()});

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("must be yours alone"));
}

TEST_F(DaemonTest, ARuntimeDirectoryWithALongPathIsRefused) {
  const std::string path = home_.directory().path().string() + "/" + std::string(100, 'x');
  Program program({WM_WAYMARK_PROGRAM, "serve", "--store", Store()},
                  {.environment = {"XDG_RUNTIME_DIR=" + path}});

  const ProgramResult result = program.Wait();

  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("the system allows 107"));
}

TEST_F(DaemonTest, TheLogHasNoSourceText) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  Ask({"context", "mail the receipt"});
  Ask({"symbol", "my-secret-token"});
  Ask({"path", "my-secret-token", "another-secret"});
  daemon->Signal(SIGTERM);
  const std::string log = daemon->Wait().err;

  EXPECT_THAT(log, ::testing::AllOf(HasSubstr("verb=symbol"), HasSubstr("code=NOT_FOUND")));
  EXPECT_THAT(log, ::testing::Not(::testing::ContainsRegex("receipt|secret")));
}

}  // namespace
}  // namespace waymark::testing
