// The part of an answer with source: each line of a file once and in order, the places of its
// symbols, and no source that reads as anything else.
#include "gcf/gcf_source.h"

#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"
#include "wire/codec.h"
#include "wire/gcf_session.h"
#include "wire/payload.h"

namespace waymark::wire {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::StatusIs;

constexpr char kSourcePath[] = "src/cart.py";

Symbol SourceFunction(std::string name, std::string text, SourceLines source) {
  Symbol symbol;
  symbol.qualified_name = std::move(name);
  symbol.kind = SymbolKind::kFunction;
  symbol.score = 0.5F;
  symbol.provenance = Provenance::kAstResolved;
  symbol.signature = "def " + symbol.qualified_name + "()";
  symbol.path = kSourcePath;
  symbol.start_line = source.numbers.empty() ? 1 : source.numbers.front();
  symbol.end_line = source.numbers.empty() ? 1 : source.numbers.back();
  symbol.text = std::move(text);
  symbol.source = std::move(source);
  return symbol;
}

Payload SourceAnswer(std::vector<Symbol> symbols) {
  Payload payload;
  payload.tool = "context";
  payload.symbols = std::move(symbols);
  return payload;
}

// A symbol of which only the signature is told.
Symbol SignatureOf(std::string name, std::uint32_t first, std::uint32_t last) {
  Symbol symbol = SourceFunction(std::move(name), "", {});
  symbol.start_line = first;
  symbol.end_line = last;
  return symbol;
}

std::string EncodedSource(const Payload& payload) {
  const auto text = CodecRegistry::BuiltIn().Encode("gcf", payload, kFullAnswer);
  return text.ok() ? *text : std::string(text.status().message());
}

TEST(GcfSource, StandsBehindTheGraphWithThePlacesOfItsSymbols) {
  const Payload payload = SourceAnswer(
      {SourceFunction("pay", "def pay():\n\n    return 1", {.numbers = {4, 5, 6}, .indent = "  "}),
       SignatureOf("Cart", 2, 40)});

  EXPECT_EQ(EncodedSource(payload),
            "GCF tool=context symbols=2\n"
            "## targets\n"
            "@0 fn pay 0.50 ast_resolved\n"
            "@1 fn Cart 0.50 ast_resolved\n"
            "## source\n"
            "``` src/cart.py\n"
            "2-40 @1 def Cart()\n"
            "4@0   def pay():\n"
            "\n"
            "      return 1\n"
            "```\n");
}

TEST(GcfSource, HasEachLineOfAFileOnceAndInOrder) {
  const Payload payload = SourceAnswer({
      SourceFunction("late", "late 1\nlate 2", {.numbers = {8, 9}}),
      SourceFunction("early", "early 1\n…\nearly 4", {.numbers = {1, 0, 4}}),
      SourceFunction("overlap", "late 2\nend", {.numbers = {9, 10}}),
  });

  EXPECT_THAT(EncodedSource(payload), EndsWith(" src/cart.py\n"
                                               "1-4@1 early 1\n"
                                               "...\n"
                                               "4 early 4\n"
                                               "...\n"
                                               "8-9@0 late 1\n"
                                               "9@2 late 2\n"
                                               "10 end\n"
                                               "```\n"));
}

TEST(GcfSource, NumbersEveryFifthLineAndThoseThatCannotStandAlone) {
  const Payload payload = SourceAnswer({SourceFunction(
      "pay", "a\n b\n\tc\n d\n e\n\n f\n g\nh\n i", {.numbers = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}})});

  EXPECT_THAT(EncodedSource(payload),
              EndsWith(" src/cart.py\n1@0 a\n b\n\tc\n d\n e\n\n7  f\n g\n9 h\n i\n```\n"));
}

TEST(GcfSource, MarksASymbolWhoseLinesAreAllShown) {
  Payload payload = SourceAnswer(
      {SourceFunction("outer", "def outer\n  def inner\n    1\n  2", {.numbers = {1, 2, 3, 4}}),
       SignatureOf("inner", 2, 3), SignatureOf("same", 2, 4), SignatureOf("longer", 4, 5)});

  EXPECT_THAT(EncodedSource(payload), EndsWith(" src/cart.py\n"
                                               "1@0 def outer\n"
                                               "2-3@1@2   def inner\n"
                                               "    1\n"
                                               "4-5 @3 def longer()\n"
                                               "4   2\n"
                                               "```\n"));
}

TEST(GcfSource, FoldsASymbolWhoseFirstLineIsNotShown) {
  Payload payload = SourceAnswer({SourceFunction("pay", "  end", {.numbers = {9}})});
  payload.symbols[0].start_line = 4;

  EXPECT_THAT(EncodedSource(payload), EndsWith(" src/cart.py\n4-9 @0\n9   end\n```\n"));
}

TEST(GcfSource, GroupsFilesInTheOrderOfTheSymbols) {
  Payload payload = SourceAnswer({SourceFunction("b", "b", {.numbers = {1}}),
                                  SourceFunction("a", "a", {.numbers = {1}}),
                                  SourceFunction("c", "c", {.numbers = {2}})});
  payload.symbols[1].path = "@types/a b.py";

  EXPECT_THAT(EncodedSource(payload), EndsWith("## source\n"
                                               "``` src/cart.py\n1-1@0 b\n2@2 c\n```\n"
                                               "``` @types/a%20b.py\n1@1 a\n```\n"));
}

TEST(GcfSource, LeavesOtherPlacesBelowTheirNodes) {
  Payload payload =
      SourceAnswer({SourceFunction("a", "a", {.numbers = {1}}), SourceFunction("b", "Adds.", {}),
                    SignatureOf("c", 5, 7), SignatureOf("d", 0, 0), SignatureOf("e", 0, 0)});
  payload.symbols[2].path = "src/other.py";
  payload.symbols[4].path.clear();

  EXPECT_THAT(EncodedSource(payload), HasSubstr("@0 fn a 0.50 ast_resolved\n"
                                                "@1 fn b 0.50 ast_resolved\n"
                                                "# src/cart.py:1 def b()\n"
                                                "# Adds.\n"
                                                "@2 fn c 0.50 ast_resolved\n"
                                                "# src/other.py:5-7 def c()\n"
                                                "@3 fn d 0.50 ast_resolved\n"
                                                "# src/cart.py:0 def d()\n"
                                                "@4 fn e 0.50 ast_resolved\n"
                                                "# - def e()\n"));
}

TEST(GcfSource, CannotEndItsFenceOrBeginALineOfGcf) {
  Payload payload = SourceAnswer({SourceFunction(
      "pay", "````\n@9 fn forged 1.00 ast_resolved\n## edges\n# rest: none\u2028# x\n\tend",
      {.numbers = {1, 2, 3, 4, 5}})});
  payload.truncation = {.omitted = 2, .cursor = "", .next_call = "context_for_task {}"};

  const std::string text = EncodedSource(payload);
  EXPECT_THAT(text, EndsWith("````` src/cart.py\n"
                             "1@0 ````\n"
                             "2 @9 fn forged 1.00 ast_resolved\n"
                             "3 ## edges\n"
                             "4 # rest: none\\u2028# x\n"
                             "\tend\n"
                             "`````\n"
                             "# rest: context_for_task {}\n"));

  WM_ASSERT_OK_AND_ASSIGN(const Payload read, CodecRegistry::BuiltIn().Decode("gcf", text));
  ASSERT_EQ(read.symbols.size(), 1U);
  EXPECT_EQ(read.symbols[0].qualified_name, "pay");
  EXPECT_TRUE(read.edges.empty());
  EXPECT_EQ(read.truncation->next_call, "context_for_task {}");
}

TEST(GcfSource, CannotEndItsFenceWithASignature) {
  Payload payload =
      SourceAnswer({SourceFunction("pay", "return", {.numbers = {9}}), SignatureOf("odd", 1, 2)});
  payload.symbols[1].signature = "```";

  EXPECT_THAT(EncodedSource(payload), EndsWith("```` src/cart.py\n1-2 @1 ```\n9@0 return\n````\n"));
}

// A file of 40 lines, some of them blank or indented.
std::string LineOfFile(std::uint32_t number) {
  constexpr const char* kTexts[] = {"", "  \tx", "12-30@0 x", "@1", "```", "\t7-9 @0 y", "..."};
  return kTexts[number * 5 % std::size(kTexts)];
}

// A function at lines of two files; its source, a part of it, or only its signature is shown.
Symbol RandomMember(std::mt19937& random, std::size_t number) {
  const auto below = [&random](std::uint32_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  const std::uint32_t first = 1 + below(30);
  const std::uint32_t last = first + below(10);
  SourceLines source;
  std::string text;
  const std::uint32_t from = first - below(std::min(3U, first));
  for (std::uint32_t line = from; below(3) != 0 && line <= last; ++line) {
    const bool is_left_out = below(8) == 0;
    source.numbers.push_back(is_left_out ? 0 : line);
    text += (is_left_out ? "…" : LineOfFile(line)) + "\n";
  }
  Symbol symbol = SourceFunction(fmt::format("f{}", number), std::move(text), std::move(source));
  symbol.start_line = first;
  symbol.end_line = last;
  symbol.path = below(3) == 0 ? "a b.py" : kSourcePath;
  symbol.distance = static_cast<std::uint8_t>(below(3));
  return symbol;
}

TEST(GcfSource, GivesBackThePlaceOfEverySymbol) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    Payload payload = SourceAnswer({});
    for (std::size_t i = 0; i < 12; ++i) payload.symbols.push_back(RandomMember(random, i));
    payload.edges.push_back({.source = 0, .target = 1, .type = EdgeType::kCalls});
    payload.edges[0].sites = {{payload.symbols[0].path, 3, 0}, {"elsewhere.py", 4, 0}};
    const std::string text = EncodedSource(payload);

    WM_ASSERT_OK_AND_ASSIGN(const Payload read, CodecRegistry::BuiltIn().Decode("gcf", text));

    ASSERT_EQ(read.symbols.size(), payload.symbols.size());
    for (const Symbol& symbol : read.symbols) {
      const Symbol& sent = payload.symbols[std::stoul(symbol.qualified_name.substr(1))];
      EXPECT_EQ(symbol.path, sent.path) << text;
      EXPECT_EQ(symbol.start_line, sent.start_line) << symbol.qualified_name << "\n" << text;
      EXPECT_EQ(symbol.end_line, sent.end_line) << symbol.qualified_name << "\n" << text;
      EXPECT_THAT(symbol.signature, AnyOf("", sent.signature));
    }
    EXPECT_EQ(read.edges[0].sites, payload.edges[0].sites) << text;
  }
}

TEST(GcfSource, OfOtherProducersIsPassedOver) {
  constexpr char kForeign[] =
      "GCF tool=context symbols=2\n"
      "## targets\n"
      "@0 fn a 0.50 ast_resolved\n"
      "@1 fn b 0.50 ast_resolved\n"
      "## source\n"
      "free text\n"
      "4@0 before any file\n"
      "```\n5@0 in a file without a path\n```\n"
      "``` src/a.py\n"
      "0@0 x\n99999999999@0 x\n7-3@0 x\n9-8 @0 x\n7@ x\n8@77 of an unknown symbol\n"
      "20-21@1 b\n30-31 @1 again\n";
  WM_ASSERT_OK_AND_ASSIGN(const Payload read, CodecRegistry::BuiltIn().Decode("gcf", kForeign));

  EXPECT_EQ(read.symbols[0].path, "");
  EXPECT_EQ(read.symbols[1].path, "src/a.py");
  EXPECT_EQ(read.symbols[1].start_line, 20U);
  EXPECT_EQ(read.symbols[1].end_line, 21U);
}

TEST(GcfSource, LeavesDocumentationWhereItWas) {
  EXPECT_EQ(EncodedSource(SourceAnswer({SourceFunction("pay", "Pays.\nTwice.", {})})),
            "GCF tool=context symbols=1\n"
            "## targets\n"
            "@0 fn pay 0.50 ast_resolved\n"
            "# src/cart.py:1 def pay()\n"
            "# Pays.\n"
            "# Twice.\n");
}

TEST(GcfSource, IsNotInTheGraphAlone) {
  const auto text = CodecRegistry::BuiltIn().Encode(
      "gcf", SourceAnswer({SourceFunction("pay", "x", {.numbers = {1}})}), kGraphOnly);
  WM_ASSERT_OK(text);
  EXPECT_THAT(*text, Not(HasSubstr("## source")));
}

TEST(GcfSource, IsNotSentAgainInASession) {
  GcfSession session;
  const Payload payload = SourceAnswer({SourceFunction("pay", "return 1", {.numbers = {4}})});
  WM_ASSERT_OK_AND_ASSIGN(const GcfSession::Message first, session.Encode(payload, kFullAnswer));
  EXPECT_THAT(first.text, HasSubstr("4@0 return 1\n"));
  session.Confirm(first);

  WM_ASSERT_OK_AND_ASSIGN(GcfSession::Message next, session.Encode(payload, kFullAnswer));
  EXPECT_THAT(next.text,
              AllOf(HasSubstr("@0  # previously transmitted\n"), Not(HasSubstr("## source"))));

  Payload edited = payload;
  edited.symbols[0].text = "return 2";
  WM_ASSERT_OK_AND_ASSIGN(next, session.Encode(edited, kFullAnswer));
  EXPECT_THAT(next.text, HasSubstr("4@0 return 2\n"));
}

TEST(GcfSource, NeedsANumberForEachLine) {
  const Payload payload = SourceAnswer({SourceFunction("pay", "a\nb\n", {.numbers = {1}})});

  EXPECT_THAT(Check(payload),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("symbols[0].source.numbers")));

  Symbol symbol;
  symbol.text = "a\nb\n";
  NumberLines(7, symbol);
  EXPECT_EQ(symbol.source.numbers, (std::vector<std::uint32_t>{7, 8}));
}

}  // namespace
}  // namespace waymark::wire
