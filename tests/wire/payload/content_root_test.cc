#include "wire/content_root.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "random_payload.h"
#include "spec_example.h"
#include "wire/codec.h"

namespace waymark::wire {
namespace {

template <typename Change>
void ExpectOtherRoot(Change change) {
  Payload payload = SpecExample();
  change(payload);
  EXPECT_NE(ContentRoot(payload), ContentRoot(SpecExample()));
}

TEST(ContentRoot, StaysTheSameFromReleaseToRelease) {
  EXPECT_EQ(ContentRoot(Payload()).ToHex(),
            "0b36a4e035f5f9660fbcfa6bfd73496a4a4b9a9a936bde20e078ef236d11b187");
  EXPECT_EQ(ContentRoot(TwoSymbols()).ToHex(),
            "c90a381ccd03db85e56b3c02b66d7d15c2df1529bffc0531b6dc2c3ce81ebd17");
}

TEST(ContentRoot, IgnoresRank) {
  Payload payload = SpecExample();
  const std::size_t last = payload.symbols.size() - 1;
  std::reverse(payload.symbols.begin(), payload.symbols.end());
  for (Edge& edge : payload.edges) {
    edge.source = static_cast<std::uint32_t>(last - edge.source);
    edge.target = static_cast<std::uint32_t>(last - edge.target);
  }
  std::reverse(payload.edges.begin(), payload.edges.end());
  for (Symbol& symbol : payload.symbols) {
    symbol.score /= 2;
    symbol.components.recency = 0.3F;
    symbol.distance = 1;
  }

  EXPECT_EQ(ContentRoot(payload), ContentRoot(SpecExample()));
}

TEST(ContentRoot, IgnoresMetadata) {
  Payload payload = SpecExample();
  payload.tool = "other";
  payload.tokens_used = 1;
  payload.index = IndexInfo{"r", 4, "", std::nullopt, 2};
  payload.completeness.certainty = Certainty::kComplete;

  EXPECT_EQ(ContentRoot(payload), ContentRoot(SpecExample()));
}

TEST(ContentRoot, IgnoresLinesAndIdentities) {
  Payload payload = SpecExample();
  for (Symbol& symbol : payload.symbols) {
    symbol.start_line += 7;
    symbol.end_line += 9;
    symbol.name_line += 7;
    symbol.id = SymbolIdentity();
  }
  payload.edges[0].sites.push_back({"a.go", 12, 1});

  EXPECT_EQ(ContentRoot(payload), ContentRoot(SpecExample()));
}

// So that a reader of a text can compute the root of the answer it has read.
TEST(ContentRoot, IsThatOfWhatAReaderReads) {
  const CodecRegistry codecs = CodecRegistry::BuiltIn();
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    Payload payload = RandomPayload(seed);
    if (!payload.difference) {
      for (Symbol& symbol : payload.symbols) symbol.change.reset();
    }
    ASSERT_TRUE(Canonicalize(payload).ok());
    for (const char* format : {"gcf", "gcf3", "gcf-short", "json"}) {
      const absl::StatusOr<std::string> text = codecs.Encode(format, payload, kFullAnswer);
      ASSERT_TRUE(text.ok()) << text.status();
      const absl::StatusOr<Payload> read = codecs.Decode(format, *text);
      ASSERT_TRUE(read.ok()) << read.status();
      ASSERT_EQ(ContentRoot(*read), ContentRoot(payload)) << format << " " << seed << "\n" << *text;
    }
  }
}

TEST(ContentRoot, NoticesEveryChangeOfContent) {
  ExpectOtherRoot([](Payload& p) { p.symbols[3].signature = "func getIntArg()"; });
  ExpectOtherRoot([](Payload& p) { p.symbols[3].text = "body"; });
  ExpectOtherRoot([](Payload& p) { p.symbols[3].path = "a.go"; });
  ExpectOtherRoot([](Payload& p) { p.symbols[3].kind = SymbolKind::kMethod; });
  ExpectOtherRoot([](Payload& p) { p.symbols[3].provenance = Provenance::kAstInferred; });
  ExpectOtherRoot([](Payload& p) { p.symbols.emplace_back().qualified_name = "new"; });
  ExpectOtherRoot([](Payload& p) { p.edges.pop_back(); });
  ExpectOtherRoot([](Payload& p) { p.edges[0].type = EdgeType::kReferences; });
  ExpectOtherRoot([](Payload& p) { p.edges[0].status = EdgeStatus::kAdded; });
  ExpectOtherRoot([](Payload& p) { std::swap(p.edges[0].source, p.edges[0].target); });
}

TEST(ContentRoot, DoesNotConfuseNeighbouringFields) {
  Payload first = TwoSymbols();
  Payload second = TwoSymbols();
  first.symbols[0].qualified_name = "ab";
  first.symbols[0].signature = "c";
  second.symbols[0].qualified_name = "a";
  second.symbols[0].signature = "bc";

  EXPECT_NE(ContentRoot(first), ContentRoot(second));
}

}  // namespace
}  // namespace waymark::wire
