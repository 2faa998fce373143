#include "extract/expressions/function_shape.h"

#include <string>

#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

std::string NameOf(const std::string& function) { return NameOfFunction(PartsInText(function)); }

TEST(FunctionShape, IsParametersAndResult) {
  EXPECT_EQ(NameOf("() => { }"), "=>0?") << "of blocks nothing is told";
  EXPECT_EQ(NameOf("x => x + 1"), "=>1v");
  EXPECT_EQ(NameOf("(a, Map<B, C> b) => a.Run(b)"), "=>2?");
  EXPECT_EQ(NameOf("(a, b) -> { if (a) return b; return null; }"), "=>2?");
  EXPECT_EQ(NameOf("delegate(int a) { return; }"), "=>1?");
  EXPECT_EQ(NameOf("delegate { return; }"), "=>-1?");
  EXPECT_EQ(NameOf("static async () => { await F(); }"), "=>0v");
  EXPECT_EQ(NameOf("asyncResult => { }"), "=>1?");
}

TEST(FunctionShape, CountsNoMoreParametersThanTypesOfTheLibraryTake) {
  std::string list = "a";
  for (int i = 0; i < 40; ++i) list += ", a";
  EXPECT_EQ(NameOf("(" + list + ") => { }"), "=>17?");
}

TEST(FunctionShape, SaysNothingOfWhatALongFunctionGives) {
  EXPECT_EQ(NameOf("() => { F(\"" + std::string(10000, 'x') + "\"); }"), "=>0?");
}

TEST(FunctionShape, ReadsNonsenseToItsEnd) {
  for (const char* text :
       {"", "(", "((", "=>", "() =>", "\"", "(\"", "async", "delegate", "x => '"}) {
    EXPECT_FALSE(NameOf(text).empty()) << text;
    EXPECT_EQ(CalledIn(text), "") << text;
  }
  EXPECT_FALSE(NameOf(std::string(8000, '(')).empty());
}

TEST(FunctionShape, FindsWhatABodyCalls) {
  EXPECT_EQ(CalledIn("(a, b) => run(a, f(b))"), "run");
  EXPECT_EQ(CalledIn("a => run(a).More()"), "");
  EXPECT_EQ(CalledIn("a => run(a) + run(a)"), "");
  EXPECT_EQ(CalledIn("run => run(1)"), "") << "its own parameter";
  EXPECT_EQ(CalledIn("a => { run(a); }"), "");
}

}  // namespace
}  // namespace waymark::indexer
