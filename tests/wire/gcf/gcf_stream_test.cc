#include "wire/gcf_stream.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include "gcf/gcf_codec.h"
#include "spec_example.h"
#include "testing/status_matchers.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::IsOkAndHolds;
using testing::StatusIs;

Symbol Node(std::string name, std::uint8_t distance) {
  Symbol symbol;
  symbol.qualified_name = std::move(name);
  symbol.kind = SymbolKind::kFunction;
  symbol.score = 0.5F;
  symbol.provenance = Provenance::kAstResolved;
  symbol.distance = distance;
  return symbol;
}

class GcfStreamTest : public ::testing::Test {
 protected:
  GcfStream Begin() {
    return {"context_for_task", 5000, [this](std::string_view line) {
              text_ += line;
              return absl::OkStatus();
            }};
  }

  std::string text_;
};

TEST_F(GcfStreamTest, SendsCountsLast) {
  GcfStream stream = Begin();
  ASSERT_THAT(stream.AddNode(Node("a b", 0)), IsOkAndHolds(0U));
  ASSERT_THAT(stream.AddNode(Node("c", 0)), IsOkAndHolds(1U));
  ASSERT_THAT(stream.AddNode(Node("d", 4)), IsOkAndHolds(2U));
  ASSERT_THAT(stream.AddEdge(Call(2, 0)), IsOk());
  ASSERT_THAT(stream.Finish(), IsOk());

  EXPECT_EQ(text_,
            "GCF tool=context_for_task budget=5000 stream=true\n"
            "## targets\n"
            "@0 fn a%20b 0.50 ast_resolved\n"
            "@1 fn c 0.50 ast_resolved\n"
            "## distance_4\n"
            "@2 fn d 0.50 ast_resolved\n"
            "## edges [?]\n"
            "@0<@2 calls\n"
            "## _summary symbols=3 edges=1 sections=targets:2,distance_4:1,edges:1\n");
  EXPECT_THAT(DecodeGcf(text_), IsOk());
}

TEST_F(GcfStreamTest, SendsARowBeforeTheNextIsKnown) {
  GcfStream stream = Begin();
  ASSERT_THAT(stream.AddNode(Node("a", 0)), IsOk());

  EXPECT_THAT(text_, HasSubstr("@0 fn a 0.50 ast_resolved\n"));
}

TEST_F(GcfStreamTest, SendsANodeBeforeItsPlaceAndTextAreKnown) {
  const std::string row = "@0 fn a 0.50 ast_resolved\n";
  Symbol node = Node("a", 0);
  GcfStream stream{"t", 0,
                   [this](std::string_view line) {
                     text_ += line;
                     return absl::OkStatus();
                   },
                   kFullAnswer};

  ASSERT_THAT(stream.BeginNode(node), IsOk());
  EXPECT_THAT(text_, ::testing::EndsWith(row));
  node.path = "a.py";
  node.start_line = node.end_line = 3;
  node.signature = "def a()";
  node.text = "def a():\n  pass\n";
  ASSERT_THAT(stream.AddNode(node), IsOkAndHolds(0U));

  EXPECT_THAT(text_, ::testing::EndsWith(row + "# a.py:3 def a()\n# def a():\n#   pass\n"));
}

TEST_F(GcfStreamTest, ExpectsTheNodeThatWasBegun) {
  GcfStream stream = Begin();
  ASSERT_THAT(stream.BeginNode(Node("a", 0)), IsOk());

  EXPECT_THAT(stream.BeginNode(Node("b", 0)), StatusIs(absl::StatusCode::kFailedPrecondition));
  EXPECT_THAT(stream.AddEdge(Call(0, 0)), StatusIs(absl::StatusCode::kFailedPrecondition));
  EXPECT_THAT(stream.AddNode(Node("b", 0)), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(stream.Finish(), StatusIs(absl::StatusCode::kFailedPrecondition));
}

TEST_F(GcfStreamTest, OfNothingIsAWholeStream) {
  GcfStream stream = Begin();
  ASSERT_THAT(stream.Finish(), IsOk());

  EXPECT_EQ(text_,
            "GCF tool=context_for_task budget=5000 stream=true\n## _summary symbols=0 edges=0\n");
  EXPECT_THAT(DecodeGcf(text_), IsOk());
}

TEST_F(GcfStreamTest, IsNoGraphUntilItIsFinished) {
  GcfStream stream = Begin();
  ASSERT_THAT(stream.AddNode(Node("a", 0)), IsOk());
  ASSERT_THAT(stream.AddEdge(Call(0, 0)), IsOk());

  EXPECT_THAT(DecodeGcf(text_),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("count_mismatch")));
}

TEST_F(GcfStreamTest, ReturnsToADistanceWithItsHeading) {
  GcfStream stream = Begin();
  for (const int distance : {1, 0, 1}) {
    ASSERT_THAT(stream.AddNode(Node("n", static_cast<std::uint8_t>(distance))), IsOk());
  }
  ASSERT_THAT(stream.Finish(), IsOk());

  EXPECT_THAT(text_, HasSubstr("sections=targets:1,related:2\n"));
  EXPECT_THAT(DecodeGcf(text_), IsOk());
}

TEST_F(GcfStreamTest, RefusesWhatWouldNotBeAGraph) {
  GcfStream stream = Begin();
  EXPECT_THAT(stream.AddNode(Node("", 0)), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(stream.AddNode(Node("\xFF", 0)), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(stream.AddEdge(Call(0, 0)), StatusIs(absl::StatusCode::kInvalidArgument));
  ASSERT_THAT(stream.AddNode(Node("a", 0)), IsOk());
  ASSERT_THAT(stream.AddEdge(Call(0, 0)), IsOk());
  EXPECT_THAT(stream.AddNode(Node("b", 0)), StatusIs(absl::StatusCode::kFailedPrecondition));
  ASSERT_THAT(stream.Finish(), IsOk());
  EXPECT_THAT(stream.Finish(), StatusIs(absl::StatusCode::kFailedPrecondition));
  EXPECT_THAT(stream.AddEdge(Call(0, 0)), StatusIs(absl::StatusCode::kFailedPrecondition));
}

TEST_F(GcfStreamTest, EndsWithTheErrorOfItsReader) {
  GcfStream stream("t", 0, [](std::string_view) { return absl::CancelledError("gone"); });

  EXPECT_THAT(stream.AddNode(Node("a", 0)), StatusIs(absl::StatusCode::kCancelled));
}

TEST_F(GcfStreamTest, StreamsAWholeAnswerWithItsComments) {
  Payload payload;
  payload.tool = "context";
  payload.symbols = {Node("far", 1), Node("near", 0)};
  payload.symbols[0].path = "a.py";
  payload.symbols[0].start_line = 3;
  payload.edges = {Call(0, 1)};
  payload.edges[0].sites = {{"a.py", 4, 1}, {"a.py", 5, 1}, {"b.py", 1, 1}};
  payload.completeness = {Certainty::kComplete, 0, ""};
  payload.tokenizer = kDefaultTokenizer;  // of a count that a stream does not have

  ASSERT_THAT(StreamGcf(payload, kFullAnswer,
                        [this](std::string_view line) {
                          text_ += line;
                          return absl::OkStatus();
                        }),
              IsOk());

  EXPECT_EQ(text_,
            "GCF tool=context stream=true\n"
            "## targets\n"
            "@0 fn near 0.50 ast_resolved\n"
            "## related\n"
            "@1 fn far 0.50 ast_resolved\n"
            "# a.py:3\n"
            "## edges [?]\n"
            "@0<@1 calls\n"
            "# at a.py:4,5,b.py:1\n"
            "# completeness=complete\n"
            "## _summary symbols=2 edges=1 sections=targets:1,related:1,edges:1\n");
  EXPECT_THAT(DecodeGcf(text_), IsOk());
}

// Bytes in use; 0 where the allocator does not say, as under AddressSanitizer.
std::size_t BytesInUse() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// A traversal of a million edges: what is kept between rows is one line and the counts.
TEST(GcfStreamMemory, DoesNotGrowWithTheRows) {
  constexpr std::uint32_t kNodes = 200'000;
  constexpr std::uint32_t kEdges = 1'000'000;
  std::size_t lines = 0;
  std::size_t longest = 0;
  std::size_t bytes = 0;
  GcfStream stream("blast_radius", 0, [&](std::string_view line) {
    ++lines;
    bytes += line.size();
    longest = std::max(longest, line.size());
    return absl::OkStatus();
  });
  Symbol symbol = Node("pkg.module.Type.method", 0);
  const std::size_t before = BytesInUse();
  for (std::uint32_t i = 0; i < kNodes; ++i) {
    symbol.distance = static_cast<std::uint8_t>(i * 4 / kNodes);
    ASSERT_THAT(stream.AddNode(symbol), IsOk());
    ASSERT_GE(lines, i + 3);  // header, heading, and every row so far
  }
  for (std::uint32_t i = 0; i < kEdges; ++i) {
    ASSERT_THAT(stream.AddEdge(Call(i % kNodes, i / 7 % kNodes)), IsOk());
  }
  EXPECT_LT(BytesInUse(), before + (std::size_t{1} << 20));
  ASSERT_THAT(stream.Finish(), IsOk());

  EXPECT_EQ(lines, 1U + 4 + kNodes + 1 + kEdges + 1);
  EXPECT_LT(longest, 128U);
  EXPECT_GT(bytes, 20'000'000U);
}

}  // namespace
}  // namespace waymark::wire
