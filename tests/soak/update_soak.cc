// Incremental equals clean, on real repositories: random edits, and after each the root of the
// updated view beside that of a fresh index of the same tree.
//
//   update_soak DIRECTORY EDITS [SEED] [EVERY]
//
// The directory is copied first. EVERY (default 1): a fresh index after so many edits. Prints the
// first difference and the seed, and ends with 1, when two roots differ.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "indexer/updater.h"
#include "indexer/view_text.h"
#include "testing/edited_tree.h"
#include "testing/temp_dir.h"

namespace waymark::soak {
namespace {

namespace fs = std::filesystem;

constexpr int kReportEvery = 500;
constexpr int kForgetEvery = 97;  // edits after which nothing is remembered

struct Counts {
  int edits = 0;
  int compared = 0;
  int overlays = 0;
  int bases = 0;
  int dangling = 0;
};

class Soak {
 public:
  explicit Soak(const fs::path& corpus) {
    options_.root = directory_.path() / "tree";
    options_.repository_name = corpus.filename().string();
    if (!testing::CopyTree(corpus, options_.root)) return;
    store_ = Open("updated");
    fresh_store_ = Open("fresh");
  }

  bool Run(int edits, std::uint64_t seed, int every) {
    if (store_ == nullptr || fresh_store_ == nullptr) return false;
    indexer::Updater updater(*store_, options_);
    const auto first = updater.Update();
    if (!first.ok()) return Fail(first.status().ToString());
    const auto view = *store_->OpenView(first->index.key);
    std::vector<std::string> paths;
    for (const FileId file : view->Files()) paths.emplace_back(view->File(file).path);
    testing::EditedTree tree(options_.root, std::move(paths), seed);
    for (counts_.edits = 1; counts_.edits <= edits; ++counts_.edits) {
      const testing::EditedTree::Edit edit = tree.Mutate();
      const auto report = updater.Update(edit.touched);
      if (!report.ok()) return Fail(report.status().ToString());
      Count(*report);
      if (report->should_fold && !updater.Fold(nullptr).ok()) return Fail("folding failed");
      if (counts_.edits % every == 0 && !Compare(edit.what)) {
        fmt::print("seed {}, edit {}\n", seed, counts_.edits);
        return false;
      }
      if (counts_.edits % kForgetEvery == 0) updater.ReleaseMemory();
      if (counts_.edits % kReportEvery == 0) Print(seed);
    }
    --counts_.edits;
    Print(seed);
    return true;
  }

 private:
  std::unique_ptr<graph::Store> Open(const char* name) {
    auto store = graph::Store::Open({.directory = directory_.path() / name});
    return store.ok() ? *std::move(store) : nullptr;
  }

  static bool Fail(const std::string& why) {
    fmt::print("{}\n", why);
    return false;
  }

  void Count(const indexer::UpdateReport& report) {
    if (report.publication == indexer::Publication::kOverlay) ++counts_.overlays;
    if (report.publication == indexer::Publication::kBase) ++counts_.bases;
    if (report.dangling_edges > 0) ++counts_.dangling;
  }

  bool Compare(const std::string& what) {
    ++counts_.compared;
    const auto fresh = IndexRepository(*fresh_store_, Afresh());
    if (!fresh.ok()) return Fail(fresh.status().ToString());
    const auto expected = *fresh_store_->OpenView(fresh->key);
    const auto actual = *store_->OpenView(fresh->key);
    if (expected->info().root == actual->info().root) return true;
    fmt::print("after {}:\n{}\n", what,
               testing::FirstDifference(testing::TextOf(*expected), testing::TextOf(*actual)));
    return false;
  }

  // Everything anew, except that facts are known by content.
  indexer::IndexOptions Afresh() const {
    indexer::IndexOptions options = options_;
    options.force = true;
    return options;
  }

  void Print(std::uint64_t seed) const {
    fmt::print("{} seed {}: {} edits, {} compared, {} overlays, {} bases, {} given up\n",
               options_.repository_name, seed, counts_.edits, counts_.compared, counts_.overlays,
               counts_.bases, counts_.dangling);
    std::fflush(stdout);
  }

  testing::TempDir directory_;
  indexer::IndexOptions options_;
  std::unique_ptr<graph::Store> store_;
  std::unique_ptr<graph::Store> fresh_store_;
  Counts counts_;
};

}  // namespace
}  // namespace waymark::soak

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print("usage: update_soak DIRECTORY EDITS [SEED] [EVERY]\n");
    return 2;
  }
  const int edits = std::atoi(argv[2]);
  const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  const int every = argc > 4 ? std::max(1, std::atoi(argv[4])) : 1;
  return waymark::soak::Soak(argv[1]).Run(edits, seed, every) ? 0 : 1;
}
