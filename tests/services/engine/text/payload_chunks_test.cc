// Rows of a stream in payloads of their own.
#include "text/payload_chunks.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/limits.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class PayloadChunksTest : public ::testing::Test {
 protected:
  static wire::Symbol Named(const std::string& name) {
    wire::Symbol symbol;
    symbol.qualified_name = name;
    symbol.text = "source of " + name;
    return symbol;
  }

  static std::vector<std::string> Names(const wire::Payload& chunk) {
    std::vector<std::string> names;
    for (const wire::Symbol& symbol : chunk.symbols) names.push_back(symbol.qualified_name);
    return names;
  }

  std::vector<wire::Payload> sent_;
  RowsSink sink_ = [this](const wire::Payload& rows) {
    sent_.push_back(rows);
    return absl::OkStatus();
  };
  PayloadChunks chunks_{"find_usages", sink_};
};

TEST_F(PayloadChunksTest, TheFirstSymbolWaitsForNoOther) {
  WM_ASSERT_OK(chunks_.AddSymbol(Named("a")));
  WM_ASSERT_OK(chunks_.AddSymbol(Named("b")));

  ASSERT_EQ(sent_.size(), 1U);
  EXPECT_THAT(Names(sent_[0]), ElementsAre("a"));
  EXPECT_EQ(sent_[0].symbols[0].text, "source of a");
  EXPECT_EQ(sent_[0].tool, "find_usages");
}

TEST_F(PayloadChunksTest, AnEdgeHasItsEndsInItsOwnChunk) {
  WM_ASSERT_OK(chunks_.AddSymbol(Named("a")));
  WM_ASSERT_OK(chunks_.AddSymbol(Named("b")));
  WM_ASSERT_OK(chunks_.AddEdge({.source = 1, .target = 0}));
  WM_ASSERT_OK(chunks_.Finish({}));

  ASSERT_EQ(sent_.size(), 2U);
  EXPECT_THAT(Names(sent_[1]), ElementsAre("b", "a"));
  EXPECT_EQ(sent_[1].symbols[0].text, "source of b");
  EXPECT_EQ(sent_[1].symbols[1].text, "");
  EXPECT_EQ(sent_[1].edges[0].source, 0U);
  EXPECT_EQ(sent_[1].edges[0].target, 1U);
}

TEST_F(PayloadChunksTest, ManyRowsLeaveBeforeTheEnd) {
  for (std::size_t i = 0; i <= kStreamChunkRows; ++i) {
    WM_ASSERT_OK(chunks_.AddSymbol(Named(fmt::format("s{}", i))));
  }

  ASSERT_EQ(sent_.size(), 2U);
  EXPECT_EQ(sent_[1].symbols.size(), kStreamChunkRows);
}

TEST_F(PayloadChunksTest, TheLastChunkHasTheDataOfTheAnswer) {
  wire::Payload answer;
  answer.total_symbols = 7;
  answer.symbols.push_back(Named("ignored"));
  WM_ASSERT_OK(chunks_.AddSymbol(Named("a")));

  WM_ASSERT_OK(chunks_.Finish(std::move(answer)));

  ASSERT_EQ(sent_.size(), 2U);
  EXPECT_THAT(sent_[1].symbols, IsEmpty());
  EXPECT_EQ(sent_[0].total_symbols, std::nullopt);
  EXPECT_EQ(sent_[1].total_symbols, 7U);
}

TEST_F(PayloadChunksTest, AnEdgeToNoSymbolIsRefused) {
  WM_ASSERT_OK(chunks_.AddSymbol(Named("a")));

  EXPECT_THAT(chunks_.AddEdge({.source = 0, .target = 1}),
              testing::StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(chunks_.Finish({}), testing::StatusIs(absl::StatusCode::kOk));
}

}  // namespace
}  // namespace waymark::services
