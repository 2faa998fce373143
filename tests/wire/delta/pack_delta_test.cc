#include "wire/pack_delta.h"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"
#include "wire/content_root.h"
#include "wire/graph_pack_root.h"

namespace waymark::wire {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::IsOk;
using ::testing::Not;
using ::testing::StartsWith;
using testing::StatusIs;

// A chain of functions, each calling the one before it.
Payload Chain(std::uint32_t length) {
  Payload payload;
  payload.tool = "context";
  payload.token_budget = 2000;
  for (std::uint32_t i = 0; i < length; ++i) {
    Symbol& symbol = payload.symbols.emplace_back();
    symbol.qualified_name = fmt::format("shop.cart.step_{}", i);
    symbol.kind = SymbolKind::kFunction;
    symbol.score = 0.9F - 0.01F * static_cast<float>(i);
    symbol.provenance = Provenance::kAstResolved;
    symbol.path = "shop/cart.py";
    symbol.start_line = 10 * i + 1;
    if (i == 0) continue;
    Edge& edge = payload.edges.emplace_back();
    edge.source = i;
    edge.target = i - 1;
    edge.type = EdgeType::kCalls;
  }
  return payload;
}

PackAnswer AnswerTo(const Payload& base, Payload current, std::string_view format = "gcf",
                    const EncodeOptions& options = kGraphOnly) {
  const absl::StatusOr<PackAnswer> answer = AnswerWithDelta(
      CodecRegistry::BuiltIn(), format, {base}, current, options, kDefaultTokenizer);
  EXPECT_THAT(answer, IsOk());
  return answer.ok() ? *answer : PackAnswer();
}

TEST(PackDelta, SaysUnchangedInOneLine) {
  const Payload pack = Chain(20);
  const PackAnswer answer = AnswerTo(pack, pack);

  EXPECT_EQ(answer.outcome, PackOutcome::kUnchanged);
  EXPECT_EQ(answer.text,
            fmt::format("unchanged pack_root={} symbols=20\n", ContentRoot(pack).ToHex()));
  EXPECT_EQ(AnswerTo(pack, pack, "gcf3").text,
            fmt::format("GCF profile=graph tool=context unchanged=true pack_root=sha256:{} "
                        "symbols=20\n",
                        GraphPackRoot(pack).ToHex()));
}

TEST(PackDelta, KeepsAPackThatWasOnlyRankedAnewExceptInGcf3) {
  const Payload base = Chain(20);
  Payload current = base;
  current.symbols[3].score = 0.1F;

  EXPECT_EQ(AnswerTo(base, current).outcome, PackOutcome::kUnchanged);
  EXPECT_THAT(AnswerTo(base, current, "gcf3").text,
              AllOf(HasSubstr("## removed\nfn shop.cart.step_3\n"),
                    HasSubstr("## added\n@0 fn shop.cart.step_3 0.10 ast_resolved 0\n")));
}

TEST(PackDelta, SendsWhatChangedWithItsOwnCount) {
  const Payload base = Chain(30);
  Payload current = base;
  current.symbols[29].qualified_name = "shop.cart.last step";

  const PackAnswer answer = AnswerTo(base, current);

  EXPECT_EQ(answer.outcome, PackOutcome::kDelta);
  EXPECT_EQ(answer.tokens, CountTokens(answer.text, kDefaultTokenizer));
  EXPECT_EQ(answer.text,
            fmt::format("GCF tool=context delta=true base_root={} new_root={} tokens={} "
                        "savings={}% tokenizer=o200k_base\n"
                        "## removed\n"
                        "fn shop.cart.step_29\n"
                        "## added\n"
                        "@0 fn shop.cart.last%20step 0.61 ast_resolved\n"
                        "## edges_removed\n"
                        "shop.cart.step_29 -> shop.cart.step_28 calls\n"
                        "## edges_added\n"
                        "shop.cart.last%20step -> shop.cart.step_28 calls\n",
                        ContentRoot(base).ToHex(), ContentRoot(current).ToHex(), answer.tokens,
                        100 * (answer.full_tokens - answer.tokens) / answer.full_tokens));
}

TEST(PackDelta, TellsWhatMovedInALineForAFile) {
  const Payload base = Chain(30);
  Payload current = base;
  for (Symbol& symbol : current.symbols) symbol.start_line += symbol.start_line < 100 ? 1 : 3;
  for (const char* format : {"gcf", "gcf3"}) {
    const PackAnswer answer = AnswerTo(base, current, format, kFullAnswer);

    EXPECT_EQ(answer.outcome, PackOutcome::kDelta);
    EXPECT_THAT(answer.text, HasSubstr("tokenizer=o200k_base\n# moved shop/cart.py 1:+1 101:+3\n"));
    EXPECT_THAT(answer.text, Not(HasSubstr("##")));
    EXPECT_EQ(AnswerTo(base, current, format).outcome, PackOutcome::kUnchanged)
        << "the graph alone has no lines";
  }
}

TEST(PackDelta, TellsTheLinesOfAFileWhoseLinesAClientMayNotHave) {
  Payload base = Chain(30);
  for (std::size_t i = 2; i < 30; ++i) base.symbols[i].path = "shop/other.py";
  Payload current = base;
  const absl::StatusOr<PackAnswer> answer =
      AnswerWithDelta(CodecRegistry::BuiltIn(), "gcf", {base, {"shop/cart.py"}}, current,
                      kFullAnswer, kDefaultTokenizer);

  ASSERT_THAT(answer, IsOk());
  EXPECT_THAT(answer->text,
              HasSubstr("\n# lines shop/cart.py shop.cart.step_0=1-0 shop.cart.step_1=11-0\n"));
  EXPECT_THAT(answer->text, Not(HasSubstr("##")));
}

TEST(PackDelta, SendsNoTextAgainOfASymbolThatWasOnlyRankedAnew) {
  const Payload base = Chain(20);
  Payload current = base;
  current.symbols[3].score = 0.1F;

  EXPECT_THAT(AnswerTo(base, current, "gcf3", kFullAnswer).text,
              HasSubstr("## added\n@0 fn shop.cart.step_3 0.10 ast_resolved 0\n# as before\n"));
}

TEST(PackDelta, TellsTheDistanceOfAddedSymbols) {
  const Payload base = Chain(30);
  Payload current = base;
  current.symbols[28].qualified_name = "shop.cart.last";
  current.symbols[28].distance = 2;

  EXPECT_THAT(AnswerTo(base, current, "gcf", kFullAnswer).text,
              HasSubstr("\n# added hops=2:1\n## removed\n"));
}

TEST(PackDelta, NoticesAnEdgeWhoseStatusChanged) {
  const Payload base = Chain(30);
  Payload current = base;
  current.edges[0].status = EdgeStatus::kRemoved;

  EXPECT_THAT(AnswerTo(base, current).text,
              HasSubstr("## edges_removed\nshop.cart.step_1 -> shop.cart.step_0 calls\n"
                        "## edges_added\nshop.cart.step_1 -> shop.cart.step_0 calls\n"));
}

TEST(PackDelta, SendsTheWholePackWhenThatIsNotMuchMore) {
  const Payload base = Chain(10);
  Payload current = Chain(14);
  for (std::size_t i = 0; i < 6; ++i) current.symbols[i].kind = SymbolKind::kMethod;

  const PackAnswer answer = AnswerTo(base, current);

  EXPECT_EQ(answer.outcome, PackOutcome::kFull);
  EXPECT_THAT(answer.text, StartsWith("GCF tool=context budget=2000 tokens="));
  EXPECT_EQ(answer.tokens, answer.full_tokens);
}

TEST(PackDelta, SendsTheWholePackWhenNamesDoNotTellSymbolsApart) {
  const Payload base = Chain(30);
  Payload current = base;
  current.symbols[1].qualified_name = current.symbols[2].qualified_name;

  EXPECT_EQ(AnswerTo(base, current).outcome, PackOutcome::kFull);
}

TEST(PackDelta, IsForGcfAlone) {
  Payload pack = Chain(2);

  EXPECT_THAT(AnswerWithDelta(CodecRegistry::BuiltIn(), "json", {pack}, pack, kGraphOnly,
                              kDefaultTokenizer),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("gcf or gcf3")));
}

}  // namespace
}  // namespace waymark::wire
