// Blast radius, ranking and search over a synthetic repository in a real store. Every workload is
// measured beside the least that it could do: reading the edges, or the postings, that it needs.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "graph/store.h"
#include "graph/tokenize.h"
#include "retrieval/blast_radius.h"
#include "retrieval/context.h"
#include "retrieval/lookup.h"
#include "testing/temp_dir.h"

namespace waymark::retrieval {
namespace {

constexpr std::uint32_t kSymbolsInFile = 50;  // the file's own not counted
constexpr std::uint32_t kEdgesOfSymbol = 10;
constexpr std::uint32_t kWordsOfSymbol = 20;
constexpr std::uint32_t kVocabulary = 4000;
constexpr std::string_view kTask =
    "Wordab is not called when the wordcd of a wordzz request fails: fix how wordka and wordda "
    "handle the wordmm error of getWordbb, and add wordcc to the wordee";

template <typename T>
T Must(absl::StatusOr<T> result) {
  if (result.ok()) return *std::move(result);
  std::cerr << result.status() << "\n";
  std::abort();
}

// "wordab": every number has a word of its own; small numbers are drawn more often (Zipf).
std::string Word(std::uint32_t number) {
  std::string word = "word";
  for (int i = 0; i < 3; ++i, number /= 26) {
    if (number > 0 || i < 2) word += static_cast<char>('a' + number % 26);
  }
  return word;
}

class Synthetic {
 public:
  explicit Synthetic(std::uint32_t files) : files_(files) {
    store_ = Must(graph::Store::Open({.directory = directory_.path()}));
    Fill();
    view_ = Must(store_->OpenView(kKey));
  }

  const graph::ReadView& view() const { return *view_; }

 private:
  inline static const graph::ViewKey kKey{"example.org/synthetic", "work:bench"};

  std::uint32_t DrawWord() {
    const double uniform = std::uniform_real_distribution<double>(0, 1)(random_);
    return static_cast<std::uint32_t>(std::pow(uniform, 3) * kVocabulary);
  }

  std::uint32_t Draw(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  // Most edges stay near, some lead anywhere, a few to a handful of popular symbols.
  SymbolId DrawTarget(std::uint32_t file) {
    const std::uint32_t kind = Draw(10);
    const std::uint32_t in_file = 1 + Draw(kSymbolsInFile);
    if (kind < 5) return SymbolAt(file, in_file);
    if (kind < 9) return SymbolAt(Draw(files_), in_file);
    return SymbolAt(Draw(std::min(files_, 20U)), in_file);
  }

  static SymbolId SymbolAt(std::uint32_t file, std::uint32_t index) {
    return SymbolId{file * (kSymbolsInFile + 1) + index};
  }

  void AddFile(std::uint32_t file, graph::BaseBuilder& base) {
    const std::string path = fmt::format("src/{:06}_{}.py", file, Word(file % kVocabulary));
    std::vector<std::string> names(kSymbolsInFile + 1, path.substr(path.rfind('/') + 1));
    std::vector<graph::SymbolInput> symbols(kSymbolsInFile + 1);
    std::vector<std::string> words;
    std::vector<graph::TermInput> terms;
    std::vector<graph::EdgeInput> edges;
    words.reserve(symbols.size() * kWordsOfSymbol);
    for (std::uint32_t i = 0; i < symbols.size(); ++i) {
      graph::SymbolInput& symbol = symbols[i];
      if (i > 0) {
        names[i] = Word(DrawWord()) + "_" + Word(DrawWord());
        symbol.kind = SymbolKind::kFunction;
        symbol.parent = SymbolAt(file, 0);
      }
      symbol.name = names[i];
      symbol.range = {{.line = 10 * i + 1, .column = 1}, {.line = 10 * i + 9, .column = 1}};
      for (std::uint32_t w = 0; i > 0 && w < kWordsOfSymbol; ++w) {
        words.push_back(Word(DrawWord()));
        terms.push_back({.symbol = i, .field = Field::kIdentifiers, .word = words.back()});
      }
      for (std::uint32_t e = 0; i > 0 && e < kEdgesOfSymbol; ++e) {
        edges.push_back({.source = i,
                         .target = DrawTarget(file),
                         .type = EdgeType::kCalls,
                         .rule = EdgeRule::kLexicalScope,
                         .site = {.line = 10 * i + 2, .column = e + 1}});
      }
    }
    graph::FileInput input;
    input.path = path;
    input.language = Language::kPython;
    input.line_count = 10 * kSymbolsInFile;
    input.symbols = symbols;
    input.terms = terms;
    input.edges = edges;
    Must(base.AddFile(input));
  }

  void Fill() {
    auto writer = Must(store_->BeginWrite());
    auto base = Must(writer->NewBase());
    base->SetRepository(kKey.repository);
    for (std::uint32_t file = 0; file < files_; ++file) AddFile(file, *base);
    const graph::BaseSummary summary = Must(base->Finish());
    graph::PublishRequest request;
    request.key = kKey;
    request.base = summary.segment;
    request.root = summary.root;
    Must(writer->Publish(request));
  }

  std::uint32_t files_;
  std::mt19937 random_{1};
  testing::TempDir directory_;
  std::unique_ptr<graph::Store> store_;
  std::shared_ptr<const graph::ReadView> view_;
};

// The repository of that many thousand symbols, made once.
const graph::ReadView& ViewOf(std::int64_t thousand_symbols) {
  static std::map<std::int64_t, std::unique_ptr<Synthetic>> repositories;
  std::unique_ptr<Synthetic>& repository = repositories[thousand_symbols];
  if (repository == nullptr) {
    repository = std::make_unique<Synthetic>(
        static_cast<std::uint32_t>(thousand_symbols * 1000 / kSymbolsInFile));
  }
  return repository->view();
}

using Clock = std::chrono::steady_clock;

double Nanoseconds(Clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

double Median(std::vector<double> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

// Nanoseconds of reading one incoming edge, over every symbol in order of ids.
double ReadEdgeNanoseconds(const graph::ReadView& view) {
  std::vector<Neighbor> neighbors;
  std::uint64_t edges = 0;
  const Clock::time_point begin = Clock::now();
  for (std::uint32_t i = 0; i < view.symbol_bound(); ++i) {
    view.In(SymbolId{i}, neighbors);
    edges += neighbors.size();
    benchmark::DoNotOptimize(neighbors.data());
  }
  return Nanoseconds(begin) / static_cast<double>(edges);
}

void BlastRadius(benchmark::State& state) {
  const graph::ReadView& view = ViewOf(state.range(0));
  const std::vector<SymbolId> roots = {SymbolId{view.symbol_bound() / 2 + 1}};
  Workspace workspace;
  BlastOptions options;
  options.depth = static_cast<std::uint32_t>(state.range(1));
  options.workspace = &workspace;
  const BlastResult result = Must(ComputeBlastRadius(view, roots, options));
  const auto edges = static_cast<double>(result.edges_visited);
  std::vector<double> times;
  for (auto unused : state) {
    static_cast<void>(unused);
    const Clock::time_point begin = Clock::now();
    benchmark::DoNotOptimize(ComputeBlastRadius(view, roots, options));
    times.push_back(Nanoseconds(begin));
  }
  const double per_edge = Median(times) / edges;
  state.counters["edges"] = edges;
  state.counters["reached"] = static_cast<double>(result.affected_symbols);
  state.counters["ns_an_edge"] = per_edge;
  state.counters["x_reading_them"] = per_edge / ReadEdgeNanoseconds(view);
}

// Nanoseconds of reading the postings of every term of the task.
double ReadPostingsNanoseconds(const graph::ReadView& view) {
  graph::Tokenizer tokenizer;
  std::vector<std::string_view> terms;
  tokenizer.Append(kTask, terms);
  std::vector<Posting> postings;
  const Clock::time_point begin = Clock::now();
  for (const std::string_view term : terms) {
    view.Postings(term, postings);
    benchmark::DoNotOptimize(postings.data());
  }
  return Nanoseconds(begin);
}

void RankTask(benchmark::State& state) {
  const graph::ReadView& view = ViewOf(state.range(0));
  Workspace workspace;
  ContextOptions options;
  options.workspace = &workspace;
  benchmark::DoNotOptimize(RankForTask(view, kTask, options));
  std::vector<double> times;
  for (auto unused : state) {
    static_cast<void>(unused);
    const Clock::time_point begin = Clock::now();
    benchmark::DoNotOptimize(RankForTask(view, kTask, options));
    times.push_back(Nanoseconds(begin));
  }
  state.counters["p50_ms"] = Median(times) / 1e6;
  state.counters["x_postings"] = Median(times) / ReadPostingsNanoseconds(view);
}

void Search(benchmark::State& state, std::string_view query) {
  const graph::ReadView& view = ViewOf(state.range(0));
  for (auto unused : state) {
    static_cast<void>(unused);
    benchmark::DoNotOptimize(SearchSymbols(view, query, 20));
  }
}

void Find(benchmark::State& state, std::string_view name) {
  const graph::ReadView& view = ViewOf(state.range(0));
  for (auto unused : state) {
    static_cast<void>(unused);
    benchmark::DoNotOptimize(FindSymbols(view, name));
  }
}

constexpr std::int64_t kSmall = 100;  // thousand symbols
constexpr std::int64_t kLarge = 1000;

BENCHMARK(BlastRadius)
    ->Args({kSmall, 5})
    ->Args({kSmall, kMaxBlastDepth})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(RankTask)->Arg(kSmall)->Arg(kLarge)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Search, words, "wordab wordcd")->Arg(kSmall)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Find, present, "wordab_wordaa")->Arg(kSmall)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(Find, misspelt, "wrodab_wordaa")->Arg(kSmall)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace waymark::retrieval

BENCHMARK_MAIN();
