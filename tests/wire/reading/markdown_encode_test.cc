#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec_example.h"
#include "testing/status_matchers.h"
#include "wire/codec.h"

namespace waymark::wire {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

std::string MarkdownText(const Payload& payload) {
  absl::StatusOr<std::string> text =
      CodecRegistry::BuiltIn().Encode("markdown", payload, kGraphOnly);
  EXPECT_THAT(text, testing::IsOk());
  return text.ok() ? *std::move(text) : std::string();
}

Payload OneSymbolReached(std::string name) {
  Payload payload;
  payload.tool = "blast_radius";
  Symbol& symbol = payload.symbols.emplace_back();
  symbol.qualified_name = std::move(name);
  symbol.kind = SymbolKind::kFunction;
  symbol.score = 0.5F;
  return payload;
}

TEST(MarkdownEncode, WritesAPageWithAListForEachDistance) {
  Payload payload = TwoSymbols();
  payload.symbols[0].path = "auth.go";
  payload.symbols[0].start_line = 3;
  payload.symbols[0].end_line = 9;

  EXPECT_EQ(MarkdownText(payload), R"(# Context for task (1847/5000 tokens)

## Target symbols

1. `pkg.Auth` (function, 0.78, confidence 0.25, lsp_resolved) `auth.go:3-9`: `func Auth()`

## Related symbols (distance: 1)

2. `pkg.Server` (type, 0.54, ast_inferred)

## Relationships (1)

- 2 calls 1
)");
}

TEST(MarkdownEncode, TellsOnceWhatMostSymbolsShare) {
  Payload payload;
  payload.tool = "context";
  for (const char* name :
       {"shop.cart.Cart.pay", "shop.cart.Cart.add", "shop.cart.add", "shop.cart.", "tax.rate"}) {
    Symbol& symbol = payload.symbols.emplace_back();
    symbol.qualified_name = name;
    symbol.kind = SymbolKind::kFunction;
    symbol.provenance = Provenance::kAstResolved;
  }
  payload.symbols[2].provenance = Provenance::kLspResolved;
  payload.symbols[4].provenance = {};

  EXPECT_THAT(MarkdownText(payload), HasSubstr(R"(
- Names begin with `shop.cart.`, whole ones with =
- Provenance: ast_resolved unless told

## Target symbols

1. `Cart.pay` (function, 0.00)
2. `Cart.add` (function, 0.00)
3. `add` (function, 0.00, lsp_resolved)
4. =`shop.cart.` (function, 0.00)
5. =`tax.rate` (function, 0.00, no provenance)
)"));
}

TEST(MarkdownEncode, ShowsTheSignaturesOfFarSymbolsInAnswers) {
  Payload payload = OneSymbolReached("a");
  payload.symbols[0].distance = 2;
  payload.symbols[0].signature = "def a()";

  EXPECT_THAT(MarkdownText(payload), Not(HasSubstr("def a()")));
  EXPECT_THAT(CodecRegistry::BuiltIn().Encode("markdown", payload, kFullAnswer),
              testing::IsOkAndHolds(HasSubstr(": `def a()`\n")));
}

TEST(MarkdownEncode, JoinsTheRelationshipsOfASymbol) {
  Payload payload = TwoSymbols();
  payload.symbols.push_back(payload.symbols[0]);
  payload.symbols[2].distance = 4;
  const auto edge = [](std::uint32_t source, std::uint32_t target) {
    Edge call;
    call.source = source;
    call.target = target;
    call.type = EdgeType::kCalls;
    return call;
  };
  payload.edges = {edge(1, 0), edge(2, 0), edge(1, 2)};
  payload.edges[1].status = EdgeStatus::kAdded;
  payload.edges[2].sites = {{"b.go", 7, 1}, {"b.go", 9, 1}};

  EXPECT_THAT(MarkdownText(payload), HasSubstr(R"(
## Relationships (3)

- 2 calls 1, 3 at `b.go:7` `b.go:9`
- 3 calls 1 (added)
)"));
}

TEST(MarkdownEncode, IndentsWhatBelongsToASymbolAsFarAsItsNumber) {
  Payload payload;
  payload.tool = "context";
  for (int i = 0; i < 10; ++i) {
    payload.symbols.push_back(
        OneSymbolReached(std::string(1, static_cast<char>('a' + i))).symbols[0]);
  }
  payload.symbols[9].text = "x = 1\n\ny = 2\n";

  EXPECT_THAT(MarkdownText(payload), HasSubstr("\n10. `j` (function, 0.50)\n\n"
                                               "    ```\n    x = 1\n\n    y = 2\n    ```\n"));
}

TEST(MarkdownEncode, FencesBackticksWithMoreBackticks) {
  Payload payload = OneSymbolReached("`a``b`");
  payload.symbols[0].text = "```\ncode\n````\n";

  const std::string page = MarkdownText(payload);

  EXPECT_THAT(page, HasSubstr("1. ``` `a``b` ``` (function"));
  EXPECT_THAT(page, HasSubstr("\n   `````\n   ```\n   code\n   ````\n   `````\n"));
}

TEST(MarkdownEncode, KeepsANameOnItsLine) {
  EXPECT_THAT(MarkdownText(OneSymbolReached("a\n## not a heading\r\nb")),
              HasSubstr("1. `a\\u000a## not a heading\\u000d\\u000ab` (function"));
}

TEST(MarkdownEncode, TellsTheDistanceOfWhatIsFar) {
  Payload payload = OneSymbolReached("a");
  payload.symbols[0].distance = 4;

  EXPECT_THAT(MarkdownText(payload), HasSubstr("## Extended context (distance: 2+)\n\n"
                                               "1. `a` (function, 0.50, distance 4)\n"));
}

TEST(MarkdownEncode, TellsWhatAnAnswerLeavesOut) {
  Payload payload = OneSymbolReached("a");
  payload.tokens_used = 90;
  payload.tokenizer = Tokenizer::kO200kBase;
  payload.completeness = {Certainty::kIncomplete, 3, "3 dynamic calls"};
  payload.index = {"shop", 7, "8a41c2d94f0112345678", std::nullopt, 0};
  payload.truncation = {12, "", "waymark blast-radius pay --limit 90"};
  payload.affected = {23, 7, 4, {1, 22}, true, 2};

  EXPECT_THAT(MarkdownText(payload), HasSubstr(R"(# Blast radius (90 tokens, o200k_base)

- Completeness: incomplete, 3 possible uses: `3 dynamic calls`
- Index: `shop`, generation 7, commit 8a41c2d94f01, 0 files differ on disk
- Affected: 23 symbols in 7 files, 4 of them tests; by hop 1, 22; one hop more reaches others; 2 less sure edges were not followed
- Truncated: 12 symbols are left out

## Target symbols
)"));
  EXPECT_THAT(MarkdownText(payload),
              EndsWith("\n\nThe rest: `waymark blast-radius pay --limit 90`\n"));
}

TEST(MarkdownEncode, SaysNothingOfAStateThatIsNotKnown) {
  EXPECT_THAT(MarkdownText(OneSymbolReached("a")), Not(HasSubstr("Completeness")));
}

TEST(MarkdownEncode, ShowsAForeignToolAsCode) {
  Payload payload = OneSymbolReached("a");
  payload.tool = "list*all*";

  EXPECT_THAT(MarkdownText(payload), HasSubstr("# `list*all*` (0 tokens)\n"));
}

}  // namespace
}  // namespace waymark::wire
