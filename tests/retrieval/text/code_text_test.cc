#include "text/code_text.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace waymark::retrieval {
namespace {

void ExpectSame(Language language, std::string_view a, std::string_view b) {
  EXPECT_EQ(CodeOf(a, language).code, CodeOf(b, language).code);
  EXPECT_EQ(CodeOf(a, language).imports, CodeOf(b, language).imports);
}

void ExpectOther(Language language, std::string_view a, std::string_view b) {
  EXPECT_NE(CodeOf(a, language).code, CodeOf(b, language).code) << b;
}

TEST(CodeOf, CommentsAreNoCode) {
  ExpectSame(Language::kPython, "def f():\n    return 1\n",
             "# why\ndef f():\n    # how\n    return 1  # one\n");
  ExpectSame(Language::kCpp, "int f() { return 1; }",
             "int f() {  // one\n  /* a\n b */ return 1;\n}");
  ExpectSame(Language::kGo, "x := 1\ny := 2\n", "x := 1 // one\n\ny := 2\n");
  ExpectSame(Language::kRuby, "def f\n  1\nend\n", "def f\n  # one\n  1 # it is\nend\n");
}

TEST(CodeOf, WhatLooksLikeACommentInALiteralIsCode) {
  ExpectOther(Language::kPython, "x = 'a # b'\n", "x = 'a # c'\n");
  ExpectOther(Language::kPython, "x = '''a\n# b'''\n", "x = '''a\n# c'''\n");
  ExpectOther(Language::kJavaScript, "x = 'http://a'", "x = 'http://b'");
  ExpectOther(Language::kJavaScript, "x = /a\\/\\/b/", "x = /a\\/\\/c/");
  ExpectOther(Language::kTypeScript, "x = `//${a}`", "x = `//${b}`");
  ExpectOther(Language::kCpp, "auto x = R\"(\" // a)\";", "auto x = R\"(\" // b)\";");
  ExpectOther(Language::kCpp, "x = 1'000; // a\ny = '\"'; z = 1;",
              "x = 1'000; // a\ny = '\"'; z = 2;");
  ExpectOther(Language::kRust, "f::<'a>('\"', x); // a", "f::<'a>('\"', y); // a");
}

TEST(CodeOf, LinesThatAreBrokenElsewhereAreTheSame) {
  ExpectSame(Language::kPython, "f(a, b)\n", "f(\n    a,\n    b\n)\n");
  ExpectSame(Language::kCpp, "int f(int a, int b) { return a + b; }",
             "int f(int a,\n      int b) {\n  return a + b;\n}\n");
  ExpectSame(Language::kJavaScript, "a.b().c()\n", "a\n  .b()\n  .c()\n");
}

TEST(CodeOf, WhiteSpaceThatMayMeanSomethingStays) {
  ExpectOther(Language::kPython, "if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n");
  ExpectOther(Language::kJavaScript, "return\nx", "return x");
  ExpectOther(Language::kCpp, "a - -b;", "a--b;");
  ExpectOther(Language::kCpp, "#define A b\nc;", "#define A b c;");
  ExpectOther(Language::kPython, "x = 'a  b'\n", "x = 'a b'\n");
}

TEST(CodeOf, ImportsAreApart) {
  const CodeText python =
      CodeOf("import os\nfrom a import (\n    b,\n    c)\nf()\n", Language::kPython);
  EXPECT_EQ(python.code, "f()\n");
  EXPECT_EQ(python.imports, "import os\nfrom a import(b,c)\n");
  EXPECT_EQ(CodeOf("#include <a>\nint x;\n", Language::kCpp).code, "int x;\n");
  EXPECT_EQ(CodeOf("import (\n\t\"a\"\n\t\"b\"\n)\nx()\n", Language::kGo).code, "x()\n");
  EXPECT_EQ(CodeOf("import a.B;\nclass C {}\n", Language::kJava).code, "class C{}\n");
  EXPECT_EQ(CodeOf("import a from 'a'\nimport('b')\n", Language::kTypeScript).code,
            "import('b')\n");
}

TEST(SplitSignature, KeepsValuesApart) {
  const SignatureText both = SplitSignature("def f(a: int = 3, b=g(1, 2), *, c) -> dict[str, int]");
  EXPECT_EQ(both.values, "= 3=g(1, 2)");
  EXPECT_EQ(both.declared, "def f(a: int =, b=, *, c) -> dict[str, int]");
  EXPECT_EQ(SplitSignature("LIMIT = 10").values, "= 10");
  EXPECT_EQ(SplitSignature("bool operator==(const A& a)").values, "");
  EXPECT_EQ(SplitSignature("x => y").values, "");
}

}  // namespace
}  // namespace waymark::retrieval
