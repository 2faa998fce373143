// Source that compilers accept and the grammars do not: it is read without errors, and source that
// is wrong is still reported.
#include "languages/c_family/syntax_advisor.h"

#include <ctime>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "indexer/language.h"
#include "languages/c_family/macro_mask.h"
#include "languages/registry.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"
#include "testing/status_matchers.h"

namespace waymark::indexer {
namespace {

struct Parsed {
  std::uint32_t errors = 0;
  std::string text;  // after repairs, runs of blanks folded
};

Parsed Parse(std::string_view source, Grammar grammar) {
  const bool is_c = grammar == Grammar::kC;
  const RuleTable& rules = RulesOf(grammar);
  std::string buffer;
  std::string_view bytes = is_c ? MaskCMacros(source, buffer) : MaskMacros(source, buffer);
  Parser parser;
  SyntaxTree tree;
  const auto parse = is_c ? ParseC : ParseCpp;
  EXPECT_THAT(parse(parser, rules, buffer, bytes, tree), testing::IsOk());
  EXPECT_EQ(bytes.size(), source.size());
  Parsed parsed{tree.error_count, {}};
  for (const char c : bytes) {
    const char shown = c == '\n' || c == '\t' ? ' ' : c;
    if (shown == ' ' && parsed.text.ends_with(' ')) continue;
    parsed.text += shown;
  }
  return parsed;
}

struct Case {
  std::string_view source;
  std::string_view text;  // that the grammar gets
};

void Expect(std::string_view source, std::string_view text, Grammar grammar) {
  const Parsed parsed = Parse(source, grammar);
  EXPECT_EQ(parsed.errors, 0u) << source << "\n" << parsed.text;
  EXPECT_EQ(parsed.text, text);
}

TEST(RepairedC, HasArgumentsThatAreNoExpressions) {
  constexpr Case kCases[] = {
      {"void f(void) { g(a, char *, b); }", "void f(void) { g(a, 0 , b); }"},
      {"void f(void) { T *t = make(S, struct item *); }",
       "void f(void) { T *t = make(S, item ); }"},
      {"int f(int a) { return apply(+, a, 1); }", "int f(int a) { return apply( a, 1); }"},
      {"int x = row(1, , 2);", "int x = row(1 , 2);"},
      {"void f(void) { g(cast(int *, a) - b, c); }", "void f(void) { g(cast(0 , a) - b, c); }"},
  };
  for (const Case& row : kCases) Expect(row.source, row.text, Grammar::kC);
}

TEST(RepairedC, HasMacrosThatStandForStatementsAndAttributes) {
  constexpr Case kCases[] = {
      {"void f(void) {\n  LOCK(a)\n  g();\n}", "void f(void) { LOCK(a) ; g(); }"},
      {"void f(void) {\n  g();\n  LEAVE(h(1))\n}", "void f(void) { g(); h(1); }"},
      {"void f(void) {\n  g();\n  LEAVE\n}", "void f(void) { g(); }"},
      {"void f(void) {\n  g();\n  EACH_END\n  LEAVE\n}", "void f(void) { g(); }"},
      {"make_table(items, 3)\nint x;", " int x;"},
      {"api_inline item *find(int n) { return 0; }", " item *find(int n) { return 0; }"},
      {"static atomic_word size_t count = 0;", "static size_t count = 0;"},
      {"void f(void) { DEBUG(const char *s = g(1)); }", "void f(void) { const char *s = g(1) ; }"},
      {"int f(int n) { if SAME(n) return 1; return 0; }",
       "int f(int n) { if (n) return 1; return 0; }"},
      {"const char *s = \"a\" QUOTED(\"b\") \"c\";", "const char *s = \"a\" \"b\" \"c\";"},
      {"const char* s = \"a\" PRIu64 \"b\" PRIu64;", "const char* s = \"a\" PRIu64 \"b\" PRIu64;"},
  };
  for (const Case& row : kCases) Expect(row.source, row.text, Grammar::kC);
}

TEST(RepairedC, HasConditionsAnywhere) {
  constexpr Case kCases[] = {
      {"int t[] = {\n#if A\n  {1},\n#elif B\n  {2},\n#else\n#error none\n#endif\n};",
       "int t[] = { {1}, };"},
      {"int f(int a) {\n  int x = FIRST\n#ifdef B\n    | SECOND\n#endif\n    ;\n  return x;\n}",
       "int f(int a) { int x = FIRST | SECOND ; return x; }"},
      {"void f(int a) {\n#ifdef A\n  if (a) { g(); }\n#endif\n#ifdef B\n"
       "  else if (a->b & 4) { h(); }\n#endif\n}",
       "void f(int a) { if (a) { g(); } else if (a->b & 4) { h(); } }"},
      {"void f(int a) {\n  if (a)\n#ifdef A\n#pragma once\n#endif\n    g();\n}",
       "void f(int a) { if (a) g(); }"},
      {"#if 0\n** isn't code: n == 'x\n#endif\nint x;", " int x;"},
      {"#define LIST(names...) f(names)\nint x;", "#define LIST( ...) f(names) int x;"},
      {"#\n#define A 1\n#\nint x;", " #define A 1 int x;"},
  };
  for (const Case& row : kCases) Expect(row.source, row.text, Grammar::kC);
}

TEST(RepairedCpp, HasPartsThatTheGrammarLacks) {
  constexpr Case kCases[] = {
      {"int f(A* a, P p) { return (a->*p)(1); }", "int f(A* a, P p) { return (a ||p)(1); }"},
      {"void f() { int** p = new int*[3]; }", "void f() { int** p = new int [3]; }"},
      {"bool f() { return is_same<int (A::*)()>::value; }",
       "bool f() { return is_same<int ( *)()>::value; }"},
      {"void f() { CHECK(throw A(), B); }", "void f() { CHECK( A(), B); }"},
      {"int f(A a) { return a.operator[](1); }", "int f(A a) { return a.operator__(1); }"},
      {"static_assert(sizeof(int) == 4, MESSAGE);", "static_assert(sizeof(int) == 4 );"},
      {"template class Table<int>;", " class Table<int>;"},
      {"template <typename T> void f(T&&) = delete;", "template <typename T> void f(T&&) ;"},
      {"class A {\n public slots:\n  void f();\n};", "class A { public : void f(); };"},
      {"enum : unsigned { kA };", "enum { kA };"},
      {"template <typename T, ENABLE(!A<T>::value) = 0> void f(T);",
       "template <typename T > void f(T);"},
  };
  for (const Case& row : kCases) Expect(row.source, row.text, Grammar::kCpp);
}

TEST(RepairedCpp, HasBlocksBehindMacros) {
  Expect("TEST_CASE(\"a name\") {\n  f();\n}\n", "TEST_CASE(\"a name\") { f(); } ", Grammar::kCpp);
}

TEST(Wrong, StaysWrong) {
  for (const std::string_view source : {
           "int f( { return 1; }",
           "int f(int a) { return a + ; }",
           "int f(int a) { if (a { return 1; } return 2; }",
           "int f(int a) { g(a) + return 2; }",
           "int f(int a) { return 1;",
           "struct s { int x; int y }; int z;",
           "int x = = 3;",
           "int f(int a) { for (;;) { }",
           "void f(void) { g(1; }",
           "int a[3 = {1};",
       }) {
    EXPECT_GT(Parse(source, Grammar::kC).errors, 0u) << source;
    EXPECT_GT(Parse(source, Grammar::kCpp).errors, 0u) << source;
  }
  EXPECT_GT(Parse("class A { void f() { } int g( ; };", Grammar::kCpp).errors, 0u);
  EXPECT_GT(Parse("namespace a { class B { };", Grammar::kCpp).errors, 0u);
}

// Repairs end after kMaxRepairRounds and kMaxRepairSteps.
TEST(Repairs, AreBounded) {
#ifdef NDEBUG
  constexpr int kTimes = 60'000;
#else
  constexpr int kTimes = 20'000;
#endif
  constexpr double kMaxSeconds = 30;
  for (const std::string_view line :
       {"#if A\n) x y\n", "f(int *, , +)\n", "{ if (\n", "\"a\" B \"c\" D(\n"}) {
    std::string source;
    for (int i = 0; i < kTimes; ++i) source += line;
    const std::clock_t before = std::clock();
    const Parsed parsed = Parse(source, Grammar::kCpp);
    const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    EXPECT_LT(seconds, kMaxSeconds) << line << parsed.errors;
  }
}

}  // namespace
}  // namespace waymark::indexer
