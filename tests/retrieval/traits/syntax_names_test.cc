#include "traits/syntax_names.h"

#include <gtest/gtest.h>

namespace waymark::retrieval {
namespace {

TEST(SyntaxNames, AreOperatorsAndWhatLoopsAndConversionsAskFor) {
  EXPECT_TRUE(RunBySyntax(Language::kCpp, "operator+"));
  EXPECT_TRUE(RunBySyntax(Language::kCpp, "operator bool"));
  EXPECT_TRUE(RunBySyntax(Language::kCpp, "~Guard"));
  EXPECT_TRUE(RunBySyntax(Language::kCpp, "begin"));
  EXPECT_TRUE(RunBySyntax(Language::kCpp, "await_resume"));
  EXPECT_TRUE(RunBySyntax(Language::kCSharp, "Deconstruct"));
  EXPECT_TRUE(RunBySyntax(Language::kPython, "__add__"));
  EXPECT_TRUE(RunBySyntax(Language::kPython, "__iter__"));
  EXPECT_TRUE(RunBySyntax(Language::kRust, "index_mut"));
  EXPECT_TRUE(RunBySyntax(Language::kRuby, "<=>"));
  EXPECT_TRUE(RunBySyntax(Language::kRuby, "each"));
  EXPECT_TRUE(RunBySyntax(Language::kTypeScript, "[Symbol.iterator]"));
}

TEST(SyntaxNames, AreNoNamesThatAreWrittenToBeCalled) {
  EXPECT_FALSE(RunBySyntax(Language::kCpp, "operators"));
  EXPECT_FALSE(RunBySyntax(Language::kCpp, "beginning"));
  EXPECT_FALSE(RunBySyntax(Language::kCpp, "operator_name"));
  EXPECT_FALSE(RunBySyntax(Language::kPython, "__init__"));
  EXPECT_FALSE(RunBySyntax(Language::kPython, "__private"));
  EXPECT_FALSE(RunBySyntax(Language::kGo, "add"));
  EXPECT_FALSE(RunBySyntax(Language::kRuby, "add"));
  EXPECT_FALSE(RunBySyntax(Language::kRust, ""));
}

}  // namespace
}  // namespace waymark::retrieval
