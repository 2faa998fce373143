#include "retrieval/sole_name.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::waymark::testing::DrawnGraph;

const DrawnGraph& Graph() {
  static const DrawnGraph graph(R"(
src/globals.py
  var current_app
  function proxy
src/app.py
  class Flask
    method __init__ +constructor
    field config
  class Config
    method Config +constructor
tests/test_app.py +test
  function proxy +test
  function test_app +test
db/db.h
  package leveldb +namespace
  class DB
    method Get +decl
db/db.cc
  method DB::Get
db.h:DB::Get -declares-> db.cc:DB::Get
)");
  return graph;
}

std::vector<std::string> Named(std::string_view task) {
  return Graph().NamesOf(SymbolsSolelyNamed(Graph().view(), task));
}

TEST(SymbolsSolelyNamed, AreThoseOfAQuestionThatIsAName) {
  EXPECT_THAT(Named("current_app"), ElementsAre("current_app"));
  EXPECT_THAT(Named("Flask.config"), ElementsAre("Flask.config"));
  EXPECT_THAT(Named("DB::Get"), ElementsAre("DB::Get")) << "the definition alone";
}

TEST(SymbolsSolelyNamed, DoNotCountQuotesAndBracketsOfCalls) {
  for (const std::string_view task : {"`current_app`", " current_app? ", "'current_app'\n"}) {
    EXPECT_THAT(Named(task), ElementsAre("current_app")) << task;
  }
  EXPECT_THAT(Named("proxy()"), ElementsAre("proxy"));
}

TEST(SymbolsSolelyNamed, AreNotThoseOfASentence) {
  for (const std::string_view task :
       {"where is current_app", "fix current_app", "", " ? ", "()", "src/app.py", "no_such_name"}) {
    EXPECT_THAT(Named(task), IsEmpty()) << task;
  }
}

TEST(SymbolsSolelyNamed, AreNotThoseCalledAsALanguageWithoutItsSigns) {
  const DrawnGraph graph(R"(
a.cs
  class C
)");
  EXPECT_THAT(SymbolsSolelyNamed(graph.view(), "C"), SizeIs(1));
  EXPECT_THAT(SymbolsSolelyNamed(graph.view(), "C#"), IsEmpty());
}

TEST(SymbolsSolelyNamed, PreferCodeToTestsAndTypesToTheirConstructors) {
  EXPECT_THAT(Named("proxy"), SizeIs(1));
  EXPECT_THAT(Named("test_app"), ElementsAre("test_app"));
  EXPECT_THAT(Named("Config"), ElementsAre("Config"));
  EXPECT_THAT(Named("leveldb"), IsEmpty()) << "a scope of scopes is a subject";
}

}  // namespace
}  // namespace waymark::retrieval
