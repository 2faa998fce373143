#include "frames.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::waymark::testing::DrawnGraph;

const DrawnGraph& Graph() {
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

std::string LineOf(std::string_view name) {
  return std::to_string(Graph().view().Symbol(Graph().At(name)).range.begin.line);
}

std::vector<std::string> NamesAt(const std::string& text) {
  return Graph().NamesOf(SymbolsAt(Graph().view(), FindFrames(text)).symbols);
}

TEST(Frames, AreFoundInTheFormsOfCommonTools) {
  EXPECT_THAT(FindFrames("at db/db_impl.cc:1130:5"), ElementsAre(Frame{"db/db_impl.cc", 1130}));
  EXPECT_THAT(FindFrames("\tat spark.Service.get(Service.java:50)"),
              ElementsAre(Frame{"Service.java", 50}));
  EXPECT_THAT(FindFrames("\t/go/src/caddy.go:123 +0x1d"),
              ElementsAre(Frame{"/go/src/caddy.go", 123}));
  EXPECT_THAT(FindFrames("  File \"src/app.py\", line 12, in run"),
              ElementsAre(Frame{"src/app.py", 12}));
}

TEST(Frames, AreNeitherTimesNorAddressesNorLinesWithoutAFile) {
  EXPECT_THAT(FindFrames("at 12:30 on localhost:8080, line 7 of app: 3"), IsEmpty());
}

TEST(Frames, BeginWithTheInnermostCall) {
  EXPECT_THAT(FindFrames("a.rb:1\nb.rb:2\na.rb:1"),
              ElementsAre(Frame{"a.rb", 1}, Frame{"b.rb", 2}));
  EXPECT_THAT(FindFrames("Traceback (most recent call last):\n"
                         "  File \"a.py\", line 1, in <module>\n  File \"b.py\", line 2, in f\n"),
              ElementsAre(Frame{"b.py", 2}, Frame{"a.py", 1}));
}

TEST(Frames, MeanTheInnermostSymbolAtTheirLine) {
  EXPECT_THAT(NamesAt("src/web/app.py:" + LineOf("cookie")), ElementsAre("cookie"));
  EXPECT_THAT(NamesAt("app.py:" + LineOf("Session.open_session")),
              ElementsAre("Session.open_session"));
}

TEST(Frames, OfAnotherCheckoutMeanTheFileOfTheSameEnd) {
  EXPECT_THAT(NamesAt("/home/ada/shop/src/web/app.py:" + LineOf("cookie")), ElementsAre("cookie"));
  EXPECT_THAT(NamesAt("/usr/lib/python3/web/app.py:" + LineOf("cookie")), ElementsAre("cookie"));
}

TEST(Frames, OfALibraryMeanNoFileThatOnlyHasTheName) {
  EXPECT_THAT(NamesAt("/usr/lib/python3/werkzeug/wrappers.py:" + LineOf("wrap")), IsEmpty());
}

TEST(Frames, BeyondTheEndOfAFileMeanNothing) {
  EXPECT_THAT(NamesAt("src/web/app.py:100000"), IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
