#include "retrieval/single_name.h"

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

const DrawnGraph& SingleNameGraph() {
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

std::vector<std::string> SolelyNamed(std::string_view task) {
  return SingleNameGraph().NamesOf(SymbolsOfSingleName(SingleNameGraph().view(), task));
}

TEST(SymbolsOfSingleName, AreThoseOfAQuestionThatIsAName) {
  EXPECT_THAT(SolelyNamed("current_app"), ElementsAre("current_app"));
  EXPECT_THAT(SolelyNamed("Flask.config"), ElementsAre("Flask.config"));
  EXPECT_THAT(SolelyNamed("DB::Get"), ElementsAre("DB::Get")) << "the definition alone";
}

TEST(SymbolsOfSingleName, DoNotCountQuotesAndBracketsOfCalls) {
  for (const std::string_view task : {"`current_app`", " current_app? ", "'current_app'\n"}) {
    EXPECT_THAT(SolelyNamed(task), ElementsAre("current_app")) << task;
  }
  EXPECT_THAT(SolelyNamed("proxy()"), ElementsAre("proxy"));
}

TEST(SymbolsOfSingleName, AreNotThoseOfASentence) {
  for (const std::string_view task :
       {"where is current_app", "fix current_app", "", " ? ", "()", "src/app.py", "no_such_name"}) {
    EXPECT_THAT(SolelyNamed(task), IsEmpty()) << task;
  }
}

TEST(SymbolsOfSingleName, AreNotThoseCalledAsALanguageWithoutItsSigns) {
  const DrawnGraph graph(R"(
a.cs
  class C
)");
  EXPECT_THAT(SymbolsOfSingleName(graph.view(), "C"), SizeIs(1));
  EXPECT_THAT(SymbolsOfSingleName(graph.view(), "C#"), IsEmpty());
}

TEST(SymbolsOfSingleName, PreferCodeToTestsAndTypesToTheirConstructors) {
  EXPECT_THAT(SolelyNamed("proxy"), SizeIs(1));
  EXPECT_THAT(SolelyNamed("test_app"), ElementsAre("test_app"));
  EXPECT_THAT(SolelyNamed("Config"), ElementsAre("Config"));
  EXPECT_THAT(SolelyNamed("leveldb"), IsEmpty()) << "a scope of scopes is a subject";
}

}  // namespace
}  // namespace waymark::retrieval
