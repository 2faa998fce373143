// The proxy with programs behind it.
#include <atomic>
#include <csignal>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "services/proxy.h"
#include "testing/status_matchers.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;

// A proxy that runs in a thread; the test is its client.
class RunningProxy {
 public:
  explicit RunningProxy(std::vector<std::string> command)
      : RunningProxy(std::vector<ProxyServer>{{.command = std::move(command)}}) {}

  explicit RunningProxy(std::vector<ProxyServer> servers) {
    std::signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(::pipe2(to_proxy_, O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(from_proxy_, O_CLOEXEC), 0);
    const ProxyOptions options{.servers = std::move(servers),
                               .stopped = &stopped_,
                               .end_grace = std::chrono::milliseconds(50),
                               .note = [](std::string_view) {}};
    thread_ = std::thread([this, options] {
      end_ = RunProxy(options, to_proxy_[0], from_proxy_[1]);
      ::close(from_proxy_[1]);
    });
  }

  ~RunningProxy() {
    CloseInput();
    CloseOutput();
    if (thread_.joinable()) thread_.join();
    ::close(to_proxy_[0]);
  }

  RunningProxy(const RunningProxy&) = delete;
  RunningProxy& operator=(const RunningProxy&) = delete;

  void Send(std::string_view bytes) const {
    ASSERT_EQ(::write(to_proxy_[1], bytes.data(), bytes.size()),
              static_cast<ssize_t>(bytes.size()));
  }

  // Waits until the proxy has read what was sent. What it does with it, it does before it looks for
  // the end of its client or for a signal.
  void WaitUntilRead() const {
    EXPECT_TRUE(testing::WaitFor([this] {
      int left = 0;
      return ::ioctl(to_proxy_[0], FIONREAD, &left) == 0 && left == 0;
    }));
  }

  std::string ReadLine() const {
    std::string line;
    for (char c = 0; ::read(from_proxy_[0], &c, 1) == 1 && c != '\n';) line += c;
    return line;
  }

  std::string ReadAll() const {
    std::string text;
    for (char c = 0; ::read(from_proxy_[0], &c, 1) == 1;) text += c;
    return text;
  }

  void CloseInput() { Close(to_proxy_[1]); }

  void CloseOutput() { Close(from_proxy_[0]); }

  void Interrupt() { stopped_ = true; }

  absl::StatusOr<ProxyEnd> Wait() {
    thread_.join();
    return end_;
  }

 private:
  static void Close(int& descriptor) {
    if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
  }

  int to_proxy_[2] = {-1, -1};
  int from_proxy_[2] = {-1, -1};
  std::atomic<bool> stopped_{false};
  absl::StatusOr<ProxyEnd> end_ = ProxyEnd{};
  std::thread thread_;
};

std::vector<std::string> Shell(std::string script) { return {"sh", "-c", std::move(script)}; }

// Also false for a process that has ended and that its parent has not waited for.
bool IsRunning(::pid_t process) {
  std::ifstream stat(fmt::format("/proc/{}/stat", process));
  std::string number;
  std::string name;
  std::string state;
  return (stat >> number >> name >> state) && state != "Z";
}

constexpr std::string_view kPing = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";

TEST(RunProxy, BytesPassAndTheServerEndsWithItsInput) {
  RunningProxy proxy({"cat"});
  const std::string long_text(300'000, 'x');
  std::thread client([&] {
    proxy.Send("{\"a\": 1.0}\r\n\xff\n");
    proxy.Send(long_text);
    proxy.CloseInput();
  });
  EXPECT_EQ(proxy.ReadAll(), "{\"a\": 1.0}\r\n\xff\n" + long_text + "\n");
  client.join();
  WM_ASSERT_OK_AND_ASSIGN(const ProxyEnd end, proxy.Wait());
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_EQ(end.reason, "");
}

TEST(RunProxy, ItEndsWithTheServerItsExitCodeAndTheReason) {
  RunningProxy proxy(Shell("read line; exit 7"));
  proxy.Send(std::string(kPing) + "\n");
  EXPECT_THAT(proxy.ReadAll(), HasSubstr("the server ended with exit code 7"));
  WM_ASSERT_OK_AND_ASSIGN(const ProxyEnd end, proxy.Wait());
  EXPECT_EQ(end.exit_code, 7);
  EXPECT_EQ(end.reason, "the server ended with exit code 7");
}

TEST(RunProxy, AServerThatASignalEndsIsNamedWithTheSignal) {
  RunningProxy proxy(Shell("kill -9 $$"));
  WM_ASSERT_OK_AND_ASSIGN(const ProxyEnd end, proxy.Wait());
  EXPECT_EQ(end.exit_code, 128 + SIGKILL);
  EXPECT_EQ(end.reason, "the server was ended by signal 9 (Killed)");
}

TEST(RunProxy, WhatTheServerWroteBeforeItEndedIsNotLost) {
  RunningProxy proxy(Shell("printf '{\"id\":5}\\nlast'; exit 0"));
  EXPECT_EQ(proxy.ReadAll(), "{\"id\":5}\nlast\n");
}

TEST(RunProxy, AProgramThatTheServerLeftBehindMayWriteOn) {
  RunningProxy proxy(Shell("yes & read line; exit 3"));
  proxy.Send(std::string(kPing) + "\n");
  EXPECT_THAT(proxy.ReadAll(), HasSubstr("the server ended with exit code 3"));
  WM_ASSERT_OK_AND_ASSIGN(const ProxyEnd end, proxy.Wait());
  EXPECT_EQ(end.exit_code, 3);
}

TEST(RunProxy, AProgramThatTheServerLeftBehindIsEndedToo) {
  RunningProxy proxy(Shell("sleep 1000 & echo $!; read line; exit 0"));
  const ::pid_t left = std::stoi(proxy.ReadLine());
  proxy.CloseInput();
  WM_ASSERT_OK_AND_ASSIGN(const ProxyEnd end, proxy.Wait());
  EXPECT_EQ(end.exit_code, 0);
  // It is not ours to wait for, so it may need a moment to take the signal.
  EXPECT_TRUE(testing::WaitFor([left] { return !IsRunning(left); }));
}

TEST(RunProxy, AServerThatStaysIsMadeToEnd) {
  RunningProxy proxy(Shell("trap '' TERM; echo ready; while :; do sleep 0.01; done"));
  EXPECT_EQ(proxy.ReadLine(), "ready");
  proxy.CloseInput();
  WM_ASSERT_OK_AND_ASSIGN(const ProxyEnd end, proxy.Wait());
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_THAT(end.reason, HasSubstr("did not end within 50 ms"));
}

TEST(RunProxy, ASignalEndsTheServerAlsoWhileTheClientDoesNotRead) {
  RunningProxy proxy(Shell("yes"));
  EXPECT_EQ(proxy.ReadLine(), "y");
  proxy.Interrupt();
  EXPECT_TRUE(absl::IsCancelled(proxy.Wait().status()));
}

TEST(RunProxy, AClientThatDoesNotReadAnyMoreEndsIt) {
  RunningProxy proxy(Shell("yes"));
  EXPECT_EQ(proxy.ReadLine(), "y");
  proxy.CloseOutput();
  EXPECT_TRUE(proxy.Wait().ok());
}

// A program that reads nothing, and a message that is longer than a pipe holds.
constexpr std::string_view kDeaf = "exec sleep 1000";

std::string MessageBeyondPipe() { return std::string(300'000, 'x') + "\n"; }

TEST(RunProxy, ASignalEndsItAlsoWhileTheServerDoesNotRead) {
  RunningProxy proxy(Shell(std::string(kDeaf)));
  proxy.Send(MessageBeyondPipe());
  proxy.WaitUntilRead();
  proxy.Interrupt();
  EXPECT_TRUE(absl::IsCancelled(proxy.Wait().status()));
}

TEST(RunProxy, AClientThatIsGoneEndsItAlsoWhileTheServerDoesNotRead) {
  RunningProxy proxy(Shell(std::string(kDeaf)));
  proxy.Send(MessageBeyondPipe());
  proxy.WaitUntilRead();
  proxy.Send(std::string(kPing) + "\n");
  proxy.CloseInput();
  WM_ASSERT_OK_AND_ASSIGN(const ProxyEnd end, proxy.Wait());
  EXPECT_THAT(end.reason, HasSubstr("did not end within 50 ms"));
}

TEST(RunProxy, AServerThatDoesNotReadHoldsUpNoOther) {
  RunningProxy proxy(std::vector<ProxyServer>{
      {.name = "deaf", .command = Shell(std::string(kDeaf))},
      {.name = "b",
       .command = Shell(R"(read line; echo '{"id":2,"result":{}}'; cat >/dev/null)")}});
  proxy.Send(R"({"id":1,"method":"tools/call","params":{"name":"deaf__x","arguments":")" +
             std::string(300'000, 'x') + "\"}}\n");
  proxy.Send(R"({"id":2,"method":"tools/call","params":{"name":"b__x"}})"
             "\n");
  EXPECT_EQ(proxy.ReadLine(), R"({"id":2,"result":{}})");
  proxy.CloseInput();
  WM_ASSERT_OK_AND_ASSIGN(const ProxyEnd end, proxy.Wait());
  EXPECT_THAT(end.reason, HasSubstr("deaf: the server did not end within 50 ms"));
}

TEST(RunProxy, TheEndOfAServerBesideOthersIsToldWithItsExitCode) {
  RunningProxy proxy(std::vector<ProxyServer>{{.name = "a", .command = Shell("read line; exit 7")},
                                              {.name = "b", .command = {"cat"}}});
  proxy.Send(R"({"id":1,"method":"tools/call","params":{"name":"a__x"}})"
             "\n");
  EXPECT_EQ(
      proxy.ReadLine(),
      R"({"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"a: the server ended with exit code 7"}})");
  proxy.CloseInput();
  WM_ASSERT_OK_AND_ASSIGN(const ProxyEnd end, proxy.Wait());
  EXPECT_EQ(end.exit_code, 7);
  EXPECT_EQ(end.reason, "a: the server ended with exit code 7");
}

TEST(RunProxy, AServerThatDoesNotStartLeavesTheOthers) {
  RunningProxy proxy(std::vector<ProxyServer>{
      {.name = "a", .command = {"no-such-program-at-all"}},
      {.name = "b", .command = Shell(R"(read line; echo '{"method":"notifications/b"}')")}});
  proxy.Send(R"({"method":"notifications/initialized"})"
             "\n");
  EXPECT_EQ(proxy.ReadLine(), R"({"method":"notifications/b"})");
}

TEST(RunProxy, NoServerThatStartsIsAnError) {
  RunningProxy proxy(
      std::vector<ProxyServer>{{.name = "a", .command = {"no-such-program-at-all"}},
                               {.name = "b", .command = {"no-such-program-either"}}});
  const absl::StatusOr<ProxyEnd> end = proxy.Wait();
  EXPECT_TRUE(absl::IsNotFound(end.status()));
  EXPECT_THAT(std::string(end.status().message()), HasSubstr("server a: start"));
}

TEST(RunProxy, ARequestThatIsTooLongForSeveralServersIsRefused) {
  RunningProxy proxy(std::vector<ProxyServer>{{.name = "a", .command = {"cat"}},
                                              {.name = "b", .command = {"cat"}}});
  std::thread client([&] {
    const std::string megabyte(1 << 20, 'x');
    proxy.Send(R"({"id":9,"method":"tools/call","params":")");
    for (int i = 0; i < 101; ++i) proxy.Send(megabyte);
    proxy.Send("\"}\n");
  });
  EXPECT_THAT(proxy.ReadLine(),
              HasSubstr(R"("id":9,"error":{"code":-32000,"message":"the message is longer than)"));
  client.join();
}

TEST(RunProxy, AProgramThatDoesNotExistIsNamed) {
  RunningProxy proxy({"no-such-program-at-all"});
  const absl::StatusOr<ProxyEnd> end = proxy.Wait();
  EXPECT_TRUE(absl::IsNotFound(end.status()));
  EXPECT_THAT(std::string(end.status().message()), HasSubstr("start 'no-such-program-at-all'"));
}

}  // namespace
}  // namespace waymark::services
