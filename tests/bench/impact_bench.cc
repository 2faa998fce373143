// What questions about impact cost on real repositories, by the size of their graphs.
//
//   impact [DIRECTORY...]      default: see Corpora()
//
// Each directory is indexed into a store of its own. The same questions are asked of kAsked symbols
// that something uses, drawn with a fixed seed: blast radius (whole, and until its first row),
// tests that cover, callers, and the way between two of them. Prints percentiles, the edges that
// were visited, and the time an edge beside the floor: reading every edge of the graph once. At the
// end the percentiles of all graphs side by side, by their sizes, and the power of the number of
// symbols by which each grows from one graph to the next.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/history.h"
#include "graph/store.h"
#include "indexer/indexer.h"
#include "measured_process.h"
#include "retrieval/blast_radius.h"
#include "retrieval/communities.h"
#include "retrieval/path.h"
#include "retrieval/relations.h"
#include "retrieval/test_scope.h"
#include "testing/temp_dir.h"

namespace waymark::bench {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kAsked = 1000;
constexpr std::uint32_t kDeep = 5;
// From so many edges on the rows of an answer, 200 at most, weigh little beside its traversal.
constexpr double kManyEdges = 5000;

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Ends a traversal at its first row.
class FirstRow final : public retrieval::BlastVisitor {
 public:
  absl::Status OnSymbol(const retrieval::BlastEntry&) override {
    return absl::CancelledError("told");
  }

  absl::Status AfterHop() override { return absl::OkStatus(); }

  absl::Status OnEdge(std::uint32_t, const retrieval::BlastEntry&) override {
    return absl::OkStatus();
  }
};

struct Series {
  std::vector<double> seconds;
  std::vector<double> edges;
};

constexpr double kShares[] = {0.5, 0.95, 0.99};

// Of those values whose question visited `least` edges or more.
double Sum(const std::vector<double>& values, const std::vector<double>& edges, double least) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += edges[i] >= least ? values[i] : 0;
  return sum;
}

// What was measured of one graph: for each question its percentiles in milliseconds.
struct Measured {
  std::string name;
  std::uint64_t symbols = 0;
  std::uint64_t edges = 0;
  std::vector<std::pair<std::string, std::array<double, std::size(kShares)>>> questions;
};

class Bench {
 public:
  explicit Bench(const fs::path& corpus) : corpus_(corpus) {}

  bool Run() {
    if (!Open()) return false;
    DrawSymbols();
    if (asked_.empty()) return false;
    const double floor = ReadAllEdges();
    fmt::print("\n{}: {} symbols, {} edges; floor {:.1f} ns an edge, read once\n\n",
               corpus_.filename().string(), view_->info().symbol_count, view_->info().edge_count,
               floor * 1e9);
    fmt::print(
        "| question | p50 ms | p95 ms | p99 ms | most ms | edges p50 | edges p99 | ns an edge | "
        "where "
        "{:.0f} or more |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        kManyEdges);
    Print("blast radius, depth 3", Ask([&](SymbolId one) { return Blast(one, 3); }));
    Print("blast radius, depth 5", Ask([&](SymbolId one) { return Blast(one, kDeep); }));
    Print("the same with impact and risk", Ask([&](SymbolId one) {
            retrieval::BlastOptions options = Options(kDeep);
            options.tells_impact = true;
            options.history = history_.get();
            const auto result = retrieval::ComputeBlastRadius(*view_, {&one, 1}, options);
            return result.ok() ? result->edges_visited : 0;
          }));
    Print("its first row", Ask([&](SymbolId one) {
            FirstRow visitor;
            (void)retrieval::VisitBlastRadius(*view_, {&one, 1}, Options(kDeep), visitor);
            return std::uint64_t{0};
          }));
    Print("tests that cover", Ask([&](SymbolId one) {
            const auto scope = retrieval::FindCoveringTests(*view_, {&one, 1},
                                                            Options(retrieval::kDefaultTestDepth));
            return scope.ok() ? scope->blast.edges_visited : 0;
          }));
    Print("callers", Ask([&](SymbolId one) {
            (void)retrieval::FindRelated(
                *view_, {&one, 1},
                {.relation = retrieval::Relation::kCallers, .workspace = &workspace_});
            return std::uint64_t{0};
          }));
    std::size_t next = 0;
    Print("the way between two", Ask([&](SymbolId one) {
            const SymbolId other = asked_[++next % asked_.size()];
            (void)retrieval::FindPaths(*view_, {&one, 1}, {&other, 1}, {.workspace = &workspace_});
            return std::uint64_t{0};
          }));
    MeasureCommunities();
    return true;
  }

  const Measured& measured() const { return measured_; }

 private:
  bool Open() {
    auto store = graph::Store::Open({.directory = directory_.path() / "store"});
    if (!store.ok()) return false;
    store_ = *std::move(store);
    indexer::IndexOptions options;
    options.root = corpus_;
    options.repository_name = corpus_.filename().string();
    const auto report = indexer::IndexRepository(*store_, options);
    if (!report.ok()) {
      fmt::print("{}: {}\n", corpus_.string(), report.status().ToString());
      return false;
    }
    auto view = store_->OpenView(report->key);
    if (!view.ok()) return false;
    view_ = *std::move(view);
    auto history = store_->OpenHistory(report->key);
    if (history.ok()) history_ = *std::move(history);
    measured_.name = corpus_.filename().string();
    measured_.symbols = view_->info().symbol_count;
    measured_.edges = view_->info().edge_count;
    return true;
  }

  void DrawSymbols() {
    std::vector<SymbolId> used;
    for (std::uint32_t i = 0; i < view_->symbol_bound(); ++i) {
      const SymbolId symbol{i};
      // One edge is that of what it stands in.
      if (view_->IsLive(symbol) && view_->InDegree(symbol) > 1) used.push_back(symbol);
    }
    std::mt19937_64 random(1);
    for (std::size_t i = 0; i < kAsked && !used.empty(); ++i) {
      asked_.push_back(used[random() % used.size()]);
    }
  }

  // Seconds an edge.
  double ReadAllEdges() {
    std::vector<Neighbor> neighbors;
    std::uint64_t edges = 0;
    const double began = Now();
    for (std::uint32_t i = 0; i < view_->symbol_bound(); ++i) {
      if (!view_->IsLive(SymbolId{i})) continue;
      view_->In(SymbolId{i}, neighbors);
      edges += neighbors.size();
    }
    return (Now() - began) / static_cast<double>(std::max<std::uint64_t>(edges, 1));
  }

  retrieval::BlastOptions Options(std::uint32_t depth) {
    return {.depth = depth, .workspace = &workspace_};
  }

  std::uint64_t Blast(SymbolId symbol, std::uint32_t depth) {
    const auto result = retrieval::ComputeBlastRadius(*view_, {&symbol, 1}, Options(depth));
    return result.ok() ? result->edges_visited : 0;
  }

  Series Ask(const std::function<std::uint64_t(SymbolId)>& ask) {
    Series series;
    for (const SymbolId symbol : asked_) ask(symbol);  // pages and scratch memory are there
    for (const SymbolId symbol : asked_) {
      const double began = Now();
      const std::uint64_t edges = ask(symbol);
      series.seconds.push_back(Now() - began);
      series.edges.push_back(static_cast<double>(edges));
    }
    return series;
  }

  void MeasureCommunities() {
    const double began = Now();
    const auto found = retrieval::FindFileCommunities(*view_, {});
    const double seconds = Now() - began;
    if (!found.ok()) return;
    fmt::print("\n{} communities of files in {:.1f} ms, {:.0f} ns an edge of the graph\n",
               found->count, seconds * 1e3,
               seconds * 1e9 / static_cast<double>(std::max<std::uint64_t>(measured_.edges, 1)));
  }

  void Print(const std::string& question, const Series& series) {
    const double edges = Sum(series.edges, series.edges, 0);
    const auto nanos = [&](double least) {
      const double many = Sum(series.edges, series.edges, least);
      return many == 0 ? 0 : Sum(series.seconds, series.edges, least) / many * 1e9;
    };
    const auto milli = [&](double share) { return Percentile(series.seconds, share) * 1e3; };
    auto& [name, percentiles] = measured_.questions.emplace_back();
    name = question;
    for (std::size_t i = 0; i < std::size(kShares); ++i) percentiles[i] = milli(kShares[i]);
    fmt::print("| {} | {:.3f} | {:.3f} | {:.3f} | {:.3f} |", question, milli(0.5), milli(0.95),
               milli(0.99), milli(1));
    if (edges == 0) {
      fmt::print(" | | | |\n");
      return;
    }
    fmt::print(" {:.0f} | {:.0f} | {:.1f} | {:.1f} |\n", Percentile(series.edges, 0.5),
               Percentile(series.edges, 0.99), nanos(0), nanos(kManyEdges));
  }

  const fs::path corpus_;
  testing::TempDir directory_;
  std::unique_ptr<graph::Store> store_;
  std::shared_ptr<const graph::ReadView> view_;
  std::shared_ptr<const graph::History> history_;
  Measured measured_;
  retrieval::Workspace workspace_;
  std::vector<SymbolId> asked_;
};

// The power of the number of symbols by which a time grew.
double GrowthOf(double before, double after, const Measured& smaller, const Measured& larger) {
  const double size = std::log(static_cast<double>(larger.symbols)) -
                      std::log(static_cast<double>(smaller.symbols));
  return size > 0 && before > 0 && after > 0 ? std::log(after / before) / size : 0;
}

void PrintBySize(std::vector<Measured> graphs) {
  if (graphs.empty()) return;
  std::stable_sort(graphs.begin(), graphs.end(),
                   [](const Measured& a, const Measured& b) { return a.symbols < b.symbols; });
  fmt::print("\nby size; growth as a power of the number of symbols, from the row above\n\n");
  fmt::print("| question | graph | symbols | edges | p50 ms | p95 ms | p99 ms | growth of p99 |\n");
  fmt::print("|---|---|---:|---:|---:|---:|---:|---:|\n");
  for (std::size_t question = 0; question < graphs[0].questions.size(); ++question) {
    const Measured* smaller = nullptr;
    for (const Measured& graph : graphs) {
      const auto& [name, percentiles] = graph.questions[question];
      fmt::print("| {} | {} | {} | {} |", name, graph.name, graph.symbols, graph.edges);
      for (const double milli : percentiles) fmt::print(" {:.3f} |", milli);
      if (smaller == nullptr) {
        fmt::print(" |\n");
      } else {
        const double before = smaller->questions[question].second.back();
        fmt::print(" {:.2f} |\n", GrowthOf(before, percentiles.back(), *smaller, graph));
      }
      smaller = &graph;
    }
  }
}

}  // namespace
}  // namespace waymark::bench

int main(int argc, char** argv) {
  bool all_measured = true;
  std::vector<waymark::bench::Measured> measured;
  for (const std::filesystem::path& root : waymark::bench::Corpora(argc, argv)) {
    waymark::bench::Bench bench(root);
    const bool is_measured = bench.Run();
    if (is_measured) measured.push_back(bench.measured());
    all_measured = is_measured && all_measured;
  }
  waymark::bench::PrintBySize(std::move(measured));
  return all_measured ? 0 : 1;
}
