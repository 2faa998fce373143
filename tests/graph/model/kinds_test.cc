#include "graph/kinds.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "graph/records.h"

namespace waymark {
namespace {

TEST(Kinds, PublishedNumbersHold) {
  EXPECT_EQ(static_cast<int>(SymbolKind::kFunction), 1);
  EXPECT_EQ(static_cast<int>(SymbolKind::kService), 16);
  EXPECT_EQ(static_cast<int>(EdgeType::kExecutesProcess), 38);
  EXPECT_EQ(static_cast<int>(Provenance::kStructural), 7);
  EXPECT_EQ(AllProvenances().size(), 7u);
}

// Every list: names are distinct, non-empty, and found again.
TEST(Kinds, NamesRoundTrip) {
  std::set<std::string_view> names;
  for (const SymbolKind kind : AllKinds()) {
    EXPECT_EQ(KindFromName(Name(kind)), kind);
    EXPECT_EQ(KindFromName(Abbreviation(kind)), kind);
    names.insert(Name(kind));
  }
  EXPECT_EQ(names.size(), AllKinds().size());
  EXPECT_EQ(names.count(""), 0u);
}

TEST(EdgeTypes, NamesRoundTripInOrderOfNumbers) {
  int previous = 0;
  for (const EdgeType type : AllEdgeTypes()) {
    EXPECT_EQ(EdgeTypeFromName(Name(type)), type);
    EXPECT_GT(static_cast<int>(type), previous);
    previous = static_cast<int>(type);
  }
  EXPECT_EQ(AllEdgeTypes().size(), 40u);
}

TEST(Provenances, NamesRoundTrip) {
  for (const Provenance provenance : AllProvenances()) {
    EXPECT_EQ(ProvenanceFromName(Name(provenance)), provenance);
  }
}

TEST(EdgeRules, EveryRuleHasNameAndConfidence) {
  for (const EdgeRule rule : AllEdgeRules()) {
    EXPECT_EQ(EdgeRuleFromName(Name(rule)), rule);
    EXPECT_GE(ConfidenceThousandths(rule), 1);
    EXPECT_LE(ConfidenceThousandths(rule), 1000);
    EXPECT_FALSE(Name(ProvenanceOf(rule)).empty());
  }
}

TEST(EdgeRules, GuessesAreWeakerThanScopes) {
  EXPECT_LT(ConfidenceThousandths(EdgeRule::kUniqueGlobal),
            ConfidenceThousandths(EdgeRule::kIncludedName));
  EXPECT_EQ(ProvenanceOf(EdgeRule::kUniqueGlobal), Provenance::kAstInferred);
}

TEST(Kinds, NumbersOutsideTheListsHaveNoName) {
  EXPECT_EQ(Name(static_cast<SymbolKind>(0)), "");
  EXPECT_EQ(Name(static_cast<SymbolKind>(200)), "");
  EXPECT_EQ(Name(static_cast<EdgeType>(39)), "");
  EXPECT_EQ(Name(static_cast<EdgeRule>(255)), "");
  EXPECT_EQ(Name(static_cast<EdgeStatus>(3)), "");
}

// An empty table slot must not match the empty string.
TEST(Kinds, UnknownNamesAreNotFound) {
  EXPECT_FALSE(KindFromName("").has_value());
  EXPECT_FALSE(KindFromName("Function").has_value());
  EXPECT_FALSE(EdgeTypeFromName("call").has_value());
}

TEST(EdgeTypes, DecoratedByLeavesTheOtherWayRound) {
  EXPECT_EQ(PublishedAs(EdgeType::kDecoratedBy).type, EdgeType::kDecorates);
  EXPECT_TRUE(PublishedAs(EdgeType::kDecoratedBy).is_exchanged);
  EXPECT_EQ(PublishedAs(EdgeType::kCalls).type, EdgeType::kCalls);
  EXPECT_FALSE(PublishedAs(EdgeType::kCalls).is_exchanged);
}

TEST(EdgeTypes, InternalOnesStayInside) {
  EXPECT_FALSE(IsPublished(EdgeType::kDeclares));
  EXPECT_FALSE(IsPublished(EdgeType::kDecoratedBy));
  EXPECT_TRUE(IsPublished(EdgeType::kExecutesProcess));
}

TEST(Reasons, HaveNames) {
  EXPECT_EQ(Name(UnresolvedReason::kAmbiguous), "ambiguous");
  EXPECT_EQ(Name(SkipReason::kLineTooLong), "line_too_long");
  EXPECT_EQ(Name(static_cast<SkipReason>(99)), "");
}

}  // namespace
}  // namespace waymark
