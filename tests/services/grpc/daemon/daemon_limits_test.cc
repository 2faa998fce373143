// What the daemon refuses and what it goes on with, as a client of gRPC sees it.
#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include "daemon/remote_callers.h"
#include "program.h"
#include "scripted_service.h"
#include "services/daemon.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "waymark/v1/waymark.grpc.pb.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{60};

class DaemonLimitsTest : public ::testing::Test {
 protected:
  void Start() { daemon_ = home_.StartDaemon(); }

  std::string Address() const {
    const std::string log = daemon_->StandardError();
    std::smatch found;
    if (!std::regex_search(log, found, std::regex(" socket=([^ \n]+)"))) {
      ADD_FAILURE() << "no socket in " << log;
      return "";
    }
    return "unix:" + found[1].str();
  }

  // A connection of its own.
  std::shared_ptr<grpc::Channel> Connect() const {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return grpc::CreateCustomChannel(Address(), grpc::InsecureChannelCredentials(), arguments);
  }

  grpc::Status Ask(v1::Waymark::Stub& stub, std::chrono::seconds patience = kPatience) const {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + patience);
    v1::SearchRequest request;
    request.mutable_view()->set_root_path(root_.string());
    request.set_query("Cart");
    v1::SearchReply reply;
    return stub.Search(&context, request, &reply);
  }

  // Whether the checkout comes to be indexed.
  bool IsIndexed(v1::Waymark::Stub& stub) const {
    for (const auto end = Clock::now() + kPatience; Clock::now() < end;) {
      if (Ask(stub).ok()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
  }

  testing::WaymarkHome home_;
  fs::path root_ = testing::WriteShopRepository(home_.directory());
  std::unique_ptr<testing::Program> daemon_;
};

TEST_F(DaemonLimitsTest, AMessageBeyondTheLimitIsRefusedAndTheNextAnswered) {
  Start();
  ASSERT_EQ(home_.Run({"index", root_.string(), "--store", home_.store().string()}).exit_code, 0);
  const auto stub = v1::Waymark::NewStub(Connect());
  v1::ContextRequest request;
  request.mutable_view()->set_root_path(root_.string());
  request.set_task(std::string(std::size_t{kMaxRequestBytes} + (1 << 20), 'x'));
  v1::ContextReply reply;
  grpc::ClientContext context;

  EXPECT_EQ(stub->Context(&context, request, &reply).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(Ask(*stub).error_code(), grpc::StatusCode::OK);
}

TEST_F(DaemonLimitsTest, ReflectionNamesTheService) {
  Start();
  grpc::GenericStub stub(Connect());
  grpc::CompletionQueue queue;
  grpc::ClientContext context;
  const auto wait = [&queue] {
    void* tag = nullptr;
    bool is_ok = false;
    return queue.Next(&tag, &is_ok) && is_ok;
  };
  const auto call = stub.PrepareCall(
      &context, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", &queue);
  call->StartCall(nullptr);
  ASSERT_TRUE(wait());
  const grpc::Slice list_services(std::string("\x3a\x01*"));  // field 7, "*"
  call->Write(grpc::ByteBuffer(&list_services, 1), nullptr);
  ASSERT_TRUE(wait());
  grpc::ByteBuffer reply;
  call->Read(&reply, nullptr);
  ASSERT_TRUE(wait());
  grpc::Slice bytes;
  ASSERT_TRUE(reply.DumpToSingleSlice(&bytes).ok());
  EXPECT_THAT(std::string(bytes.begin(), bytes.end()), HasSubstr("waymark.v1.Waymark"));
  context.TryCancel();
  grpc::Status status;
  call->Finish(&status, nullptr);
  wait();
}

// Streams that nobody reads keep their threads: the first ones in what they write, those beyond in
// waiting for their turn.
TEST_F(DaemonLimitsTest, CallsBeyondItsThreadsAreRefusedUntilOthersEnd) {
  std::string text;
  constexpr int kFunctions = 20'000;
  for (int i = 0; i < kFunctions; ++i) text += fmt::format("def f{}():\n    pass\n\n\n", i);
  home_.directory().WriteFile("shop/shop/many.py", text);
  ASSERT_EQ(home_.Run({"index", root_.string(), "--store", home_.store().string()}).exit_code, 0);
  Start();
  constexpr int kPerConnection = 60;

  struct Stream {
    grpc::ClientContext context;
    std::unique_ptr<grpc::ClientReader<v1::ExportChunk>> reader;
  };

  std::vector<std::unique_ptr<v1::Waymark::Stub>> stubs;
  std::vector<std::unique_ptr<Stream>> streams;
  v1::ExportRequest request;
  request.mutable_view()->set_root_path(root_.string());
  for (int i = 0; i < kMaxDaemonThreads + 64; ++i) {
    if (i % kPerConnection == 0) stubs.push_back(v1::Waymark::NewStub(Connect()));
    auto& stream = *streams.emplace_back(std::make_unique<Stream>());
    stream.reader = stubs.back()->Export(&stream.context, request);
  }
  const auto stub = v1::Waymark::NewStub(Connect());

  // One that comes before the last of them have their threads waits for its turn in vain.
  constexpr grpc::StatusCode kRefused = grpc::StatusCode::RESOURCE_EXHAUSTED;
  grpc::Status refused;
  for (const auto end = Clock::now() + kPatience;
       refused.error_code() != kRefused && Clock::now() < end;) {
    refused = Ask(*stub, std::chrono::seconds(1));
  }
  EXPECT_EQ(refused.error_code(), kRefused) << refused.error_message();

  for (const auto& stream : streams) stream->context.TryCancel();
  for (const auto& stream : streams) stream->reader->Finish();
  EXPECT_TRUE(IsIndexed(*stub)) << "it does not answer any more";
}

TEST_F(DaemonLimitsTest, AnIndexRunThatOutlivesItsClientGoesOn) {
  Start();
  const auto stub = v1::Waymark::NewStub(Connect());
  EXPECT_FALSE(Ask(*stub).ok());
  {
    grpc::ClientContext context;
    v1::IndexRequest request;
    request.set_root_path(root_.string());
    request.set_outlives_client(true);
    const auto reader = stub->Index(&context, request);
    v1::IndexEvent event;
    ASSERT_TRUE(reader->Read(&event));  // it has begun
    context.TryCancel();
    reader->Finish();
  }
  EXPECT_TRUE(IsIndexed(*stub));
}

class RemoteCallersTest : public ::testing::Test {
 protected:
  static constexpr char kPeer[] = "ipv4:192.0.2.1:4711";

  absl::Status MayIndex(const std::string& peer, const fs::path& root) {
    return callers_.MayIndex(peer, root, verbs_, {});
  }

  testing::TempDir directory_;
  fs::path top_ = fs::canonical(directory_.path());
  fs::path allowed_ =
      fs::canonical(directory_.WriteFile("allowed/shop/a.py", "").parent_path().parent_path());
  RemoteCallers callers_{{.allowed_roots = {allowed_}, .calls_per_second = 10}};
  ScriptedVerbs verbs_;
};

TEST_F(RemoteCallersTest, EachHostHasItsShareOfCallsASecond) {
  const Clock::time_point now = Clock::now();
  for (int i = 0; i < 20; ++i) {
    ASSERT_THAT(callers_.Admit(fmt::format("ipv4:192.0.2.1:{}", 1000 + i), now), IsOk()) << i;
  }
  EXPECT_THAT(callers_.Admit(kPeer, now), StatusIs(absl::StatusCode::kResourceExhausted));
  EXPECT_THAT(callers_.Admit("ipv4:192.0.2.2:4711", now), IsOk());
  EXPECT_THAT(callers_.Admit("unix:", now), IsOk());
  EXPECT_THAT(callers_.Admit(kPeer, now + std::chrono::seconds(1)), IsOk());
}

TEST_F(RemoteCallersTest, HostsThatAreCountedAreLimited) {
  const Clock::time_point now = Clock::now();
  for (std::size_t i = 0; i < 2 * kMaxCountedHosts; ++i) {
    ASSERT_THAT(callers_.Admit(fmt::format("ipv4:10.0.{}.{}:1", i / 256, i % 256), now), IsOk());
  }
}

TEST_F(RemoteCallersTest, IndexWhatIsAllowedOrWasIndexed) {
  fs::create_directories(top_ / "other");
  fs::create_directories(top_ / "allowed-too");
  fs::create_directory_symlink(top_ / "other", allowed_ / "out");
  EXPECT_THAT(MayIndex(kPeer, top_ / "other"), IsOk()) << "it was indexed before";

  verbs_.status = absl::FailedPreconditionError("not indexed");
  EXPECT_THAT(MayIndex(kPeer, allowed_), IsOk());
  EXPECT_THAT(MayIndex(kPeer, allowed_ / "shop"), IsOk());
  const auto is_refused = StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("--allow-root"));
  for (const fs::path& root : {top_ / "other", allowed_ / "out", allowed_ / ".." / "other",
                               top_ / "allowed-too", allowed_ / "none", top_, fs::path("/")}) {
    EXPECT_THAT(MayIndex(kPeer, root), is_refused) << root;
    EXPECT_THAT(MayIndex("unix:", root), IsOk()) << root;
  }
}

}  // namespace
}  // namespace waymark::services
