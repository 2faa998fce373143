// Incremental equals clean, on real repositories: random edits and checkouts, and beside the
// updated view a fresh index of the same tree: roots, and now and then the bytes of answers.
//
//   update_soak DIRECTORY EDITS [SEED] [EVERY]
//
// The directory is copied first, with its history. EVERY (default 1): a comparison after so many
// edits. Prints the first difference and the seed, and ends with 1, when two states differ; the
// first edit that makes a difference is found by running the seed again with EVERY 1. TMPDIR says
// where the copy and the stores lie.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "answers.h"
#include "indexer/updater.h"
#include "indexer/view_text.h"
#include "testing/edited_tree.h"
#include "testing/temp_dir.h"

namespace waymark::soak {
namespace {

namespace fs = std::filesystem;

constexpr int kReportEvery = 500;
constexpr int kForgetEvery = 97;    // edits after which nothing is remembered
constexpr int kCheckOutEvery = 61;  // edits
constexpr int kWholeEvery = 7;      // edits whose touched files are not named
constexpr int kAnswersEvery = 10;   // comparisons
constexpr int kGrowthEdits = 1000;
constexpr std::size_t kQuestions = 4;

struct Counts {
  int edits = 0;
  int checkouts = 0;
  int compared = 0;
  int answers = 0;
  int overlays = 0;
  int bases = 0;
  int dangling = 0;
};

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Bytes of a store's file; those that hold nothing apart.
struct Size {
  std::uint64_t total = 0;
  std::uint64_t free = 0;
};

class Soak {
 public:
  explicit Soak(const fs::path& corpus) {
    options_.root = directory_.path() / "tree";
    options_.repository_name = corpus.filename().string();
    copied_ = testing::CopyTree(corpus, options_.root);
  }

  bool Run(int edits, std::uint64_t seed, int every) {
    if (!copied_ || !OpenStores()) return Fail("the tree cannot be copied or a store not opened");
    const auto first = updater_->Update();
    if (!first.ok()) return Fail(first.status().ToString());
    key_ = first->index.key;
    first_size_ = SizeOfStore();
    testing::EditedTree tree(options_.root, SourcePaths(), seed);
    random_ = testing::EditRandom(seed);
    for (counts_.edits = 1; counts_.edits <= edits; ++counts_.edits) {
      const auto what = EditAndUpdate(tree);
      if (!what.ok()) return Fail(what.status().ToString());
      if (counts_.edits % every == 0 && !Compare(*what)) {
        fmt::print("seed {}, edit {}\n", seed, counts_.edits);
        return false;
      }
      if (counts_.edits % kForgetEvery == 0) updater_->ReleaseMemory();
      if (counts_.edits % kReportEvery == 0) Print(seed);
      if (counts_.edits == kGrowthEdits) PrintGrowth();
    }
    --counts_.edits;
    Print(seed);
    PrintGrowth();
    return CompareAnswers("the last edit");
  }

 private:
  bool OpenStores() {
    store_ = Open("updated");
    fresh_store_ = Open("fresh");
    if (store_ == nullptr || fresh_store_ == nullptr) return false;
    updater_ = std::make_unique<indexer::Updater>(*store_, options_);
    return true;
  }

  std::unique_ptr<graph::Store> Open(const char* name) {
    auto store = graph::Store::Open({.directory = directory_.path() / name});
    return store.ok() ? *std::move(store) : nullptr;
  }

  static bool Fail(const std::string& why) {
    fmt::print("{}\n", why);
    return false;
  }

  // What was done.
  absl::StatusOr<std::string> EditAndUpdate(testing::EditedTree& tree) {
    if (counts_.edits % kCheckOutEvery == 0 && tree.CheckOut()) {
      ++counts_.checkouts;
      return Count("a checkout", updater_->Update());
    }
    const testing::EditedTree::Edit edit = tree.Mutate();
    const bool whole = counts_.edits % kWholeEvery == 0;
    return Count(edit.what, whole ? updater_->Update() : updater_->Update(edit.touched));
  }

  absl::StatusOr<std::string> Count(const std::string& what,
                                    const absl::StatusOr<indexer::UpdateReport>& report) {
    if (!report.ok()) return report.status();
    if (report->publication == indexer::Publication::kOverlay) ++counts_.overlays;
    if (report->publication == indexer::Publication::kBase) ++counts_.bases;
    if (report->dangling_edges > 0) ++counts_.dangling;
    if (!report->should_fold) return what;
    const auto folded = updater_->Fold(nullptr);
    return folded.ok() ? absl::StatusOr<std::string>(what) : folded.status();
  }

  bool Compare(const std::string& what) {
    ++counts_.compared;
    const auto fresh = IndexRepository(*fresh_store_, Afresh());
    if (!fresh.ok()) return Fail(fresh.status().ToString());
    if (!CompareViews(what)) return false;
    return counts_.compared % kAnswersEvery != 0 || CompareAnswers(what);
  }

  std::vector<std::string> SourcePaths() {
    std::vector<std::string> paths;
    const auto view = *store_->OpenView(key_);
    for (const FileId file : view->Files()) paths.emplace_back(view->File(file).path);
    return paths;
  }

  bool CompareViews(const std::string& what) {
    const auto expected = *fresh_store_->OpenView(key_);
    const auto actual = *store_->OpenView(key_);
    if (expected->info().root == actual->info().root) return true;
    fmt::print("after {}:\n{}\n", what,
               testing::FirstDifference(testing::TextOf(*expected), testing::TextOf(*actual)));
    return false;
  }

  // Asks both stores. The root of the fresh one must be that of the tree.
  bool CompareAnswers(const std::string& what) {
    if (!IndexRepository(*fresh_store_, Afresh()).ok()) return Fail("the last index failed");
    const Questions questions = SomeSymbols();
    updater_.reset();
    store_.reset();
    fresh_store_.reset();
    const auto expected = AnswersOf(directory_.path() / "fresh", options_.root, questions);
    const auto actual = AnswersOf(directory_.path() / "updated", options_.root, questions);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ++counts_.answers;
      if (i < actual.size() && expected[i] == actual[i]) continue;
      const std::string question = i == 0 ? "everything" : questions[(i - 1) / 2];
      return Fail(
          fmt::format("after {}, answer {} about '{}' differs:\n{}", what, i, question,
                      testing::FirstDifference(LinesOf(expected[i]),
                                               LinesOf(i < actual.size() ? actual[i] : ""))));
    }
    return OpenStores() || Fail("a store cannot be opened again");
  }

  Questions SomeSymbols() {
    const auto view = *store_->OpenView(key_);
    Questions questions;
    for (std::size_t tries = 0; questions.size() < kQuestions && tries < 1000; ++tries) {
      const SymbolId symbol{static_cast<std::uint32_t>(random_.Below(view->symbol_bound()))};
      if (view->IsLive(symbol)) questions.push_back(view->QualifiedName(symbol));
    }
    return questions;
  }

  // Everything anew, except that facts are known by content.
  indexer::IndexOptions Afresh() const {
    indexer::IndexOptions options = options_;
    options.force = true;
    return options;
  }

  Size SizeOfStore() {
    Size size;
    const auto parts = store_->Sizes();
    if (!parts.ok()) return size;
    for (const graph::StorePart& part : *parts) {
      size.total += part.bytes;
      if (part.name == "free pages") size.free += part.bytes;
    }
    return size;
  }

  void PrintGrowth() {
    const Size now = SizeOfStore();
    const auto ratio = [&](std::uint64_t bytes) {
      return static_cast<double>(bytes) / static_cast<double>(first_size_.total);
    };
    fmt::print(
        "{}: the store's file is {} bytes after {} edits, {:.2f} of the first index ({:.2f} "
        "without free pages)\n",
        options_.repository_name, now.total, counts_.edits, ratio(now.total),
        ratio(now.total - now.free));
    const auto parts = store_->Sizes();
    if (!parts.ok()) return;
    for (const graph::StorePart& part : *parts) fmt::print("  {} {}\n", part.bytes, part.name);
    std::fflush(stdout);
  }

  void Print(std::uint64_t seed) const {
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    fmt::print(
        "{} seed {}: {} edits ({} checkouts), {} compared, {} answers, {} overlays, {} bases, {} "
        "given up, {:.1f} edits/s\n",
        options_.repository_name, seed, counts_.edits, counts_.checkouts, counts_.compared,
        counts_.answers, counts_.overlays, counts_.bases, counts_.dangling,
        static_cast<double>(counts_.edits) / seconds);
    std::fflush(stdout);
  }

  testing::TempDir directory_;
  bool copied_ = false;
  indexer::IndexOptions options_;
  graph::ViewKey key_;
  std::unique_ptr<graph::Store> store_;
  std::unique_ptr<graph::Store> fresh_store_;
  std::unique_ptr<indexer::Updater> updater_;
  testing::EditRandom random_{0};
  Size first_size_;
  Counts counts_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
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
