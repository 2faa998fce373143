#include "retrieval/outline.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kOutlineShop[] = R"(
  src/app.py
    function main()
    function run()
  src/shop/cart.py
    class Cart
      method total()
    function price()
  src/shop/mail.py
    function send()
  tests/test_cart.py +test
    function test_total() +test
    function main()
  src/app.py:main -> run
  run -> Cart.total
  Cart.total -> price
  send -> price
  test_total -> price
  src/app.py -imports-> src/shop/cart.py
  src/shop/mail.py -imports-> src/shop/cart.py
)";

TEST(MakeOutline, CountsFilesSymbolsAndTests) {
  const DrawnGraph graph(kOutlineShop);

  WM_ASSERT_OK_AND_ASSIGN(const Outline outline, MakeOutline(graph.view(), {}));

  EXPECT_EQ(outline.files, 4U);
  EXPECT_EQ(outline.test_cases, 1U);
  ASSERT_EQ(outline.languages.size(), 1U);
  EXPECT_EQ(outline.languages[0].language, Language::kPython);
  EXPECT_EQ(outline.languages[0].symbols, outline.symbols);
}

TEST(MakeOutline, ADirectoryThatHoldsMostFilesIsTakenApart) {
  const DrawnGraph graph(kOutlineShop);

  WM_ASSERT_OK_AND_ASSIGN(const Outline outline, MakeOutline(graph.view(), {}));

  std::vector<std::string> paths;
  for (const Area& area : outline.areas) paths.push_back(area.path);
  EXPECT_THAT(paths, ::testing::UnorderedElementsAre("src", "src/shop", "tests"));
}

TEST(MakeOutline, EntryPointsAndHubsAreOfProductionCode) {
  const DrawnGraph graph(kOutlineShop);

  WM_ASSERT_OK_AND_ASSIGN(const Outline outline, MakeOutline(graph.view(), {.limit = 1}));

  EXPECT_THAT(outline.entry_points, ElementsAre(graph.At("src/app.py:main")));
  ASSERT_EQ(outline.hubs.size(), 1U);
  EXPECT_EQ(graph.NameOf(outline.hubs[0].symbol), "price");
  EXPECT_EQ(outline.hubs[0].fan_in, 3U);
  EXPECT_EQ(outline.hubs[0].fan_out, 0U);
  EXPECT_EQ(outline.hub_count, 3U) << "price, total and run";
  EXPECT_EQ(outline.entry_point_count, 1U);
  EXPECT_EQ(outline.area_count, 3U);
}

TEST(MakeOutline, ProgramsThatProjectFilesNameAreEntryPoints) {
  const DrawnGraph graph(kOutlineShop);
  const SymbolId run = graph.At("run");
  const SymbolId main = graph.At("src/app.py:main");

  WM_ASSERT_OK_AND_ASSIGN(const Outline outline,
                          MakeOutline(graph.view(), {.programs = {run, main, run}}));

  EXPECT_THAT(outline.entry_points, ElementsAre(main, run));
  EXPECT_EQ(outline.entry_point_count, 2U);
}

TEST(MakeOutline, LayersAreOfAllAreasWhateverTheLimit) {
  const DrawnGraph graph(kOutlineShop);

  WM_ASSERT_OK_AND_ASSIGN(const Outline outline, MakeOutline(graph.view(), {.limit = 1}));

  EXPECT_EQ(outline.areas.size(), 1U);
  EXPECT_THAT(outline.layers, ElementsAre(ElementsAre("src/shop"), ElementsAre("src")));
}

TEST(MakeOutline, TellsHowManyReferencesCouldAddToTheCounts) {
  const DrawnGraph graph(std::string(kOutlineShop) +
                         "  run ? notify unknown\n  run ? print external\n");

  WM_ASSERT_OK_AND_ASSIGN(const Outline outline, MakeOutline(graph.view(), {}));

  EXPECT_EQ(outline.unresolved, 1U);
}

TEST(MakeOutline, TheMostImportedFileIsTheOneOfMostImporters) {
  const DrawnGraph graph(kOutlineShop);

  WM_ASSERT_OK_AND_ASSIGN(const Outline outline, MakeOutline(graph.view(), {}));

  ASSERT_EQ(outline.most_imported.size(), 1U);
  EXPECT_EQ(outline.most_imported[0].path, "src/shop/cart.py");
  EXPECT_EQ(outline.most_imported[0].importers, 2U);
}

TEST(MakeOutline, FilesThatAreImportedTogetherAreTheirDirectory) {
  const DrawnGraph graph(R"(
  main.go
    function main()
  db/a.go
    function A()
  db/b.go
    function B()
  main.go -imports-> db/a.go
  main.go -imports-> db/b.go
)");

  WM_ASSERT_OK_AND_ASSIGN(const Outline outline, MakeOutline(graph.view(), {}));

  ASSERT_EQ(outline.most_imported.size(), 1U);
  EXPECT_EQ(outline.most_imported[0].path, "db/");
}

TEST(MakeOutline, APackageIsOneRowWhateverLiesBetweenItsFiles) {
  const DrawnGraph graph(R"(
  main.go
    function main()
  db/a.go
    function A()
  db/inner/i.go
    function I()
  db/z.go
    function Z()
  other.go
    function Other()
  main.go -imports-> db/a.go
  main.go -imports-> db/inner/i.go
  main.go -imports-> db/z.go
  other.go -imports-> db/z.go
)");

  WM_ASSERT_OK_AND_ASSIGN(const Outline outline, MakeOutline(graph.view(), {}));

  ASSERT_EQ(outline.most_imported.size(), 2U);
  EXPECT_EQ(outline.most_imported[0].path, "db/");
  EXPECT_EQ(outline.most_imported[0].importers, 2U);
  EXPECT_EQ(outline.most_imported[1].path, "db/inner/");
  EXPECT_EQ(outline.imported_count, 2U);
}

TEST(MakeOutline, TellsWhichFilesBelongTogether) {
  const DrawnGraph graph(kOutlineShop);

  WM_ASSERT_OK_AND_ASSIGN(const Outline outline, MakeOutline(graph.view(), {}));

  EXPECT_EQ(outline.community_count, 1U);
  ASSERT_EQ(outline.communities.size(), 1U);
  EXPECT_EQ(outline.communities[0].name, "src");
  EXPECT_EQ(outline.communities[0].files, 3U);
}

TEST(MakeOutline, LayersAreOfTheDirectoriesOfCodeThatLiesInOne) {
  const DrawnGraph graph(R"(
  src/web/app.py
    function run()
  src/web/json/dump.py
    function dumps()
  tests/test_app.py +test
    function test_run()
  run -> dumps
)");

  WM_ASSERT_OK_AND_ASSIGN(const Outline outline, MakeOutline(graph.view(), {}));

  EXPECT_THAT(outline.layers, ElementsAre(ElementsAre("src/web/json"), ElementsAre("src/web")));
}

TEST(MakeOutline, CommunitiesOfOneDirectoryAreToldApart) {
  const DrawnGraph graph(R"(
  src/a.py
    function a()
  src/b.py
    function b()
  src/c.py
    function c()
  src/d.py
    function d()
  a -> b
  c -> d
)");

  WM_ASSERT_OK_AND_ASSIGN(const Outline outline, MakeOutline(graph.view(), {}));

  std::vector<std::string> names;
  for (const Community& community : outline.communities) names.push_back(community.name);
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("src (b.py)", "src (d.py)"));
}

TEST(MakeOutline, OfNothingIsEmpty) {
  const DrawnGraph graph("");

  WM_ASSERT_OK_AND_ASSIGN(const Outline outline, MakeOutline(graph.view(), {}));

  EXPECT_EQ(outline.files, 0U);
  EXPECT_THAT(outline.areas, IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
