#include "text/gcf_token.h"

#include <string>

#include <gtest/gtest.h>

namespace waymark::wire {
namespace {

std::string Token(std::string_view field) {
  std::string out;
  AppendGcfToken(out, field);
  return out;
}

TEST(AppendGcfToken, LeavesNamesAsTheyAre) {
  EXPECT_EQ(Token("ns::F::operator()(int,char)"), "ns::F::operator()(int,char)");
  EXPECT_EQ(Token("std::vector<int>::push_back"), "std::vector<int>::push_back");
  EXPECT_EQ(Token("Größe.中"), "Größe.中");
}

TEST(AppendGcfToken, EscapesWhatWouldSplitALine) {
  EXPECT_EQ(Token("unsigned int"), "unsigned%20int");
  EXPECT_EQ(Token("a\tb\nc\x7F"), "a%09b%0Ac%7F");
  EXPECT_EQ(Token("a\u00A0b\u3000c\uFEFF"), "a%C2%A0b%E3%80%80c%EF%BB%BF");
}

TEST(AppendGcfToken, EscapesWhatTurnsText) {
  EXPECT_EQ(Token("a\u009Bb\u202Ec\u061C"), "a%C2%9Bb%E2%80%AEc%D8%9C");
}

TEST(AppendGcfToken, EscapesAPercentSignOnlyWhereItCouldBeMisread) {
  EXPECT_EQ(Token("operator%="), "operator%=");
  EXPECT_EQ(Token("%20"), "%2520");
  EXPECT_EQ(Token("50%"), "50%");
}

TEST(AppendGcfToken, NeverWritesNothing) {
  EXPECT_EQ(Token(""), "-");
  EXPECT_EQ(Token("-"), "%2D");
  EXPECT_EQ(Token("->"), "->");
}

TEST(DecodeGcfToken, IsTheInverse) {
  for (const char* field :
       {"", "-", "%", "%%20", "%2\x05", "a b%41", "operator%=", "\u3000x\uFEFF", "%2D"}) {
    EXPECT_EQ(DecodeGcfToken(Token(field)), field);
  }
}

}  // namespace
}  // namespace waymark::wire
