// How many answers about the uses of functions are complete.
//
//   completeness DIRECTORY [ROWS]
//
// Indexes the directory into a store of its own, draws kDrawn functions outside of tests with a
// fixed seed, and prints how many of the answers that `usages` gives are complete, likely complete
// and incomplete, with the reasons. With ROWS it asks about every function and writes one line each
// to that file: path, line of the name, name, completeness, and the places of the known uses, which
// tests/bench/accuracy/completeness_score.py compares with the calls of an oracle.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/store.h"
#include "indexer/indexer.h"
#include "retrieval/declarations.h"
#include "retrieval/incompleteness.h"
#include "retrieval/relations.h"
#include "testing/temp_dir.h"

namespace waymark::bench {
namespace {

constexpr std::size_t kDrawn = 200;
constexpr std::size_t kMostUsers = 100'000;
constexpr std::array<std::string_view, 3> kWords = {"complete", "likely_complete", "incomplete"};

class CompletenessBench {
 public:
  explicit CompletenessBench(const std::filesystem::path& root) : root_(root) {}

  bool Open() {
    auto store = graph::Store::Open({.directory = directory_.path() / "store"});
    if (!store.ok()) return false;
    store_ = *std::move(store);
    indexer::IndexOptions options;
    options.root = root_;
    options.repository_name = root_.filename().string();
    const auto report = indexer::IndexRepository(*store_, options);
    if (!report.ok()) return false;
    auto view = store_->OpenView(report->key);
    if (!view.ok()) return false;
    view_ = *std::move(view);
    return true;
  }

  void PrintShares() {
    std::vector<SymbolId> functions = Functions();
    std::mt19937_64 random(33);
    std::shuffle(functions.begin(), functions.end(), random);
    functions.resize(std::min(functions.size(), kDrawn));
    std::array<std::size_t, kWords.size()> counts{};
    std::map<std::string, std::size_t> reasons;
    for (const SymbolId function : functions) {
      const retrieval::Incompleteness missing = MissingOf(function);
      ++counts[static_cast<std::size_t>(missing.completeness())];
      std::set<std::string_view> own;
      for (const retrieval::PossibleUse& use : missing.possible_uses) {
        own.insert(retrieval::WhyOf(use.doubt));
      }
      if (missing.run_by_syntax) own.insert("operators and other syntax");
      for (const std::string_view reason : own) ++reasons[std::string(reason)];
    }
    fmt::print("{}: {} functions\n", root_.filename().string(), functions.size());
    for (std::size_t i = 0; i < kWords.size(); ++i) fmt::print("  {} {}\n", kWords[i], counts[i]);
    for (const auto& [reason, count] : reasons) fmt::print("    {} {}\n", count, reason);
  }

  void WriteRows(const std::string& path) {
    std::ofstream rows(path);
    for (const SymbolId function : Functions()) {
      const SymbolRow row = view_->Symbol(function);
      const retrieval::Incompleteness missing = MissingOf(function);
      rows << fmt::format("{}\t{}\t{}\t{}\t", view_->File(row.file).path, row.name_position.line,
                          row.name, kWords[static_cast<std::size_t>(missing.completeness())]);
      const SymbolId roots[] = {function};
      const auto related =
          retrieval::FindRelated(*view_, roots, {.limit = kMostUsers, .workspace = &workspace_});
      if (related.ok()) {
        for (const retrieval::RelatedEdge& edge : related->edges) {
          for (const retrieval::EdgeSite& site : edge.sites) {
            rows << fmt::format("{}:{} ", view_->File(site.file).path, site.position.line);
          }
        }
      }
      rows << '\n';
    }
  }

 private:
  // Definitions outside of test code.
  std::vector<SymbolId> Functions() const {
    std::vector<SymbolId> functions;
    for (std::uint32_t i = 0; i < view_->symbol_bound(); ++i) {
      const SymbolId symbol{i};
      if (!view_->IsLive(symbol)) continue;
      const SymbolKind kind = view_->Kind(symbol);
      const bool is_function = kind == SymbolKind::kFunction || kind == SymbolKind::kMethod;
      const bool is_left_out = (view_->Flags(symbol) & (kSymbolTest | kSymbolDeclaration)) != 0;
      if (is_function && !is_left_out) functions.push_back(symbol);
    }
    return functions;
  }

  // As `usages` asks, which follows the methods that the function overrides.
  retrieval::Incompleteness MissingOf(SymbolId function) {
    std::vector<SymbolId> asked = retrieval::DeclarationsOf(*view_, function);
    asked.insert(asked.begin(), function);
    const absl::StatusOr<retrieval::RelatedSymbols> related =
        retrieval::FindRelated(*view_, asked, {.limit = 1, .workspace = &workspace_});
    if (related.ok()) {
      asked.insert(asked.end(), related->overridden.begin(), related->overridden.end());
    }
    return retrieval::IncompletenessOfUsers(*view_, asked, /*users=*/{}, {}, workspace_);
  }

  const std::filesystem::path root_;
  testing::TempDir directory_;
  std::unique_ptr<graph::Store> store_;
  std::shared_ptr<const graph::ReadView> view_;
  retrieval::Workspace workspace_;
};

int Main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: completeness DIRECTORY [ROWS]\n");
    return 2;
  }
  CompletenessBench bench(std::filesystem::canonical(argv[1]));
  if (!bench.Open()) {
    fmt::print(stderr, "{} could not be indexed\n", argv[1]);
    return 1;
  }
  bench.PrintShares();
  if (argc > 2) bench.WriteRows(argv[2]);
  return 0;
}

}  // namespace
}  // namespace waymark::bench

int main(int argc, char** argv) { return waymark::bench::Main(argc, argv); }
