#include "json/json_codec.h"

#include <ctime>
#include <functional>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/hash.h"
#include "one_line.h"
#include "random_payload.h"
#include "spec_example.h"
#include "testing/status_matchers.h"
#include "wire/codec.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;

constexpr std::string_view kMinimal = R"({
  "tool": "context_for_task",
  "symbols": [
    {"qualified_name": "a.f", "kind": "function", "score": 0.5, "distance": 0},
    {"qualified_name": "a.g", "kind": "method", "score": 0.25, "distance": 1}
  ],
  "edges": [{"source": "a.f", "target": "a.g", "edge_type": "calls"}]
})";

void ExpectJsonError(const std::string& text, std::string_view message) {
  EXPECT_THAT(DecodeJson(text),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(std::string(message))));
}

constexpr std::string_view kDocumentedShape = R"json({
  "tool": "context_for_task",
  "tokens_used": 1847,
  "tokenizer": "cl100k_base",
  "token_budget": 5000,
  "pack_root": "0000000000000000000000000000000000000000000000000000000000000000",
  "completeness": "incomplete",
  "possible_uses": 2,
  "completeness_reason": "2 dynamic calls",
  "index": {"repository":"shop","generation":7,"commit":"8a41","files_differing":null},
  "truncation": {"omitted":5,"cursor":"c1","next_call":"waymark context x --cursor c1"},
  "affected": {"symbols":9,"files":3,"tests":2,"hops":[1,9],"beyond_depth":true},
  "profile": {"language":"go","flags":["exported"],"declarations":[],"outgoing":[],"incoming":[{"edge_type":"calls","count":9}],"text_note":"cut"},
  "symbols": [
    {"id":"0000000000000000000000000000000000000000000000000000000000000000","qualified_name":"pkg.Auth","kind":"function","score":0.78,"signature":"func Auth()","provenance":"lsp_resolved","distance":0,"path":"pkg/auth.go","start_line":3,"end_line":9,"name_line":3,"components":{"blast_radius":0.4,"confidence":0.25,"recency":0.06,"distance":0.15},"text":"func Auth() {\n\treturn\n}"},
    {"qualified_name":"pkg.Server","kind":"type","score":0.54,"provenance":"ast_inferred","distance":1,"components":{"blast_radius":0,"confidence":0,"recency":0,"distance":0}}
  ],
  "edges": [
    {"source":"pkg.Server","target":"pkg.Auth","target_id":"0000000000000000000000000000000000000000000000000000000000000000","edge_type":"calls","status":"added","provenance":"ast_resolved","sites":[{"path":"pkg/server.go","line":4,"column":2}]}
  ]
}
)json";

TEST(JsonCodec, KeepsThePlacesOfPossibleUses) {
  Payload payload = TwoSymbols();
  payload.completeness = {Certainty::kIncomplete, 2, "2 unresolved references"};
  payload.possible = {{{"a.py", 3, 5}, "a.f", "uses its name on something of unknown type"},
                      {{"b.py", 4, 0}, "", "has its name as a word"}};

  const absl::StatusOr<std::string> text = EncodeJson(payload, kGraphOnly);
  ASSERT_TRUE(text.ok()) << text.status();
  const absl::StatusOr<Payload> read = DecodeJson(*text);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->completeness, payload.completeness);
  EXPECT_EQ(read->possible, payload.possible);
}

TEST(JsonCodec, WritesTheDocumentedShape) {
  Payload payload = TwoSymbols();
  payload.tokenizer = Tokenizer::kCl100kBase;
  payload.pack_root = RootHash();
  payload.completeness = {Certainty::kIncomplete, 2, "2 dynamic calls"};
  payload.index = {"shop", 7, "8a41", std::nullopt, std::nullopt};
  payload.truncation = {5, "c1", "waymark context x --cursor c1"};
  payload.affected = {9, 3, 2, {1, 9}, true, 0};
  payload.profile = {"go", {"exported"}, {}, {}, {{EdgeType::kCalls, 9}}, "cut"};
  Symbol& auth = payload.symbols[0];
  auth.id = SymbolIdentity();
  auth.path = "pkg/auth.go";
  auth.start_line = 3;
  auth.end_line = 9;
  auth.name_line = 3;
  auth.text = "func Auth() {\n\treturn\n}";
  payload.edges[0].provenance = Provenance::kAstResolved;
  payload.edges[0].status = EdgeStatus::kAdded;
  payload.edges[0].sites = {{"pkg/server.go", 4, 2}};

  EXPECT_THAT(EncodeJson(payload, kGraphOnly), testing::IsOkAndHolds(InOneLine(kDocumentedShape)));
}

TEST(JsonCodec, WritesEmptyListsNeverNullAndNoBudgetThatThereIsNot) {
  Payload payload;
  payload.tool = "t";

  EXPECT_THAT(EncodeJson(payload, kGraphOnly), testing::IsOkAndHolds(InOneLine(R"({
  "tool": "t",
  "tokens_used": 0,
  "symbols": [],
  "edges": []
}
)")));
}

TEST(JsonCodec, EscapesWhatJsonForbidsAndControls) {
  Payload payload = TwoSymbols();
  payload.symbols[0].signature = "Map<String, List<&T>> \"q\" \\ \x01 é\u2028\u202E\x7F";

  const absl::StatusOr<std::string> text = EncodeJson(payload, kGraphOnly);

  ASSERT_THAT(text, IsOk());
  EXPECT_THAT(*text, HasSubstr(R"("Map<String, List<&T>> \"q\" \\ \u0001 é\u2028\u202e\u007f")"));
}

TEST(JsonCodec, ReadsTheMinimalShape) {
  const absl::StatusOr<Payload> payload = DecodeJson(kMinimal);

  ASSERT_THAT(payload, IsOk());
  EXPECT_EQ(payload->tool, "context_for_task");
  ASSERT_EQ(payload->symbols.size(), 2U);
  EXPECT_EQ(payload->symbols[1].kind, Term<SymbolKind>(SymbolKind::kMethod));
  EXPECT_EQ(payload->symbols[1].score, 0.25F);
  ASSERT_EQ(payload->edges.size(), 1U);
  EXPECT_EQ(payload->edges[0].source, 0U);
  EXPECT_EQ(payload->edges[0].target, 1U);
}

TEST(JsonCodec, TakesFieldsInAnyOrderAndNullForAbsent) {
  const absl::StatusOr<Payload> payload = DecodeJson(
      R"({"edges": [{"edge_type": "calls", "target": "f", "source": "f", "status": null}], "pack_root": null,
          "symbols": [{"distance": 0, "score": 1, "kind": "fn", "signature": null, "qualified_name": "f"}],
          "tool": "t"})");

  ASSERT_THAT(payload, IsOk());
  EXPECT_EQ(payload->edges.size(), 1U);
  EXPECT_EQ(payload->symbols[0].kind, Term<SymbolKind>(SymbolKind::kFunction));
}

TEST(JsonCodec, PassesOverFieldsOfOtherProducersAndNewerVersions) {
  const std::string text = Replace(
      Replace(Replace(kMinimal, R"("tool")",
                      R"("session": {"a": [1, {"b": null}], "c": []}, "x": [], "tool")"),
              R"("kind")", R"("rank": -1.5e3, "tags": ["\u0041", true, false, {}], "kind")"),
      R"("edge_type")", R"("weight": 0.5, "edge_type")");

  EXPECT_THAT(DecodeJson(text), testing::IsOkAndHolds(*DecodeJson(kMinimal)));
}

TEST(JsonCodec, RefusesAChangeWithoutItsStatus) {
  EXPECT_THAT(
      DecodeJson(Replace(kMinimal, R"("kind")", R"("behaviour": ["body"], "kind")")),
      StatusIs(absl::StatusCode::kInvalidArgument,
               HasSubstr("symbols[0] (line 4, column 102): says what differs of a symbol")));
}

TEST(JsonCodec, RefusesMistakesInWhatItPassesOver) {
  const auto with = [](std::string_view value) {
    return Replace(kMinimal, R"("tool")", fmt::format(R"("x": {}, "tool")", value));
  };
  ExpectJsonError(with("tru"), "x (line 2, column 8): expected a value, found something else");
  ExpectJsonError(with("01"), "x (line 2, column 8): expected a value, found a number");
  ExpectJsonError(with("[1,]"), "x[1] (line 2, column 11): expected a value");
  ExpectJsonError(with("[1 2]"), "expected ',' or ']'");
  ExpectJsonError(with("{1: 2}"), "expected a string, found a number");
  ExpectJsonError(with("\"\xFF\""), "not UTF-8");
  ExpectJsonError(with("}"), "expected a value");
}

TEST(JsonCodec, RefusesEndlessNestingInWhatItPassesOver) {
  const std::string lists(1'000'000, '[');

  ExpectJsonError(R"({"x": )" + lists, "nested more than 64 deep");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += R"({"a":)";
  ExpectJsonError(R"({"x": )" + objects, "nested more than 64 deep");
  EXPECT_THAT(
      DecodeJson(Replace(kMinimal, R"("tool")",
                         R"("x": )" + std::string(60, '[') + std::string(60, ']') + R"(, "tool")")),
      IsOk());
}

// A text is decoded or refused in tenths of a second of the processor. What grows with the square
// of its size takes minutes.
TEST(JsonCodec, HostileTextsTakeNoMoreThanTheirSize) {
  constexpr int kMany = 200'000;
  const auto expect_prompt_answer = [](const std::string& text) {
    const std::clock_t began = std::clock();
    DecodeJson(text).status().IgnoreError();
    EXPECT_LT((std::clock() - began) / CLOCKS_PER_SEC, 10)
        << text.substr(0, 60) << "... of " << text.size() << " bytes";
  };
  const auto repeat = [](const std::function<std::string(int)>& part) {
    std::string text;
    for (int i = 0; i < kMany; ++i) text += part(i);
    return text;
  };
  constexpr std::string_view kSymbol =
      R"({{"qualified_name": "f{}", "kind": "k{}", "score": 0, "distance": 0}},)";
  constexpr std::string_view kEdge =
      R"({{"source": "f0", "target": "f{}", "edge_type": "calls"}},)";
  const std::string last = R"({"qualified_name": "f", "kind": "fn", "score": 0, "distance": 0})";

  expect_prompt_answer("{" + repeat([](int i) { return fmt::format(R"("k{}": 0,)", i); }));
  expect_prompt_answer(std::string(kMany, '\n') + "{");
  expect_prompt_answer(
      R"({"tool": "t", "symbols": [)" +
      repeat([&](int i) { return fmt::format(fmt::runtime(kSymbol), i, i % 255); }) + last +
      R"(], "edges": [)" + repeat([&](int i) { return fmt::format(fmt::runtime(kEdge), i); }) +
      R"({"source": "f", "target": "f", "edge_type": "calls"}]})");
  expect_prompt_answer(R"({"tool": ")" + repeat([](int) { return R"(\u0041)"; }) + "\"");
}

TEST(JsonCodec, DropsAnEdgeToASymbolThatIsNotThere) {
  const absl::StatusOr<Payload> payload =
      DecodeJson(Replace(kMinimal, R"("target": "a.g")", R"("target": "a.h")"));

  ASSERT_THAT(payload, IsOk());
  EXPECT_TRUE(payload->edges.empty());
}

TEST(JsonCodec, RefusesToGuessWhichOfTwoSymbolsAnEdgeMeans) {
  const std::string text =
      Replace(kMinimal, R"("qualified_name": "a.f")", R"("qualified_name": "a.g")");

  ExpectJsonError(text, "edges[0].target (line 7, column 41): 'a.g' names 2 symbols");
  EXPECT_THAT(DecodeJson(Replace(
                  Replace(text, R"("target": "a.g")", R"("target": "a.g", "target_index": 1)"),
                  R"("source": "a.f")", R"("source": "a.g", "source_index": 0)")),
              IsOk());
}

TEST(JsonCodec, RefusesAnIdentityOrIndexThatContradictsTheName) {
  ExpectJsonError(
      Replace(kMinimal, R"("target": "a.g")", R"("target": "a.g", "target_index": 0)"),
      "edges[0].target (line 7, column 41): 'a.g' is not the name of the symbol, which is "
      "'a.f'");
  ExpectJsonError(Replace(kMinimal, R"("target": "a.g")", R"("target": "a.g", "target_index": 2)"),
                  "no symbol 2");
}

TEST(JsonCodec, NamesTheFieldOfAMistake) {
  ExpectJsonError("",
                  "top level (line 1, column 1): expected an object, found the end of the text");
  ExpectJsonError("[]", "expected an object, found an array");
  ExpectJsonError(std::string(kMinimal) + "x", "text after the end");
  ExpectJsonError(Replace(kMinimal, "0.25", "\"high\""), "symbols[1].score (line 5");
  ExpectJsonError(Replace(kMinimal, "0.25", "1e99"), "symbols[1].score");
  ExpectJsonError(Replace(kMinimal, R"("distance": 1)", R"("distance": 256)"),
                  "symbols[1].distance (line 5");
  ExpectJsonError(Replace(kMinimal, R"("qualified_name": "a.f", )", ""),
                  "the field 'qualified_name' is missing");
  ExpectJsonError(Replace(kMinimal, R"("a.f", "kind")", R"("", "kind")"),
                  "symbols[0].qualified_name");
  ExpectJsonError(Replace(kMinimal, "\"score\"", "\"scor\""), "the field 'score' is missing");
  ExpectJsonError(Replace(kMinimal, R"("tool")", R"("tool": "a", "tool")"), "tool (line 2");
  ExpectJsonError(Replace(kMinimal, R"("tool")", R"("pack_root": "abc", "tool")"),
                  "pack_root (line 2");
  ExpectJsonError(Replace(kMinimal, R"("tool")", R"("tokenizer": "p50k", "tool")"),
                  "'p50k' is unknown");
  ExpectJsonError(Replace(kMinimal, R"("tool")", R"("completeness": "full", "tool")"),
                  "'full' is not complete");
  ExpectJsonError(Replace(kMinimal, R"("calls")", R"("calls", "status": 5)"), "edges[0].status");
  ExpectJsonError(Replace(kMinimal, "}\n  ],", "},\n  ],"), "symbols[2] (line 6");
}

TEST(JsonCodec, KeepsNamesOutsideTheVocabulary) {
  const std::string text =
      Replace(Replace(kMinimal, "\"method\"", "\"macro\""), "\"calls\"", "\"expands\"");

  const absl::StatusOr<Payload> payload = DecodeJson(text);

  ASSERT_THAT(payload, IsOk());
  const absl::StatusOr<std::string> again = EncodeJson(*payload, kGraphOnly);
  ASSERT_THAT(again, IsOk());
  EXPECT_THAT(*again, HasSubstr(R"("kind":"macro")"));
  EXPECT_THAT(*again, HasSubstr(R"("edge_type":"expands")"));
}

TEST(JsonCodec, RefusesATruncationAtEveryByte) {
  const absl::StatusOr<std::string> text = EncodeJson(RandomPayload(3), kGraphOnly);
  ASSERT_THAT(text, IsOk());
  for (std::size_t size = 0; size + 1 < text->size(); ++size) {  // the last byte is a line break
    ASSERT_FALSE(DecodeJson(std::string_view(*text).substr(0, size)).ok()) << size;
  }
}

TEST(JsonCodec, NeverCrashesOnFlippedBits) {
  constexpr std::size_t kStep = 7;  // coprime to the bits of a byte
  absl::StatusOr<std::string> text = EncodeJson(RandomPayload(5), kGraphOnly);
  ASSERT_THAT(text, IsOk());
  for (std::size_t at = 0; at < text->size(); at += kStep) {
    const auto flip = static_cast<char>(1 << at % 8);
    (*text)[at] = static_cast<char>((*text)[at] ^ flip);
    const absl::StatusOr<Payload> payload = DecodeJson(*text);
    if (payload.ok()) {
      EXPECT_THAT(Check(*payload), IsOk());
    }
    (*text)[at] = static_cast<char>((*text)[at] ^ flip);
  }
}

}  // namespace
}  // namespace waymark::wire
