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

#include "indexer/language.h"

extern "C" {
const TSLanguage* tree_sitter_python(void);
const TSLanguage* tree_sitter_c_sharp(void);
const TSLanguage* tree_sitter_ruby(void);
const TSLanguage* tree_sitter_rust(void);
const TSLanguage* tree_sitter_c(void);
const TSLanguage* tree_sitter_cpp(void);
const TSLanguage* tree_sitter_go(void);
const TSLanguage* tree_sitter_typescript(void);
const TSLanguage* tree_sitter_tsx(void);
const TSLanguage* tree_sitter_java(void);
const TSLanguage* tree_sitter_javascript(void);
}

namespace waymark::bench {
namespace {

const TSLanguage* LanguageOf(indexer::Grammar grammar) {
  switch (grammar) {
    case indexer::Grammar::kPython:
      return tree_sitter_python();
    case indexer::Grammar::kC:
      return tree_sitter_c();
    case indexer::Grammar::kCpp:
      return tree_sitter_cpp();
    case indexer::Grammar::kGo:
      return tree_sitter_go();
    case indexer::Grammar::kTypeScript:
      return tree_sitter_typescript();
    case indexer::Grammar::kTsx:
      return tree_sitter_tsx();
    case indexer::Grammar::kJavaScript:
      return tree_sitter_javascript();
    case indexer::Grammar::kJava:
      return tree_sitter_java();
    case indexer::Grammar::kRuby:
      return tree_sitter_ruby();
    case indexer::Grammar::kRust:
      return tree_sitter_rust();
    case indexer::Grammar::kCSharp:
      return tree_sitter_c_sharp();
    case indexer::Grammar::kMarkdown:
    case indexer::Grammar::kRestructuredText:
    case indexer::Grammar::kCodeOwners:
    case indexer::Grammar::kUnindexedSource:
    case indexer::Grammar::kTemplate:
    case indexer::Grammar::kNone:
      break;
  }
  return nullptr;
}

void ParseFiles(const std::vector<std::string>& paths, std::atomic<std::size_t>& next) {
  TSParser* parser = ts_parser_new();
  for (std::size_t i = next++; i < paths.size(); i = next++) {
    std::ifstream stream(paths[i], std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    const indexer::GrammarRow* row = indexer::DetectGrammar(paths[i], bytes);
    const TSLanguage* language = row == nullptr ? nullptr : LanguageOf(row->grammar);
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
