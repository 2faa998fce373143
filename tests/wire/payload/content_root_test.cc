#include "wire/content_root.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "random_payload.h"
#include "spec_example.h"

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
            "8ff90c42b1e548507e84e7d76a2d94bd8bd497822979f9228d5d563e4060b618");
  EXPECT_EQ(ContentRoot(TwoSymbols()).ToHex(),
            "e73e8dcbdf419b6fe9a927c8164632fff09c5dc01113af9b8e67b06dd2e86b4e");
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
  payload.completeness.certainty = Certainty::kExact;

  EXPECT_EQ(ContentRoot(payload), ContentRoot(SpecExample()));
}

TEST(ContentRoot, NoticesEveryChangeOfContent) {
  ExpectOtherRoot([](Payload& p) { p.symbols[3].signature = "func getIntArg()"; });
  ExpectOtherRoot([](Payload& p) { p.symbols[3].text = "body"; });
  ExpectOtherRoot([](Payload& p) { p.symbols[3].path = "a.go"; });
  ExpectOtherRoot([](Payload& p) { p.symbols[3].end_line = 4; });
  ExpectOtherRoot([](Payload& p) { p.symbols[3].kind = SymbolKind::kMethod; });
  ExpectOtherRoot([](Payload& p) { p.symbols[3].provenance = Provenance::kAstInferred; });
  ExpectOtherRoot([](Payload& p) { p.symbols[3].id = SymbolIdentity(); });
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
