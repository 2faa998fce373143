#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec_example.h"
#include "testing/status_matchers.h"
#include "wire/codec.h"
#include "wire/gcx.h"

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

Payload WithHandles(std::string tool) {
  Payload payload = WithPlace(std::move(tool));
  payload.symbols[1].path = "server.go";
  payload.symbols[0].handle = "auth.go#Auth";
  payload.symbols[1].handle = "server.go#Server";
  return payload;
}

std::string WithoutEtag(std::string text) {
  const std::size_t at = text.find(" etag=");
  if (at != std::string::npos) text.erase(at, text.find(' ', at + 1) - at);
  return text;
}

TEST(GcxPayload, NumbersNodesWithoutAHandleAndLeavesOutColumnsThatNoRowNeeds) {
  EXPECT_EQ(GcxText(WithPlace("context_for_task"), kGraphOnly),
            "GCX1 tool=context_for_task.nodes "
            "fields=id,kind,name,qualified_name,score,provenance,distance "
            "budget=5000 rows=2 tokens=1847\n"
            "0\tfunction\tAuth\tpkg.Auth\t0.78\tlsp_resolved\t0\n"
            "1\ttype\tServer\tpkg.Server\t0.54\tast_inferred\t1\n"
            "GCX1 tool=context_for_task.edges fields=from,to,kind,status rows=1\n"
            "1\t0\tcalls\tadded\n");
}

TEST(GcxPayload, NamesNodesByTheirHandles) {
  Payload payload = WithHandles("context_for_task");
  const std::string text = GcxText(payload, kGraphOnly);

  EXPECT_THAT(text, HasSubstr("\nauth.go#Auth\tfunction\tAuth\tpkg.Auth\t"));
  EXPECT_THAT(text, HasSubstr("\nserver.go#Server\tauth.go#Auth\tcalls\tadded\n"));
  WM_ASSERT_OK_AND_ASSIGN(const Payload read, PayloadOfGcx(text));
  EXPECT_EQ(read.symbols[0].handle, "auth.go#Auth");

  // What the first symbol is called, no other can be.
  payload.symbols[1].handle = payload.symbols[0].handle;
  payload.symbols[1].id = SymbolIdentity::FromHex(std::string(64, 'a'));
  EXPECT_THAT(GcxText(payload, kGraphOnly), HasSubstr("\n" + std::string(64, 'a') + "\ttype\t"));
}

TEST(GcxPayload, AddsPlacesAndSignaturesToAnswers) {
  EXPECT_THAT(GcxText(WithPlace("context"), kFullAnswer),
              HasSubstr("fields=id,kind,name,qualified_name,path,line,score,provenance,distance,"
                        "end_line,sig "));
}

// What the layouts have no field for is told in comments, which a reader may drop.
TEST(GcxPayload, HasExactlyTheSectionsOfAPublishedLayout) {
  Payload payload = WithHandles("get_callers");
  payload.edges[0].sites = {{"server.go", 4, 2}, {"other.go", 9, 1}};
  const std::string text = GcxText(payload, kFullAnswer);

  EXPECT_EQ(WithoutEtag(text),
            "GCX1 tool=get_callers.nodes fields=id,kind,name,path,line budget=5000 rows=2 "
            "tokens=1847 total_edges=1 total_nodes=2 truncated=false\n"
            "# 2 matches\n"
            "auth.go#Auth\tfunction\tAuth\tauth.go\t3\n"
            "# func Auth()\n"
            "server.go#Server\ttype\tServer\tserver.go\t\n"
            "GCX1 tool=get_callers.edges fields=from,to,kind,origin,confidence,label rows=1\n"
            "# 1 match\n"
            "server.go#Server\tauth.go#Auth\tcalls\t\t\t\n"
            "# at 4,other.go:9\n");
  WM_ASSERT_OK_AND_ASSIGN(const Payload read, PayloadOfGcx(text));
  EXPECT_EQ(read.symbols.size(), 2U);
  EXPECT_EQ(read.symbols[1].handle, "server.go#Server");
  EXPECT_EQ(read.edges.size(), 1U);
}

TEST(GcxPayload, HasThePublishedSectionOfUsagesAlone) {
  Payload payload = WithHandles("find_usages");
  payload.symbols[1].start_line = 4;
  payload.edges[0].sites = {{"server.go", 7, 2}};
  const std::string text = GcxText(payload, kFullAnswer);

  EXPECT_EQ(WithoutEtag(text),
            "GCX1 tool=find_usages fields=from,to,edge_kind,origin,confidence,from_name,from_path,"
            "from_line budget=5000 rows=1 tokens=1847 total_edges=1 total_nodes=2 "
            "truncated=false\n"
            "# 1 match\n"
            "server.go#Server\tauth.go#Auth\tcalls\t\t\tServer\tserver.go\t4\n"
            "# at 7\n");
  WM_ASSERT_OK_AND_ASSIGN(const Payload read, PayloadOfGcx(text));
  ASSERT_EQ(read.symbols.size(), 2U);
  EXPECT_EQ(read.symbols[0].handle, "auth.go#Auth");
  EXPECT_EQ(read.symbols[1].qualified_name, "Server");
  EXPECT_EQ(read.symbols[1].path, "server.go");
  EXPECT_EQ(read.symbols[1].start_line, 4U);
  EXPECT_EQ(read.edges[0].source, 1U);
  EXPECT_EQ(GcxText(read, kFullAnswer),
            GcxText(*PayloadOfGcx(GcxText(read, kFullAnswer)), kFullAnswer));
}

TEST(GcxPayload, KindsHaveOneNameEachAndContractsThatOfTheLayout) {
  Payload payload = WithHandles("search_symbols");
  payload.edges.clear();
  payload.symbols[0].kind = SymbolKind::kVar;
  payload.symbols[1].kind = SymbolKind::kEnvVar;
  EXPECT_THAT(GcxText(payload, kFullAnswer), HasSubstr("\tvariable\tAuth\t"));
  EXPECT_THAT(GcxText(payload, kFullAnswer), HasSubstr("\tcontract\tServer\t"));

  payload.tool = "context";
  EXPECT_THAT(GcxText(payload, kFullAnswer), HasSubstr("\tvariable\tAuth\t"));
  EXPECT_THAT(GcxText(payload, kFullAnswer), HasSubstr("\tenv_var\tServer\t"));
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

TEST(GcxPayload, TellsTheTotalsOfTheWholeAnswer) {
  Payload payload = WithPlace("search_symbols");
  payload.edges.clear();
  EXPECT_THAT(GcxText(payload, kFullAnswer),
              HasSubstr(" tokens=1847 total_edges=0 total_nodes=2 truncated=false\n"));

  payload.truncation = {5, "", ""};
  EXPECT_THAT(GcxText(payload, kFullAnswer),
              HasSubstr(" tokens=1847 total_nodes=7 truncated=true\n"));
  payload.truncation = {std::nullopt, "", ""};
  EXPECT_THAT(GcxText(payload, kFullAnswer), HasSubstr(" tokens=1847 truncated=true\n"));
}

// A client that holds the etag holds every byte but the count of tokens.
TEST(GcxPayload, AnswersHaveAnEtagOfAllThatTheySend) {
  const auto etag = [](const Payload& payload) { return GcxEtag(GcxText(payload, kFullAnswer)); };
  const Payload payload = WithHandles("get_callers");
  ASSERT_EQ(etag(payload).size(), 18U);
  Payload other = payload;
  other.tokens_used = 5;
  EXPECT_EQ(etag(other), etag(payload));
  other.symbols[0].signature = "func Auth(int)";
  EXPECT_NE(etag(other), etag(payload));
  other = payload;
  other.edges[0].sites = {{"server.go", 4, 2}};
  EXPECT_NE(etag(other), etag(payload));
  other = payload;
  other.completeness.reason = "other";
  EXPECT_NE(etag(other), etag(payload));
  EXPECT_EQ(GcxEtag(GcxText(payload, kGraphOnly)), "");
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

TEST(GcxPayload, TellsInTheHeaderWhatAnAnswerSaysOfItself) {
  Payload payload = TwoSymbols();
  payload.tool = "context";
  payload.completeness = {Certainty::kIncomplete, 3, "3 dynamic calls"};
  payload.index = {"my shop", 7, "8a41c2d9", std::nullopt, std::nullopt};
  payload.truncation = {12, "c1", "waymark context 'a'"};
  payload.affected.emplace().symbols = 23;
  const std::string text = GcxText(payload, kFullAnswer);

  EXPECT_THAT(WithoutEtag(text),
              HasSubstr(" budget=5000 commit=8a41c2d9 completeness=incomplete "
                        "completeness_reason=3\\ dynamic\\ calls cursor=c1 "
                        "files_differing=unchecked generation=7 omitted=12 possible_uses=3 "
                        "repository=my\\ shop rows=2 tokens=1847 total_nodes=14 "
                        "truncated=true\n# 2 matches\n# affected=23 files=0 tests=0\n"));
  EXPECT_THAT(text, EndsWith("\n# rest: waymark context 'a'\n"));
  WM_ASSERT_OK_AND_ASSIGN(const Payload read, PayloadOfGcx(text));
  EXPECT_EQ(read.completeness, payload.completeness);
  EXPECT_EQ(read.index, payload.index);
  EXPECT_EQ(read.truncation, (Truncation{12, "c1", ""}));
  EXPECT_THAT(GcxText(payload, kGraphOnly), Not(HasSubstr("completeness")));
  ExpectPayloadError("GCX1 tool=t.nodes fields=id,kind,name completeness=whole\n",
                     "completeness='whole' is unknown (line 1)");
}

TEST(GcxPayload, EdgesOfPublishedLayoutsTellHowSureTheyAre) {
  Payload payload = WithPlace("get_callers");
  payload.edges[0].status = {};
  payload.edges[0].provenance = Provenance::kAstResolved;
  payload.edges[0].confidence = 0.6F;
  const std::string text = GcxText(payload, kFullAnswer);

  EXPECT_THAT(text, HasSubstr("1\t0\tcalls\tast_resolved\t0.6\tlikely\n"));
  WM_ASSERT_OK_AND_ASSIGN(const Payload decoded, PayloadOfGcx(text));
  EXPECT_EQ(decoded.edges, payload.edges);

  payload.tool = "find_usages";
  EXPECT_THAT(GcxText(payload, kFullAnswer), HasSubstr("\tast_resolved\t0.6\tServer"));
}

TEST(GcxPayload, EdgesOfPublishedLayoutsHaveOneOfFiveOrigins) {
  Payload payload = WithHandles("find_usages");
  Edge& edge = payload.edges[0];
  edge.confidence = 0.9F;
  for (const auto& [provenance, origin] : {std::pair(Provenance::kScipResolved, "lsp_resolved"),
                                           std::pair(Provenance::kRuntimeObserved, "lsp_dispatch"),
                                           std::pair(Provenance::kStructural, "ast_resolved"),
                                           std::pair(Provenance::kAstInferred, "ast_inferred")}) {
    edge.provenance = provenance;
    EXPECT_THAT(GcxText(payload, kFullAnswer),
                HasSubstr(std::string("\tcalls\t") + origin + "\t0.9\t"));
  }
  edge.confidence = 0.3F;
  EXPECT_THAT(GcxText(payload, kFullAnswer), HasSubstr("\tcalls\ttext_matched\t0.3\t"));
}

TEST(GcxPayload, RefusesADocumentThatHoldsNoGraph) {
  ExpectPayloadError("GCX1 tool=get_symbol_source.nodes fields=id\n", "no field 'kind' (line 1)");
  ExpectPayloadError("GCX1 tool=smart_context.task fields=task\nx\n",
                     "section 'smart_context.task': no graph; a payload begins with 'TOOL.nodes'");
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
  ExpectPayloadError(nodes + "GCX1 tool=t.edges fields=from,to,kind\n0\t7\tcalls\n",
                     "section 't.edges': row 0, to: '7' is no node (line 4)");
  ExpectPayloadError(
      nodes + "GCX1 tool=t.edges fields=from,to,edge_kind,kind\n0\t0\tcalls\timports\n",
      "section 't.edges': its column 'kind' is there already (line 3)");
  ExpectPayloadError(
      "GCX1 tool=t.nodes fields=id,kind,name,behaviour\n0\tfn\ta\tbody\n",
      "section 't.nodes': row 0, status: says what differs of a symbol, and not its status");
}

}  // namespace
}  // namespace waymark::wire
