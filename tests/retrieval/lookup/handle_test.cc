
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retrieval/declarations.h"
#include "retrieval/lookup.h"
#include "testing/drawn_graph.h"
#include "testing/memory_view.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::waymark::testing::DrawnGraph;

const DrawnGraph& HandleGraph() {
  static const DrawnGraph graph(R"(
src/app.py
  class Flask
    method route
    method run
  function run
  external env://HOME
src/shape.ts
  interface Shape
  const Shape
src/a#b.py
  function run
src/other.py
  external env://HOME
db/db.h
  package leveldb
    class DB
      method Get +decl
db/db.cc
  method DB::Get
db.h:DB::Get -declares-> db.cc:DB::Get
)");
  return graph;
}

std::string HandleAt(std::string_view name) {
  return HandleOf(HandleGraph().view(), HandleGraph().At(name));
}

std::vector<SymbolId> SymbolsWith(std::string_view handle) {
  return FindHandle(HandleGraph().view(), handle);
}

TEST(HandleOf, IsThePathAndTheNameInTheFile) {
  EXPECT_EQ(HandleAt("app.py:Flask.run"), "src/app.py#Flask.run");
  EXPECT_EQ(HandleAt("app.py:Flask"), "src/app.py#Flask");
}

TEST(HandleOf, OfAFileIsItsPath) { EXPECT_EQ(HandleAt("src/app.py"), "src/app.py"); }

TEST(HandleOf, NumbersEqualNamesOfOneFile) {
  const graph::ReadView& view = HandleGraph().view();
  std::vector<SymbolId> shapes;
  view.WithName("Shape", shapes);

  ASSERT_THAT(shapes, SizeIs(2));
  EXPECT_EQ(HandleOf(view, shapes[0]), "src/shape.ts#Shape~1");
  EXPECT_EQ(HandleOf(view, shapes[1]), "src/shape.ts#Shape~2");
}

TEST(HandleOf, ADeclarationIsThatOfItsDefinition) {
  EXPECT_EQ(HandleAt("db.h:DB::Get"), "db/db.cc#DB::Get");
}

TEST(FindHandle, GivesTheSymbolOfEveryHandle) {
  const graph::ReadView& view = HandleGraph().view();
  for (std::uint32_t i = 0; i < view.symbol_bound(); ++i) {
    const SymbolId symbol{i};
    const std::string handle = HandleOf(view, symbol);
    const std::vector<SymbolId> found = FindSymbols(view, handle).exact;
    ASSERT_FALSE(found.empty()) << handle;
    EXPECT_EQ(HandleOf(view, found.front()), handle);
  }
}

TEST(HandlesOf, AreTheHandlesOfTheSymbolsOfAFile) {
  const graph::ReadView& view = HandleGraph().view();
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> scratch;
  for (const FileId file : view.Files()) {
    view.SymbolsOf(file, symbols);
    const std::vector<std::string> handles = HandlesOf(view, symbols);
    ASSERT_THAT(handles, SizeIs(symbols.size()));
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (DefinitionOf(view, symbols[i], scratch) != symbols[i]) continue;
      EXPECT_EQ(handles[i], HandleOf(view, symbols[i]));
    }
  }
}

TEST(ShownHandlesOf, AreThoseOfEachSymbolByItself) {
  const DrawnGraph graph(R"(
db/db.h
  class DB
    method Get +decl
    method Put +decl
    method Lost +decl
db/get.cc
  method DB::Get
  function Get
  function Same
  function Same
  const Same
db/put.cc
  method DB::Put
db.h:DB::Get -declares-> get.cc:DB::Get
db.h:DB::Put -declares-> put.cc:DB::Put
)");
  const graph::ReadView& view = graph.view();
  std::vector<SymbolId> symbols;
  for (const FileId file : view.Files()) {
    view.SymbolsOf(file, symbols);
    std::vector<std::string> alone;
    for (const SymbolId symbol : symbols) alone.push_back(HandleOf(view, symbol));
    EXPECT_EQ(ShownHandlesOf(view, symbols), alone);
  }
}

TEST(FindHandle, WithoutANumberGivesAllThatItMayMean) {
  EXPECT_THAT(SymbolsWith("src/shape.ts#Shape"), SizeIs(2));
  EXPECT_THAT(SymbolsWith("src/shape.ts#Shape~3"), IsEmpty());
}

TEST(FindHandle, TakesThePathToTheLetter) {
  EXPECT_THAT(HandleGraph().NamesOf(SymbolsWith("src/app.py#run")), ElementsAre("run"));
  EXPECT_THAT(SymbolsWith("app.py#run"), IsEmpty());
  EXPECT_THAT(SymbolsWith("src/a#b.py#run"), SizeIs(1));
}

// Text that people write with the sign of handles.
TEST(FindSymbols, TakesShorterPathsAndNamesBeforeAndAfterTheSign) {
  const DrawnGraph& graph = HandleGraph();
  const auto found = [&graph](std::string_view name) {
    return graph.NamesOf(FindSymbols(graph.view(), name).exact);
  };
  EXPECT_THAT(found("app.py#Flask.run"), ElementsAre("Flask.run"));
  EXPECT_THAT(found("src/app.py#route"), ElementsAre("Flask.route"));
  EXPECT_THAT(found("Flask#run"), ElementsAre("Flask.run"));
}

TEST(FindHandle, OfSomethingOutsideGivesItsOtherFilesToo) {
  EXPECT_THAT(SymbolsWith("src/other.py#env://HOME"), SizeIs(2));
}

TEST(FindIdentity, TakesTheWholeHashOfEitherCase) {
  const graph::ReadView& view = HandleGraph().view();
  const SymbolId run = HandleGraph().At("Flask.run");
  const std::string identity = view.Identity(run).ToHex();

  EXPECT_THAT(FindIdentity(view, identity), ElementsAre(run));
  EXPECT_THAT(FindSymbols(view, identity).exact, ElementsAre(run));
  EXPECT_THAT(FindIdentity(view, identity.substr(0, 63)), IsEmpty());
  EXPECT_THAT(FindIdentity(view, std::string(64, '0')), IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
