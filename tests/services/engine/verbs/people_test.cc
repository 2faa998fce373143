// Who answers for a symbol and who wrote it.
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using testing::GitRepository;
using testing::TempDir;

class PeopleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    git_.Write("CODEOWNERS", "/shop/ @acme/shop\n");
    git_.Write("shop/cart.py", "def add():\n    return 1\n");
    git_.Write("main.py", "def main():\n    return 1\n");
    git_.Commit("begin the shop with a cart");
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = git_.path()}, nullptr, {}));
  }

  std::vector<std::string> Related(const std::string& symbol, retrieval::Relation relation) {
    const auto answer =
        engine_->Usages({.root = git_.path(), .symbol = symbol, .relation = relation}, {});
    EXPECT_THAT(answer, testing::IsOk());
    std::vector<std::string> names;
    if (!answer.ok()) return names;
    EXPECT_EQ(answer->payload.completeness.certainty, wire::Certainty::kComplete);
    for (const wire::Symbol& found : answer->payload.symbols) {
      names.push_back(found.qualified_name);
    }
    return names;
  }

  TempDir directory_;
  GitRepository git_{directory_.path() / "shop"};
  std::unique_ptr<Engine> engine_;
};

TEST_F(PeopleTest, ASymbolIsShownWithItsOwnersAndAuthors) {
  WM_ASSERT_OK_AND_ASSIGN(const SymbolAnswer answer,
                          engine_->Symbol({.root = git_.path(), .name = "shop.cart.add"}, {}));

  const wire::Payload& payload = answer.payload;
  ASSERT_EQ(payload.symbols.size(), 3U);
  EXPECT_EQ(payload.symbols[1].qualified_name, "owner://@acme/shop");
  EXPECT_EQ(payload.symbols[1].path, "CODEOWNERS");
  EXPECT_EQ(payload.symbols[2].signature, "1 commit");
  ASSERT_EQ(payload.edges.size(), 2U);
  EXPECT_EQ(payload.edges[0].type, EdgeType::kOwnedBy);
  EXPECT_EQ(payload.edges[1].type, EdgeType::kAuthoredBy);
}

TEST_F(PeopleTest, ABlastRadiusTellsWhoOwnsItsFilesAndHowOftenTheyChanged) {
  WM_ASSERT_OK_AND_ASSIGN(
      const BlastRadiusAnswer answer,
      engine_->BlastRadius({.root = git_.path(), .symbol = "shop.cart.add"}, {}));

  const wire::Affected& affected = *answer.payload.affected;
  ASSERT_TRUE(affected.owners.has_value());
  EXPECT_THAT(affected.owners->names, ElementsAre("@acme/shop"));
  ASSERT_TRUE(affected.risk.has_value());
  ASSERT_EQ(affected.risk->reasons.size(), 5U);
  EXPECT_EQ(affected.risk->reasons[4].text, "changed by 1 of the last 1 commit");
}

TEST_F(PeopleTest, OwnersAndWhatTheyOwnAreRelations) {
  EXPECT_THAT(Related("shop.cart.add", retrieval::Relation::kOwners),
              ElementsAre("shop.cart.add", "owner://@acme/shop"));
  EXPECT_THAT(Related("owner://@acme/shop", retrieval::Relation::kOwned),
              ElementsAre("owner://@acme/shop", "shop/cart.py"));
  EXPECT_THAT(Related("main", retrieval::Relation::kOwners), ElementsAre("main.main"));
}

TEST_F(PeopleTest, AnEditOfTheOwnersFileShowsAtOnce) {
  git_.Write("CODEOWNERS", "main.py @kim\n");
  WM_ASSERT_OK(engine_->Index({.root = git_.path()}, nullptr, {}));

  EXPECT_THAT(Related("main.main", retrieval::Relation::kOwners),
              ElementsAre("main.main", "owner://@kim"));
  EXPECT_THAT(Related("shop.cart.add", retrieval::Relation::kOwners), ElementsAre("shop.cart.add"));
}

}  // namespace
}  // namespace waymark::services
