// Answers over gRPC that come row by row.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include "scripted_service.h"
#include "testing/status_matchers.h"
#include "wire/gcf_stream.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// Streams of the service, in the chunks in which they come.
class StreamTest : public RemoteTest {
 protected:
  template <typename Request>
  using Call = std::unique_ptr<grpc::ClientReader<v1::RowChunk>> (v1::Waymark::Stub::*)(
      grpc::ClientContext*, const Request&);

  template <typename Request>
  std::vector<std::string> Stream(Call<Request> call, const Request& request,
                                  grpc::StatusCode expected = grpc::StatusCode::OK) {
    const auto stub = v1::Waymark::NewStub(
        grpc::CreateChannel("unix:" + socket_.string(), grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    const auto reader = ((*stub).*call)(&context, request);
    std::vector<std::string> chunks;
    v1::RowChunk chunk;
    while (reader->Read(&chunk)) chunks.push_back(chunk.lines());
    EXPECT_EQ(reader->Finish().error_code(), expected);
    return chunks;
  }

  // From when the service has the first chunk to when the client has it: the least of some calls,
  // each of which goes on until the client has it. What others take of the processor meanwhile
  // makes a call longer, and a wait in the program makes all of them longer.
  template <typename Request>
  std::chrono::duration<double, std::milli> TimeOfFirstChunk(Call<Request> call,
                                                             const Request& request) {
    constexpr std::size_t kTimes = 101;
    const auto stub = v1::Waymark::NewStub(
        grpc::CreateChannel("unix:" + socket_.string(), grpc::InsecureChannelCredentials()));
    auto least = std::chrono::duration<double, std::milli>::max();
    for (std::size_t i = 0; i < kTimes; ++i) {
      grpc::ClientContext context;
      const auto reader = ((*stub).*call)(&context, request);
      v1::RowChunk chunk;
      EXPECT_TRUE(reader->Read(&chunk));
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - verbs_.said_at.load();
      least = std::min(least, time);
      context.TryCancel();
      reader->Finish();
    }
    return least;
  }

  static v1::ContextRequest AskForContext() {
    v1::ContextRequest request;
    request.mutable_view()->set_root_path("/r");
    request.set_task("x");
    return request;
  }

  static v1::UsagesRequest AskForUsages() {
    v1::UsagesRequest request;
    request.mutable_view()->set_root_path("/r");
    request.set_symbol("x");
    return request;
  }

  static std::string Streamed(const wire::Payload& payload) {
    std::string text;
    WM_EXPECT_OK(wire::StreamGcf(payload, wire::kFullAnswer, [&](std::string_view line) {
      text += line;
      return absl::OkStatus();
    }));
    return text;
  }
};

TEST_F(StreamTest, PackedAnswersComeAsRows) {
  verbs_.context.payload = SamplePayload();

  const auto context = Stream(&v1::Waymark::Stub::StreamContext, AskForContext());

  EXPECT_EQ(fmt::format("{}", fmt::join(context, "")), Streamed(SamplePayload()));
  EXPECT_EQ(verbs_.seen_context.task, "x");
}

TEST_F(StreamTest, UsagesComeAsTheyAreFound) {
  verbs_.chunks = {"GCF tool=t\n", "## _summary symbols=0 edges=0\n"};

  EXPECT_EQ(Stream(&v1::Waymark::Stub::StreamUsages, AskForUsages()), verbs_.chunks);
  EXPECT_EQ(verbs_.seen_usages.symbol, "x");
}

TEST_F(StreamTest, TheFirstRowWaitsForNoOther) {
  verbs_.context.payload = SamplePayload();

  const auto chunks = Stream(&v1::Waymark::Stub::StreamContext, AskForContext());

  ASSERT_EQ(chunks.size(), 2U);
  EXPECT_THAT(chunks[0], AllOf(HasSubstr("\n@0 "), Not(HasSubstr("\n@1 "))));
}

TEST_F(StreamTest, TheFirstRowIsWithTheClientFiveMillisecondsAfterItIsFound) {
  constexpr std::chrono::milliseconds kLimit{5};
  verbs_.context.payload = SamplePayload();
  verbs_.chunks = {"GCF tool=t\n@0 fn f 1.00 structural\n"};

  const auto context = TimeOfFirstChunk(&v1::Waymark::Stub::StreamContext, AskForContext());
  verbs_.waits_for_cancel = true;
  const auto usages = TimeOfFirstChunk(&v1::Waymark::Stub::StreamUsages, AskForUsages());

  RecordProperty("context_ms", fmt::format("{:.2f}", context.count()));
  RecordProperty("usages_ms", fmt::format("{:.2f}", usages.count()));
  EXPECT_LE(context, kLimit);
  EXPECT_LE(usages, kLimit);
}

// The verb ends only once its client has gone, so that whatever arrives was sent before.
TEST_F(StreamTest, RowsOfABlastRadiusAreSentBeforeTheRestIsFound) {
  verbs_.chunks = {"GCF tool=blast_radius\n@0 fn f 1.00 structural\n"};
  verbs_.waits_for_cancel = true;
  const auto stub = v1::Waymark::NewStub(
      grpc::CreateChannel("unix:" + socket_.string(), grpc::InsecureChannelCredentials()));
  v1::BlastRadiusRequest request;
  request.mutable_view()->set_root_path("/r");
  request.set_symbol("x");
  grpc::ClientContext context;
  const auto reader = stub->StreamBlastRadius(&context, request);
  v1::RowChunk chunk;

  ASSERT_TRUE(reader->Read(&chunk));
  EXPECT_EQ(chunk.lines(), verbs_.chunks[0]);
  EXPECT_FALSE(verbs_.saw_cancel);
  context.TryCancel();
  EXPECT_FALSE(reader->Read(&chunk));
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
}

TEST_F(StreamTest, WhatASessionSendsComesAsItIs) {
  verbs_.context.payload = SamplePayload();
  verbs_.context.sent = SentText{wire::PackOutcome::kFull, "GCF tool=x\n", 7};

  EXPECT_EQ(Stream(&v1::Waymark::Stub::StreamContext, AskForContext()),
            std::vector<std::string>{"GCF tool=x\n"});
}

TEST_F(StreamTest, AnErrorEndsThemWithoutARow) {
  verbs_.status = absl::NotFoundError("no such symbol");

  EXPECT_THAT(Stream(&v1::Waymark::Stub::StreamUsages, AskForUsages(), grpc::StatusCode::NOT_FOUND),
              IsEmpty());
  EXPECT_THAT(
      Stream(&v1::Waymark::Stub::StreamContext, AskForContext(), grpc::StatusCode::NOT_FOUND),
      IsEmpty());
}

}  // namespace
}  // namespace waymark::services
