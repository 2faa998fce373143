#include "question/frames.h"

#include <cstddef>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "question/frame_symbols.h"
#include "retrieval/missing_lines.h"
#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::waymark::testing::DrawnGraph;

const DrawnGraph& FramesGraph() {
  static const DrawnGraph graph(R"(
src/web/app.py
  class Session
    method open_session
  function cookie
src/web/wrappers.py
  function wrap
)");
  return graph;
}

std::string FrameLineOf(std::string_view name) {
  return std::to_string(FramesGraph().view().Symbol(FramesGraph().At(name)).range.begin.line);
}

std::vector<std::string> NamesAt(const std::string& text) {
  return FramesGraph().NamesOf(SymbolsAt(FramesGraph().view(), FindFrames(text)).symbols);
}

TEST(Frames, AreFoundInTheFormsOfCommonTools) {
  EXPECT_THAT(FindFrames("at db/db_impl.cc:1130:5"), ElementsAre(Frame{"db/db_impl.cc", 1130, ""}));
  EXPECT_THAT(FindFrames("\tat spark.Service.get(Service.java:50)"),
              ElementsAre(Frame{"Service.java", 50, "get"}));
  EXPECT_THAT(FindFrames("\t/go/src/caddy.go:123 +0x1d"),
              ElementsAre(Frame{"/go/src/caddy.go", 123, ""}));
  EXPECT_THAT(FindFrames("  File \"src/app.py\", line 12, in run"),
              ElementsAre(Frame{"src/app.py", 12, "run"}));
  EXPECT_THAT(FindFrames("   at Shop.Cart.Total(String s) in src/Cart.cs:line 8"),
              ElementsAre(Frame{"src/Cart.cs", 8, "Total"}));
  EXPECT_THAT(FindFrames("src/f.h(38): error C2065"), ElementsAre(Frame{"src/f.h", 38, ""}));
  EXPECT_THAT(FindFrames("f.h(38,5)"), ElementsAre(Frame{"f.h", 38, ""}));
  EXPECT_THAT(FindFrames("see src/app.py#L10-L20 and a.rb#L3"),
              ElementsAre(Frame{"src/app.py", 10, ""}, Frame{"a.rb", 3, ""}));
}

TEST(Frames, TellTheirFunctions) {
  const auto function_of = [](std::string_view text) {
    const std::vector<Frame> frames = FindFrames(text);
    return frames.empty() ? "no frame" : frames.back().function;
  };
  EXPECT_EQ(function_of("#1 0x55 in leveldb::DBImpl::Get (this=0x1) at db/db_impl.cc:12"), "Get");
  EXPECT_EQ(function_of("    #0 0x5 in Foo::bar(int) /src/file.cc:12:5"), "bar");
  EXPECT_EQ(function_of("    at Object.render (/srv/view.js:10:5)"), "render");
  EXPECT_EQ(function_of("    at async load (/srv/view.js:10:5)"), "load");
  EXPECT_EQ(function_of("    at /srv/view.js:10:5"), "");
  EXPECT_EQ(function_of("from lib/a.rb:12:in `block in run'"), "run");
  EXPECT_EQ(function_of("lib/a.rb:12:in 'Foo#run'"), "run");
  EXPECT_EQ(function_of("main.(*Server).Serve(0xc000)\n\t/go/server.go:12 +0x1d"), "Serve");
  EXPECT_EQ(function_of("main.run.func1()\n\t/go/server.go:12 +0x1d"), "run");
  EXPECT_EQ(function_of("   3: shop::cart::total\n             at ./src/cart.rs:4:5"), "total");
  EXPECT_EQ(function_of("main.func1()\n\t/go/server.go:12 +0x1d"), "func1");
  EXPECT_EQ(function_of("github.com/ada/shop.func1()\n\t/go/server.go:12 +0x1d"), "func1");
  EXPECT_EQ(function_of("  File \"a.py\", line 3, in func1"), "func1");
  EXPECT_EQ(function_of("    at Object.func1 (/srv/view.js:10:5)"), "func1");
  EXPECT_EQ(function_of("lib/a.rb:12:in 'Foo#save!'"), "save!");
  EXPECT_EQ(function_of("lib/a.rb:12:in `empty?'"), "empty?");
  EXPECT_EQ(function_of("lib/a.rb:12:in `block in price='"), "price=");
  EXPECT_EQ(function_of("\tat shop.Cart.lambda$total$0(Cart.java:50)"), "total");
  EXPECT_EQ(function_of("\tat shop.CartKt.total$lambda$1(Cart.kt:50)"), "total");
  EXPECT_EQ(function_of("  File \"a.py\", line 3, in <module>"), "");
  EXPECT_EQ(function_of("it breaks\nat a.py:3"), "");
}

TEST(Frames, AreNoCallsOfNumbers) {
  EXPECT_THAT(FindFrames("np.zeros(38 + n) and f.h(38, x)"), IsEmpty());
}

// A search for the end of each bracket or number would take minutes.
TEST(Frames, AreLookedForOnceInALine) {
  constexpr std::size_t kBytes = 1 << 20;
  for (const std::string_view part : {"a.b(1", ":1"}) {
    std::string line;
    while (line.size() < kBytes) line += part;
    const std::clock_t begin = std::clock();
    FindFrames(line);
    EXPECT_LT((std::clock() - begin) / CLOCKS_PER_SEC, 10) << part;
  }
}

TEST(Frames, OfWindowsHaveTheirBackslashesTurned) {
  EXPECT_EQ(WithForwardSlashes("in C:\\src\\Cart.cs:line 8"), "in C:/src/Cart.cs:line 8");
  EXPECT_EQ(WithForwardSlashes("src\\app\\main.cpp(38)"), "src/app/main.cpp(38)");
  EXPECT_EQ(WithForwardSlashes("the pattern \\d+\\w"), "the pattern \\d+\\w");
}

std::string WordsWithoutTrace(std::string_view text) {
  std::string words;
  for (const char c : WithoutTraceWords(text)) {
    if (c != ' ' || (!words.empty() && words.back() != ' ')) words += c;
  }
  return words;
}

TEST(TraceWords, AreLeftOutWhereATraceIsRead) {
  EXPECT_EQ(WordsWithoutTrace("Traceback (most recent call last):\n"
                              "  File \"/usr/lib/shop/cart.py\", line 12, in total\n"
                              "    return price / count\n"
                              "ZeroDivisionError: division by zero"),
            ":\n shop/cart.py total\n return price / count\nZeroDivisionError: division by zero");
  EXPECT_EQ(WordsWithoutTrace("Exception in thread \"main\" java.lang.Error: no price\n"
                              "\tat shop.Cart.total(Cart.java:50)"),
            "java.lang.Error: no price\n total Cart.java ");
  EXPECT_EQ(WordsWithoutTrace("\tat shop.Cart.lambda$total$0(Cart.java:50)"), "total Cart.java ");
  EXPECT_EQ(
      WordsWithoutTrace("#1 0x5 in shop::Cart::total (this=0x1, of=(int) 2) at src/cart.cc:12"),
      "total src/cart.cc ");
}

TEST(TraceWords, AreWordsLikeOthersElsewhere) {
  EXPECT_EQ(WithoutTraceWords("fix the crash in src/app.py:12"), "fix the crash in src/app.py:12");
  EXPECT_EQ(WithoutTraceWords("a Traceback (most recent call last) at the top"),
            "a Traceback (most recent call last) at the top");
  EXPECT_EQ(WithoutTraceWords("at total() the coupon is lost (see src/cart.js:3)"),
            "at total() the coupon is lost (see src/cart.js:3)");
  EXPECT_EQ(WithoutTraceWords("at total (the coupon is lost in src/cart.js:3)"),
            "at total (the coupon is lost in src/cart.js:3)");
  EXPECT_EQ(WithoutTraceWords("src/a.cc:12:5: error: unknown name"),
            "src/a.cc:12:5: error: unknown name");
}

TEST(Frames, AreNeitherTimesNorAddressesNorLinesWithoutAFile) {
  EXPECT_THAT(FindFrames("at 12:30 on localhost:8080, line 7 of app: 3"), IsEmpty());
}

TEST(Frames, BeginWithTheInnermostCall) {
  EXPECT_THAT(FindFrames("a.rb:1\nb.rb:2\na.rb:1"),
              ElementsAre(Frame{"a.rb", 1, ""}, Frame{"b.rb", 2, ""}));
  EXPECT_THAT(FindFrames("Traceback (most recent call last):\n"
                         "  File \"a.py\", line 1, in <module>\n  File \"b.py\", line 2, in f\n"),
              ElementsAre(Frame{"b.py", 2, "f"}, Frame{"a.py", 1, ""}));
}

TEST(Frames, MeanTheInnermostSymbolAtTheirLine) {
  EXPECT_THAT(NamesAt("src/web/app.py:" + FrameLineOf("cookie")), ElementsAre("cookie"));
  EXPECT_THAT(NamesAt("app.py:" + FrameLineOf("Session.open_session")),
              ElementsAre("Session.open_session"));
}

TEST(Frames, OfAnotherCheckoutMeanTheFileOfTheSameEnd) {
  EXPECT_THAT(NamesAt("/home/ada/shop/src/web/app.py:" + FrameLineOf("cookie")),
              ElementsAre("cookie"));
  EXPECT_THAT(NamesAt("/usr/lib/python3/web/app.py:" + FrameLineOf("cookie")),
              ElementsAre("cookie"));
}

TEST(Frames, OfALibraryMeanNoFileThatOnlyHasTheName) {
  EXPECT_THAT(NamesAt("/usr/lib/python3/werkzeug/wrappers.py:" + FrameLineOf("wrap")), IsEmpty());
}

TEST(Frames, BeyondTheEndOfAFileMeanNothing) {
  EXPECT_THAT(NamesAt("src/web/app.py:100000"), IsEmpty());
}

TEST(MissingLines, AreThoseBeyondTheEndOfAFileThatIsThere) {
  const std::uint32_t lines =
      FramesGraph().view().File(*FramesGraph().view().FindFile("src/web/app.py")).line_count;
  const auto missing = [](const std::string& task) {
    return MissingLines(FramesGraph().view(), task);
  };
  const auto told = [&](std::uint32_t line) {
    return fmt::format("src/web/app.py:{} of {} lines", line, lines);
  };

  EXPECT_THAT(missing("it fails at src/web/app.py:100000, they say"), ElementsAre(told(100000)));
  EXPECT_THAT(missing("see app.py#L100000"), ElementsAre(told(100000)));
  EXPECT_THAT(missing(fmt::format("./src/web/app.py:{}", lines + 1)), ElementsAre(told(lines + 1)));
  EXPECT_THAT(missing(fmt::format("src/web/app.py:{}", lines)), IsEmpty());
  EXPECT_THAT(missing("src/web/gone.py:100000"), IsEmpty()) << "of another checkout, perhaps";
}

TEST(MissingLines, AreLineZeroAndThoseThatNoNumberHolds) {
  const std::uint32_t lines =
      FramesGraph().view().File(*FramesGraph().view().FindFile("src/web/app.py")).line_count;
  const auto missing = [](const std::string& task) {
    return MissingLines(FramesGraph().view(), task);
  };

  EXPECT_THAT(missing("src/web/app.py:0"),
              ElementsAre(fmt::format("src/web/app.py:0 of {} lines", lines)));
  for (const char* line : {"4294967297", "99999999999999999999999"}) {
    EXPECT_THAT(missing(fmt::format("src/web/app.py:{}", line)),
                ElementsAre(fmt::format("src/web/app.py:4294967295+ of {} lines", lines)));
    EXPECT_THAT(NamesAt(fmt::format("src/web/app.py:{}", line)), IsEmpty());
  }
  EXPECT_THAT(NamesAt("src/web/app.py:0"), IsEmpty());
  EXPECT_THAT(FindFrames("its.list.get(0)"), IsEmpty()) << "a call";
}

TEST(MissingLines, AreThoseWhereTheFunctionOfAFrameIsNot) {
  const std::string line = FrameLineOf("cookie");
  const auto missing = [](const std::string& path, const std::string& at,
                          const std::string& function) {
    return MissingLines(FramesGraph().view(),
                        fmt::format("  File \"{}\", line {}, in {}", path, at, function));
  };
  EXPECT_THAT(missing("src/web/app.py", line, "cookie"), IsEmpty());
  EXPECT_THAT(missing("src/web/app.py", line, "open_session"),
              ElementsAre(fmt::format("src/web/app.py:{} outside of open_session", line)));
  EXPECT_THAT(missing("/home/ada/shop/src/web/app.py", "100000", "cookie"),
              ElementsAre(::testing::StartsWith("src/web/app.py:100000 of ")));
  EXPECT_THAT(missing("src/web/app.py", line, "gone"), IsEmpty()) << "nothing has moved";
  EXPECT_THAT(missing("src/web/gone.py", line, "cookie"), IsEmpty());
}

TEST(Frames, FollowTheirFunctionWhereTheLineHasMoved) {
  const std::string line = FrameLineOf("cookie");
  EXPECT_THAT(NamesAt("  File \"src/web/app.py\", line " + line + ", in open_session"),
              ElementsAre("Session.open_session"));
  EXPECT_THAT(NamesAt("  File \"src/web/app.py\", line 100000, in cookie"), ElementsAre("cookie"));
  EXPECT_THAT(NamesAt("  File \"src/web/app.py\", line " + line + ", in gone"),
              ElementsAre("cookie"));
}

TEST(Frames, AtTheTopLevelMeanTheDefinitionsAroundThem) {
  const DrawnGraph graph(R"(
src/a.cc
  package shop +namespace
    function first

    function second
)");
  const std::uint32_t second = graph.view().Symbol(graph.At("second")).range.begin.line;
  const std::vector<SymbolId> symbols =
      SymbolsAt(graph.view(), {{.path = "src/a.cc", .line = second - 1, .function = ""}}).symbols;
  EXPECT_THAT(graph.NamesOf(symbols), Not(Contains("shop")));
}

// A module of one directory: its files have one component in common with a path elsewhere.
TEST(Frames, MeanAFileAtTheRootByItsDirectoryOrItsFunction) {
  const DrawnGraph graph("server.go\n  function serve\n  function listen\n");
  const std::uint32_t line = graph.view().Symbol(graph.At("serve")).range.begin.line;
  const auto names = [&](std::string_view function) {
    const std::vector<SymbolId> symbols =
        SymbolsAt(
            graph.view(),
            {{.path = "/home/ada/server.go", .line = line, .function = std::string(function)}})
            .symbols;
    return graph.NamesOf(symbols);
  };
  EXPECT_THAT(names("serve"), ElementsAre("serve"));
  EXPECT_THAT(names("listen"), ElementsAre("listen"));
  EXPECT_THAT(names("other"), IsEmpty());
  EXPECT_THAT(names(""), IsEmpty());
}

TEST(Frames, MeanNoDocumentAtTheRoot) {
  const DrawnGraph graph("README.md\n  resource serve\n");
  const std::uint32_t line = graph.view().Symbol(graph.At("serve")).range.begin.line;
  EXPECT_THAT(
      SymbolsAt(graph.view(), {{.path = "/home/ada/README.md", .line = line, .function = "serve"}})
          .symbols,
      IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
