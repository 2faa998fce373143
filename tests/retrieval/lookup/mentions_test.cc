#include "lookup/mentions.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> IdentifiersIn(std::string_view text) {
  return FindMentions(text).identifiers;
}

TEST(Mentions, OfALinkToLinesAreOfItsFile) {
  EXPECT_THAT(FindMentions("see src/app.py#L10-L20").paths, ::testing::ElementsAre("src/app.py"));
}

TEST(Mentions, FindIdentifiersByTheirForm) {
  EXPECT_THAT(IdentifiersIn("why does getUser call HTTPServer and _private snake_case"),
              ElementsAre("getUser", "HTTPServer", "_private", "snake_case"));
}

TEST(Mentions, FindQualifiedNamesInEveryNotation) {
  EXPECT_THAT(IdentifiersIn("flask.Flask, DBImpl::Get; Site#render and node->next."),
              ElementsAre("flask.Flask", "DBImpl::Get", "Site#render", "node->next"));
}

TEST(Mentions, TakeAnyNameInBackticksOrQuotesOrBeforeABracket) {
  EXPECT_THAT(IdentifiersIn("`Flask` and 'g' and \"route\" and render() too"),
              ElementsAre("Flask", "g", "route", "render"));
}

TEST(Mentions, LeavePlainWordsAndAbbreviationsAlone) {
  EXPECT_THAT(IdentifiersIn("The Flask app, e.g. HTTP APIs, don't re-use well-known URLs."),
              IsEmpty());
}

TEST(Mentions, DoNotTakeAnApostropheForAQuote) {
  EXPECT_THAT(IdentifiersIn("the user's name isn't the server's"), IsEmpty());
}

TEST(Mentions, FindPathsWithoutTheirPosition) {
  EXPECT_THAT(FindMentions("see src/flask/app.py:12:4 and ./util/x.cc, or setup.cfg").paths,
              ElementsAre("src/flask/app.py", "util/x.cc", "setup.cfg"));
}

TEST(Mentions, AreBounded) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "a/f" + std::to_string(i) + ".cc ";

  EXPECT_EQ(FindMentions(text).paths.size(), 64U);
}

TEST(Mentions, IgnoreAddressesOfTheWorld) {
  const Mentions mentions = FindMentions("see https://example.org/some_page/getUser");

  EXPECT_THAT(mentions.identifiers, IsEmpty());
  EXPECT_THAT(mentions.paths, IsEmpty());
}

TEST(NameComponents, AreTheSameInEveryNotation) {
  for (const std::string_view name : {"a.B.c", "a::B::c", "a/B#c", "a->B.c", ".a..B:c."}) {
    EXPECT_THAT(NameComponents(name), ElementsAre("a", "B", "c")) << name;
  }
}

TEST(NameComponents, KeepOperatorsWhole) {
  EXPECT_THAT(NameComponents("ns::Iterator::operator->"),
              ElementsAre("ns", "Iterator", "operator->"));
  EXPECT_THAT(NameComponents("operator_name.x"), ElementsAre("operator_name", "x"));
}

TEST(NameComponents, OfNothingAreNone) {
  EXPECT_THAT(NameComponents(""), IsEmpty());
  EXPECT_THAT(NameComponents("::.#"), IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
