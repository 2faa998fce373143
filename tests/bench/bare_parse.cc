// The floor under an index run: reads the same files, parses them with the same grammars on as many
// threads, and does nothing else.
//
//   bare_parse LIST THREADS      LIST holds a path a line
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <tree_sitter/api.h>

#include "graph/languages.h"
#include "indexer/language.h"
#include "syntax/rule_table.h"

namespace waymark::bench {
namespace {

// nullptr for documents and for files of which only parts are parsed.
const TSLanguage* LanguageOf(const indexer::GrammarRow& row) {
  if (!IsCode(row.language) || row.read_regions != nullptr) return nullptr;
  return indexer::RulesOf(row.grammar).grammar();
}

void ParseFiles(const std::vector<std::string>& paths, std::atomic<std::size_t>& next) {
  TSParser* parser = ts_parser_new();
  for (std::size_t i = next++; i < paths.size(); i = next++) {
    std::ifstream stream(paths[i], std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    const indexer::GrammarRow* row = indexer::DetectGrammar(paths[i], bytes);
    const TSLanguage* language = row == nullptr ? nullptr : LanguageOf(*row);
    if (language == nullptr) continue;
    ts_parser_set_language(parser, language);
    ts_tree_delete(ts_parser_parse_string(parser, nullptr, bytes.data(),
                                          static_cast<std::uint32_t>(bytes.size())));
  }
  ts_parser_delete(parser);
}

}  // namespace
}  // namespace waymark::bench

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: bare_parse LIST THREADS\n");
    return 2;
  }
  std::vector<std::string> paths;
  std::ifstream list(argv[1]);
  for (std::string line; std::getline(list, line);) paths.push_back(line);
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    threads.emplace_back([&] { waymark::bench::ParseFiles(paths, next); });
  }
  for (std::thread& thread : threads) thread.join();
  return 0;
}
