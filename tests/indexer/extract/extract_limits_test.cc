// Bad input: bounded, never fatal, and what can be read is read.
#include <chrono>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "extract/extract.h"
#include "facts/facts_draft.h"
#include "facts_text.h"
#include "indexer/indexer.h"
#include "testing/repeated_text.h"

namespace waymark::indexer {
namespace {

using testing::Repeat;

constexpr Grammar kGrammars[] = {Grammar::kPython,     Grammar::kC,          Grammar::kCpp,
                                 Grammar::kGo,         Grammar::kTypeScript, Grammar::kTsx,
                                 Grammar::kJavaScript, Grammar::kJava,       Grammar::kCSharp,
                                 Grammar::kRuby,       Grammar::kRust,       Grammar::kPhp};

FileFacts Extract(Grammar grammar, std::string_view source) {
  Extractor extractor;
  absl::StatusOr<FileFacts> facts = extractor.Extract(source, *FindGrammar(grammar));
  EXPECT_TRUE(facts.ok()) << facts.status();
  return facts.ok() ? *std::move(facts) : FileFacts{};
}

bool Defines(const FileFacts& facts, std::string_view name) {
  for (const Definition& definition : facts.definitions) {
    if (facts.strings.at(definition.name) == name) return true;
  }
  return false;
}

TEST(Extract, GivesTheFileItselfForEmptyInput) {
  for (const Grammar grammar : kGrammars) {
    const FileFacts facts = Extract(grammar, "");
    ASSERT_EQ(facts.definitions.size(), 1u);
    EXPECT_EQ(facts.definitions[0].kind, SymbolKind::kFile);
    EXPECT_EQ(facts.definitions[0].range, (SourceRange{{1, 1}, {1, 1}}));
    EXPECT_EQ(facts.line_count, 0u);
    EXPECT_EQ(facts.scopes.size(), 1u);
  }
}

TEST(Extract, ReadsAroundInvalidUtf8AndNulBytes) {
  using std::string_literals::operator""s;
  const std::string source = "def a():\n  return '\xff\xfe\x80'\n\0\0\ndef b():\n  pass\n"s;
  const FileFacts facts = Extract(Grammar::kPython, source);
  EXPECT_TRUE(Defines(facts, "a"));
  EXPECT_TRUE(Defines(facts, "b"));
}

TEST(Extract, ReadsAroundUnterminatedStrings) {
  EXPECT_TRUE(Defines(Extract(Grammar::kPython, "def a():\n  pass\nx = \"\"\"never ends\n"), "a"));
  EXPECT_TRUE(
      Defines(Extract(Grammar::kCpp, "int a() { return 0; }\nconst char* s = \"x;\n"), "a"));
  EXPECT_TRUE(Defines(Extract(Grammar::kC, "int a(void) { return 0; }\n/* never ends"), "a"));
}

TEST(Extract, CutsDeepNesting) {
  constexpr int kDepth = 10'000;
  const std::string parentheses = Repeat("(", kDepth) + "x" + Repeat(")", kDepth);
  const FileFacts python =
      Extract(Grammar::kPython, "y = " + parentheses + "\ndef after():\n  pass\n");
  EXPECT_TRUE(python.truncated);
  EXPECT_TRUE(Defines(python, "after"));

  const std::string braces = Repeat("{", kDepth) + Repeat("}", kDepth);
  const FileFacts cpp = Extract(Grammar::kCpp, "void f() " + braces + "\nvoid after() {}\n");
  EXPECT_TRUE(cpp.truncated);
  EXPECT_TRUE(Defines(cpp, "after"));

  const std::string spaces = Repeat("namespace n {", kDepth) + Repeat("}", kDepth);
  const FileFacts nested = Extract(Grammar::kCpp, spaces + "\nvoid after() {}\n");
  EXPECT_TRUE(nested.truncated);
  EXPECT_TRUE(Defines(nested, "after"));
  EXPECT_LE(nested.scopes.size(), kMaxNesting);
}

TEST(Extract, ReadsALineOfTwoMegabytes) {
  constexpr int kElements = 400'000;  // five bytes each
  const FileFacts facts =
      Extract(Grammar::kPython, "x = [" + Repeat("1234,", kElements) + "]\ndef after():\n  pass\n");
  EXPECT_TRUE(Defines(facts, "after"));
  EXPECT_EQ(facts.line_count, 3u);
}

TEST(Extract, BoundsTheWordsOfASymbol) {
  std::string source = "WORDS = '";
  for (std::uint32_t i = 0; i < 2 * kMaxWordsPerField; ++i)
    source += "word" + std::to_string(i) + " ";
  source += "'\n";
  const FileFacts facts = Extract(Grammar::kPython, source);
  EXPECT_LE(facts.terms.size(), kMaxWordsPerField + 8u);
  EXPECT_GE(facts.terms.size(), kMaxWordsPerField);
}

TEST(Extract, RefusesFilesThatAreTooLarge) {
  Extractor extractor;
  const std::string source(kMaxFileBytes + 1, '\n');
  EXPECT_EQ(extractor.Extract(source, *FindGrammar(Grammar::kPython)).status().code(),
            absl::StatusCode::kInvalidArgument);
}

// Random bytes and random cuts of real source, in every grammar: no crash, and in bounds.
TEST(Extract, SurvivesGarbage) {
  const std::string source =
      "class A(B):\n  def f(self, *a): return self.x(lambda: [y for y in z])\n"
      "template <class T> struct S : public B<T> { operator int() const; T x = {1}; };\n"
      "#if A\nint f(int a) { g(a, &h); }\n#define X(y) z(y)\n#endif\n\"\"\" ' \" /* (((( {{{ <<<"
      "<?php namespace A; use B\\{C, D as E};\n/** @param array<C|D> $a @return static */\n"
      "function f(?C $a) { if (!$a instanceof C) { return [$a, 'x']; } $a?->b(...)->$c; ?><p>"
      "<?php new class implements E, F { use T, U { T::x insteadof U; U::x as y; } }; namespace G;";
  std::uint32_t state = 1;
  const auto next = [&state] { return state = state * 1664525u + 1013904223u; };
  for (const Grammar grammar : kGrammars) {
    for (int round = 0; round < 400; ++round) {
      std::string garbled = source.substr(next() % source.size());
      for (int change = 0; change < 4; ++change) {
        garbled[next() % garbled.size()] = source[next() % source.size()];
      }
      const FileFacts facts = Extract(grammar, garbled);
      for (const Reference& reference : facts.references) ReferenceText(facts, reference);
      for (DefinitionIndex i = 0; i < facts.definitions.size(); ++i) DefinitionText(facts, i);
      absl::StatusOr<FileFacts> read = DecodeHeader(EncodeHeader(facts));
      ASSERT_TRUE(read.ok()) << read.status() << "\n" << garbled;
      ASSERT_TRUE(DecodeBody(EncodeBody(facts), *read).ok()) << garbled;
    }
  }
}

// Facts are a function of the bytes: what was read before leaves no trace.
TEST(Extract, DoesNotDependOnEarlierFiles) {
  const std::string source = "def f(a: A):\n  '''Doc.'''\n  a.b(c)\n";
  Extractor fresh;
  Extractor used;
  for (const Grammar grammar : kGrammars) {
    ASSERT_TRUE(used.Extract("class Z { int f(x y) { z(); } };", *FindGrammar(grammar)).ok());
  }
  const auto first = fresh.Extract(source, *FindGrammar(Grammar::kPython));
  const auto second = used.Extract(source, *FindGrammar(Grammar::kPython));
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(EncodeHeader(*first), EncodeHeader(*second));
  EXPECT_EQ(EncodeBody(*first), EncodeBody(*second));
}

TEST(Extract, OrdersDefinitionsByPositionEnclosingFirst) {
  const FileFacts facts =
      Extract(Grammar::kCpp,
              "namespace a::b {\nstruct S { int x, y; } s;\nenum { A, B };\nint f(), g;\n}\n");
  for (std::size_t i = 2; i < facts.definitions.size(); ++i) {
    const SourceRange& before = facts.definitions[i - 1].range;
    const SourceRange& here = facts.definitions[i].range;
    EXPECT_TRUE(before.begin < here.begin ||
                (before.begin == here.begin && before.end >= here.end));
  }
}

}  // namespace
}  // namespace waymark::indexer
