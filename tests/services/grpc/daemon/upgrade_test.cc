// Daemons and programs of different versions on one store: who ends for whom, and who is answered.
#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "agent_over_http.h"
#include "connection/daemon_file.h"
#include "daemon/version_order.h"
#include "program.h"
#include "scripted_service.h"
#include "services/daemon.h"
#include "services/version.h"
#include "shop_repository.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

using testing::AgentOverHttp;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Program;
using testing::WaitFor;

constexpr char kNewest[] = "99.0.0";

constexpr std::string_view kQuestion =
    R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_usages",)"
    R"("arguments":{"symbol":"price_of"}}})";

v1::PingReply Offer(v1::Waymark::Stub& stub, const std::string& version) {
  grpc::ClientContext context;
  v1::PingRequest request;
  request.set_successor(version);
  v1::PingReply reply;
  EXPECT_TRUE(stub.Ping(&context, request, &reply).ok());
  return reply;
}

TEST(VersionOrder, IsThatOfNumbers) {
  EXPECT_TRUE(IsNewer("0.10.0", "0.9.9"));
  EXPECT_TRUE(IsNewer("1.0.0", "0.99.99"));
  EXPECT_FALSE(IsNewer("0.9.9", "0.10.0"));
  EXPECT_FALSE(IsNewer("1.2.3", "1.2.3"));
}

TEST(VersionOrder, WhatIsNoVersionIsNotNewer) {
  for (const char* text : {"", "2", "2.0", "2.0.0.0", "2.0.0-rc", "v2.0.0", "2..0", "-1.0.0"}) {
    EXPECT_FALSE(IsNewer(text, "1.0.0")) << text;
    EXPECT_FALSE(IsNewer("2.0.0", text)) << text;
  }
}

TEST(GivingWay, IsForNewerProgramsThatWouldServe) {
  ScriptedVerbs verbs;
  CallMetrics calls;
  int asked = 0;
  WaymarkService service(verbs, calls, [&asked] { ++asked; });
  const auto gives_way = [](WaymarkService& asked_one, const std::string& version) {
    v1::PingRequest request;
    request.set_successor(version);
    v1::PingReply reply;
    EXPECT_TRUE(asked_one.Ping(nullptr, &request, &reply).ok());
    return reply.gives_way();
  };

  EXPECT_FALSE(gives_way(service, ""));
  EXPECT_FALSE(gives_way(service, "0.0.1"));
  EXPECT_FALSE(gives_way(service, kVersion));
  EXPECT_EQ(asked, 0);
  EXPECT_TRUE(gives_way(service, kNewest));
  EXPECT_EQ(asked, 1);

  WaymarkService started_by_hand(verbs, calls);
  EXPECT_FALSE(gives_way(started_by_hand, kNewest));
}

class StoppingTest : public RemoteTest {};

TEST_F(StoppingTest, WaitsForNoClientThatIsConnectedAndAsksNothing) {
  EXPECT_TRUE(remote_->Status({}).ok());
  const auto begin = std::chrono::steady_clock::now();

  service_.StopTaking(2 * testing::kPatience);

  EXPECT_LT(std::chrono::steady_clock::now() - begin, testing::kPatience);
}

// A daemon of an earlier version, served by the test.
class OldDaemon final : public v1::Waymark::Service {
 public:
  OldDaemon(const std::filesystem::path& store, bool gives_way) : gives_way_(gives_way) {
    const std::filesystem::path socket = directory_.path() / "s";
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + socket.string(), grpc::InsecureServerCredentials());
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
    std::filesystem::create_directories(store);
    auto file = DaemonFile::Lock(store);
    EXPECT_TRUE(file.ok());
    file_.emplace(*std::move(file));
    EXPECT_TRUE(file_->Announce({.process = ::getpid(), .socket = socket}).ok());
  }

  ~OldDaemon() override {
    if (server_ != nullptr) End();
  }

  grpc::Status Ping(grpc::ServerContext*, const v1::PingRequest* request,
                    v1::PingReply* reply) override {
    reply->set_version("0.0.1");
    reply->set_gives_way(gives_way_ && !request->successor().empty());
    is_to_end_ = is_to_end_ || reply->gives_way();
    return grpc::Status::OK;
  }

  bool IsToEnd() const { return is_to_end_; }

  void End() {
    file_->Withdraw();
    server_->Shutdown(std::chrono::system_clock::now());
    server_ = nullptr;
    file_.reset();
  }

 private:
  const bool gives_way_;
  std::atomic<bool> is_to_end_{false};
  testing::TempDir directory_;
  std::unique_ptr<grpc::Server> server_;
  std::optional<DaemonFile> file_;
};

class UpgradeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(home_.Run({"index", root_.string(), "--store", Store()}).exit_code, 0);
  }

  void TearDown() override {
    const std::optional<DaemonAddress> daemon = ReadDaemonFile(home_.store());
    if (!daemon.has_value() || daemon->process == ::getpid()) return;
    ::kill(static_cast<::pid_t>(daemon->process), SIGTERM);
    EXPECT_TRUE(WaitFor([this] { return !IsDaemonFileHeld(home_.store()); }));
  }

  std::string Store() const { return home_.store().string(); }

  // Its input stays open: what is not answered a little after the end of it is given up.
  std::unique_ptr<Program> StartServer(const char* program = WM_WAYMARK_PROGRAM) const {
    return std::make_unique<Program>(
        std::vector<std::string>{program, "mcp", "--http", "0", "--repo", root_.string(), "--store",
                                 Store()},
        testing::ProgramOptions{.environment = home_.Environment()});
  }

  // Whose process the daemon of the store is.
  std::string ProgramOfDaemon() const {
    const std::optional<DaemonAddress> daemon = ReadDaemonFile(home_.store());
    if (!daemon.has_value()) return "";
    return std::filesystem::read_symlink(fmt::format("/proc/{}/exe", daemon->process)).string();
  }

  testing::WaymarkHome home_;
  std::filesystem::path root_ = testing::WriteShopRepository(home_.directory());
};

TEST_F(UpgradeTest, ANewProgramTakesTheStoreOverFromAnOldDaemonThatGivesWay) {
  OldDaemon old(home_.store(), true);
  const std::unique_ptr<Program> server = StartServer();
  AgentOverHttp agent(*server);
  std::thread end_of_old([&old] {
    EXPECT_TRUE(WaitFor([&old] { return old.IsToEnd(); }));
    old.End();
  });

  const std::string answer = agent.Ask(kQuestion);
  end_of_old.join();

  EXPECT_THAT(answer, HasSubstr("shop.cart"));
  const std::optional<DaemonAddress> daemon = ReadDaemonFile(home_.store());
  ASSERT_TRUE(daemon.has_value()) << "no daemon was started in its place";
  EXPECT_NE(daemon->process, ::getpid());
}

TEST_F(UpgradeTest, BesideAnOldDaemonThatStaysAProgramAnswersItself) {
  OldDaemon old(home_.store(), false);

  const std::unique_ptr<Program> server = StartServer();

  EXPECT_THAT(AgentOverHttp(*server).Ask(kQuestion), HasSubstr("shop.cart"));
  EXPECT_FALSE(std::filesystem::exists(home_.store() / "daemon.log")) << "another was started";
}

TEST_F(UpgradeTest, ClientsOfADaemonThatGaveWayAreAnsweredByTheNext) {
  const std::unique_ptr<Program> server = StartServer();
  AgentOverHttp agent(*server);
  ASSERT_THAT(agent.Ask(kQuestion), HasSubstr("shop.cart"));
  const std::optional<DaemonAddress> first = ReadDaemonFile(home_.store());
  ASSERT_TRUE(first.has_value());
  const auto stub = v1::Waymark::NewStub(
      grpc::CreateChannel("unix:" + first->socket.string(), grpc::InsecureChannelCredentials()));

  EXPECT_TRUE(Offer(*stub, kNewest).gives_way());
  ASSERT_TRUE(WaitFor([this] { return !IsDaemonFileHeld(home_.store()); }));

  const std::string answer = agent.Ask(kQuestion);
  EXPECT_THAT(answer, HasSubstr("shop.cart"));
  EXPECT_THAT(answer, Not(HasSubstr(R"("isError":true)")));
  const std::optional<DaemonAddress> second = ReadDaemonFile(home_.store());
  ASSERT_TRUE(second.has_value());
  EXPECT_NE(second->process, first->process);
}

TEST_F(UpgradeTest, AProgramThatIsNewerTakesOverFromOneWhoseClientsStay) {
  const std::unique_ptr<Program> server = StartServer();
  AgentOverHttp agent(*server);
  ASSERT_THAT(agent.Ask(kQuestion), HasSubstr("shop.cart"));
  ASSERT_EQ(ProgramOfDaemon(), WM_WAYMARK_PROGRAM);

  const std::unique_ptr<Program> newer_server = StartServer(WM_NEWER_PROGRAM);
  AgentOverHttp newer_agent(*newer_server);

  EXPECT_THAT(newer_agent.Ask(kQuestion), HasSubstr("shop.cart"));
  EXPECT_EQ(ProgramOfDaemon(), WM_NEWER_PROGRAM);
  const std::string answer = agent.Ask(kQuestion);
  EXPECT_THAT(answer, HasSubstr("shop.cart"));
  EXPECT_THAT(answer, Not(HasSubstr(R"("isError":true)")));
  EXPECT_EQ(ProgramOfDaemon(), WM_NEWER_PROGRAM) << "the older one took the store back";
  EXPECT_TRUE(server->IsRunning());
}

TEST_F(UpgradeTest, ACommandThatIsNewerWorksBesideADaemonThatStays) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  Program newer({WM_NEWER_PROGRAM, "usages", "price_of", "--store", Store()},
                {.environment = home_.Environment(), .working_directory = root_});

  const testing::ProgramResult result = newer.Wait();

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("shop.cart"));
  EXPECT_TRUE(daemon->IsRunning());
  EXPECT_EQ(ProgramOfDaemon(), WM_WAYMARK_PROGRAM);
}

TEST_F(UpgradeTest, ADaemonThatAPersonStartedStays) {
  const std::unique_ptr<Program> daemon = home_.StartDaemon();
  const std::optional<DaemonAddress> address = ReadDaemonFile(home_.store());
  ASSERT_TRUE(address.has_value());
  const auto stub = v1::Waymark::NewStub(
      grpc::CreateChannel("unix:" + address->socket.string(), grpc::InsecureChannelCredentials()));

  EXPECT_FALSE(Offer(*stub, kNewest).gives_way());
  EXPECT_TRUE(daemon->IsRunning());
}

}  // namespace
}  // namespace waymark::services
