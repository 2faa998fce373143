#include "wire/payload.h"

#include <cmath>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "random_payload.h"
#include "spec_example.h"
#include "testing/status_matchers.h"

namespace waymark::wire {
namespace {

using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;

TEST(Term, NamesPublishedUnknownAndForeignValues) {
  Payload payload;

  EXPECT_EQ(TermName(payload, Term<SymbolKind>(SymbolKind::kRouteHandler)), "route_handler");
  EXPECT_EQ(TermName(payload, Term<SymbolKind>()), "unknown_0");
  EXPECT_EQ(TermName(payload, Term<EdgeType>::FromCode(255)), "unknown_255");
  ASSERT_THAT(ProvenanceTerm(payload, "rwr"), IsOk());
  EXPECT_EQ(TermName(payload, *ProvenanceTerm(payload, "rwr")), "rwr");
  EXPECT_EQ(payload.foreign_names.size(), 1U);
}

TEST(Term, IsFoundAgainByItsName) {
  Payload payload;
  for (const SymbolKind kind : AllKinds()) EXPECT_EQ(*KindTerm(payload, Name(kind)), Term(kind));
  for (const Provenance provenance : AllProvenances()) {
    EXPECT_EQ(*ProvenanceTerm(payload, Name(provenance)), Term(provenance));
  }
  for (std::uint16_t code = 0; code < 256; ++code) {
    const auto term = Term<EdgeType>::FromCode(code);
    EXPECT_EQ(*EdgeTypeTerm(payload, TermName(payload, term)), term) << code;
  }
  EXPECT_TRUE(payload.foreign_names.empty());
}

TEST(Term, DoesNotTakeTheInternalEdgeTypesForPublished) {
  Payload payload;

  EXPECT_EQ(TermName(payload, Term<EdgeType>(EdgeType::kDeclares)), "unknown_64");
  EXPECT_TRUE(EdgeTypeTerm(payload, "declares")->is_foreign());
}

TEST(Term, LimitsTheNumberOfForeignNames) {
  Payload payload;
  for (std::size_t i = 0; i < kMaxForeignNames; ++i) {
    ASSERT_THAT(KindTerm(payload, "kind" + std::to_string(i)), IsOk());
  }

  EXPECT_THAT(KindTerm(payload, "one more"), StatusIs(absl::StatusCode::kResourceExhausted));
  EXPECT_THAT(KindTerm(payload, "kind0"), IsOk());
}

TEST(Canonicalize, DropsDanglingAndRepeatedEdgesAndSortsTheRest) {
  Payload payload = TwoSymbols();
  payload.edges.push_back(payload.edges[0]);
  payload.edges.push_back(payload.edges[0]);
  payload.edges[1].target = 2;
  Edge& first = payload.edges.emplace_back();
  first.source = 0;
  first.target = 1;
  first.type = EdgeType::kCalls;

  ASSERT_THAT(Canonicalize(payload), IsOk());

  ASSERT_EQ(payload.edges.size(), 2U);
  EXPECT_EQ(payload.edges[0].source, 0U);
  EXPECT_EQ(payload.edges[1].source, 1U);
}

TEST(Canonicalize, MakesTextSafeToSend) {
  Payload payload = TwoSymbols();
  payload.symbols[0].signature = "int f(\n  int a)\xFF";
  payload.symbols[0].text = "a\nb\xFF";
  payload.symbols[0].path = "a\nb.c\xFF";
  payload.symbols[0].score = -0.0F;

  ASSERT_THAT(Canonicalize(payload), IsOk());

  EXPECT_EQ(payload.symbols[0].signature, "int f(   int a)\uFFFD");
  EXPECT_EQ(payload.symbols[0].text, "a\nb\uFFFD");
  EXPECT_EQ(payload.symbols[0].path, "a\nb.c\uFFFD");  // or it would lead to another file
  EXPECT_FALSE(std::signbit(payload.symbols[0].score));
}

TEST(Check, NamesTheFieldThatBreaksARule) {
  const auto expect_broken = [](auto change, const char* field) {
    Payload payload = TwoSymbols();
    change(payload);
    EXPECT_THAT(Check(payload), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(field)));
  };

  expect_broken([](Payload& p) { p.symbols[1].qualified_name = ""; }, "symbols[1].qualified_name");
  expect_broken([](Payload& p) { p.symbols[1].path = "\xFF"; }, "symbols[1].path");
  expect_broken([](Payload& p) { p.symbols[1].score = std::numeric_limits<float>::quiet_NaN(); },
                "symbols[1].score");
  expect_broken(
      [](Payload& p) { p.symbols[1].components.recency = std::numeric_limits<float>::infinity(); },
      "symbols[1].components");
  expect_broken([](Payload& p) { p.symbols[0].kind = Term<SymbolKind>::FromCode(300); },
                "symbols[0].kind");
  expect_broken([](Payload& p) { p.edges[0].source = 2; }, "edges[0].source");
  expect_broken([](Payload& p) { p.edges[0].status = static_cast<EdgeStatus>(9); },
                "edges[0].status");
  expect_broken([](Payload& p) { p.tool = "\xC3"; }, "tool");
}

TEST(Check, AcceptsEveryRandomPayload) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) EXPECT_THAT(Check(RandomPayload(seed)), IsOk());
}

}  // namespace
}  // namespace waymark::wire
