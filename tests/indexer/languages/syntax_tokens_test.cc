// Each token is written as "kind text", in the order of the source.
#include "indexer/syntax_tokens.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

constexpr std::string_view kKindNames[] = {"keyword", "string", "comment",
                                           "number",  "type",   "function"};

std::vector<std::string> Tokens(std::string_view path, std::string_view source) {
  std::vector<std::string> tokens;
  std::uint32_t end = 0;
  for (const SyntaxToken& token : SyntaxTokens(path, source)) {
    EXPECT_GE(token.begin, end) << "tokens are in order and apart";
    EXPECT_LT(token.begin, token.end);
    end = token.end;
    tokens.push_back(std::string(kKindNames[static_cast<std::size_t>(token.kind)]) + " " +
                     std::string(source.substr(token.begin, token.end - token.begin)));
  }
  EXPECT_LE(end, source.size());
  return tokens;
}

TEST(SyntaxTokens, TellWordsOfPythonFromNamesTextsAndNumbers) {
  EXPECT_THAT(
      Tokens("a.py",
             "def total(self, items):\n"
             "    # all of them\n"
             "    return sum(items, 10) if items else None\n"),
      ElementsAre("keyword def", "function total", "comment # all of them", "keyword return",
                  "function sum", "number 10", "keyword if", "keyword else", "keyword None"));
}

TEST(SyntaxTokens, CodeInsideOfATextIsCode) {
  EXPECT_THAT(Tokens("a.py", "x = f'paid {amount(1)} now'\n"),
              ElementsAre("string f'paid ", "function amount", "number 1", "string  now'"));
  EXPECT_THAT(Tokens("a.js", "let x = `paid ${amount(1)} now`;\n"),
              IsSupersetOf({"keyword let", "function amount", "number 1", "string  now`"}));
}

TEST(SyntaxTokens, WordsInACommentOrATextAreNone) {
  EXPECT_THAT(Tokens("a.py", "'''return if else'''\n# def f(): return 1\n"),
              ElementsAre("string '''return if else'''", "comment # def f(): return 1"));
}

TEST(SyntaxTokens, TheLastPartOfAQualifiedNameIsWhatIsCalled) {
  EXPECT_THAT(Tokens("a.py", "self.cart.total()\n"), ElementsAre("function total"));
  EXPECT_THAT(Tokens("a.go", "package p\nfunc f() { a.b.Run(1) }\n"),
              IsSupersetOf({"keyword func", "function f", "function Run", "number 1"}));
  EXPECT_THAT(Tokens("a.cc", "int main() { return cart->total(); }\n"),
              IsSupersetOf({"function main", "keyword return", "function total"}));
  EXPECT_THAT(Tokens("a.cc", "void Db::Get(int key) {}\n"), Contains("function Get"));
}

TEST(SyntaxTokens, TypesAreToldWhereTheyAreNamed) {
  EXPECT_THAT(Tokens("a.java", "class Cart extends Box { int total() { return 1; } }\n"),
              IsSupersetOf({"keyword class", "type Cart", "keyword extends", "type Box",
                            "function total", "number 1"}));
  EXPECT_THAT(Tokens("a.rs", "struct Cart { items: Vec<Item> }\n"),
              IsSupersetOf({"keyword struct", "type Cart", "type Vec", "type Item"}));
  EXPECT_THAT(Tokens("a.py", "class Cart(Box):\n    pass\n"),
              IsSupersetOf({"keyword class", "type Cart", "keyword pass"}));
}

TEST(SyntaxTokens, EveryLanguageHasKeywordsTextsAndFunctions) {
  struct Sample {
    std::string_view path;
    std::string_view source;
  };

  for (const Sample& sample : {
           Sample{"a.py", "def run():\n    return 'text'\n"},
           Sample{"a.c", "char *run(void) { return \"text\"; }\n"},
           Sample{"a.cc", "auto run() { return \"text\"; }\n"},
           Sample{"a.go", "package p\nfunc run() string { return \"text\" }\n"},
           Sample{"a.ts", "function run(): string { return 'text'; }\n"},
           Sample{"a.js", "function run() { return 'text'; }\n"},
           Sample{"a.rs", "fn run() -> &str { return \"text\"; }\n"},
           Sample{"a.java", "class A { String run() { return \"text\"; } }\n"},
           Sample{"a.cs", "class A { string run() { return \"text\"; } }\n"},
           Sample{"a.rb", "def run\n  return 'text'\nend\n"},
           Sample{"a.php", "<?php\nfunction run() { return 'text'; }\n"},
       }) {
    const std::vector<std::string> tokens = Tokens(sample.path, sample.source);
    EXPECT_THAT(tokens, Contains("keyword return")) << sample.path;
    EXPECT_THAT(tokens, Contains("function run")) << sample.path;
    EXPECT_THAT(tokens, ::testing::AnyOf(Contains("string 'text'"), Contains("string \"text\"")))
        << sample.path;
  }
}

TEST(SyntaxTokens, APartOfAFileIsReadAsCodeToo) {
  EXPECT_THAT(Tokens("a.py", "    def add(self, item):\n        return 1\n"),
              IsSupersetOf({"keyword def", "keyword return", "number 1"}));
  EXPECT_THAT(Tokens("a.java", "    int total() {\n        return 1;\n    }\n"),
              IsSupersetOf({"keyword return", "number 1"}));
  EXPECT_THAT(Tokens("a.php", "    public function total() { return 1; }\n"),
              IsSupersetOf({"keyword function", "keyword return", "number 1"}))
      << "its file begins with <?php";
}

TEST(SyntaxTokens, ThereAreNoneWithoutAGrammar) {
  EXPECT_THAT(Tokens("a.md", "# def f(): return 1\n"), IsEmpty());
  EXPECT_THAT(Tokens("a.unknown", "def f(): return 1\n"), IsEmpty());
  EXPECT_THAT(Tokens("a.py", ""), IsEmpty());
}

TEST(SyntaxTokens, AnyBytesAreAccepted) {
  EXPECT_THAT(Tokens("a.py", "def f(\xff\xfe: return 'x\n"), Not(IsEmpty()));
  Tokens("a.js", "`${`${`${");
  Tokens("a.cc", std::string_view("\0\0{{{{", 6));
}

}  // namespace
}  // namespace waymark::indexer
