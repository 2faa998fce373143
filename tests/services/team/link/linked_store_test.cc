// Both sides of the link in one process, and a side that says what it should not.
#include "link/linked_store.h"

#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "link/link_messages.h"
#include "link/link_socket.h"
#include "link/serve_link.h"
#include "team/memory_store.h"
#include "testing/status_matchers.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

using graph::Blob;
using graph::BlobHash;
using graph::Reference;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::IsOkAndHolds;
using testing::kShop;
using testing::MakeBlob;
using testing::MakeReference;
using testing::MemoryStore;
using testing::ReadBlob;
using testing::StatusIs;

struct SocketPair {
  SocketPair() { EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0); }

  int ends[2] = {-1, -1};
};

// A thread that serves a MemoryStore, and the store of the other side.
class LinkedStoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const SocketPair sockets;
    server_ = std::thread([this, socket = sockets.ends[1]] {
      served_ = ServeLink(
          socket, {.initialise =
                       [](const std::string& url, const std::atomic<bool>*) {
                         return InitialisedStore{url, 1, 2};
                       },
                   .open = [this](const std::string& url, const std::atomic<bool>* cancelled)
                       -> absl::StatusOr<std::unique_ptr<SharedStore>> {
                     if (url == "nowhere") return absl::UnavailableError("nothing there");
                     auto store = std::make_unique<MemoryStore>(cancelled);
                     memory_ = store.get();
                     return store;
                   }});
    });
    client_socket_ = sockets.ends[0];
  }

  void TearDown() override {
    store_.reset();
    if (client_socket_ >= 0) ::close(client_socket_);
    server_.join();
  }

  absl::StatusOr<std::unique_ptr<SharedStore>> Open(const std::string& url,
                                                    InitialisedStore* made = nullptr) {
    return OpenLinkedStore(std::exchange(client_socket_, -1), nullptr, url, made, &cancelled_);
  }

  int client_socket_ = -1;
  std::atomic<bool> cancelled_ = false;
  std::atomic<MemoryStore*> memory_ = nullptr;
  std::thread server_;
  absl::Status served_ = absl::UnknownError("still serving");
  std::unique_ptr<SharedStore> store_;
};

TEST_F(LinkedStoreTest, BlobsTravelBothWays) {
  WM_ASSERT_OK_AND_ASSIGN(store_, Open("here"));
  const Blob leaf = MakeBlob(std::string(3'000'000, 'l'));
  const Blob blobs[] = {leaf, MakeBlob("root", {leaf.hash})};
  WM_ASSERT_OK(store_->Put(kShop, blobs));
  const BlobHash hashes[] = {blobs[1].hash, HashContent("missing"), leaf.hash};
  EXPECT_THAT(store_->Have(kShop, hashes), IsOkAndHolds(ElementsAre(true, false, true)));
  EXPECT_THAT(ReadBlob(*store_, kShop, leaf.hash), IsOkAndHolds(leaf.bytes));
  EXPECT_THAT(store_->Get(kShop, hashes,
                          [](const BlobHash&, const std::string&) { return absl::OkStatus(); }),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr(hashes[1].ToHex())));
}

TEST_F(LinkedStoreTest, MoreBlobsThanOneCallTakesComeInOrder) {
  WM_ASSERT_OK_AND_ASSIGN(store_, Open("here"));
  std::vector<Blob> blobs;
  std::vector<BlobHash> hashes;
  for (int i = 0; i < 700; ++i) {
    blobs.push_back(MakeBlob(std::to_string(i) + std::string(20'000, 'b')));
    hashes.push_back(blobs.back().hash);
  }
  WM_ASSERT_OK(store_->Put(kShop, blobs));
  std::size_t read = 0;
  WM_ASSERT_OK(store_->Get(kShop, hashes, [&](const BlobHash& hash, const std::string& bytes) {
    EXPECT_EQ(hash, hashes[read]);
    EXPECT_EQ(bytes, blobs[read++].bytes);
    return absl::OkStatus();
  }));
  EXPECT_EQ(read, blobs.size());
}

TEST_F(LinkedStoreTest, AReaderThatHasEnoughLeavesTheLinkUsable) {
  WM_ASSERT_OK_AND_ASSIGN(store_, Open("here"));
  const Blob blobs[] = {MakeBlob("a"), MakeBlob("b"), MakeBlob("c")};
  WM_ASSERT_OK(store_->Put(kShop, blobs));
  const BlobHash hashes[] = {blobs[0].hash, blobs[1].hash, blobs[2].hash};
  int read = 0;
  EXPECT_THAT(store_->Get(kShop, hashes,
                          [&](const BlobHash&, const std::string&) -> absl::Status {
                            return ++read == 2 ? absl::OutOfRangeError("enough") : absl::OkStatus();
                          }),
              StatusIs(absl::StatusCode::kOutOfRange));
  EXPECT_EQ(read, 2);
  EXPECT_THAT(ReadBlob(*store_, kShop, hashes[2]), IsOkAndHolds(std::string("c")));
}

TEST_F(LinkedStoreTest, ReferencesAndErrorsTravel) {
  WM_ASSERT_OK_AND_ASSIGN(store_, Open("here"));
  const Reference main = MakeReference("branch/main", HashContent("root"), "beef");
  WM_ASSERT_OK_AND_ASSIGN(const Reference moved, store_->CompareAndSwap(kShop, main, 0));
  EXPECT_EQ(moved.version, 1U);
  EXPECT_EQ(moved.root, main.root);
  EXPECT_EQ(moved.commit, "beef");
  EXPECT_THAT(store_->CompareAndSwap(kShop, main, 5),
              StatusIs(absl::StatusCode::kAborted, "another version, dearest café"));
  WM_ASSERT_OK_AND_ASSIGN(const auto found, store_->Find(kShop, "branch/main"));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->root, main.root);
  WM_ASSERT_OK_AND_ASSIGN(const auto none, store_->Find(kShop, "branch/\xff"));
  EXPECT_FALSE(none.has_value());
  WM_ASSERT_OK_AND_ASSIGN(const auto listed, store_->List(kShop, "branch/", 10));
  EXPECT_EQ(listed.size(), 1U);
  WM_EXPECT_OK(store_->Remove(kShop, "branch/main", 1));
}

TEST_F(LinkedStoreTest, ReportsTravelWhole) {
  InitialisedStore made;
  WM_ASSERT_OK_AND_ASSIGN(store_, Open("here", &made));
  EXPECT_EQ(made.address, "here");
  EXPECT_EQ(made.found, 1U);
  EXPECT_EQ(made.format, 2U);

  WM_ASSERT_OK_AND_ASSIGN(const SharedStoreState state, store_->State());
  EXPECT_EQ(state.address, "memory");
  EXPECT_EQ(state.server, "15.0");
  EXPECT_EQ(state.format, 7U);
  EXPECT_TRUE(state.is_read_only);
  EXPECT_TRUE(state.is_truncated);
  EXPECT_EQ(state.database_bytes, 12U);
  ASSERT_EQ(state.repositories.size(), 2U);
  EXPECT_EQ(state.repositories[1].name, "b");
  EXPECT_EQ(state.repositories[1].published_unix_seconds, 10U);

  std::vector<std::string> told;
  WM_ASSERT_OK_AND_ASSIGN(
      const CollectionReport report,
      store_->Collect({.kept_commits = 3, .grace = std::chrono::seconds(9000), .is_trial = true},
                      [&](const std::string& repository, std::uint64_t blobs) {
                        told.push_back(repository + std::to_string(blobs));
                      }));
  EXPECT_THAT(told, ElementsAre("a3", "b9000"));
  EXPECT_EQ(report.removed_blobs, 5U);
  EXPECT_EQ(report.removed_bytes, 6U);

  WM_ASSERT_OK_AND_ASSIGN(const StoreCheck check, store_->Check(true, nullptr));
  EXPECT_EQ(check.problems, 5U);
  EXPECT_THAT(check.named, ElementsAre("marked"));
}

TEST_F(LinkedStoreTest, AStoreThatCannotBeOpenedIsAnError) {
  EXPECT_THAT(Open("nowhere"), StatusIs(absl::StatusCode::kUnavailable, "nothing there"));
}

TEST_F(LinkedStoreTest, TheCallersFlagEndsTheWorkOfTheOtherSide) {
  WM_ASSERT_OK_AND_ASSIGN(store_, Open("here"));
  std::thread caller([&] {
    EXPECT_TRUE(testing::WaitFor([&] { return (*memory_).watched_ms > 0; }));
    cancelled_ = true;
  });
  EXPECT_THAT(store_->Watch(kShop, 50'000), StatusIs(absl::StatusCode::kCancelled));
  caller.join();
  EXPECT_THAT(store_->State(), StatusIs(absl::StatusCode::kCancelled)) << "the link has ended";
}

TEST_F(LinkedStoreTest, AnOtherBuildIsRefusedWithBothNames) {
  LinkSocket socket(std::exchange(client_socket_, -1), nullptr);
  link::v1::Call call;
  call.mutable_open()->set_build("0.0.1-older");
  WM_ASSERT_OK(socket.Send(call));
  link::v1::Reply reply;
  WM_ASSERT_OK(socket.Receive(reply));
  EXPECT_THAT(StatusFromLink(reply),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       ::testing::AllOf(HasSubstr("0.0.1-older"), HasSubstr(LinkBuild()))));
}

TEST_F(LinkedStoreTest, CallsThatMeanNothingAreRefusedAndTheLinkGoesOn) {
  LinkSocket socket(std::exchange(client_socket_, -1), nullptr);
  const auto refused = [&](const link::v1::Call& call) {
    EXPECT_THAT(socket.Send(call), IsOk());
    link::v1::Reply reply;
    EXPECT_THAT(socket.Receive(reply), IsOk());
    EXPECT_TRUE(reply.is_last());
    EXPECT_FALSE(StatusFromLink(reply).ok());
  };
  link::v1::Call call;
  call.mutable_state();
  refused(call);  // before it is open
  call.mutable_open()->set_build(LinkBuild());
  WM_ASSERT_OK(socket.Send(call));
  link::v1::Reply reply;
  WM_ASSERT_OK(socket.Receive(reply));
  WM_ASSERT_OK(StatusFromLink(reply));
  refused(call);  // twice
  refused(link::v1::Call());
  call.mutable_have()->set_hashes("short");
  refused(call);
  call.mutable_put()->add_blobs()->set_hash("short");
  refused(call);
  call.mutable_swap()->mutable_changed()->set_root("short");
  refused(call);
  call.mutable_collect()->set_grace_seconds(~std::uint64_t{0});
  refused(call);
}

// Says to a store whatever the test likes.
class FalseServerTest : public ::testing::Test {
 protected:
  // Answers the opening of the link, then one call with `bytes`, and ends.
  absl::Status StateAfter(const std::string& bytes) {
    const SocketPair sockets;
    std::thread server([&] {
      LinkSocket socket(::dup(sockets.ends[1]), nullptr);
      link::v1::Call call;
      EXPECT_THAT(socket.Receive(call), IsOk());
      link::v1::Reply opened;
      opened.set_is_last(true);
      opened.mutable_opened()->set_build(LinkBuild());
      EXPECT_THAT(socket.Send(opened), IsOk());
      EXPECT_THAT(socket.Receive(call), IsOk());
      EXPECT_EQ(::write(sockets.ends[1], bytes.data(), bytes.size()),
                static_cast<::ssize_t>(bytes.size()));
      ::close(sockets.ends[1]);
    });
    const auto store = OpenLinkedStore(sockets.ends[0], nullptr, "url", nullptr, nullptr);
    EXPECT_THAT(store, IsOk());
    absl::Status status = (*store)->Find(kShop, "branch/main").status();
    server.join();
    return status;
  }

  static std::string Framed(const std::string& body) {
    return std::string{static_cast<char>(body.size()), 0, 0, 0} + body;
  }
};

TEST_F(FalseServerTest, WhatIsNoAnswerIsAnError) {
  EXPECT_THAT(StateAfter(""), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("ended")));
  EXPECT_THAT(StateAfter("ab"), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_THAT(StateAfter("\xff\xff\xff\xff"), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(StateAfter(Framed("\xff\xff")), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(StateAfter(std::string("\x10\x27\0\0half", 8)),
              StatusIs(absl::StatusCode::kUnavailable));
  link::v1::Reply reply;
  reply.set_blob("a blob that nobody asked for");
  EXPECT_THAT(StateAfter(Framed(reply.SerializeAsString())), StatusIs(absl::StatusCode::kDataLoss));
  reply.set_is_last(true);
  reply.set_status(4711);
  reply.set_message("?");
  EXPECT_THAT(StateAfter(Framed(reply.SerializeAsString())), StatusIs(absl::StatusCode::kDataLoss));
  reply.set_status(0);
  reply.add_references()->set_root("short");
  EXPECT_THAT(StateAfter(Framed(reply.SerializeAsString())), StatusIs(absl::StatusCode::kDataLoss));
}

}  // namespace
}  // namespace waymark::services
