#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "services/engine.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::Not;

struct Exported {
  std::vector<json> symbols;
  std::vector<json> edges;

  std::string IdOf(const std::string& qualified_name, const std::string& path = "") const {
    for (const json& symbol : symbols) {
      if (symbol["qualified_name"] == qualified_name && (path.empty() || symbol["path"] == path)) {
        return symbol["id"];
      }
    }
    return "no symbol " + qualified_name;
  }

  // "source type target" by qualified names.
  std::set<std::string> Relations() const {
    std::map<std::string, std::string> names;
    for (const json& symbol : symbols) names[symbol["id"]] = symbol["qualified_name"];
    std::set<std::string> relations;
    for (const json& edge : edges) {
      relations.insert(names.at(edge["source"]) + " " + std::string(edge["edge_type"]) + " " +
                       names.at(edge["target"]));
    }
    return relations;
  }
};

class ExportTest : public ::testing::Test {
 protected:
  Exported IndexAndExport(const std::filesystem::path& root) {
    absl::StatusOr<std::unique_ptr<Engine>> engine =
        Engine::Open({.store_directory = directory_.path() / "store"});
    WM_EXPECT_OK(engine);
    WM_EXPECT_OK((*engine)->Index({.root = root}, nullptr, {}));
    Exported exported;
    WM_EXPECT_OK((*engine)->Export({.root = root},
                                   [&](std::string_view chunk) {
                                     EXPECT_EQ(chunk.back(), '\n');
                                     std::istringstream lines{std::string(chunk)};
                                     for (std::string line; std::getline(lines, line);) {
                                       json record = json::parse(line);
                                       auto& records = record["record"] == "symbol"
                                                           ? exported.symbols
                                                           : exported.edges;
                                       records.push_back(std::move(record));
                                     }
                                     return absl::OkStatus();
                                   },
                                   {}));
    return exported;
  }

  testing::TempDir directory_;
};

TEST_F(ExportTest, RecordsHaveTheDocumentedFields) {
  const Exported exported = IndexAndExport(testing::WriteShopRepository(directory_));

  const std::string total = exported.IdOf("shop.cart.Cart.total");
  const std::string price = exported.IdOf("shop.pricing.price_of");
  const auto symbol = std::find_if(exported.symbols.begin(), exported.symbols.end(),
                                   [&](const json& record) { return record["id"] == total; });
  ASSERT_NE(symbol, exported.symbols.end());
  EXPECT_EQ(total, "shop/cart.py#Cart.total");
  EXPECT_EQ(std::string((*symbol)["identity"]).size(), 64U);
  EXPECT_EQ(*symbol, json({{"record", "symbol"},
                           {"id", total},
                           {"identity", (*symbol)["identity"]},
                           {"qualified_name", "shop.cart.Cart.total"},
                           {"name", "total"},
                           {"kind", "method"},
                           {"path", "shop/cart.py"},
                           {"start_line", 13},
                           {"end_line", 15},
                           {"name_line", 13}}));
  const auto call =
      std::find_if(exported.edges.begin(), exported.edges.end(), [&](const json& edge) {
        return edge["source"] == total && edge["target"] == price && edge["edge_type"] == "calls";
      });
  ASSERT_NE(call, exported.edges.end());
  EXPECT_EQ((*call)["provenance"], "ast_resolved");
  EXPECT_EQ((*call)["sites"],
            json::parse(R"([{"path": "shop/cart.py", "line": 15, "column": 20}])"));
  EXPECT_GT((*call)["confidence"], 0.9);
}

TEST_F(ExportTest, RelationsAreWrittenOnceInTheirOwnDirection) {
  const Exported exported = IndexAndExport(testing::WriteShopRepository(directory_));

  EXPECT_THAT(exported.Relations(), Contains("shop.cart.Cart contains shop.cart.Cart.total"));
  for (const json& edge : exported.edges) {
    EXPECT_THAT((std::vector<json>{"member_of", "tested_by", "declares", "decorated_by"}),
                Not(Contains(edge["edge_type"])));
  }
}

TEST_F(ExportTest, ADecoratorDecoratesFromAnotherFileWithTheSiteWhereItStands) {
  directory_.WriteFile("repo/traces.py", "def traced(function):\n    return function\n");
  directory_.WriteFile("repo/work.py",
                       "from traces import traced\n\n@traced\ndef run():\n    pass\n");

  const Exported exported = IndexAndExport(directory_.path() / "repo");

  EXPECT_THAT(exported.Relations(), Contains("traces.traced decorates work.run"));
  EXPECT_THAT(exported.Relations(), Contains("work.run references traces.traced"));
  for (const json& edge : exported.edges) {
    if (edge["edge_type"] != "decorates") continue;
    EXPECT_EQ(edge["sites"], json::parse(R"([{"path": "work.py", "line": 3, "column": 2}])"));
  }
}

TEST_F(ExportTest, ModuleLevelCodeBelongsToTheFile) {
  directory_.WriteFile("repo/a.py", "def f():\n    pass\n\n\nf()\n");

  const Exported exported = IndexAndExport(directory_.path() / "repo");

  EXPECT_THAT(exported.Relations(), Contains("a.py calls a.f"));
}

TEST_F(ExportTest, ACallOfWhatHasADefinitionForEachPlatformGoesToItsDeclaration) {
  directory_.WriteFile("repo/clock.h", "int now(void);\n");
  directory_.WriteFile("repo/clock_linux.c", "#include \"clock.h\"\nint now(void) { return 1; }\n");
  directory_.WriteFile("repo/clock_mac.c", "#include \"clock.h\"\nint now(void) { return 2; }\n");
  directory_.WriteFile("repo/main.c",
                       "#include \"clock.h\"\nint main(void) {\n  return now();\n}\n");

  const Exported exported = IndexAndExport(directory_.path() / "repo");

  std::vector<std::string> callees;
  for (const json& edge : exported.edges) {
    if (edge["edge_type"] == "calls") callees.push_back(edge["target"]);
  }
  EXPECT_EQ(callees, std::vector{exported.IdOf("now", "clock.h")});
}

TEST_F(ExportTest, EachSymbolHasAnIdOfItsOwn) {
  directory_.WriteFile("repo/Box.java",
                       "class Box {\n  void put(int n) {}\n  void put(String s) {}\n}\n");
  directory_.WriteFile("repo/clock.h", "int now(void);\n");
  directory_.WriteFile("repo/clock.c",
                       "#include \"clock.h\"\nint now(void);\nint now(void) { return 1; }\n");
  directory_.WriteFile("repo/clock_mac.c", "#include \"clock.h\"\nint now(void) { return 2; }\n");

  const Exported exported = IndexAndExport(directory_.path() / "repo");

  std::set<std::string> ids;
  for (const json& symbol : exported.symbols) ids.insert(symbol["id"]);
  EXPECT_EQ(ids.size(), exported.symbols.size());
  EXPECT_THAT(ids, Contains("Box.java#Box.put(int)"));
  EXPECT_THAT(ids, Contains("Box.java#Box.put(String)"));
  EXPECT_THAT(ids, Contains("clock_mac.c#now"));
}

TEST_F(ExportTest, DeclarationsAreFoldedIntoTheirDefinitions) {
  directory_.WriteFile("repo/db.h",
                       "class Db {\n public:\n  int Get(int key);\n};\nint Open(int flags);\n");
  directory_.WriteFile("repo/db.cc",
                       "#include \"db.h\"\nint Db::Get(int key) { return key; }\n"
                       "int Open(int flags) { return flags; }\n");
  directory_.WriteFile("repo/main.cc",
                       "#include \"db.h\"\nint main() {\n  Db db;\n  return db.Get(Open(1));\n}\n");

  const Exported exported = IndexAndExport(directory_.path() / "repo");

  const auto count = [&](const std::string& name) {
    return std::count_if(exported.symbols.begin(), exported.symbols.end(),
                         [&](const json& symbol) { return symbol["qualified_name"] == name; });
  };
  EXPECT_EQ(count("Db::Get"), 1);
  EXPECT_EQ(count("Open"), 1);
  EXPECT_EQ(exported.IdOf("Open"), exported.IdOf("Open", "db.cc"));
  EXPECT_THAT(exported.Relations(), Contains("Db contains Db::Get"));
  EXPECT_THAT(exported.Relations(), Contains("main calls Open"));
}

TEST_F(ExportTest, TextThatIsNotUtf8IsStillJson) {
  directory_.WriteFile("repo/latin.py",
                       "def caf\xe9():\n    return 'caf\xe9'\n\n\ndef plain():\n    pass\n");

  const Exported exported = IndexAndExport(directory_.path() / "repo");

  EXPECT_THAT(exported.IdOf("latin.plain"), Not(::testing::HasSubstr("no symbol")));
}

TEST_F(ExportTest, AnErrorOfTheReceiverEndsTheExport) {
  const std::filesystem::path root = testing::WriteShopRepository(directory_);
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Engine> engine,
                          Engine::Open({.store_directory = directory_.path() / "store"}));
  WM_ASSERT_OK(engine->Index({.root = root}, nullptr, {}));

  const absl::Status status = engine->Export(
      {.root = root}, [](std::string_view) { return absl::UnavailableError("disk full"); }, {});

  EXPECT_THAT(status, testing::StatusIs(absl::StatusCode::kUnavailable, "disk full"));
}

}  // namespace
}  // namespace waymark::services
