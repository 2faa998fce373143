// The catalogue of names on a real server.
#include "services/postgres_catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "team/postgres_server.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::OptionsFor;
using testing::PostgresServer;
using testing::RunSql;
using testing::StatusIs;

class PostgresCatalogueTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_SKIP_WITHOUT_POSTGRES();
    url_ = PostgresServer::Shared().CreateDatabase();
    WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url_)));
    auto catalogue = OpenPostgresCatalogue(OptionsFor(url_));
    ASSERT_THAT(catalogue, IsOk());
    catalogue_ = *std::move(catalogue);
  }

  static std::vector<NameHash> Hashes(const std::vector<std::string>& names) {
    std::vector<NameHash> hashes;
    for (const std::string& name : names) hashes.push_back(HashOfName(name));
    return hashes;
  }

  void List(const std::string& repository, const std::vector<std::string>& declared) {
    std::vector<CataloguedNames> names{{.role = NameRole::kDeclared, .names = Hashes(declared)}};
    std::sort(names[0].names.begin(), names[0].names.end());
    WM_ASSERT_OK(catalogue_->Replace(repository, names));
  }

  CatalogueAnswer Find(const std::vector<std::string>& names, std::size_t limit = 10,
                       NameRole role = NameRole::kDeclared) {
    auto answer = catalogue_->Find(role, Hashes(names), limit);
    EXPECT_THAT(answer, IsOk());
    return *std::move(answer);
  }

  static std::vector<std::string> Repositories(const CatalogueAnswer& answer) {
    std::vector<std::string> names;
    for (const CatalogueHit& hit : answer.hits) names.push_back(hit.repository);
    return names;
  }

  std::string url_;
  std::unique_ptr<NameCatalogue> catalogue_;
};

TEST_F(PostgresCatalogueTest, FindsTheRepositoriesThatHaveAName) {
  List("shop", {"Cart", "pay"});
  List("bank", {"Account", "pay"});
  List("mail", {"send"});

  EXPECT_THAT(Repositories(Find({"pay"})), ElementsAre("bank", "shop"));
  EXPECT_THAT(Repositories(Find({"Cart"})), ElementsAre("shop"));
  EXPECT_THAT(Repositories(Find({"none"})), IsEmpty());
  EXPECT_THAT(Repositories(Find({})), IsEmpty());
  EXPECT_THAT(Repositories(Find({"pay"}, 10, NameRole::kUnresolved)), IsEmpty());
  EXPECT_EQ(Find({"pay"}).repositories, 3U);
  EXPECT_EQ(Find({"pay"}).unlisted, 0U);
}

TEST_F(PostgresCatalogueTest, RareNamesCountMore) {
  List("shop", {"Cart", "pay"});
  List("bank", {"Account", "pay"});
  List("till", {"pay"});

  const CatalogueAnswer answer = Find({"pay", "Account", "none"}, 2);

  EXPECT_THAT(Repositories(answer), ElementsAre("bank", "shop"));
  EXPECT_THAT(answer.hits[0].names, ElementsAre(0U, 1U));
  EXPECT_GT(answer.hits[0].score, answer.hits[1].score);
  EXPECT_EQ(answer.found, 3U);
}

TEST_F(PostgresCatalogueTest, AListReplacesTheOneBefore) {
  List("shop", {"Cart", "pay"});
  List("shop", {"Basket", "pay"});

  EXPECT_THAT(Repositories(Find({"Cart"})), IsEmpty());
  EXPECT_THAT(Repositories(Find({"Basket"})), ElementsAre("shop"));
  EXPECT_THAT(Repositories(Find({"pay"})), ElementsAre("shop"));
  List("shop", {});
  EXPECT_EQ(RunSql(url_, "SELECT count(*) FROM waymark.name"), "0");
}

TEST_F(PostgresCatalogueTest, SaysHowManyRepositoriesMayHaveAnyName) {
  List("shop", {"Cart"});
  RunSql(url_, "INSERT INTO waymark.repository (name) VALUES ('new')");
  std::vector<CataloguedNames> names{
      {.role = NameRole::kDeclared, .names = Hashes({"x"}), .is_complete = false}};
  WM_ASSERT_OK(catalogue_->Replace("large", names));

  EXPECT_EQ(Find({"Cart"}).unlisted, 2U);
}

TEST_F(PostgresCatalogueTest, AsksForABoundedNumberOfNames) {
  const std::vector<NameHash> many(kMaxSoughtNames + 1, 1);
  EXPECT_THAT(catalogue_->Find(NameRole::kDeclared, many, 1),
              StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace waymark::services
