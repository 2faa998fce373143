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
using testing::IsOk;
using testing::IsOkAndHolds;
using ::testing::Not;
using testing::StatusIs;

std::string GcxText(const Payload& payload, const EncodeOptions& options) {
  absl::StatusOr<std::string> text = CodecRegistry::BuiltIn().Encode("gcx", payload, options);
  EXPECT_THAT(text, IsOk());
  return text.ok() ? *std::move(text) : std::string();
}

absl::StatusOr<Payload> PayloadOfGcx(std::string_view text) {
  return CodecRegistry::BuiltIn().Decode("gcx", text);
}

void ExpectPayloadError(std::string_view text, const std::string& message) {
  EXPECT_THAT(PayloadOfGcx(text), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(message)));
}

Payload WithPlace(std::string tool) {
  Payload payload = TwoSymbols();
  payload.tool = std::move(tool);
  payload.symbols[0].path = "auth.go";
  payload.symbols[0].start_line = 3;
  payload.symbols[0].end_line = 9;
  payload.edges[0].status = EdgeStatus::kAdded;
  return payload;
}

TEST(GcxPayload, NumbersTheNodesAndLeavesOutColumnsThatNoRowNeeds) {
  EXPECT_EQ(GcxText(WithPlace("context_for_task"), kGraphOnly),
            "GCX1 tool=context_for_task.nodes fields=id,kind,name,score,provenance,distance "
            "budget=5000 rows=2 tokens=1847\n"
            "0\tfunction\tpkg.Auth\t0.78\tlsp_resolved\t0\n"
            "1\ttype\tpkg.Server\t0.54\tast_inferred\t1\n"
            "GCX1 tool=context_for_task.edges fields=from,to,kind,status rows=1\n"
            "1\t0\tcalls\tadded\n");
}

TEST(GcxPayload, AddsPlacesAndSignaturesToAnswers) {
  EXPECT_THAT(GcxText(WithPlace("context"), kFullAnswer),
              HasSubstr("fields=id,kind,name,path,line,score,provenance,distance,end_line,sig "));
}

TEST(GcxPayload, KeepsToAPublishedLayoutAndPutsTheRestInSectionsOfItsOwn) {
  const std::string text = GcxText(WithPlace("get_callers"), kFullAnswer);

  EXPECT_EQ(text,
            "GCX1 tool=get_callers.nodes fields=id,kind,name,path,line budget=5000 rows=2 "
            "tokens=1847\n"
            "0\tfunction\tpkg.Auth\tauth.go\t3\n"
            "1\ttype\tpkg.Server\t\t\n"
            "GCX1 tool=get_callers.more_nodes "
            "fields=id,score,provenance,distance,end_line,sig rows=2\n"
            "0\t0.78\tlsp_resolved\t0\t9\tfunc Auth()\n"
            "1\t0.54\tast_inferred\t1\t\t\n"
            "GCX1 tool=get_callers.edges fields=from,to,kind,origin,confidence,label rows=1\n"
            "1\t0\tcalls\t\t\t\n"
            "GCX1 tool=get_callers.more_edges fields=row,status rows=1\n"
            "0\tadded\n");
  Payload expected = WithPlace("get_callers");
  for (Symbol& symbol : expected.symbols) symbol.components = {};
  EXPECT_THAT(PayloadOfGcx(text), IsOkAndHolds(expected));
}

TEST(GcxPayload, HasThePublishedSectionOfUsages) {
  const std::string text = GcxText(WithPlace("find_usages"), kFullAnswer);

  EXPECT_THAT(text, HasSubstr("GCX1 tool=find_usages fields=from,to,edge_kind,origin,confidence,"
                              "from_name,from_path,from_line rows=1\n"
                              "1\t0\tcalls\t\t\tpkg.Server\t\t\n"
                              "GCX1 tool=find_usages.more_edges fields=row,status rows=1\n"
                              "0\tadded\n"));
  Payload expected = WithPlace("find_usages");
  for (Symbol& symbol : expected.symbols) symbol.components = {};
  EXPECT_THAT(PayloadOfGcx(text), IsOkAndHolds(expected));
}

TEST(GcxPayload, ToolsThatAreCalledLikeASectionOfAnotherOneHaveTheirOwn) {
  for (const char* tool : {"get_callers.nodes", "get_editing_context.tests", "get_callers.edges"}) {
    const std::string text = GcxText(WithPlace(tool), kFullAnswer);
    const absl::StatusOr<Payload> read = PayloadOfGcx(text);

    ASSERT_THAT(read, IsOk()) << text;
    EXPECT_EQ(read->tool, tool);
    EXPECT_EQ(GcxText(*read, kFullAnswer), text);
  }
}

TEST(GcxPayload, SaysHowManyASearchFoundInAll) {
  Payload payload = WithPlace("search_symbols");
  payload.edges.clear();
  EXPECT_THAT(GcxText(payload, kFullAnswer), HasSubstr(" tokens=1847 total=2 truncated=false\n"));

  payload.truncation = {5, "", ""};
  EXPECT_THAT(GcxText(payload, kFullAnswer), HasSubstr(" total=7 truncated=true\n"));
  payload.truncation = {std::nullopt, "", ""};
  EXPECT_THAT(GcxText(payload, kFullAnswer), HasSubstr(" tokens=1847 truncated=true\n"));
  payload.tool = "get_file_summary";
  payload.truncation.reset();
  EXPECT_THAT(GcxText(payload, kFullAnswer),
              HasSubstr(" total_edges=0 total_nodes=2 truncated=false\n"));
}

TEST(GcxPayload, ReadsThePublishedLayoutOfASearch) {
  const absl::StatusOr<Payload> payload = PayloadOfGcx(
      "GCX1 tool=search_symbols fields=id,kind,name,path,line,sig rows=1 total=7 truncated=false\n"
      "pkg/a.go::f\tvariable\tf\tpkg/a.go\t12\tvar f\n");

  ASSERT_THAT(payload, IsOk());
  EXPECT_EQ(payload->tool, "search_symbols");
  EXPECT_EQ(payload->symbols[0].kind, SymbolKind::kVar);
  EXPECT_EQ(payload->symbols[0].start_line, 12U);
  EXPECT_EQ(payload->symbols[0].signature, "var f");
}

TEST(GcxPayload, TellsWhatAnAnswerSaysOfItself) {
  Payload payload = TwoSymbols();
  payload.tool = "context";
  payload.completeness = {Certainty::kLowerBound, 3, "3 dynamic calls"};
  payload.index = {"my shop", 7, "8a41c2d9", std::nullopt, std::nullopt};
  payload.truncation = {12, "", "waymark context 'a'"};
  payload.affected.emplace().symbols = 23;

  EXPECT_THAT(GcxText(payload, kFullAnswer), HasSubstr(R"(GCX1 tool=context.state fields=field,value
completeness	lower_bound
completeness_count	3
completeness_reason	3 dynamic calls
index.repository	my shop
index.generation	7
index.commit	8a41c2d9
index.files_differing	unchecked
)"));
  EXPECT_THAT(GcxText(payload, kFullAnswer), EndsWith(R"(
truncation.omitted	12
truncation.next_call	waymark context 'a'
)"));
  EXPECT_THAT(GcxText(payload, kGraphOnly), Not(HasSubstr(".state")));
}

TEST(GcxPayload, EdgesOfPublishedLayoutsTellHowSureTheyAre) {
  Payload payload = WithPlace("get_callers");
  payload.edges[0].provenance = Provenance::kAstResolved;
  payload.edges[0].confidence = 0.6F;
  const std::string text = GcxText(payload, kFullAnswer);

  EXPECT_THAT(text, HasSubstr("1\t0\tcalls\tast_resolved\t0.6\tlikely\n"));
  WM_ASSERT_OK_AND_ASSIGN(const Payload decoded, PayloadOfGcx(text));
  EXPECT_EQ(decoded.edges, payload.edges);

  payload.tool = "find_usages";
  EXPECT_THAT(GcxText(payload, kFullAnswer), HasSubstr("\tast_resolved\t0.6\tpkg.Server"));
}

TEST(GcxPayload, RefusesADocumentThatHoldsNoGraph) {
  ExpectPayloadError(
      "GCX1 tool=find_usages "
      "fields=from,to,edge_kind,origin,confidence,from_name,from_path,from_line\n",
      "section 'find_usages': no graph; a payload begins with 'TOOL.nodes' (line 1)");
  ExpectPayloadError("GCX1 tool=t.nodes fields=id,name\n0\ta\n", "it has no field 'kind' (line 1)");
}

TEST(GcxPayload, NamesRowAndFieldOfAMistake) {
  const std::string nodes = "GCX1 tool=t.nodes fields=id,kind,name,score\n0\tfn\ta\t0.5\n";
  ExpectPayloadError(nodes + "0\tfn\tb\t0.5\n",
                     "section 't.nodes': row 1, id: '0' stands twice (line 3)");
  ExpectPayloadError(nodes + nodes,
                     "section 't.nodes': it stands twice; one payload has one (line 3)");
  const std::string edges = "GCX1 tool=t.edges fields=from,to,kind\n0\t0\tcalls\n";
  ExpectPayloadError(nodes + edges + edges,
                     "section 't.edges': it stands twice; one payload has one (line 5)");
  ExpectPayloadError(nodes + "1\tfn\tb\t0.5x\n",
                     "row 1, score: '0.5x' is no decimal number of single precision (line 3)");
  ExpectPayloadError(nodes + "1\tfn\n", "row 1, name: '' is no name");
  ExpectPayloadError(nodes + "1\tva\rr\tb\n",
                     "row 1, kind: a carriage return, which no cell holds");
  ExpectPayloadError(nodes + "GCX1 tool=t.edges fields=from,to,kind\n0\t7\tcalls\n",
                     "section 't.edges': row 0, to: '7' is no node (line 4)");
  ExpectPayloadError(nodes + "GCX1 tool=t.more_edges fields=row,status\n3\tadded\n",
                     "row 0, row: '3' is no edge");
  ExpectPayloadError(
      nodes + edges + "GCX1 tool=t.more_edges fields=row,status\n0\tadded\n0\tremoved\n",
      "section 't.more_edges': row 1, row: '0' stands twice (line 7)");
  ExpectPayloadError(nodes + edges + "GCX1 tool=t.more_edges fields=row,kind\n0\timports\n",
                     "section 't.more_edges': its column 'kind' is there already (line 5)");
  ExpectPayloadError(
      nodes + "GCX1 tool=t.edges fields=from,to,edge_kind,kind\n0\t0\tcalls\timports\n",
      "section 't.edges': its column 'kind' is there already (line 3)");
  ExpectPayloadError(nodes + "GCX1 tool=t.more_nodes fields=id,sig\n0\tf()\n0\tg()\n",
                     "section 't.more_nodes': row 1, id: '0' stands twice (line 5)");
  ExpectPayloadError(nodes + "GCX1 tool=t.more_nodes fields=id,name\n0\tb\n",
                     "section 't.more_nodes': its column 'name' is there already (line 3)");
  ExpectPayloadError(
      "GCX1 tool=t.nodes fields=id,kind,name,behaviour\n0\tfn\ta\tbody\n",
      "section 't.nodes': row 0, status: says what differs of a symbol, and not its status");
}

}  // namespace
}  // namespace waymark::wire
