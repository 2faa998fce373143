// The parts that an answer tells of each symbol beside its score.
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "shop_repository.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::Ge;
using ::testing::Le;
using ::testing::SizeIs;
using testing::TempDir;

class ComponentsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  wire::Payload Context(const std::string& task) {
    const auto answer = engine_->Context({.root = root_, .task = task}, {});
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.ok() ? answer->payload : wire::Payload{};
  }

  wire::Payload BlastRadius(const std::string& symbol) {
    const auto answer = engine_->BlastRadius({.root = root_, .symbol = symbol}, {});
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.ok() ? answer->payload : wire::Payload{};
  }

  static wire::Symbol At(const wire::Payload& payload, const std::string& name) {
    for (const wire::Symbol& symbol : payload.symbols) {
      if (symbol.qualified_name == name) return symbol;
    }
    ADD_FAILURE() << name << " is not in the answer";
    return {};
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

TEST_F(ComponentsTest, BlastRadiusCountsDirectDependantsInBinaryDigits) {
  const wire::Payload payload = Context("checkout of the total with the discount");

  EXPECT_EQ(At(payload, "shop.pricing.discount").components.blast_radius, 1.0F / 8);  // price_of
  EXPECT_EQ(At(payload, "shop.cart.Cart.total").components.blast_radius, 2.0F / 8);   // and a test
  EXPECT_EQ(At(payload, "shop.checkout.checkout").components.blast_radius, 0);
}

TEST_F(ComponentsTest, OfAContextStayWithinTheirRanges) {
  const wire::Payload payload = Context("mail the receipt");

  ASSERT_THAT(payload.symbols, SizeIs(Ge(3U)));
  for (const wire::Symbol& symbol : payload.symbols) {
    const wire::Components& components = symbol.components;
    EXPECT_THAT(components.blast_radius, AllOf(Ge(0), Le(1)));
    EXPECT_THAT(components.confidence, AllOf(Ge(0), Le(1)));
    EXPECT_THAT(components.recency, AllOf(Ge(0), Le(1)));
    EXPECT_EQ(components.distance, std::ldexp(1.0F, -symbol.distance));
  }
  EXPECT_EQ(payload.symbols[0].components.confidence, 1);
}

TEST_F(ComponentsTest, RecencyIsNoneWithoutAHistory) {
  EXPECT_EQ(At(Context("mail the receipt"), "shop.mail.send_receipt").components.recency, 0);
}

// One commit that makes the shop, one that changes discount(), three that change page.render().
class ComponentsOfAHistoryTest : public ComponentsTest {
 protected:
  void SetUp() override {
    const testing::GitRepository repository(root_);
    repository.Commit("open a shop with carts and receipts");
    repository.Replace("shop/pricing.py", "9 // 10", "8 // 10");
    repository.Commit("give a larger discount to everybody");
    for (const auto& [from, to] : {std::pair("<p>", "<b>"), {"</p>", "</b>"}, {"<b>", "<b>+"}}) {
      repository.Replace("shop/page.py", from, to);
      repository.Commit("make amounts stand out on the page");
    }
    ComponentsTest::SetUp();
  }
};

TEST_F(ComponentsOfAHistoryTest, RecencyCountsNewerCommitsInDigitsToTheBaseFour) {
  const wire::Payload payload = Context("checkout, page, discount and receipts");

  EXPECT_EQ(At(payload, "shop.page.render").components.recency, 1);
  EXPECT_EQ(At(payload, "shop.pricing.discount").components.recency, 7.0F / 8);   // 3
  EXPECT_EQ(At(payload, "shop.checkout.checkout").components.recency, 6.0F / 8);  // 4
  EXPECT_EQ(At(payload, "shop.mail.send_receipt").components.recency, 6.0F / 8);
}

TEST_F(ComponentsOfAHistoryTest, NoneIsTheSameInAllAnswers) {
  std::set<float> blast_radius;
  std::set<float> confidence;
  std::set<float> recency;
  std::set<float> distance;
  for (const std::string task : {"take the money", "mail the receipt", "larger discount"}) {
    for (const wire::Symbol& symbol : Context(task).symbols) {
      blast_radius.insert(symbol.components.blast_radius);
      confidence.insert(symbol.components.confidence);
      recency.insert(symbol.components.recency);
      distance.insert(symbol.components.distance);
    }
  }
  EXPECT_THAT(blast_radius, SizeIs(Ge(2U)));
  EXPECT_THAT(confidence, SizeIs(Ge(2U)));
  EXPECT_THAT(recency, SizeIs(Ge(2U)));
  EXPECT_THAT(distance, SizeIs(Ge(2U)));
}

// The sources of this module in a history of their own, for what a checkout has of the real one
// varies. The first commit changes too many files to say anything of one; then come the walk and,
// four commits later, the packing.
std::filesystem::path CommitThisModule(const TempDir& directory) {
  const std::filesystem::path from = std::filesystem::path(WM_SOURCE_DIR) / "retrieval";
  const std::filesystem::path root = directory.path() / "retrieval";
  const std::string walk = "src/ranking/walk.cc";
  const std::string packing = "src/packing/pack.cc";
  std::filesystem::copy(from, root, std::filesystem::copy_options::recursive);
  for (const std::string& file : {walk, packing}) std::filesystem::remove(root / file);
  const testing::GitRepository repository(root);
  repository.Commit("rank what the graph holds");
  std::filesystem::copy_file(from / walk, root / walk);
  for (const std::string said :
       {"walk the graph", "say nothing", "say no more", "give the feedback again"}) {
    repository.Commit(said);
  }
  std::filesystem::copy_file(from / packing, root / packing);
  repository.Commit("pack what was ranked");
  return root;
}

TEST(ComponentsOfARealRepository, NoneIsConstantNorIsProvenance) {
  const TempDir directory;
  const std::filesystem::path root = CommitThisModule(directory);
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Engine> engine,
                          Engine::Open({.store_directory = directory.path() / "store"}));
  WM_ASSERT_OK_AND_ASSIGN(const IndexAnswer index, engine->Index({.root = root}, nullptr, {}));
  ASSERT_EQ(index.history_trouble, "");
  std::set<float> blast_radius;
  std::set<float> confidence;
  std::set<float> recency;
  std::set<float> distance;
  std::set<std::uint16_t> provenance;
  for (const std::string task : {"walk over the graph with restart", "pack a ranking into a budget",
                                 "what depends on a changed function"}) {
    WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                            engine->Context({.root = root, .task = task}, {}));
    for (const wire::Symbol& symbol : answer.payload.symbols) {
      blast_radius.insert(symbol.components.blast_radius);
      confidence.insert(symbol.components.confidence);
      recency.insert(symbol.components.recency);
      distance.insert(symbol.components.distance);
      provenance.insert(symbol.provenance.code());
    }
  }
  EXPECT_THAT(blast_radius, SizeIs(Ge(3U)));
  EXPECT_THAT(confidence, SizeIs(Ge(2U)));
  EXPECT_EQ(recency, (std::set<float>{0, 6.0F / 8, 1}));  // the first commit, the walk, the packing
  EXPECT_THAT(distance, SizeIs(Ge(2U)));
  EXPECT_THAT(provenance, SizeIs(Ge(2U)));
}

TEST_F(ComponentsTest, OfABlastRadiusTellThePathAndTheNextHop) {
  const wire::Payload payload = BlastRadius("discount");

  EXPECT_EQ(At(payload, "shop.pricing.discount").components.distance, 1);
  const wire::Symbol price = At(payload, "shop.pricing.price_of");
  EXPECT_EQ(price.components.distance, 0.5F);
  EXPECT_EQ(price.components.confidence, price.score);
  EXPECT_GT(price.components.blast_radius, 0);
}

}  // namespace
}  // namespace waymark::services
