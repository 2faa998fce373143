#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "random_payload.h"
#include "spec_example.h"
#include "testing/status_matchers.h"
#include "wire/codec.h"

namespace waymark::wire {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

std::string GcfText(const Payload& payload, const EncodeOptions& options) {
  absl::StatusOr<std::string> text = CodecRegistry::BuiltIn().Encode("gcf", payload, options);
  EXPECT_THAT(text, testing::IsOk());
  return text.ok() ? *std::move(text) : std::string();
}

// One class and the method that ranks above it, with everything an answer can say.
Payload WholeAnswer() {
  Payload payload;
  payload.tool = "context";
  payload.tokens_used = 120;
  payload.token_budget = 2000;
  payload.tokenizer = Tokenizer::kO200kBase;
  payload.completeness = {Certainty::kIncomplete, 3, "3 dynamic calls"};
  payload.index = {"shop", 7, "8a41c2d94f0112345678", std::nullopt, 0};
  payload.truncation = {12, "c42", "waymark context 'pay' --cursor c42"};
  Symbol& pay = payload.symbols.emplace_back();
  pay.qualified_name = "shop.Cart.pay";
  pay.kind = SymbolKind::kMethod;
  pay.score = 0.91F;
  pay.provenance = Provenance::kAstResolved;
  pay.path = "src/shop cart.py";
  pay.start_line = 10;
  pay.end_line = 14;
  pay.signature = "def pay(self, amount)";
  pay.text = "def pay(self, amount):\n\n    return amount\n";
  Symbol& cart = payload.symbols.emplace_back();
  cart.qualified_name = "shop.Cart";
  cart.kind = SymbolKind::kClass;
  cart.score = 0.5F;
  cart.provenance = Provenance::kAstResolved;
  cart.distance = 1;
  cart.path = "src/shop cart.py";
  cart.start_line = 3;
  cart.end_line = 3;
  Edge& edge = payload.edges.emplace_back();
  edge.source = 1;
  edge.target = 0;
  edge.type = EdgeType::kContains;
  edge.status = EdgeStatus::kAdded;
  return payload;
}

TEST(GcfEncode, WritesThePublishedExampleByteForByte) {
  const std::string text = GcfText(SpecExample(), kGraphOnly);

  EXPECT_EQ(text, kSpecExampleGcf);
  EXPECT_EQ(text.size(), 1079U);
}

TEST(GcfEncode, WritesEverythingAnAnswerSaysInComments) {
  EXPECT_EQ(GcfText(WholeAnswer(), kFullAnswer),
            R"(GCF tool=context budget=2000 tokens=120 symbols=2
# tokenizer=o200k_base
# index=shop generation=7 commit=8a41c2d94f01 files_differing=0
# completeness=incomplete possible_uses=3: 3 dynamic calls
# truncated omitted=12 cursor=c42
## targets
@0 method shop.Cart.pay 0.91 ast_resolved
# src/shop%20cart.py:10-14 def pay(self, amount)
# def pay(self, amount):
# )"
            "\n"
            R"(#     return amount
## related
@1 class shop.Cart 0.50 ast_resolved
# src/shop%20cart.py:3
## edges
@0<@1 contains added
# rest: waymark context 'pay' --cursor c42
)");
}

TEST(GcfEncode, TellsOfABlastRadiusWhatItReachedInAll) {
  Payload payload;
  payload.tool = "blast_radius";
  payload.affected = {23, 7, 4, {1, 12, 11}, true, 2};
  payload.truncation = {std::nullopt, "", "waymark blast-radius 'pay' --depth 4"};

  EXPECT_EQ(GcfText(payload, kFullAnswer), R"(GCF tool=blast_radius symbols=0
# affected=23 files=7 tests=4 hops=1,12,11 beyond_depth weak_edges=2
# truncated
# rest: waymark blast-radius 'pay' --depth 4
)");
}

TEST(GcfEncode, TellsOfOneSymbolWhatItIsTiedTo) {
  Payload payload;
  payload.tool = "symbol";
  payload.profile = {"cpp",
                     {"exported", "static"},
                     {{"db.h", 3, 3, 3}, {"db gen.h", 8, 9, 8}},
                     {},
                     {{EdgeType::kCalls, 12}, {EdgeType::kTests, 1}},
                     "db.cc has changed"};

  EXPECT_EQ(GcfText(payload, kFullAnswer), R"(GCF tool=symbol symbols=0
# language=cpp flags=exported,static
# declared db.h:3
# declared db%20gen.h:8-9
# uses none
# used_by calls=12 tests=1
# text: db.cc has changed
)");
}

TEST(GcfEncode, TellsHowTheSymbolsOfADifferenceStandInBothStates) {
  Payload payload = WholeAnswer();
  Difference& difference = payload.difference.emplace();
  difference.base = {"shop", 3, "0123456789abcdef", std::nullopt, 0, ShownState::kCommit};
  difference.symbols = {.changed = 1, .moved = 2};
  difference.behaviour = {.removed = 4};
  SymbolChange& change = payload.symbols[0].change.emplace();
  change.status = SymbolStatus::kChanged;
  change.behaviour = {"body", "calls"};
  change.metadata = {"place"};
  change.old_name = "shop.Basket.pay now";
  change.old_place = {"src/basket.py", 3, 9, 3};
  change.certainty = 0.75F;

  const std::string text = GcfText(payload, kFullAnswer);

  EXPECT_THAT(text,
              HasSubstr("# base=shop generation=3 commit=0123456789ab files_differing=0 "
                        "state=commit\n# symbols changed=1 moved=2\n# behaviour removed=4\n"));
  EXPECT_THAT(text, HasSubstr("\n# changed behaviour=body,calls metadata=place "
                              "was=shop.Basket.pay%20now from=src/basket.py:3-9 certainty=0.75\n"));
  EXPECT_THAT(GcfText(payload, kGraphOnly), Not(HasSubstr("changed")));
}

TEST(GcfEncode, TellsTheLinesOfAnEdgeOnce) {
  Payload payload = WholeAnswer();
  payload.edges[0].sites = {{"src/shop cart.py", 4, 5},
                            {"src/shop cart.py", 4, 30},
                            {"src/shop cart.py", 9, 1},
                            {"gen.py", 2, 1}};

  EXPECT_THAT(GcfText(payload, kFullAnswer),
              HasSubstr("@0<@1 contains added\n# at 4,9,gen.py:2\n"));
}

TEST(GcfEncode, LeavesCommentsOutWhenOnlyTheGraphIsWanted) {
  EXPECT_THAT(GcfText(WholeAnswer(), kGraphOnly), Not(HasSubstr("\n# ")));
}

TEST(GcfEncode, AddsOnlyTheCommentsThatAreAskedFor) {
  const std::string text = GcfText(WholeAnswer(), {.signatures = true});

  EXPECT_THAT(text, HasSubstr("\n# - def pay(self, amount)\n"));
  EXPECT_THAT(text, Not(HasSubstr("shop%20cart.py")));
  EXPECT_THAT(text, Not(HasSubstr("completeness")));
}

TEST(GcfEncode, GroupsByDistanceThenScoreAndRenumbersTheEdges) {
  Payload payload;
  payload.tool = "t";
  const auto add = [&payload](std::string name, float score, std::uint8_t distance) {
    Symbol& symbol = payload.symbols.emplace_back();
    symbol.qualified_name = std::move(name);
    symbol.kind = SymbolKind::kFunction;
    symbol.score = score;
    symbol.distance = distance;
  };
  add("far", 0.9F, 4);
  add("low", 0.1F, 0);
  add("near", 0.7F, 1);
  add("high", 0.8F, 0);
  add("equal", 0.8F, 0);
  Edge& edge = payload.edges.emplace_back();
  edge.source = 0;
  edge.target = 3;
  edge.type = EdgeType::kCalls;

  EXPECT_EQ(GcfText(payload, kGraphOnly), R"(GCF tool=t symbols=5
## targets
@0 fn high 0.80 -
@1 fn equal 0.80 -
@2 fn low 0.10 -
## related
@3 fn near 0.70 -
## distance_4
@4 fn far 0.90 -
## edges
@0<@4 calls
)");
}

TEST(GcfEncode, PrintsThePackRootInTheHeader) {
  Payload payload;
  payload.tool = "t";
  payload.pack_root = RootHash();

  EXPECT_EQ(GcfText(payload, kGraphOnly),
            "GCF tool=t symbols=0 pack_root=" + std::string(64, '0') + "\n");
}

TEST(GcfEncode, PassesForeignNamesThrough) {
  Payload payload = TwoSymbols();
  payload.symbols[0].kind = *KindTerm(payload, "macro def");
  payload.symbols[0].provenance = *ProvenanceTerm(payload, "rwr");
  payload.edges[0].type = *EdgeTypeTerm(payload, "expands");

  const std::string text = GcfText(payload, kGraphOnly);

  EXPECT_THAT(text, HasSubstr("@0 macro%20def pkg.Auth 0.78 rwr\n"));
  EXPECT_THAT(text, EndsWith("@0<@1 expands\n"));
}

// A reader that splits lines at blanks finds the columns, whatever the names hold.
TEST(GcfEncode, KeepsTheColumnsOfEveryLine) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Payload payload = RandomPayload(seed);
    const std::string text = GcfText(payload, kFullAnswer);
    std::size_t nodes = 0;
    std::size_t edges = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      ASSERT_NE(end, std::string::npos);
      const std::string line = text.substr(at, end - at);
      at = end + 1;
      if (line.front() == '#' || line.starts_with("GCF ")) continue;
      ASSERT_EQ(line.front(), '@') << line;
      const auto blanks = std::count(line.begin(), line.end(), ' ');
      const bool is_edge = line.find("<@") < line.find(' ');
      (is_edge ? edges : nodes) += 1;
      if (is_edge) {
        ASSERT_TRUE(blanks == 1 || blanks == 2) << line;
      } else {
        ASSERT_EQ(blanks, 4) << line;
      }
    }
    EXPECT_EQ(nodes, payload.symbols.size());
    EXPECT_EQ(edges, payload.edges.size());
  }
}

}  // namespace
}  // namespace waymark::wire
