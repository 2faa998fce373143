// From the notice of an edit to the committed view, in one process as a daemon does it.
//
//   update [DIRECTORY...]      default: see Corpora()
//
// Each directory is copied, indexed and edited. Prints the median and the 95th percentile of one
// edited file, of ten, of edits that declare something, and of those that declare a name used all
// over, with the processor's time, which other processes disturb less, and beside the floor: a
// durable write of the edited files, since no update can do with less. Then, for the unchanged
// tree, the time beside that of `git status`; and what the store's file takes of the disk beside
// what it took before the first edit.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

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

double ProcessorNow() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// Seconds that it takes to write a copy of files and to have it on the disk.
double DurableWrite(const fs::path& root, const std::vector<std::string>& paths,
                    const fs::path& copy) {
  std::string bytes;
  for (const std::string& path : paths) {
    std::ifstream file(root / path, std::ios::binary);
    bytes.append(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  const double began = Now();
  const int descriptor = open(copy.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const bool written =
      write(descriptor, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
      fdatasync(descriptor) == 0;
  close(descriptor);
  return written ? Now() - began : 0;
}

double Percentile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))] * kMilli;
}

struct Series {
  std::vector<double> seconds, processor, floor;
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
    const std::uint64_t bytes = StoreBytes();
    fmt::print(
        "| edit | p50 ms | p95 ms | processor ms | floor ms | scan | extract | impact | link | "
        "resolve | publish | files "
        "resolved | overlays |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
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
    fmt::print("store: {:.2f} of its size before the edits\n",
               static_cast<double>(StoreBytes()) / static_cast<double>(bytes));
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
      const double processor_began = ProcessorNow();
      const auto report = updater.Update(touched);
      const double seconds = Now() - began;
      const double processor = ProcessorNow() - processor_began;
      if (!report.ok()) {
        fmt::print("{}: {}\n", what, report.status().ToString());
        return;
      }
      if (report->should_fold && !updater.Fold(nullptr).ok()) return;
      if (i < kWarmUp) continue;
      Add(*report, seconds, series);
      series.processor.push_back(processor);
      series.floor.push_back(DurableWrite(options_.root, touched, directory_.path() / "floor"));
    }
    const auto median = [](const std::vector<double>& values) { return Percentile(values, 0.5); };
    fmt::print(
        "| {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | "
        "{:.1f} | {:.1f} | {} of {} |\n",
        what, median(series.seconds), Percentile(series.seconds, 0.95), median(series.processor),
        median(series.floor), median(series.scan), median(series.extract), median(series.impact),
        median(series.link), median(series.resolve), median(series.publish),
        static_cast<double>(series.resolved) / kEdits, series.overlays, kEdits);
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

  std::uint64_t StoreBytes() {
    std::uint64_t bytes = 0;
    const auto parts = store_->Sizes();
    if (!parts.ok()) return bytes;
    for (const graph::StorePart& part : *parts) bytes += part.bytes;
    return bytes;
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
