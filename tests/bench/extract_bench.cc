// Extraction beside bare parsing of the same files, on one thread, in alternating rounds.
//
//   extract [DIRECTORY...]     default: this repository
//
// Prints a line a grammar: bytes, parse rate, and CPU time of extraction, and of extraction with
// encoding, as multiples of the bare parse (tree deleted) of the round; medians of the rounds.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <tree_sitter/api.h>

#include "extract/extract.h"
#include "indexer/indexer.h"
#include "syntax/rule_table.h"
#include "thread_time.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;

constexpr int kRounds = 7;

using Corpus = std::map<const GrammarRow*, std::vector<std::string>>;

void Collect(const fs::path& root, Corpus& corpus) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_regular_file() && !entry.is_symlink()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    std::ifstream stream(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    const GrammarRow* row = DetectGrammar(path.string(), bytes);
    if (row == nullptr || row->language == Language::kProse) continue;  // no parse to compare with
    if (bytes.size() <= kMaxFileBytes) corpus[row].push_back(std::move(bytes));
  }
}

double ParseAll(const GrammarRow& row, const std::vector<std::string>& files) {
  const double start = bench::ThreadSeconds();
  TSParser* parser = ts_parser_new();
  ts_parser_set_language(parser, RulesOf(row.grammar).grammar());
  for (const std::string& bytes : files) {
    ts_tree_delete(ts_parser_parse_string(parser, nullptr, bytes.data(),
                                          static_cast<std::uint32_t>(bytes.size())));
  }
  ts_parser_delete(parser);
  return bench::ThreadSeconds() - start;
}

struct Extracted {
  double extract_seconds = 0;
  double encode_seconds = 0;
  std::uint64_t encoded_bytes = 0;
};

Extracted ExtractAll(const GrammarRow& row, const std::vector<std::string>& files) {
  Extracted result;
  Extractor extractor;
  for (const std::string& bytes : files) {
    const double start = bench::ThreadSeconds();
    const absl::StatusOr<FileFacts> facts = extractor.Extract(bytes, row);
    const double extracted = bench::ThreadSeconds();
    result.extract_seconds += extracted - start;
    if (!facts.ok()) continue;
    result.encoded_bytes += EncodeHeader(*facts).size() + EncodeBody(*facts).size();
    result.encode_seconds += bench::ThreadSeconds() - extracted;
  }
  return result;
}

template <std::size_t kCount>
double Median(std::array<double, kCount> values) {
  std::sort(values.begin(), values.end());
  return values[kCount / 2];
}

void Measure(const GrammarRow& row, const std::vector<std::string>& files) {
  std::uint64_t bytes = 0;
  for (const std::string& file : files) bytes += file.size();
  std::array<double, kRounds> parse{};
  std::array<double, kRounds> extract{};
  std::array<double, kRounds> with_encoding{};
  std::uint64_t encoded = 0;
  for (std::size_t round = 0; round < kRounds; ++round) {
    parse[round] = ParseAll(row, files);
    const Extracted extracted = ExtractAll(row, files);
    extract[round] = extracted.extract_seconds / parse[round];
    with_encoding[round] = (extracted.extract_seconds + extracted.encode_seconds) / parse[round];
    encoded = extracted.encoded_bytes;
  }
  fmt::print(
      "{:2} {:10} {:6} files {:9.2f} MB  parse {:6.2f} MB/s  extract {:5.3f} x  with encoding "
      "{:5.3f} x  facts {:.3f} B/B\n",
      static_cast<int>(row.grammar), Name(row.language), files.size(),
      static_cast<double>(bytes) / 1e6, static_cast<double>(bytes) / 1e6 / Median(parse),
      Median(extract), Median(with_encoding),
      static_cast<double>(encoded) / static_cast<double>(bytes));
}

}  // namespace
}  // namespace waymark::indexer

int main(int argc, char** argv) {
  waymark::indexer::Corpus corpus;
  for (int i = 1; i < argc; ++i) waymark::indexer::Collect(argv[i], corpus);
  if (argc == 1) waymark::indexer::Collect(WM_SOURCE_DIR, corpus);
  for (const auto& [row, files] : corpus) waymark::indexer::Measure(*row, files);
}
