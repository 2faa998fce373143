// The public graph profile: what it writes otherwise than `gcf`, and how a reader tells the two.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gcf/gcf_codec.h"
#include "spec_example.h"
#include "testing/status_matchers.h"
#include "wire/content_root.h"
#include "wire/graph_pack_root.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::IsOkAndHolds;
using ::testing::Not;
using testing::StatusIs;

std::string Gcf3Text(const Payload& payload) {
  const absl::StatusOr<std::string> text = EncodeGcf3(payload, kGraphOnly);
  EXPECT_THAT(text, IsOk());
  return text.value_or("");
}

void ExpectGcf3Error(const std::string& text, const std::string& message) {
  EXPECT_THAT(DecodeGcf3(text), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(message)));
}

// What GCF keeps of the two symbols.
Payload TwoNodes() {
  Payload payload = TwoSymbols();
  for (Symbol& symbol : payload.symbols) {
    symbol.signature.clear();
    symbol.components = {};
  }
  return payload;
}

constexpr char kTwoNodes[] =
    "GCF profile=graph tool=context_for_task budget=5000 tokens=1847 symbols=2 edges=1\n"
    "## targets\n"
    "@0 fn pkg.Auth 0.78 lsp_resolved\n"
    "## related\n"
    "@1 type pkg.Server 0.54 ast_inferred\n"
    "## edges [1]\n"
    "@0<@1 calls\n";

TEST(Gcf3Encode, NamesTheProfileAndCountsTheEdges) { EXPECT_EQ(Gcf3Text(TwoNodes()), kTwoNodes); }

TEST(Gcf3Encode, LeavesOutCountsOfNothing) {
  Payload payload;
  payload.tool = "t";

  EXPECT_EQ(Gcf3Text(payload), "GCF profile=graph tool=t symbols=0\n");
}

TEST(Gcf3Encode, WritesNamesInAscii) {
  Payload payload = TwoNodes();
  payload.symbols[0].qualified_name = "na\u00EFve::\u540D \U0001F600%41%";

  const std::string text = Gcf3Text(payload);

  EXPECT_THAT(text, HasSubstr("@0 fn na%C3%AFve::%E5%90%8D%20%F0%9F%98%80%2541% 0.78"));
  EXPECT_THAT(DecodeGcf3(text), IsOkAndHolds(payload));
}

TEST(Gcf3Encode, SortsEdgesBySourceTargetAndType) {
  Payload payload = TwoNodes();
  payload.edges.clear();
  for (const auto& [source, target, type] :
       {std::tuple(1U, 0U, EdgeType::kReferences), std::tuple(1U, 0U, EdgeType::kCalls),
        std::tuple(0U, 1U, EdgeType::kCalls)}) {
    Edge& edge = payload.edges.emplace_back();
    edge.source = source;
    edge.target = target;
    edge.type = type;
  }

  EXPECT_THAT(Gcf3Text(payload),
              HasSubstr("## edges [3]\n@1<@0 calls\n@0<@1 calls\n@0<@1 references\n"));
}

TEST(Gcf3Encode, CarriesBothRoots) {
  Payload payload = TwoNodes();
  payload.pack_root = ContentRoot(payload);
  const std::string text = Gcf3Text(payload);

  EXPECT_THAT(text, HasSubstr(" edges=1 pack_root=sha256:" + GraphPackRoot(payload).ToHex() +
                              " content_root=" + payload.pack_root->ToHex() + "\n"));
  EXPECT_THAT(DecodeGcf3(text), IsOkAndHolds(payload));
}

TEST(Gcf3Decode, IsPartOfTheDecoderOfBothDialects) {
  EXPECT_THAT(DecodeGcf(kTwoNodes), IsOkAndHolds(TwoNodes()));
  EXPECT_THAT(DecodeGcf3(kTwoNodes), IsOkAndHolds(TwoNodes()));
}

TEST(Gcf3Decode, ReadsWhatOthersMayWrite) {
  EXPECT_THAT(DecodeGcf3("GCF profile=graph symbols=1 lang=go\r\n## targets [1]\r\n\r\n# note\r\n"
                         "@7 gizmo a.b 1.00 seen\r\n"),
              IsOk());
  EXPECT_THAT(DecodeGcf3("GCF profile=graph tool=t\n## targets\n@0 fn a 1.00 x\n## edges [?]\n"
                         "@0<@0 calls\n##! summary symbols=1 edges=1 counts=targets:1,edges:1\n"),
              IsOk());
}

TEST(Gcf3Decode, NamesThePublishedCodeOfAMistake) {
  const std::string header = "GCF profile=graph tool=t\n";
  ExpectGcf3Error("GCF tool=t symbols=0\n", "missing_profile (line 1)");
  ExpectGcf3Error("GCF profile=generic tool=t\n", "unknown_profile (line 1)");
  ExpectGcf3Error("GCF tool=t profile=graph\n", "malformed_header_field (line 1)");
  ExpectGcf3Error("GCF profile=graph pack_root=sha256:12\n", "malformed_header_field (line 1)");
  ExpectGcf3Error("GCF profile=graph profile=graph\n", "duplicate_header_field (line 1)");
  ExpectGcf3Error("GCF profile=graph edges=1\n", "count_mismatch");
  ExpectGcf3Error(header + "## targets\n@0 fn a 1.00 x\n## edges [2]\n@0<@0 calls\n",
                  "count_mismatch");
  ExpectGcf3Error(header + "## edges [?]\n", "count_mismatch");
  ExpectGcf3Error(header + "## edges [?]\n##! summary symbols=0 edges=1\n",
                  "count_mismatch (line 3)");
  ExpectGcf3Error(header + "## targets\n@0 fn a 1.00\n", "invalid_node_line (line 3)");
  ExpectGcf3Error(header + "## targets\n@x fn a 1.00 x\n", "invalid_symbol_id (line 3)");
  ExpectGcf3Error(header + "## targets\n@0 fn a 0.9z x\n", "invalid_score (line 3)");
  ExpectGcf3Error(header + "## edges\n@0>@1 calls\n", "invalid_edge_syntax (line 3)");
  ExpectGcf3Error(header + "## edges\n@0<@1 calls\n", "unknown_edge_reference (line 3)");
  ExpectGcf3Error(header + "## targets\n@0  # previously transmitted\n",
                  "unresolved_session_reference");
}

TEST(GraphPackRoot, OfNothingIsThatOfNoBytes) {
  EXPECT_EQ(GraphPackRoot(Payload()).ToHex(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(GraphPackRoot, HoldsScoresAsTheyAreSent) {
  Payload payload = TwoNodes();
  const RootHash root = GraphPackRoot(payload);

  payload.symbols[0].score = 0.7801F;
  EXPECT_EQ(GraphPackRoot(payload), root);
  payload.symbols[0].score = 0.79F;
  EXPECT_NE(GraphPackRoot(payload), root);
}

TEST(GraphPackRoot, DoesNotDependOnTheOrder) {
  Payload payload = TwoNodes();
  const RootHash root = GraphPackRoot(payload);

  std::swap(payload.symbols[0], payload.symbols[1]);
  std::swap(payload.edges[0].source, payload.edges[0].target);

  EXPECT_EQ(GraphPackRoot(payload), root);
}

}  // namespace
}  // namespace waymark::wire
