#include "proxy/queued_link.h"

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "testing/wait_for.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A server that takes messages when it may.
class SlowLink final : public ServerLink {
 public:
  explicit SlowLink(std::vector<std::string>& got, std::atomic<bool>& may_take)
      : got_(got), may_take_(may_take) {}

  void Begin() override {}

  void Send(std::string_view message) override {
    testing::WaitFor([this] { return may_take_ || is_stopped_; });
    if (!is_stopped_) got_.emplace_back(message);
  }

  void SendPiece(std::string_view, bool) override {}

  int ended_descriptor() const override { return -1; }

  std::string EndReason() const override { return "it is over"; }

  ServerEnd Stop() override {
    is_stopped_ = true;
    return {3, "stopped"};
  }

 private:
  std::vector<std::string>& got_;
  std::atomic<bool>& may_take_;
  std::atomic<bool> is_stopped_ = false;
};

class QueuedLinkTest : public ::testing::Test, protected MessageTaker {
 protected:
  void TakeMessage(std::string_view message) override { refused_.emplace_back(message); }

  void TakePiece(std::string_view, bool) override {}

  // `patience` is how long the end waits for a server that takes nothing.
  QueuedLink Link(std::chrono::milliseconds patience) {
    return QueuedLink(std::make_unique<SlowLink>(got_, may_take_), patience, *this);
  }

  std::vector<std::string> got_;
  std::vector<std::string> refused_;
  std::atomic<bool> may_take_ = false;
};

constexpr std::chrono::minutes kLong{10};
constexpr std::chrono::milliseconds kShort{1};

TEST_F(QueuedLinkTest, MessagesArriveInTheirOrderBeforeTheEnd) {
  QueuedLink link = Link(kLong);
  for (const char* const message : {"a", "b", "c"}) link.Send(message);
  may_take_ = true;
  EXPECT_EQ(link.Stop().exit_code, 3);
  EXPECT_THAT(got_, ElementsAre("a", "b", "c"));
  EXPECT_EQ(link.EndReason(), "it is over");
}

TEST_F(QueuedLinkTest, TheSenderDoesNotWaitAndARequestBeyondTheRoomIsRefused) {
  QueuedLink link = Link(kShort);
  // One may be on its way; the others wait.
  for (std::size_t i = 0; i < kMaxWaitingMessages + 2; ++i) {
    link.Send(R"({"id":7,"method":"tools/call"})");
  }
  ASSERT_FALSE(refused_.empty());
  EXPECT_THAT(refused_.front(), HasSubstr(R"("id":7,"error")"));
  EXPECT_THAT(refused_.front(), HasSubstr("the server does not read"));
  const std::size_t before = refused_.size();
  link.Send(R"({"method":"notifications/initialized"})");
  EXPECT_EQ(refused_.size(), before) << "nobody waits for the answer to a notification";
}

TEST_F(QueuedLinkTest, AServerThatTakesNothingIsStopped) {
  QueuedLink link = Link(kShort);
  link.Send("a");
  EXPECT_EQ(link.Stop().reason, "stopped");
  EXPECT_THAT(got_, ElementsAre());
}

}  // namespace
}  // namespace waymark::services
