#include "retrieval/lookup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/memory_view.h"

namespace waymark::retrieval {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;
using ::waymark::testing::DrawnGraph;

const DrawnGraph& LookupGraph() {
  static const DrawnGraph graph(R"(
src/flask/app.py
  class Flask
    method route
    method run
  function run
  class Quart
    method start
src/flask/sansio/app.py
  class App
    method route
db/db.h
  class DB
    method Get +decl
    method operator== +decl
db/db.cc
  method DB::Get
fmt/base.h
  package fmt +macro
  package detail
    function format_to
  function format
Quart -extends-> Flask
db.h:DB::Get -declares-> db.cc:DB::Get
)");
  return graph;
}

std::vector<std::string> FoundSymbols(std::string_view name) {
  return LookupGraph().NamesOf(FindSymbols(LookupGraph().view(), name).exact);
}

TEST(FindSymbols, TakesEverySeparator) {
  for (const std::string_view name :
       {"Flask.route", "Flask::route", "Flask#route", "Flask/route"}) {
    EXPECT_THAT(FoundSymbols(name), ElementsAre("Flask.route")) << name;
  }
}

TEST(FindSymbols, PrefersTheWholeQualifiedNameToItsEnds) {
  // Both end in `run`, one of them is called nothing else.
  EXPECT_THAT(FoundSymbols("run"), ElementsAre("run"));
}

TEST(FindSymbols, ReturnsEveryFitOfAnAmbiguousName) {
  EXPECT_THAT(FoundSymbols("route"), UnorderedElementsAre("Flask.route", "App.route"));
}

// In C++, Java and C# they are called as it is.
TEST(FindSymbols, TakesATypeForItsConstructors) {
  const DrawnGraph graph(R"(
box.cc
  package ui
    class Box
      method Box +constructor
)");
  const auto found = [&graph](std::string_view name) {
    return graph.NamesOf(FindSymbols(graph.view(), name).exact);
  };
  EXPECT_THAT(found("Box"), ElementsAre("ui::Box"));
  EXPECT_THAT(found("ui::Box"), ElementsAre("ui::Box"));
  EXPECT_THAT(found("Box::Box"), ElementsAre("ui::Box::Box"));
}

TEST(FindSymbols, ShowsADefinitionForItsDeclarations) {
  EXPECT_THAT(FoundSymbols("DB::Get"), ElementsAre("DB::Get"));
  EXPECT_EQ(FindSymbols(LookupGraph().view(), "Get").exact,
            std::vector{LookupGraph().At("db/db.cc:DB::Get")});
}

TEST(FindSymbols, LooksThroughANamespaceThatAMacroOpens) {
  EXPECT_THAT(FoundSymbols("fmt::format"), ElementsAre("format"));
  EXPECT_THAT(FoundSymbols("fmt::detail::format_to"), ElementsAre("detail::format_to"));
  EXPECT_THAT(FoundSymbols("other::format"), IsEmpty());
  EXPECT_THAT(FoundSymbols("fmt::detail::format"), IsEmpty());
}

TEST(FindSymbols, KnowsANamespaceByWhatAMacroStandsFor) {
  const DrawnGraph graph(R"(
include/db_namespace.h
  const DB_NS(#define DB_NS db) +macro
  const OTHER_NS(#define OTHER_NS other_db) +macro
db/db.cc
  package DB_NS
    class Table
      method Get
    function Open
db/other.cc
  package OTHER_NS
    function Open
java/db.java
  package db
    class Table
)");
  const auto found = [&graph](std::string_view name) {
    return graph.NamesOf(FindSymbols(graph.view(), name).exact);
  };

  EXPECT_THAT(found("db::Table::Get"), ElementsAre("DB_NS::Table::Get"));
  EXPECT_THAT(found("db::Open"), ElementsAre("DB_NS::Open"));
  // Which of the two is meant is not said.
  EXPECT_THAT(found("db::Table"), ElementsAre("DB_NS::Table", "db.Table"));
  EXPECT_THAT(found("db.Table"), ElementsAre("db.Table"));
  EXPECT_THAT(found("other_db::Open"), ElementsAre("OTHER_NS::Open"));
  EXPECT_THAT(found("std::Open"), IsEmpty());
  EXPECT_THAT(found("db::Close"), IsEmpty());
}

TEST(FindSymbols, FindsWhatAModuleImports) {
  const DrawnGraph graph(R"(
src/shop/__init__.py
src/shop/cart.py
  class Cart
  class Line
tests/other.py
  class Cart
src/shop/__init__.py -imports-> src/shop/cart.py
src/shop/__init__.py -references-> cart.py:Cart
)");
  const auto found = [&graph](std::string_view name) {
    return FindSymbols(graph.view(), name).exact;
  };

  EXPECT_EQ(found("shop.Cart"), std::vector{graph.At("src/shop/cart.py:Cart")});
  EXPECT_THAT(found("shop.Line"), IsEmpty());
}

TEST(FindSymbols, KnowsAPrivateMemberByItsSign) {
  const DrawnGraph graph(R"(
src/app.ts
  class App
    method #dispatch
  function dispatch
)");
  const auto found = [&graph](std::string_view name) {
    return graph.NamesOf(FindSymbols(graph.view(), name).exact);
  };

  EXPECT_THAT(found("#dispatch"), ElementsAre("App.#dispatch"));
  EXPECT_THAT(found("App.#dispatch"), ElementsAre("App.#dispatch"));
  EXPECT_THAT(found("dispatch"), ElementsAre("dispatch"));
}

TEST(FindSymbols, TakesOperatorsAndCallBrackets) {
  EXPECT_THAT(FoundSymbols("DB::operator=="), ElementsAre("DB::operator=="));
  EXPECT_THAT(FoundSymbols(" Flask.route() "), ElementsAre("Flask.route"));
}

TEST(FindSymbols, DoesNotGuessWhenTheOwnerIsWrong) {
  const SymbolMatches matches = FindSymbols(LookupGraph().view(), "Django.route");

  EXPECT_THAT(matches.exact, IsEmpty());
  EXPECT_THAT(matches.near, ElementsAre("Flask.route", "App.route"));
}

TEST(FindSymbols, FindsAMemberThatATypeInherits) {
  EXPECT_THAT(FoundSymbols("Quart.route"), ElementsAre("Flask.route"));
  EXPECT_THAT(FoundSymbols("Quart.start"), ElementsAre("Quart.start"));
  EXPECT_THAT(FoundSymbols("Quart.stop"), IsEmpty());
}

TEST(FindSymbols, NamesNearMembersOfTheNamedTypeFirst) {
  EXPECT_THAT(FindSymbols(LookupGraph().view(), "App.rout").near,
              ElementsAre("App.route", "Flask.route"));
}

TEST(FindSymbols, TakesPathsWholeOrByTheirEnd) {
  EXPECT_THAT(FoundSymbols("src/flask/app.py"), ElementsAre("src/flask/app.py"));
  EXPECT_THAT(FoundSymbols("./src/flask/app.py"), ElementsAre("src/flask/app.py"));
  EXPECT_THAT(FoundSymbols("app.py"), ElementsAre("src/flask/app.py", "src/flask/sansio/app.py"));
}

TEST(FindSymbols, TakesTheInnermostSymbolOfALine) {
  // The drawing's second line is the file, the third the class, the fourth its first method.
  EXPECT_THAT(FoundSymbols("src/flask/app.py:4"), ElementsAre("Flask.route"));
  EXPECT_THAT(FoundSymbols("src/flask/app.py:4:7"), ElementsAre("Flask.route"));
  EXPECT_THAT(FoundSymbols("src/flask/app.py:3"), ElementsAre("Flask"));
  EXPECT_THAT(FoundSymbols("src/flask/app.py:500"), ElementsAre("src/flask/app.py"));
  EXPECT_THAT(FoundSymbols("src/flask/app.py:5000"), IsEmpty());
}

TEST(FindSymbols, TakesNamesAsToolsWriteThem) {
  EXPECT_THAT(FoundSymbols("(*Flask).route"), ElementsAre("Flask.route"));
  EXPECT_THAT(FoundSymbols("<Flask as Web>::route"), ElementsAre("Flask.route"));
  EXPECT_THAT(FoundSymbols("src/flask/app.py#L4"), ElementsAre("Flask.route"));
}

TEST(FindSymbols, TakesAFileAndANameInIt) {
  EXPECT_THAT(FoundSymbols("src/flask/app.py:Flask.route"), ElementsAre("Flask.route"));
  EXPECT_THAT(FoundSymbols("sansio/app.py::route"), ElementsAre("App.route"));
  EXPECT_THAT(FoundSymbols("sansio/app.py::run"), IsEmpty());
  EXPECT_THAT(FoundSymbols("app.py:Flask.route(rule)"), ElementsAre("Flask.route"));
  EXPECT_THAT(FoundSymbols("flask/app.py:run"), ElementsAre("run")) << "Flask.run only ends so";
  EXPECT_THAT(FoundSymbols("db/db.h:DB::Get"), ElementsAre("DB::Get")) << "is defined elsewhere";
  EXPECT_THAT(FoundSymbols("flask/app.py:Quart.route"), ElementsAre("Flask.route"))
      << "inherits it";
}

TEST(FindSymbols, MeansWhatTheNamedFileHasWhateverElseIsCalledSo) {
  const DrawnGraph graph(R"(
a.cc
  function total
cart.cc
  class Cart
    method total
)");
  EXPECT_EQ(FindSymbols(graph.view(), "cart.cc:total").exact,
            std::vector{graph.At("cart.cc:Cart::total")});
}

TEST(FindSymbols, TellsOverloadsThatTakeOtherParameters) {
  // What stands in the brackets, up to the first that closes, is the signature.
  const DrawnGraph graph(R"(
box.cc
  class Box
    method Put(void Put(int count)
    method Put(void Put(double weight)
    method Take(void Take(int count)
)");
  const auto names = [&](std::string_view name) {
    const SymbolMatches matches = FindSymbols(graph.view(), name);
    EXPECT_TRUE(matches.exact.empty() || matches.overloads.empty()) << name;
    return graph.NamesOf(matches.exact.empty() ? matches.overloads : matches.exact);
  };
  EXPECT_THAT(FindSymbols(graph.view(), "Box::Put(double)").exact, SizeIs(1));
  EXPECT_THAT(FindSymbols(graph.view(), "Box::Put(long)").exact, IsEmpty());
  EXPECT_THAT(FindSymbols(graph.view(), "Box::Put(long)").overloads, SizeIs(2));
  EXPECT_THAT(FindSymbols(graph.view(), "box.cc:Put(long)").overloads, SizeIs(2));
  EXPECT_THAT(names("Box::Take(long)"), ElementsAre("Box::Take")) << "there is no other";

  const auto best = [&](std::string_view query) {
    const std::vector<SearchHit> hits = SearchSymbols(graph.view(), query, 5).hits;
    return hits.empty() ? 0 : hits.front().score;
  };
  EXPECT_EQ(best("Box::Put(double)"), 1);
  EXPECT_LT(best("Box::Put(long)"), 1);
}

TEST(FindSymbols, GivesAllThatBeginSideBySideOnALine) {
  ::waymark::testing::MemoryView view;
  const FileId file = view.AddFile("a.cs", Language::kCSharp);
  const auto add = [&](std::string name, std::uint32_t line, std::uint32_t begin,
                       std::uint32_t end) {
    ::waymark::testing::MemorySymbol symbol;
    symbol.name = std::move(name);
    symbol.file = file;
    symbol.kind = SymbolKind::kClass;
    symbol.range = {.begin = {line, begin}, .end = {line, end}};
    return view.AddSymbol(std::move(symbol));
  };
  const SymbolId line = add("Line", 3, 10, 20);
  const SymbolId stock = add("Stock", 3, 30, 40);
  const SymbolId cart = add("Cart", 4, 1, 50);
  add("Left", 4, 10, 20);
  add("Right", 4, 30, 40);
  view.Finish();
  EXPECT_THAT(FindSymbols(view, "a.cs:3").exact, ElementsAre(line, stock));
  EXPECT_THAT(FindSymbols(view, "a.cs:3:31").exact, ElementsAre(stock));
  EXPECT_THAT(FindSymbols(view, "a.cs:4").exact, ElementsAre(cart)) << "they stand in it";
}

TEST(DefinitionsAround, AreTheInnermostOfEachPlace) {
  ::waymark::testing::MemoryView view;
  const FileId file = view.AddFile("a.cs", Language::kCSharp);
  const auto add = [&](std::string name, SourceRange range) {
    ::waymark::testing::MemorySymbol symbol;
    symbol.name = std::move(name);
    symbol.file = file;
    symbol.kind = SymbolKind::kClass;
    symbol.range = range;
    return view.AddSymbol(std::move(symbol));
  };
  const SymbolId cart = add("Cart", {{1, 1}, {9, 1}});
  const SymbolId left = add("Left", {{2, 3}, {4, 3}});
  const SymbolId right = add("Right", {{4, 5}, {4, 20}});
  const SymbolId stock = add("Stock", {{12, 1}, {13, 1}});
  view.Finish();

  const Position places[] = {{1, 1},  {2, 2}, {2, 3}, {4, 3},  {4, 4},
                             {4, 20}, {9, 1}, {9, 2}, {12, 5}, {20, 1}};
  EXPECT_THAT(DefinitionsAround(view, file, places),
              ElementsAre(cart, cart, left, left, cart, right, cart, SymbolId::kNone, stock,
                          SymbolId::kNone));
}

TEST(FindSymbols, TakesWhatLiesOutsideByItsWholeName) {
  const DrawnGraph graph(R"(
  src/a.py
    function home()
    env_var env://HOME
  src/b.py
    env_var env://HOME
    route_handler /home
  )");
  EXPECT_THAT(FindSymbols(graph.view(), "env://HOME").exact, SizeIs(2));
  EXPECT_THAT(FindSymbols(graph.view(), "/home").exact, SizeIs(1));
  EXPECT_THAT(graph.NamesOf(FindSymbols(graph.view(), "src/b.py:2").exact),
              ElementsAre("src/b.py"));
}

//   1 class Queue { void Push(int); };
//   2 Queue* queue_;
//   3 void run() {
//   4   queue_->Push(1);
TEST(FindSymbols, TellsAnObjectFromWhatIsCalledOnIt) {
  ::waymark::testing::MemoryView view;
  const FileId file = view.AddFile("a.cc", Language::kCpp);
  const auto add = [&](std::string name, SymbolKind kind, std::uint32_t begin, std::uint32_t end) {
    ::waymark::testing::MemorySymbol symbol;
    symbol.name = std::move(name);
    symbol.file = file;
    symbol.kind = kind;
    symbol.range = {.begin = {begin, 1}, .end = {end, 20}};
    return view.AddSymbol(std::move(symbol));
  };
  const SymbolId push = add("Push", SymbolKind::kMethod, 1, 1);
  const SymbolId queue = add("queue_", SymbolKind::kField, 2, 2);
  const SymbolId run = add("run", SymbolKind::kFunction, 3, 5);
  const Position begin{4, 3};  // of the call, and of what it is a call of
  view.AddEdge(run, push, EdgeType::kCalls, EdgeRule::kLexicalScope, begin);
  view.AddEdge(run, queue, EdgeType::kAccessesField, EdgeRule::kLexicalScope, begin);
  view.Finish();

  const auto at = [&](const std::string& column) {
    return FindSymbols(view, "a.cc:4:" + column).exact;
  };
  EXPECT_THAT(at("3"), ElementsAre(queue));
  EXPECT_THAT(at("8"), ElementsAre(queue));
  EXPECT_THAT(at("11"), ElementsAre(push));
  EXPECT_THAT(at("14"), ElementsAre(push));
  EXPECT_THAT(at("16"), ElementsAre(run)) << "nothing is named there";
}

// A package of Python, its module `app`, and a double of both beside the tests.
class ModuleNames : public ::testing::Test {
 protected:
  ModuleNames() {
    Add("src/flask/__init__.py", 0, "flask", "version");
    app_ = Add("src/flask/app.py", 0, "flask.app", "Flask");
    sansio_ = Add("src/flask/sansio/app.py", 0, "flask.sansio.app", "App");
    Add("tests/apps/flask.py", kFileTest, "apps.flask", "app");
    Add("tests/sansio/app.py", kFileTest, "tests.sansio.app", "client");
    view_.Finish();
  }

  // The symbol of the file.
  SymbolId Add(std::string path, std::uint16_t flags, std::string scope, std::string name) {
    const FileId file = view_.AddFile(std::move(path), Language::kPython, flags);
    ::waymark::testing::MemorySymbol symbol;
    symbol.name = std::move(name);
    symbol.scope = std::move(scope);
    symbol.file = file;
    symbol.range = {.begin = {1, 1}, .end = {2, 20}};
    view_.AddSymbol(std::move(symbol));
    return view_.FileSymbol(file);
  }

  std::vector<SymbolId> Find(std::string_view name) const { return FindSymbols(view_, name).exact; }

  ::waymark::testing::MemoryView view_;
  SymbolId app_ = SymbolId::kNone;
  SymbolId sansio_ = SymbolId::kNone;
};

TEST_F(ModuleNames, MeanTheFileBeforeTheEndOfAnotherName) {
  EXPECT_THAT(Find("flask.app"), ElementsAre(app_)) << "not apps.flask.app";
  EXPECT_THAT(Find("flask.sansio.app"), ElementsAre(sansio_));
}

TEST_F(ModuleNames, MayBeEndsOfThemWhereNothingElseIsCalledSo) {
  EXPECT_THAT(Find("sansio.app"), ElementsAre(sansio_)) << "code before tests";
  EXPECT_THAT(Find("flask"), SizeIs(1)) << "the package";
  EXPECT_THAT(Find("sansio"), IsEmpty());
  EXPECT_THAT(Find("Flask"), SizeIs(1));
}

TEST(FindSymbols, NamesWhatMayHaveBeenMeant) {
  EXPECT_THAT(FindSymbols(LookupGraph().view(), "flask.Flsk").near, Contains("Flask"));
  EXPECT_THAT(FindSymbols(LookupGraph().view(), "zeppelin").near, IsEmpty());
  EXPECT_THAT(FindSymbols(LookupGraph().view(), "  ").near, IsEmpty());
}

TEST(FindSymbols, TakesAHeadingOnlyWhereNoCodeHasItsName) {
  const DrawnGraph graph(R"(
a.py
  class Flask
guide.md
  resource Flask
  resource Install
)");
  EXPECT_EQ(FindSymbols(graph.view(), "Flask").exact, std::vector{graph.At("a.py:Flask")});
  EXPECT_EQ(FindSymbols(graph.view(), "Install").exact, std::vector{graph.At("Install")});
  EXPECT_THAT(FindSymbols(graph.view(), "Instal").near, IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
