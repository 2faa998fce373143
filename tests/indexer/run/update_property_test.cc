// Incremental equals clean: after any edits, an update gives the graph of a fresh index.
//
// WM_UPDATE_SEED, WM_UPDATE_SEEDS and WM_UPDATE_EDITS set the first seed, how many there are, and
// the edits of each.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "indexer/indexer.h"
#include "indexer/opened_store.h"
#include "indexer/random_tree.h"
#include "indexer/updater.h"
#include "indexer/view_text.h"
#include "testing/environment.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::indexer {
namespace {

using testing::NumberFromEnvironment;
using testing::OpenStore;
using testing::RandomTree;
using testing::TreeGrammar;

constexpr std::uint64_t kSeeds = 3;
constexpr int kEdits = 16;

// One tree, one view that is updated, and one that is indexed from scratch.
class UpdatedTree {
 public:
  UpdatedTree(const TreeGrammar& grammar, std::uint64_t seed)
      : tree_(grammar, seed),
        store_(OpenStore(directory_.path() / "updated")),
        fresh_store_(OpenStore(directory_.path() / "fresh")) {
    options_.root = directory_.path() / "tree";
    options_.repository_name = "tree";
    options_.threads = 1;
    std::filesystem::create_directories(options_.root);
    touched_ = tree_.WriteTo(options_.root);
  }

  std::string Edit() {
    const std::string what = tree_.Edit();
    touched_ = tree_.WriteTo(options_.root);
    return what;
  }

  // Every way there is to update takes its turn.
  absl::StatusOr<UpdateReport> Update(int turn) {
    if (updater_ == nullptr || turn % 5 == 4) {
      updater_ = std::make_unique<Updater>(*store_, options_);
    }
    if (turn % 11 == 10) {
      auto folded = updater_->Fold(nullptr);
      if (!folded.ok()) return folded;
    }
    return turn % 2 == 0 ? updater_->Update() : updater_->Update(touched_);
  }

  absl::StatusOr<IndexReport> IndexAfresh() {
    IndexOptions options = options_;
    options.force = true;
    return IndexRepository(*fresh_store_, options);
  }

  std::string Difference(const graph::ViewKey& key) {
    auto expected = fresh_store_->OpenView(key);
    auto actual = store_->OpenView(key);
    if (!expected.ok() || !actual.ok()) return "a view cannot be opened";
    return testing::FirstDifference(testing::TextOf(**expected), testing::TextOf(**actual));
  }

 private:
  testing::TempDir directory_;
  RandomTree tree_;
  IndexOptions options_;
  std::vector<std::string> touched_;
  std::unique_ptr<graph::Store> store_;
  std::unique_ptr<graph::Store> fresh_store_;
  std::unique_ptr<Updater> updater_;
};

void TryEdits(const TreeGrammar& grammar, std::uint64_t seed, int edits) {
  UpdatedTree tree(grammar, seed);
  std::string what = "the first files";
  int overlays = 0;
  for (int turn = 0; turn <= edits; ++turn) {
    SCOPED_TRACE(fmt::format("WM_UPDATE_SEED={}, edit {}: {}", seed, turn, what));
    WM_ASSERT_OK_AND_ASSIGN(const IndexReport fresh, tree.IndexAfresh());
    WM_ASSERT_OK_AND_ASSIGN(const UpdateReport report, tree.Update(turn));
    EXPECT_EQ(report.dangling_edges, 0u);
    EXPECT_EQ(report.index.symbols, fresh.symbols);
    if (report.publication == Publication::kOverlay) ++overlays;
    const std::string difference = tree.Difference(fresh.key);
    ASSERT_EQ(difference, "");
    ASSERT_EQ(report.index.root.ToHex(), fresh.root.ToHex());
    what = tree.Edit();
  }
  const bool tried = overlays > 0 || edits < kEdits;
  EXPECT_TRUE(tried) << "no update was an overlay";
}

void TrySeeds(const TreeGrammar& grammar) {
  const int edits = static_cast<int>(NumberFromEnvironment("WM_UPDATE_EDITS", kEdits));
  const std::uint64_t first = NumberFromEnvironment("WM_UPDATE_SEED", 1);
  const std::uint64_t seeds = NumberFromEnvironment("WM_UPDATE_SEEDS", kSeeds);
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    TryEdits(grammar, seed, edits);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(Update, GivesTheGraphOfAFreshIndexOfPython) { TrySeeds(testing::PythonTree()); }

TEST(Update, GivesTheGraphOfAFreshIndexOfCpp) { TrySeeds(testing::CppTree()); }

TEST(Update, GivesTheGraphOfAFreshIndexOfCSharp) { TrySeeds(testing::CSharpTree()); }

TEST(Update, GivesTheGraphOfAFreshIndexOfGo) { TrySeeds(testing::GoTree()); }

TEST(Update, GivesTheGraphOfAFreshIndexOfJava) { TrySeeds(testing::JavaTree()); }

TEST(Update, GivesTheGraphOfAFreshIndexOfPhp) { TrySeeds(testing::PhpTree()); }

TEST(Update, GivesTheGraphOfAFreshIndexOfRust) { TrySeeds(testing::RustTree()); }

TEST(Update, GivesTheGraphOfAFreshIndexOfTypeScript) { TrySeeds(testing::ScriptTree()); }

TEST(Update, GivesTheGraphOfAFreshIndexOfDocuments) { TrySeeds(testing::DocumentedTree()); }

TEST(Update, GivesTheGraphOfAFreshIndexOfRuby) { TrySeeds(testing::RubyTree()); }

}  // namespace
}  // namespace waymark::indexer
