// Graphs for tests: files with owned strings, written by hand or at random, and their way into a
// store.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/store.h"

namespace waymark::graph {

struct TermData {
  std::uint32_t symbol = 0;
  Field field = Field::kIdentifiers;
  std::string word;
  std::uint32_t count = 1;
};

struct SymbolData {
  std::string name;
  std::string scope;
  std::string signature;
  std::string discriminator;
  std::uint32_t ordinal = 0;
  SymbolId parent = SymbolId::kNone;
  SymbolKind kind = SymbolKind::kFunction;
  std::uint16_t flags = 0;
  SourceRange range;
  Position name_position;
  std::uint32_t doc_begin = 0;
  std::uint32_t doc_end = 0;
};

struct UnresolvedData {
  std::uint32_t source = 0;
  std::string name;
  EdgeType type = EdgeType::kCalls;
  UnresolvedReason reason = UnresolvedReason::kUnknown;
  Position site;
  std::vector<SymbolId> candidates;
};

struct FileData {
  std::string path;
  Language language = Language::kPython;
  std::uint16_t flags = 0;
  FactsKey facts;
  std::uint64_t size_bytes = 0;
  std::uint32_t line_count = 0;
  std::vector<SymbolData> symbols;
  std::vector<TermData> terms;
  std::vector<EdgeInput> edges;
  std::vector<UnresolvedData> unresolved;
  std::vector<std::uint32_t> mentions;  // ascending
};

struct SkippedData {
  std::string path;
  SkipReason reason = SkipReason::kBinary;
};

struct GraphData {
  std::string repository = "example.org/repo";
  std::vector<FileData> files;  // in byte order of paths
  std::vector<SkippedData> skipped;
};

// The views of one FileData, valid as long as it and this object.
class FileInputOf {
 public:
  explicit FileInputOf(const FileData& file);

  const FileInput& input() const { return input_; }

 private:
  std::vector<SymbolInput> symbols_;
  std::vector<TermInput> terms_;
  std::vector<UnresolvedInput> unresolved_;
  FileInput input_;
};

// Feeds all files to a builder and finishes it.
absl::StatusOr<BaseSummary> Build(BaseBuilder& builder, const GraphData& graph);

// The view that most tests are about.
inline const ViewKey kKey = {"example.org/repo", "work:1"};

// Builds a base from the graph and publishes it as the next generation of the view.
absl::StatusOr<std::uint64_t> PublishGraph(Store& store, const ViewKey& key,
                                           const GraphData& graph);

// Three Python files by hand: a class with two methods, a function that calls one of them, a test
// that calls the function.
//
//   0 app.py        1 App   2 App.run   3 App.stop
//   4 main.py       5 main
//   6 test_app.py   7 test_run
GraphData SmallGraph();

struct RandomGraphOptions {
  std::uint64_t seed = 1;
  std::uint32_t files = 20;
  std::uint32_t symbols_per_file = 20;  // at most; at least the file's own
  std::uint32_t edges_per_symbol = 4;   // on average
  std::uint32_t terms_per_symbol = 10;
};

// Names, terms and targets are drawn from small pools, so that everything repeats. The same options
// give the same graph.
GraphData RandomGraph(const RandomGraphOptions& options);

}  // namespace waymark::graph
