// The indexed languages as data: one row per grammar. src/languages/ defines what the nodes of each
// grammar mean.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "graph/kinds.h"
#include "graph/records.h"

namespace waymark::indexer {

class SourceRegions;

// Parsers, and readers of files without a grammar (WM_GRAMMAR in graph/languages.def). The numbers
// are stored in facts keys.
enum class Grammar : std::uint8_t {
  kNone = 0,
#define WM_GRAMMAR(identifier, number) identifier = number,
#include "graph/languages.def"
};

// How a language marks test code. Paths are compared by component, names by prefix; all comparisons
// are case-sensitive.
struct TestConvention {
  std::span<const std::string_view> directories{};             // "tests": any directory of the path
  std::span<const std::string_view> directory_suffixes{};      // "Tests": end of such a name
  std::span<const std::string_view> production_directories{};  // "main": never hold tests
  std::span<const std::string_view> file_prefixes{};           // "test_"
  std::span<const std::string_view> file_suffixes{};           // "_test.py", with extension
  std::span<const std::string_view> function_prefixes{};       // "test", no lower-case letter next
  std::span<const std::string_view> type_prefixes{};           // "Test"
};

struct FileRouteRules;

struct GrammarRow {
  Grammar grammar = Grammar::kNone;
  Language language = Language::kNone;
  // Version of the extraction rules of this grammar. Counts up whenever equal bytes give other
  // facts than before.
  std::uint16_t extractor_version = 0;
  std::span<const std::string_view> extensions{};    // with the dot
  std::span<const std::string_view> interpreters{};  // on the #! line of files without extension
  std::span<const std::string_view> file_names{};    // whole names of files
  TestConvention tests{};
  // The parts of a file that are in the language, in files that hold others too; null: the file.
  void (*read_regions)(std::string_view file, SourceRegions& regions) = nullptr;
  std::span<const std::string_view> example_prefixes{};  // of files that show the use of others
  std::span<const std::string_view> minified_marks{};    // in names of files that a minifier wrote
  bool may_be_minified = false;  // without such a name; the length of the lines tells
  const FileRouteRules* file_routes = nullptr;  // how paths tell of routes; null: they do not
};

// Rows in order of their numbers; there may be gaps. Static storage.
std::span<const GrammarRow> AllGrammars();

// The grammar of a file, by its name and, if the name leaves a choice, by its bytes: a `.h` is C++
// if something outside comments and strings can only be C++. nullptr if the file is in no indexed
// language. Cost: O(1), for `.h` O(bytes).
const GrammarRow* DetectGrammar(std::string_view path, std::string_view bytes);

// nullptr for an unknown number.
const GrammarRow* FindGrammar(Grammar grammar);

// Where a file begins not to parse; nullopt if it parses, is in no indexed language or is too
// large. Cost: as to index the file.
std::optional<Position> FirstSyntaxError(std::string_view path, std::string_view bytes);

// Whether the path marks the file as one of tests.
bool IsTestPath(const GrammarRow& row, std::string_view path);

}  // namespace waymark::indexer
