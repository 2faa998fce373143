// The store on a synthetic graph of the size of a large Python project: 100,000 symbols in 3,000
// files, a million edges, three million term entries drawn by Zipf's law from 60,000 words. Figures
// to compare with stand in the same table: a scan of a plain array next to Out() and In(), plain
// varints next to Postings().
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/store.h"
#include "graph/tokenize.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

constexpr std::uint32_t kFiles = 3000;
constexpr std::uint32_t kSymbolsPerFile = 34;
constexpr std::uint32_t kEdgesPerSymbol = 10;
constexpr std::uint32_t kTermsPerSymbol = 30;
constexpr std::uint32_t kUnresolvedPerSymbol = 3;
constexpr std::uint32_t kWords = 60000;
const ViewKey kKey = {"example.org/bench", "work:1"};

struct BenchFile {
  std::string path;
  std::vector<SymbolInput> symbols;
  std::vector<TermInput> terms;
  std::vector<EdgeInput> edges;
  std::vector<UnresolvedInput> unresolved;
};

class BenchGraph {
 public:
  BenchGraph() {
    MakeWords();
    files_.reserve(kFiles);
    for (std::uint32_t i = 0; i < kFiles; ++i) AddFile(i);
  }

  std::string_view MostFrequentWord() const { return words_.front(); }

  // Returns the size of the base, and stops the program on an error.
  BaseSummary BuildInto(Writer& writer) const {
    auto builder = writer.NewBase();
    (*builder)->SetRepository(kKey.repository);
    for (const BenchFile& file : files_) {
      FileInput input;
      input.path = file.path;
      input.language = Language::kPython;
      input.facts.content = HashContent(file.path);
      input.symbols = file.symbols;
      input.terms = file.terms;
      input.edges = file.edges;
      input.unresolved = file.unresolved;
      if (!(*builder)->AddFile(input).ok()) std::abort();
    }
    auto summary = (*builder)->Finish();
    if (!summary.ok()) std::abort();
    return *summary;
  }

 private:
  std::uint32_t Below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  // Zipf: the n-th word has a share of about 1/n.
  std::string_view Word() {
    const double u = static_cast<double>(random_() >> 11) / 9007199254740992.0;
    return words_[static_cast<std::size_t>(std::pow(kWords, u)) - 1];
  }

  // Identifiers of one to three parts, 1.8 on average, from 12,000 parts.
  void MakeWords() {
    constexpr std::string_view kSyllables[] = {
        "re",  "quest", "han", "dle", "que", "ry",  "mo", "del", "fi", "eld", "view", "ca",
        "che", "in",    "dex", "par", "se",  "url", "no", "de",  "lo", "ad",  "er",   "con"};
    std::vector<std::string> parts;
    for (std::uint32_t i = 0; i < 12000; ++i) {
      std::string part;
      for (std::uint32_t s = 2 + Below(3); s > 0; --s) part += kSyllables[Below(24)];
      parts.push_back(part);
    }
    for (std::uint32_t i = 0; i < kWords; ++i) {
      std::string word = parts[Below(12000)];
      for (std::uint32_t more = Below(5); more > 2; --more) word += "_" + parts[Below(12000)];
      words_.push_back(word);
    }
  }

  void AddFile(std::uint32_t index) {
    BenchFile& file = files_.emplace_back();
    file.path =
        fmt::format("package{:02}/module{:04}/source_{:04}.py", index / 100, index / 10, index);
    const std::uint32_t first = index * kSymbolsPerFile;
    for (std::uint32_t s = 0; s < kSymbolsPerFile; ++s) {
      SymbolInput symbol;
      symbol.kind = s == 0 ? SymbolKind::kFile : SymbolKind::kMethod;
      symbol.name = Word();
      symbol.scope = texts_.emplace_back(fmt::format("package.module.Class{}_{}", index, s / 8));
      symbol.signature = texts_.emplace_back(
          fmt::format("def {}(self, {}, {}=None)", symbol.name, Word(), Word()));
      symbol.ordinal = s;
      if (s > 0) symbol.parent = SymbolId{first + s / 8};
      symbol.range = SourceRange{{10 * s + 1, 5}, {10 * s + 9, 20}};
      symbol.name_position = Position{10 * s + 1, 9};
      symbol.doc_end = s % 4 == 0 ? 100 : 0;
      file.symbols.push_back(symbol);
    }
    AddReferences(first, file);
  }

  void AddReferences(std::uint32_t first, BenchFile& file) {
    for (std::uint32_t s = 0; s < kSymbolsPerFile; ++s) {
      for (std::uint32_t e = 0; e < kEdgesPerSymbol; ++e) {
        const std::uint32_t target =
            e % 2 == 0 ? first + Below(kSymbolsPerFile) : Below(kFiles * kSymbolsPerFile);
        file.edges.push_back({s,
                              SymbolId{target},
                              e % 3 == 0 ? EdgeType::kReferences : EdgeType::kCalls,
                              EdgeRule::kImportBinding,
                              {10 * s + 1 + e, 5 + Below(40)}});
      }
      for (std::uint32_t t = 0; t < kTermsPerSymbol; ++t) {
        const Field field = t < 20   ? Field::kIdentifiers
                            : t < 26 ? Field::kComments
                                     : Field::kStrings;
        file.terms.push_back({s, field, Word(), 1 + Below(2)});
      }
      for (std::uint32_t u = 0; u < kUnresolvedPerSymbol; ++u) {
        file.unresolved.push_back({s,
                                   Word(),
                                   EdgeType::kCalls,
                                   UnresolvedReason::kExternal,
                                   {10 * s + 1 + u, 5 + Below(40)},
                                   {}});
      }
    }
    std::stable_sort(file.terms.begin(), file.terms.end(),
                     [](const TermInput& a, const TermInput& b) {
                       return a.symbol != b.symbol ? a.symbol < b.symbol : a.field < b.field;
                     });
  }

  std::mt19937_64 random_{7};
  std::vector<std::string> words_;
  std::deque<std::string> texts_;
  std::vector<BenchFile> files_;
};

const BenchGraph& Graph() {
  static const BenchGraph* const graph = new BenchGraph;
  return *graph;
}

// A store with the graph published once.
struct PublishedStore {
  PublishedStore() {
    StoreOptions options;
    options.directory = directory.path() / "store";
    store = *Store::Open(options);
    const auto writer = *store->BeginWrite();
    Publish(*writer, 0);
    view = *store->OpenView(kKey);
  }

  void Publish(Writer& writer, std::uint64_t generation) {
    const BaseSummary summary = Graph().BuildInto(writer);
    PublishRequest request;
    request.key = kKey;
    request.base = summary.segment;
    request.root = summary.root;
    request.expected_generation = generation;
    if (!writer.Publish(request).ok()) std::abort();
  }

  waymark::testing::TempDir directory;
  std::unique_ptr<Store> store;
  std::shared_ptr<const ReadView> view;
};

PublishedStore& Published() {
  static PublishedStore* const published = new PublishedStore;
  return *published;
}

void BM_BuildBase(benchmark::State& state) {
  Graph();
  waymark::testing::TempDir directory;
  StoreOptions options;
  options.directory = directory.path() / "store";
  const auto store = *Store::Open(options);
  const auto writer = *store->BeginWrite();
  for (auto _ : state) benchmark::DoNotOptimize(Graph().BuildInto(*writer));
  std::uint64_t bytes = 0;
  const auto sizes = *store->Sizes();
  for (const StorePart& part : sizes) {
    if (part.name == "free pages" || part.name == "trees and padding") continue;
    bytes += part.bytes;
    state.counters[part.name] =
        static_cast<double>(part.bytes) / static_cast<double>(state.iterations());
  }
  state.counters["bytes"] = static_cast<double>(bytes) / static_cast<double>(state.iterations());
}

BENCHMARK(BM_BuildBase)->Unit(benchmark::kMillisecond)->Iterations(3);

// The whole cycle of a re-index without extraction: build, publish, delete the previous base.
void BM_PublishAndCollect(benchmark::State& state) {
  Graph();
  waymark::testing::TempDir directory;
  StoreOptions options;
  options.directory = directory.path() / "store";
  const auto store = *Store::Open(options);
  const auto writer = *store->BeginWrite();
  for (auto _ : state) {
    const BaseSummary summary = Graph().BuildInto(*writer);
    PublishRequest request;
    request.key = kKey;
    request.base = summary.segment;
    request.expected_generation = static_cast<std::uint64_t>(state.counters["generation"]);
    const auto generation = writer->Publish(request);
    if (!generation.ok() || !writer->CollectGarbage().ok()) std::abort();
    state.counters["generation"] = static_cast<double>(*generation);
  }
}

BENCHMARK(BM_PublishAndCollect)->Unit(benchmark::kMillisecond)->Iterations(5);

void BM_OpenView(benchmark::State& state) {
  PublishedStore& published = Published();
  published.view.reset();
  for (auto _ : state) benchmark::DoNotOptimize(published.store->OpenView(kKey));
  published.view = *published.store->OpenView(kKey);
}

BENCHMARK(BM_OpenView)->Unit(benchmark::kMicrosecond);

template <typename Neighbors>
void ScanEdges(benchmark::State& state, Neighbors&& neighbors_of) {
  const ReadView& view = *Published().view;
  std::vector<Neighbor> neighbors;
  std::uint64_t edges = 0;
  for (auto _ : state) {
    edges = 0;
    std::uint64_t sum = 0;
    for (std::uint32_t symbol = 0; symbol < view.symbol_bound(); ++symbol) {
      neighbors_of(view, SymbolId{symbol}, neighbors);
      edges += neighbors.size();
      for (const Neighbor& neighbor : neighbors) sum += ToIndex(neighbor.symbol);
    }
    benchmark::DoNotOptimize(sum);
  }
  state.counters["per_edge"] =
      benchmark::Counter(static_cast<double>(edges) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void BM_Out(benchmark::State& state) {
  ScanEdges(state, [](const ReadView& view, SymbolId symbol, std::vector<Neighbor>& out) {
    view.Out(symbol, out);
  });
}

BENCHMARK(BM_Out)->Unit(benchmark::kMillisecond);

void BM_In(benchmark::State& state) {
  ScanEdges(state, [](const ReadView& view, SymbolId symbol, std::vector<Neighbor>& out) {
    view.In(symbol, out);
  });
}

BENCHMARK(BM_In)->Unit(benchmark::kMillisecond);

// The floor: the same edges as one array of neighbours behind one of offsets.
void BM_RawArray(benchmark::State& state) {
  const ReadView& view = *Published().view;
  std::vector<std::uint32_t> offsets = {0};
  std::vector<Neighbor> edges;
  std::vector<Neighbor> row;
  for (std::uint32_t symbol = 0; symbol < view.symbol_bound(); ++symbol) {
    view.Out(SymbolId{symbol}, row);
    edges.insert(edges.end(), row.begin(), row.end());
    offsets.push_back(static_cast<std::uint32_t>(edges.size()));
  }
  ScanEdges(state, [&](const ReadView&, SymbolId symbol, std::vector<Neighbor>& out) {
    const auto i = static_cast<std::size_t>(symbol);
    out.assign(edges.begin() + offsets[i], edges.begin() + offsets[i + 1]);
  });
}

BENCHMARK(BM_RawArray)->Unit(benchmark::kMillisecond);

void BM_Postings(benchmark::State& state) {
  const ReadView& view = *Published().view;
  std::vector<Posting> postings;
  // The stem of the most frequent word.
  Tokenizer tokenizer;
  std::vector<std::string_view> tokens;
  tokenizer.Append(Graph().MostFrequentWord(), tokens);
  const std::string_view frequent_term = tokens.front();
  std::uint64_t count = 0;
  for (auto _ : state) {
    view.Postings(frequent_term, postings);
    count = postings.size();
    benchmark::DoNotOptimize(postings.data());
  }
  state.counters["postings"] = static_cast<double>(count);
  state.counters["per_posting"] =
      benchmark::Counter(static_cast<double>(count) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK(BM_Postings)->Unit(benchmark::kMicrosecond);

void BM_Symbol(benchmark::State& state) {
  const ReadView& view = *Published().view;
  std::uint32_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(view.Symbol(SymbolId{i}));
    i = (i + 7919) % view.symbol_bound();
  }
}

BENCHMARK(BM_Symbol);

void BM_WithName(benchmark::State& state) {
  const ReadView& view = *Published().view;
  std::vector<SymbolId> symbols;
  std::uint32_t i = 0;
  for (auto _ : state) {
    view.WithName(view.Symbol(SymbolId{i}).name, symbols);
    benchmark::DoNotOptimize(symbols.data());
    i = (i + 7919) % view.symbol_bound();
  }
}

BENCHMARK(BM_WithName);

}  // namespace
}  // namespace waymark::graph

BENCHMARK_MAIN();
