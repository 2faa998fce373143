// The languages that are indexed, as data: one row a grammar. What the nodes of a grammar mean is
// in src/languages/.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "graph/kinds.h"

namespace waymark::indexer {

// Parsers. The numbers are stored in facts keys and never change.
enum class Grammar : std::uint8_t {
  kNone = 0,
  kPython = 1,
  kC = 2,
  kCpp = 3,
  kGo = 4,
  kTypeScript = 5,
  kTsx = 6,
  kJavaScript = 7,
  kRust = 8,
  kJava = 9,
  kCSharp = 10,
  kRuby = 11,
  kMarkdown = 12,
  kRestructuredText = 13,
  kCodeOwners = 14,
  kUnindexedSource = 15,  // of no grammar: words alone
  kTemplate = 16,         // likewise, between marks
};

// How a language marks tests. Paths are compared by component, names by prefix; all are
// case-sensitive.
struct TestConvention {
  std::span<const std::string_view> directories{};             // "tests": any directory of the path
  std::span<const std::string_view> directory_suffixes{};      // "Tests": of such a directory
  std::span<const std::string_view> production_directories{};  // "main": hold none in any case
  std::span<const std::string_view> file_prefixes{};           // "test_"
  std::span<const std::string_view> file_suffixes{};           // "_test.py", extension included
  std::span<const std::string_view> function_prefixes{};  // "test": and no lower-case letter next
  std::span<const std::string_view> type_prefixes{};      // "Test"
};

struct FileRouteRules;

struct GrammarRow {
  Grammar grammar = Grammar::kNone;
  Language language = Language::kNone;
  // Of the facts that the rules of this grammar give. Counts up when equal bytes give other facts
  // than before.
  std::uint16_t extractor_version = 0;
  std::span<const std::string_view> extensions{};    // with the dot
  std::span<const std::string_view> interpreters{};  // on the #! line of files without extension
  std::span<const std::string_view> file_names{};    // of files that are known by their whole name
  TestConvention tests{};
  std::span<const std::string_view> example_prefixes{};  // of files that show the use of others
  std::span<const std::string_view> minified_marks{};    // in names of files that a minifier wrote
  bool may_be_minified = false;  // without such a name; the length of the lines tells
  const FileRouteRules* file_routes = nullptr;  // how paths tell of routes; null: they do not
};

// Rows in order of their numbers, of which some may be missing. Static storage.
std::span<const GrammarRow> AllGrammars();

// The grammar of a file by its name, and where that leaves a choice, by its bytes: a `.h` is C++
// when something outside comments and strings can only be C++. nullptr when the file is in no
// indexed language. Cost: O(1) but for `.h`, O(bytes) there.
const GrammarRow* DetectGrammar(std::string_view path, std::string_view bytes);

// nullptr when the number is none of ours.
const GrammarRow* FindGrammar(Grammar grammar);

// Whether the path says that the file holds tests.
bool IsTestPath(const GrammarRow& row, std::string_view path);

}  // namespace waymark::indexer
