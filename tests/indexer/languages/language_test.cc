// Which grammar a file is in, and whether its path is that of a test.
#include "indexer/language.h"

#include <string_view>

#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

Grammar Detect(std::string_view path, std::string_view bytes = "") {
  const GrammarRow* row = DetectGrammar(path, bytes);
  return row == nullptr ? Grammar::kNone : row->grammar;
}

TEST(DetectGrammar, GoesByTheExtension) {
  EXPECT_EQ(Detect("src/app.py"), Grammar::kPython);
  EXPECT_EQ(Detect("src/app.pyi"), Grammar::kPython);
  EXPECT_EQ(Detect("a.c"), Grammar::kC);
  EXPECT_EQ(Detect("a.cc"), Grammar::kCpp);
  EXPECT_EQ(Detect("a.hpp"), Grammar::kCpp);
  EXPECT_EQ(Detect("README.md"), Grammar::kMarkdown);
  EXPECT_EQ(Detect("docs/api.rst"), Grammar::kRestructuredText);
  EXPECT_EQ(Detect(".github/CODEOWNERS"), Grammar::kCodeOwners);
  EXPECT_EQ(Detect("notes.txt"), Grammar::kNone);
  EXPECT_EQ(Detect(".py"), Grammar::kNone);
  EXPECT_EQ(Detect("Makefile"), Grammar::kNone);
}

TEST(DetectGrammar, ReadsTheInterpreterWhereThereIsNoExtension) {
  EXPECT_EQ(Detect("bin/tool", "#!/usr/bin/env python3\nprint()\n"), Grammar::kPython);
  EXPECT_EQ(Detect("bin/tool", "#!/usr/bin/python3 -u\n"), Grammar::kPython);
  EXPECT_EQ(Detect("bin/tool", "#!/bin/sh\n"), Grammar::kNone);
  EXPECT_EQ(Detect("bin/tool", "#!"), Grammar::kNone);
}

TEST(DetectGrammar, TellsTheDialectOfAHeaderByItsBytes) {
  for (const std::string_view cpp : {
           "class Store;",
           "namespace a { }",
           "namespace { }",
           "template <typename T> void f();",
           "struct S {\n public:\n  int x; };",
           "void f(std::string s);",
           "using Names = int;",
           "struct S { virtual void f(); };",
           "struct Box {\n  void Put(int count);\n};",
           "struct Box final { char* name() const { return name_; } char* name_; };",
           "struct Box { explicit Box(int size); };",
           "#include <vector>\n",
           "#if __cplusplus > 201703L\nusing a = b;\n#endif\n",
       }) {
    EXPECT_EQ(Detect("a.h", cpp), Grammar::kCpp) << cpp;
  }
  for (const std::string_view c : {
           "struct list { int class; };",
           "// class Store;\n",
           "/* namespace a */ int x;",
           "const char* s = \"std::string\";",
           "#include <stdio.h>\nint template;\n",
           "",
           "#ifdef __cplusplus\nextern \"C\" {\nnamespace x {}\n#endif\nint f(void);\n",
           "#if defined(__cplusplus)\nclass X;\n#else\nstruct X;\n#endif\n",
           "int private; int f(int public);",
           "struct Box { unsigned int (*put)(int count); struct Box (API *next)(void); };",
           "struct Box { char* name ALIGNED(8); int size __aligned(8); LIST_ENTRY(Box) next; };",
           "#ifdef A\nstruct a { int x;\n#else\nstruct b { int y;\n#endif\n};\nint f(int x);\n",
           "struct Box { int size align(16); };",
           "struct Box* make(int size) { int put(int); return put(size); }",
           "char c = '\"'; int x;",
       }) {
    EXPECT_EQ(Detect("a.h", c), Grammar::kC) << c;
  }
}

TEST(IsTestPath, KnowsTheConventionsOfTheLanguage) {
  const GrammarRow& python = *FindGrammar(Grammar::kPython);
  EXPECT_TRUE(IsTestPath(python, "tests/app.py"));
  EXPECT_TRUE(IsTestPath(python, "src/tests/helpers/app.py"));
  EXPECT_TRUE(IsTestPath(python, "src/test_app.py"));
  EXPECT_TRUE(IsTestPath(python, "app_test.py"));
  EXPECT_TRUE(IsTestPath(python, "conftest.py"));
  EXPECT_FALSE(IsTestPath(python, "src/attest.py"));
  EXPECT_FALSE(IsTestPath(python, "src/latest/app.py"));
  const GrammarRow& cpp = *FindGrammar(Grammar::kCpp);
  EXPECT_TRUE(IsTestPath(cpp, "db/db_test.cc"));
  EXPECT_FALSE(IsTestPath(cpp, "db/testdb.cc"));
}

}  // namespace
}  // namespace waymark::indexer
