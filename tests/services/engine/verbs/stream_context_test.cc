// The answer to a task as a stream: the best symbol leaves before the rest is packed.
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "services/line_chunks.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using testing::StatusIs;

class StreamContextTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  ContextRequest Request(std::uint32_t budget) const {
    return {.root = root_, .task = "total price of the cart at checkout", .budget_tokens = budget};
  }

  std::string Whole(const ContextRequest& request) {
    std::string text;
    absl::StatusOr<ContextAnswer> answer = engine_->Context(request, {});
    WM_EXPECT_OK(answer);
    if (!answer.ok()) return text;
    WM_EXPECT_OK(StreamRows(answer->payload, [&](std::string_view lines) {
      text += lines;
      return absl::OkStatus();
    }));
    return text;
  }

  testing::TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
  std::vector<std::string> chunks_;
  LinesSink sink_ = [this](std::string_view lines) {
    chunks_.emplace_back(lines);
    return absl::OkStatus();
  };
};

TEST_F(StreamContextTest, SaysWhatTheWholeAnswerSays) {
  for (const std::uint32_t budget : {250U, 400U, 1000U, 5000U}) {
    chunks_.clear();
    WM_ASSERT_OK(engine_->StreamContext(Request(budget), sink_, {}));

    std::string text;
    for (const std::string& chunk : chunks_) text += chunk;
    EXPECT_EQ(text, Whole(Request(budget))) << budget;
  }
}

// A client that cancels when it has the first row gets nothing else.
TEST_F(StreamContextTest, TheBestSymbolIsSentBeforeTheRestIsPacked) {
  std::atomic<bool> cancelled{false};
  const LinesSink sink = [&](std::string_view lines) {
    chunks_.emplace_back(lines);
    cancelled = true;
    return absl::OkStatus();
  };

  EXPECT_THAT(engine_->StreamContext(Request(5000), sink, {.cancelled = &cancelled}),
              StatusIs(absl::StatusCode::kCancelled));
  EXPECT_THAT(chunks_, ElementsAre(AllOf(StartsWith("GCF tool=context_for_task budget=5000"),
                                         HasSubstr("\n@0 "), Not(HasSubstr("\n@1 ")))));
}

TEST_F(StreamContextTest, PayloadsJoinToTheWholeAnswer) {
  std::vector<wire::Payload> sent;
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                          engine_->StreamContext(Request(5000),
                                                 [&](const wire::Payload& rows) {
                                                   sent.push_back(rows);
                                                   return absl::OkStatus();
                                                 },
                                                 {}));

  std::size_t symbols = 0;
  for (const wire::Payload& rows : sent) symbols += rows.symbols.size();
  EXPECT_GE(symbols, answer.payload.symbols.size());
  EXPECT_EQ(sent.back().completeness, answer.payload.completeness);
}

TEST_F(StreamContextTest, WhatASessionSendsComesAsItIs) {
  ContextRequest request = Request(1000);
  request.held.session = "new";

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer, engine_->StreamContext(request, sink_, {}));

  ASSERT_TRUE(answer.sent.has_value());
  EXPECT_THAT(chunks_, ElementsAre(answer.sent->text));
}

}  // namespace
}  // namespace waymark::services
