#include "graph_data.h"

#include <algorithm>
#include <memory>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/status.h"

namespace waymark::graph {

FileInputOf::FileInputOf(const FileData& file) {
  for (const SymbolData& symbol : file.symbols) {
    symbols_.push_back(SymbolInput{symbol.name, symbol.scope, symbol.signature,
                                   symbol.discriminator, symbol.ordinal, symbol.parent, symbol.kind,
                                   symbol.flags, symbol.range, symbol.name_position,
                                   symbol.doc_begin, symbol.doc_end});
  }
  for (const TermData& term : file.terms) {
    terms_.push_back(TermInput{term.symbol, term.field, term.word, term.count});
  }
  for (const UnresolvedData& reference : file.unresolved) {
    unresolved_.push_back(UnresolvedInput{reference.source, reference.name, reference.type,
                                          reference.reason, reference.site, reference.candidates});
  }
  input_ =
      FileInput{file.path, file.language, file.flags, file.facts,  file.size_bytes, file.line_count,
                symbols_,  terms_,        file.edges, unresolved_, file.mentions};
}

absl::StatusOr<BaseSummary> Build(BaseBuilder& builder, const GraphData& graph) {
  builder.SetRepository(graph.repository);
  for (const FileData& file : graph.files) {
    const FileInputOf input(file);
    WM_RETURN_IF_ERROR(builder.AddFile(input.input()).status());
  }
  std::vector<SkippedFile> skipped;
  for (const SkippedData& file : graph.skipped) skipped.push_back({file.path, file.reason});
  builder.SetSkipped(skipped);
  return builder.Finish();
}

absl::StatusOr<std::uint64_t> PublishGraph(Store& store, const ViewKey& key,
                                           const GraphData& graph) {
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<Writer> writer, store.BeginWrite());
  WM_ASSIGN_OR_RETURN(const std::optional<ViewRecord> previous, writer->FindView(key));
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<BaseBuilder> builder, writer->NewBase());
  WM_ASSIGN_OR_RETURN(const BaseSummary summary, Build(*builder, graph));
  PublishRequest request;
  request.key = key;
  request.base = summary.segment;
  request.root = summary.root;
  request.commit = "0123abcd";
  request.root_path = "/checkout";
  request.indexed_unix_seconds = 1700000000;
  request.expected_generation = previous ? previous->generation : 0;
  for (const FileData& file : graph.files) {
    FileState state;
    state.path = file.path;
    state.size_bytes = file.size_bytes;
    state.content = file.facts.content;
    request.file_states.push_back(state);
  }
  return writer->Publish(request);
}

namespace {

FileData MakeFile(std::string path, std::uint32_t first_symbol) {
  FileData file;
  file.path = std::move(path);
  file.facts.grammar = 1;
  file.facts.extractor_version = 1;
  file.facts.content = HashContent(file.path);
  file.size_bytes = 100 + first_symbol;
  file.line_count = 20;
  SymbolData own;
  own.kind = SymbolKind::kFile;
  own.name = file.path.substr(file.path.rfind('/') + 1);
  own.range = SourceRange{{1, 1}, {20, 1}};
  own.name_position = Position{1, 1};
  file.symbols.push_back(own);
  return file;
}

SymbolData MakeSymbol(SymbolKind kind, std::string scope, std::string name, std::uint32_t line,
                      SymbolId parent) {
  SymbolData symbol;
  symbol.kind = kind;
  symbol.name = std::move(name);
  symbol.scope = std::move(scope);
  symbol.signature = "def " + symbol.name + "(self)";
  symbol.parent = parent;
  symbol.range = SourceRange{{line, 1}, {line + 3, 10}};
  symbol.name_position = Position{line, 5};
  return symbol;
}

}  // namespace

GraphData SmallGraph() {
  GraphData graph;
  FileData app = MakeFile("app.py", 0);
  app.symbols.push_back(MakeSymbol(SymbolKind::kClass, "app", "App", 2, SymbolId{0}));
  app.symbols.push_back(MakeSymbol(SymbolKind::kMethod, "app.App", "run", 3, SymbolId{1}));
  app.symbols.push_back(MakeSymbol(SymbolKind::kMethod, "app.App", "stop", 8, SymbolId{1}));
  app.symbols[1].doc_begin = 10;
  app.symbols[1].doc_end = 42;
  app.edges.push_back({2, SymbolId{3}, EdgeType::kCalls, EdgeRule::kSelfMember, {5, 9}});
  app.edges.push_back({2, SymbolId{3}, EdgeType::kCalls, EdgeRule::kUniqueGlobal, {4, 9}});
  app.terms.push_back({1, Field::kDocumentation, "applications", 2});
  app.terms.push_back({2, Field::kIdentifiers, "stop", 2});
  app.unresolved.push_back({2, "print", EdgeType::kCalls, UnresolvedReason::kExternal, {6, 5}, {}});
  graph.files.push_back(app);

  FileData main = MakeFile("main.py", 4);
  main.symbols.push_back(MakeSymbol(SymbolKind::kFunction, "main", "main", 3, SymbolId{4}));
  main.edges.push_back({1, SymbolId{2}, EdgeType::kCalls, EdgeRule::kConstructedReceiver, {4, 8}});
  main.edges.push_back({0, SymbolId{1}, EdgeType::kImports, EdgeRule::kImportBinding, {1, 1}});
  main.unresolved.push_back({1,
                             "stop",
                             EdgeType::kCalls,
                             UnresolvedReason::kAmbiguous,
                             {5, 8},
                             {SymbolId{3}, SymbolId{7}}});
  graph.files.push_back(main);

  FileData test = MakeFile("test_app.py", 6);
  test.flags = kFileTest;
  test.symbols.push_back(MakeSymbol(SymbolKind::kFunction, "test_app", "test_run", 3, SymbolId{6}));
  test.edges.push_back({1, SymbolId{5}, EdgeType::kCalls, EdgeRule::kImportBinding, {4, 5}});
  graph.files.push_back(test);
  graph.skipped.push_back({"image.bin", SkipReason::kBinary});
  return graph;
}

namespace {

// std::uniform_int_distribution differs between libraries; this does not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint32_t Below(std::uint32_t bound) { return static_cast<std::uint32_t>(engine_() % bound); }

  bool OneIn(std::uint32_t n) { return Below(n) == 0; }

  template <typename T>
  T Pick(std::span<const T> from) {
    return from[Below(static_cast<std::uint32_t>(from.size()))];
  }

 private:
  std::mt19937_64 engine_;
};

constexpr EdgeType kRandomTypes[] = {EdgeType::kCalls,   EdgeType::kImports,  EdgeType::kReferences,
                                     EdgeType::kExtends, EdgeType::kMemberOf, EdgeType::kTestedBy,
                                     EdgeType::kDeclares};
constexpr std::string_view kRandomWords[] = {
    "request", "requests", "HTTPServer", "parse_url", "index", "indexes", "connection",
    "x",       "größe",    "db",         "run",       "Store", "open",    "opening",
    "a1b2",    "token",    "tokenizer",  "value",     "self",  "path",    "very_long_compound_Name",
};

std::string RandomName(Random& random) {
  std::string name(random.Pick(std::span<const std::string_view>(kRandomWords)));
  if (random.OneIn(2)) name += std::to_string(random.Below(50));
  return name;
}

SymbolData RandomSymbol(Random& random, std::uint32_t first, std::uint32_t index,
                        std::uint32_t total) {
  SymbolData symbol = MakeSymbol(random.Pick(AllKinds()), RandomName(random), RandomName(random),
                                 10 * index, SymbolId{first + random.Below(index)});
  if (random.OneIn(10)) symbol.parent = SymbolId{random.Below(total)};
  if (symbol.parent == SymbolId{first + index}) symbol.parent = SymbolId{first};
  if (random.OneIn(5)) symbol.discriminator = "(" + RandomName(random) + ")";
  if (random.OneIn(8)) symbol.ordinal = random.Below(5);
  if (random.OneIn(6)) symbol.flags = kSymbolTest;
  if (random.OneIn(4)) symbol.flags |= kSymbolExported;
  if (random.OneIn(3)) symbol.doc_end = 1 + random.Below(1000);
  if (random.OneIn(7)) symbol.signature.clear();
  if (random.OneIn(20)) symbol.name.clear();
  if (random.OneIn(12)) symbol.range.end.line += 70000;
  if (random.OneIn(12)) symbol.range.begin.column = 1000000;
  if (random.OneIn(12)) symbol.name_position.line = 1;
  return symbol;
}

void AddRandomReferences(Random& random, std::uint32_t symbol, std::uint32_t total,
                         FileData& file) {
  EdgeInput edge;
  edge.source = symbol;
  edge.target = SymbolId{random.Below(total)};
  edge.type = random.Pick(std::span<const EdgeType>(kRandomTypes));
  edge.rule = random.Pick(AllEdgeRules());
  if (!random.OneIn(4)) edge.site = Position{1 + random.Below(200), 1 + random.Below(300)};
  file.edges.push_back(edge);
  if (random.OneIn(3)) {
    edge.site = Position{1 + random.Below(200), 1 + random.Below(300)};
    edge.rule = random.Pick(AllEdgeRules());
    file.edges.push_back(edge);
  }
  if (!random.OneIn(3)) return;
  UnresolvedData reference;
  reference.source = symbol;
  reference.name = RandomName(random);
  reference.type = random.Pick(std::span<const EdgeType>(kRandomTypes));
  reference.reason = static_cast<UnresolvedReason>(1 + random.Below(4));
  reference.site = Position{1 + random.Below(200), 1 + random.Below(300)};
  if (reference.reason == UnresolvedReason::kAmbiguous) {
    for (std::uint32_t i = 2 + random.Below(7); i > 0; --i) {
      reference.candidates.push_back(SymbolId{random.Below(total)});
    }
    std::sort(reference.candidates.begin(), reference.candidates.end());
  }
  file.unresolved.push_back(reference);
}

}  // namespace

GraphData RandomGraph(const RandomGraphOptions& options) {
  Random random(options.seed);
  std::vector<std::uint32_t> counts;
  std::uint32_t total = 0;
  for (std::uint32_t i = 0; i < options.files; ++i) {
    counts.push_back(1 + random.Below(options.symbols_per_file));
    total += counts.back();
  }
  GraphData graph;
  std::uint32_t first = 0;
  for (std::uint32_t i = 0; i < options.files; ++i) {
    FileData file = MakeFile(
        fmt::format("dir{}/{:05}_{}.py", i * 7 / options.files, i, RandomName(random)), first);
    if (random.OneIn(5)) file.flags = kFileTest;
    if (random.OneIn(6)) file.language = Language::kCpp;
    if (random.OneIn(6)) file.language = Language::kProse;
    for (std::uint32_t s = 1; s < counts[i]; ++s) {
      file.symbols.push_back(RandomSymbol(random, first, s, total));
    }
    for (std::uint32_t s = 0; s < counts[i]; ++s) {
      for (std::uint32_t e = random.Below(2 * options.edges_per_symbol + 1); e > 0; --e) {
        AddRandomReferences(random, s, total, file);
      }
      for (std::uint32_t t = random.Below(2 * options.terms_per_symbol + 1); t > 0; --t) {
        file.terms.push_back({s, static_cast<Field>(2 + random.Below(4)), RandomName(random),
                              random.OneIn(50) ? 70000 : 1 + random.Below(3)});
      }
    }
    for (std::uint32_t m = random.Below(40); m > 0; --m) {
      file.mentions.push_back(MentionHash(RandomName(random)));
    }
    std::sort(file.mentions.begin(), file.mentions.end());
    file.mentions.erase(std::unique(file.mentions.begin(), file.mentions.end()),
                        file.mentions.end());
    std::shuffle(file.edges.begin(), file.edges.end(), std::mt19937_64(options.seed + i));
    std::shuffle(file.terms.begin(), file.terms.end(), std::mt19937_64(options.seed + i));
    std::shuffle(file.unresolved.begin(), file.unresolved.end(), std::mt19937_64(options.seed + i));
    first += counts[i];
    graph.files.push_back(std::move(file));
  }
  std::sort(graph.files.begin(), graph.files.end(),
            [](const FileData& a, const FileData& b) { return a.path < b.path; });
  graph.skipped.push_back({"data/big.bin", SkipReason::kBinary});
  graph.skipped.push_back({"a/long.js", SkipReason::kLineTooLong});
  return graph;
}

}  // namespace waymark::graph
