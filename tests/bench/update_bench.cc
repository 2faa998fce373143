// From the notice of an edit to the committed view, in one process as a daemon does it.
//
//   update [DIRECTORY...]      default: see Corpora()
//
// Each directory is copied, indexed and edited. Prints the median and the 95th percentile of one
// edited file, of ten, of edits that declare something, and of those that declare a name used all
// over; and, for the unchanged tree, the time beside that of `git status`.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "indexer/updater.h"
#include "measured_process.h"
#include "testing/edited_tree.h"
#include "testing/temp_dir.h"

namespace waymark::bench {
namespace {

namespace fs = std::filesystem;
constexpr int kEdits = 40;
constexpr int kWarmUp = 2;
constexpr std::size_t kManyFiles = 10;
constexpr double kMilli = 1e3;

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double Percentile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))] * kMilli;
}

struct Series {
  std::vector<double> seconds;
  std::vector<double> load, scan, extract, link, impact, resolve, publish;
  std::uint64_t resolved = 0;
  int overlays = 0;
};

class Bench {
 public:
  explicit Bench(const fs::path& corpus) : name_(corpus.filename().string()) {
    good_ = testing::CopyTree(corpus, directory_.path() / "tree");
    options_.root = directory_.path() / "tree";
    options_.repository_name = name_;
    auto store = graph::Store::Open({.directory = directory_.path() / "store"});
    if (store.ok()) store_ = *std::move(store);
    good_ = good_ && store_ != nullptr;
  }

  bool Run() {
    if (!good_) return false;
    indexer::Updater updater(*store_, options_);
    const auto first = updater.Update();
    if (!first.ok()) {
      fmt::print("{}: {}\n", name_, first.status().ToString());
      return false;
    }
    ReadView(first->index.key);
    fmt::print("\n{}: {} files, {} symbols, {} edges; remembered {:.0f} MB\n\n", name_,
               first->index.files_indexed, first->index.symbols, first->index.edges,
               static_cast<double>(updater.remembered_bytes()) / 1e6);
    fmt::print(
        "| edit | p50 ms | p95 ms | scan | extract | impact | link | resolve | publish | files "
        "resolved | overlays |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    testing::EditedTree tree(options_.root, paths_, 1);
    int count = 0;
    const auto any = [&] { return tree.AnyPath(); };
    Measure(updater, "one file, a body", [&](std::vector<std::string>& touched) {
      touched = {any()};
      tree.AddComment(touched[0]);
    });
    Measure(updater, "ten files, bodies", [&](std::vector<std::string>& touched) {
      for (std::size_t i = 0; i < kManyFiles; ++i) {
        touched.push_back(any());
        tree.AddComment(touched.back());
      }
    });
    Measure(updater, "one file, a new function", [&](std::vector<std::string>& touched) {
      touched = {any()};
      tree.AddFunction(touched[0], fmt::format("never_seen_{}", ++count));
    });
    Measure(updater, fmt::format("one file, a new `{}`", hot_name_),
            [&](std::vector<std::string>& touched) {
              touched = {any()};
              tree.AddFunction(touched[0], hot_name_);
            });
    MeasureUnchanged(updater);
    return true;
  }

 private:
  // The files, and the name of the function with most callers.
  void ReadView(const graph::ViewKey& key) {
    const auto view = *store_->OpenView(key);
    std::vector<SymbolId> symbols;
    std::uint32_t most = 0;
    for (const FileId file : view->Files()) {
      paths_.emplace_back(view->File(file).path);
      view->SymbolsOf(file, symbols);
      for (const SymbolId symbol : symbols) {
        const bool function = view->Kind(symbol) == SymbolKind::kFunction ||
                              view->Kind(symbol) == SymbolKind::kMethod;
        if (!function || view->InDegree(symbol) <= most) continue;
        most = view->InDegree(symbol);
        hot_name_ = view->Symbol(symbol).name;
      }
    }
  }

  void Measure(indexer::Updater& updater, const std::string& what,
               const std::function<void(std::vector<std::string>&)>& edit) {
    Series series;
    for (int i = 0; i < kEdits + kWarmUp; ++i) {
      std::vector<std::string> touched;
      edit(touched);
      const double began = Now();
      const auto report = updater.Update(touched);
      const double seconds = Now() - began;
      if (!report.ok()) {
        fmt::print("{}: {}\n", what, report.status().ToString());
        return;
      }
      if (report->should_fold && !updater.Fold(nullptr).ok()) return;
      if (i >= kWarmUp) Add(*report, seconds, series);
    }
    const auto median = [](const std::vector<double>& values) { return Percentile(values, 0.5); };
    fmt::print(
        "| {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | "
        "{} "
        "of {} |\n",
        what, median(series.seconds), Percentile(series.seconds, 0.95), median(series.scan),
        median(series.extract), median(series.impact), median(series.link), median(series.resolve),
        median(series.publish), static_cast<double>(series.resolved) / kEdits, series.overlays,
        kEdits);
  }

  static void Add(const indexer::UpdateReport& report, double seconds, Series& series) {
    series.seconds.push_back(seconds);
    series.scan.push_back(report.index.scan_seconds);
    series.extract.push_back(report.index.extract_seconds);
    series.impact.push_back(report.impact_seconds);
    series.link.push_back(report.link_seconds);
    series.resolve.push_back(report.index.resolve_seconds);
    series.publish.push_back(report.index.publish_seconds);
    series.resolved += report.files_resolved;
    if (report.publication == indexer::Publication::kOverlay) ++series.overlays;
  }

  void MeasureUnchanged(indexer::Updater& updater) {
    std::vector<double> ours;
    std::vector<double> cold;
    std::vector<double> git;
    const std::string command =
        fmt::format("git -C '{}' status --porcelain > /dev/null", options_.root.string());
    for (int i = 0; i < 9; ++i) {
      double began = Now();
      if (!updater.Update().ok()) return;
      ours.push_back(Now() - began);
      began = Now();
      if (!indexer::Updater(*store_, options_).Update().ok()) return;
      cold.push_back(Now() - began);
      began = Now();
      if (std::system(command.c_str()) != 0) return;
      git.push_back(Now() - began);
    }
    const double floor = Percentile(git, 0.5);
    fmt::print(
        "\nunchanged: {:.1f} ms ({:.2f} of git status), {:.1f} ms with nothing remembered "
        "({:.2f}); git status {:.1f} ms\n",
        Percentile(ours, 0.5), Percentile(ours, 0.5) / floor, Percentile(cold, 0.5),
        Percentile(cold, 0.5) / floor, floor);
  }

  testing::TempDir directory_;
  const std::string name_;
  bool good_ = false;
  indexer::IndexOptions options_;
  std::unique_ptr<graph::Store> store_;
  std::vector<std::string> paths_;
  std::string hot_name_ = "main";
};

}  // namespace
}  // namespace waymark::bench

int main(int argc, char** argv) {
  bool all_measured = true;
  for (const std::filesystem::path& root : waymark::bench::Corpora(argc, argv)) {
    all_measured = waymark::bench::Bench(root).Run() && all_measured;
  }
  return all_measured ? 0 : 1;
}
