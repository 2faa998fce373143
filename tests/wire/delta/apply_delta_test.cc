// A difference, applied to what it was made from, gives what it was made for.
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gcf/gcf_codec.h"
#include "random_payload.h"
#include "spec_example.h"
#include "testing/status_matchers.h"
#include "wire/codec.h"
#include "wire/content_root.h"
#include "wire/graph_pack_root.h"
#include "wire/pack_delta.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;

constexpr std::uint32_t kPairs = 60;
constexpr std::uint32_t kStaying = 600;

// Random graphs behind a chain of functions that stays, so that differences are worth sending.
// Names tell all symbols apart, and all edges.
Payload NamedApart(std::uint32_t seed) {
  Payload payload = RandomGraph(seed);
  payload.tool = "context";
  for (std::size_t i = 0; i < payload.symbols.size(); ++i) {
    payload.symbols[i].qualified_name += fmt::format("#{}", i);
  }
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint16_t>> seen;
  std::erase_if(payload.edges, [&](Edge& edge) {
    edge.status = EdgeStatus::kUnchanged;
    return !seen.emplace(edge.source, edge.target, edge.type.code()).second;
  });
  const auto first = static_cast<std::uint32_t>(payload.symbols.size());
  for (std::uint32_t i = 0; i < kStaying; ++i) {
    Symbol& symbol = payload.symbols.emplace_back();
    symbol.qualified_name = fmt::format("shop.cart.step_{}", i);
    symbol.kind = SymbolKind::kFunction;
    symbol.score = 0.25F;
    symbol.provenance = Provenance::kAstResolved;
    if (i == 0) continue;
    payload.edges.push_back(Call(first + i, first + i - 1));
  }
  return payload;
}

// Another graph in front of the same chain, and a third of what was there.
Payload Changed(const Payload& base, std::uint32_t seed) {
  Payload changed = NamedApart(seed + 1000);
  for (std::size_t i = 0; i < base.symbols.size() && i < changed.symbols.size(); i += 3) {
    if (base.symbols[i].qualified_name.starts_with("shop.")) break;
    if (changed.symbols[i].qualified_name.starts_with("shop.")) break;
    changed.symbols[i].qualified_name = base.symbols[i].qualified_name;
  }
  return changed;
}

std::string Delta(const std::string& format, const Payload& base, Payload current) {
  const absl::StatusOr<PackAnswer> answer = AnswerWithDelta(
      CodecRegistry::BuiltIn(), format, {base}, current, kFullAnswer, kDefaultTokenizer);
  EXPECT_THAT(answer, IsOk());
  if (!answer.ok()) return "";
  EXPECT_EQ(answer->outcome, PackOutcome::kDelta) << answer->full_tokens;
  return answer->text;
}

using NodeRow = std::tuple<std::string, std::string, std::string>;

std::set<NodeRow> Nodes(const Payload& payload) {
  std::set<NodeRow> nodes;
  for (const Symbol& symbol : payload.symbols) {
    nodes.emplace(TermName(payload, symbol.kind), symbol.qualified_name,
                  TermName(payload, symbol.provenance));
  }
  return nodes;
}

std::set<NodeRow> Edges(const Payload& payload) {
  std::set<NodeRow> edges;
  for (const Edge& edge : payload.edges) {
    edges.emplace(payload.symbols[edge.source].qualified_name,
                  payload.symbols[edge.target].qualified_name, TermName(payload, edge.type));
  }
  return edges;
}

TEST(ApplyDelta, GivesTheGraphOfTheNewPack) {
  for (std::uint32_t seed = 0; seed < kPairs; ++seed) {
    Payload base = NamedApart(seed);
    ASSERT_THAT(Canonicalize(base), IsOk());
    Payload current = Changed(base, seed);
    ASSERT_THAT(Canonicalize(current), IsOk());
    const absl::StatusOr<Payload> applied = ApplyDelta(base, Delta("gcf", base, current));

    ASSERT_THAT(applied, IsOk()) << "seed " << seed;
    ASSERT_EQ(Nodes(*applied), Nodes(current)) << "seed " << seed;
    ASSERT_EQ(Edges(*applied), Edges(current)) << "seed " << seed;
    ASSERT_EQ(applied->pack_root, ContentRoot(current));
  }
}

TEST(ApplyDelta, GivesThePublishedRootOfTheNewPack) {
  for (std::uint32_t seed = 0; seed < kPairs; ++seed) {
    const Payload base = NamedApart(seed);
    Payload current = Changed(base, seed);
    const absl::StatusOr<Payload> applied = ApplyDelta(base, Delta("gcf3", base, current));

    ASSERT_THAT(applied, IsOk()) << "seed " << seed;
    ASSERT_EQ(GraphPackRoot(*applied), GraphPackRoot(current));
  }
}

// What a client has is the text that it was sent.
TEST(ApplyDelta, TakesABaseThatWasDecodedFromWhatWasSent) {
  for (const char* format : {"gcf", "gcf3"}) {
    Payload base = NamedApart(7);
    ASSERT_THAT(Canonicalize(base), IsOk());
    base.pack_root = ContentRoot(base);
    const CodecRegistry codecs = CodecRegistry::BuiltIn();
    const Payload received = *codecs.Decode(format, *codecs.Encode(format, base, kFullAnswer));
    const Payload current = Changed(base, 7);

    const absl::StatusOr<Payload> applied = ApplyDelta(received, Delta(format, base, current));

    ASSERT_THAT(applied, IsOk());
    EXPECT_EQ(Nodes(*applied), Nodes(current));
  }
}

TEST(ApplyDelta, NoticesATextThatWasCutOffBetweenLines) {
  for (const char* format : {"gcf", "gcf3"}) {
    Payload base = NamedApart(11);
    ASSERT_THAT(Canonicalize(base), IsOk());
    const std::string text = Delta(format, base, Changed(base, 11));
    ASSERT_THAT(ApplyDelta(base, text), IsOk());

    for (std::size_t end = text.find('\n'); end + 1 < text.size(); end = text.find('\n', end + 1)) {
      const std::string part = text.substr(0, end + 1);
      ASSERT_FALSE(ApplyDelta(base, part).ok()) << part;
    }
  }
}

// As the published examples are.
TEST(ApplyDelta, TakesAHeaderThatDoesNotTellWhatItSaves) {
  for (const char* format : {"gcf", "gcf3"}) {
    Payload base = NamedApart(11);
    ASSERT_THAT(Canonicalize(base), IsOk());
    const Payload current = Changed(base, 11);
    std::string text = Delta(format, base, current);
    const std::size_t tokens = text.find(" tokens=");
    text.erase(tokens, text.find('\n') - tokens);

    const absl::StatusOr<Payload> applied = ApplyDelta(base, text);

    ASSERT_THAT(applied, IsOk());
    EXPECT_EQ(Nodes(*applied), Nodes(current));
  }
}

TEST(ApplyDelta, TakesTheLineEndsOfAnySystem) {
  Payload base = NamedApart(11);
  ASSERT_THAT(Canonicalize(base), IsOk());
  std::string text = Delta("gcf", base, Changed(base, 11));
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) {
    text.insert(at, 1, '\r');
  }

  EXPECT_THAT(ApplyDelta(base, text), IsOk());
  EXPECT_THAT(ApplyDelta(base, text.substr(0, text.size() - 2)), IsOk());
}

TEST(ApplyDelta, KeepsTheBaseInTheStateOfNowWhenNothingChanged) {
  Payload base = NamedApart(3);
  ASSERT_THAT(Canonicalize(base), IsOk());
  base.pack_root = ContentRoot(base);
  const std::string text =
      fmt::format("unchanged pack_root={} symbols={}\n# index=shop generation=9\n",
                  base.pack_root->ToHex(), base.symbols.size());

  Payload same = base;
  same.index.emplace().repository = "shop";
  same.index->generation = 9;
  EXPECT_EQ(*ApplyDelta(base, text), same);
  EXPECT_THAT(
      ApplyDelta(base, fmt::format("unchanged pack_root={} symbols=1\n", base.pack_root->ToHex())),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("count_mismatch (line 1)")));
}

TEST(ApplyDelta, ReadsWhatAnswersTellInComments) {
  Payload base;
  base.tool = "context";
  for (int i = 0; i < 20; ++i) {
    Symbol& symbol = base.symbols.emplace_back();
    symbol.qualified_name = fmt::format("shop.cart.Step{}", i);
    symbol.kind = SymbolKind::kFunction;
  }
  Payload current = base;
  current.index = {"shop", 8, "8a41c2d94f01", std::nullopt, 2};
  current.completeness = {Certainty::kIncomplete, 3, "3 dynamic calls"};
  current.truncation = {5, "c1", "waymark context x --cursor c1"};
  for (const char* name : {"shop.pay", "shop.tax"}) {
    Symbol& symbol = current.symbols.emplace_back();
    symbol.qualified_name = name;
    symbol.kind = SymbolKind::kFunction;
    symbol.path = "src/shop/pay ment.py";
    symbol.start_line = 3;
    symbol.end_line = 9;
    symbol.signature = "def pay()";
    symbol.text = "src/other.py:1-2 is no place here";
  }
  const absl::StatusOr<PackAnswer> answer = AnswerWithDelta(
      CodecRegistry::BuiltIn(), "gcf", {base}, current, kFullAnswer, kDefaultTokenizer);
  ASSERT_THAT(answer, IsOk());
  ASSERT_EQ(answer->outcome, PackOutcome::kDelta);

  const absl::StatusOr<Payload> applied = ApplyDelta(base, answer->text);

  ASSERT_THAT(applied, IsOk());
  ASSERT_EQ(applied->symbols.size(), current.symbols.size());
  for (std::size_t i = base.symbols.size(); i < current.symbols.size(); ++i) {
    EXPECT_EQ(applied->symbols[i].path, "src/shop/pay ment.py");
    EXPECT_EQ(applied->symbols[i].start_line, 3U);
    EXPECT_EQ(applied->symbols[i].end_line, 9U);
    EXPECT_EQ(applied->symbols[i].signature, "def pay()");
  }
  EXPECT_EQ(applied->index, current.index);
  EXPECT_EQ(applied->completeness, current.completeness);
  EXPECT_EQ(applied->truncation, current.truncation);

  const absl::StatusOr<PackAnswer> unchanged = AnswerWithDelta(
      CodecRegistry::BuiltIn(), "gcf", {current}, current, kFullAnswer, kDefaultTokenizer);
  ASSERT_THAT(unchanged, IsOk());
  ASSERT_EQ(unchanged->outcome, PackOutcome::kUnchanged);
  Payload older = current;
  older.index->generation = 7;
  const absl::StatusOr<Payload> same = ApplyDelta(older, unchanged->text);
  ASSERT_THAT(same, IsOk());
  EXPECT_EQ(same->index, current.index);
}

class ApplyDeltaErrors : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"a", "b"}) {
      Symbol& symbol = base_.symbols.emplace_back();
      symbol.qualified_name = name;
      symbol.kind = SymbolKind::kFunction;
      symbol.provenance = Provenance::kAstResolved;
    }
    base_.edges.push_back(Call(0, 1));
    header_ = fmt::format("GCF tool=t delta=true base_root={} new_root={} tokens=9 savings=50%\n",
                          ContentRoot(base_).ToHex(), std::string(64, '0'));
  }

  void Expect(const std::string& text, const std::string& message) {
    EXPECT_THAT(ApplyDelta(base_, text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(message)))
        << text;
  }

  Payload base_;
  std::string header_;
};

TEST_F(ApplyDeltaErrors, DoNotConcernABareUnchangedNorRootsOfOtherLengths) {
  EXPECT_THAT(ApplyDelta(base_, "unchanged\n"), testing::IsOkAndHolds(base_));
  const absl::StatusOr<Payload> outcome = ApplyDelta(
      base_,
      "GCF tool=t delta=true base_root=aaa111 new_root=bbb222\n## added\n@0 fn new 0.50 x\n");

  ASSERT_THAT(outcome, testing::IsOk());
  EXPECT_EQ(outcome->symbols.size(), base_.symbols.size() + 1);
  EXPECT_FALSE(outcome->pack_root.has_value());
}

TEST_F(ApplyDeltaErrors, NameCodeAndLine) {
  Expect("", "missing_header (line 1)");
  Expect("GCF\n", "missing_header (line 1)");
  Expect("GCF tool=t symbols=0\n", "malformed_delta (line 1): neither");
  Expect("GCF tool=t tool=t delta=true\n", "duplicate_header_field (line 1)");
  Expect("GCF tool=t delta=true tokens=1 base_root=sha256:12\n", "malformed_header_field (line 1)");
  Expect("GCF tool=t delta=true tokens=x\n", "invalid_count (line 1)");
  Expect("GCF profile=x delta=true\n", "unknown_profile (line 1)");
  Expect(header_, "malformed_delta (line 1): neither symbols nor lines differ");
  Expect(header_ + "fn a\n", "malformed_delta (line 2): a line outside");
  Expect(header_ + "## more\n", "malformed_delta (line 2): 'more'");
  Expect(header_ + "## added\n## removed\n", "malformed_delta (line 3): 'removed'");
  Expect(header_ + "## removed\n", "malformed_delta (line 2): 'removed' has no lines");
  Expect(header_ + "## removed\n## added\n", "malformed_delta (line 3): 'removed' has no lines");
  Expect(header_ + "## removed\nfn a b\n", "malformed_delta (line 3)");
  Expect(header_ + "## removed\nfn\n", "malformed_delta (line 3)");
  Expect(header_ + "## removed\nfn c\n", "delta_invalid (line 3): the base has no 'c'");
  Expect(header_ + "## removed\nmethod a\n", "delta_invalid (line 3)");
  Expect(header_ + "## added\n@1 fn c 0.5 x\n", "malformed_delta (line 3)");
  Expect(header_ + "## added\n@0 fn c 0.5 x 0\n", "malformed_delta (line 3)");
  Expect(header_ + "## added\n@0 fn c 1e9 x\n", "invalid_score (line 3)");
  Expect(header_ + "## added\n@0 fn c\td 0.5 x\n",
         "malformed_delta (line 3): byte 8 is a control character or white space");
  Expect(header_ + "## added\n@0 fn a 0.5 x\n", "delta_invalid (line 3): 'a' is added");
  Expect(header_ + "## edges_removed\na -> c calls\n", "delta_invalid (line 3)");
  Expect(header_ + "## edges_added\na -> b calls\n", "delta_invalid (line 3)");
  Expect(header_ + "## edges_added\na b calls\n", "malformed_delta (line 3)");
  Expect(header_ + "## removed\nfn a\n", "delta_invalid (line 3): an edge between 'a'");
  Expect(header_ + "## removed\nfn a", "malformed_delta (line 3): the line has no end");
  Expect(header_ + "## removed\nfn \xFF\n", "invalid_utf8 (line 3)");
}

TEST_F(ApplyDeltaErrors, RefuseAnotherBase) {
  base_.symbols[0].signature = "changed";

  Expect(header_, "root_mismatch (line 1)");
}

TEST_F(ApplyDeltaErrors, RefuseAnOutcomeOfAnotherPublishedRoot) {
  Expect(fmt::format("GCF profile=graph tool=t delta=true base_root=sha256:{} new_root=sha256:{} "
                     "tokens=9 savings=50%\n## removed\nfn b\n## edges_removed\na -> b calls\n",
                     GraphPackRoot(base_).ToHex(), std::string(64, '0')),
         "root_mismatch (line 5): the outcome is");
}

TEST_F(ApplyDeltaErrors, RefuseAnOutcomeOfAnotherContentRoot) {
  const std::string graph = header_ + "## removed\nfn b\n## edges_removed\na -> b calls\n";

  EXPECT_THAT(ApplyDelta(base_, graph), IsOk()) << "the graph alone has no signatures and texts";
  Expect(Replace(graph, "## removed", "# index=shop generation=9\n## removed"),
         "root_mismatch (line 6): the outcome is");
}

TEST_F(ApplyDeltaErrors, RefuseLinesOfUnknownSymbols) {
  Expect(header_ + "# lines a.py c=1-2\n", "delta_invalid (line 2): the base has no 'c'");
  Expect(header_ + "# added hops=300:1\n", "malformed_delta (line 2): the distances");
  Expect(header_ + "## added\n@0 fn c 0.5 x\n# as before\n",
         "delta_invalid (line 4): 'c' is as before");
}

}  // namespace
}  // namespace waymark::wire
