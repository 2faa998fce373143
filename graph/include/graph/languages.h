// The traits of each language that all modules need; the rows are in graph/languages.def.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "graph/ascii.h"
#include "graph/kinds.h"

namespace waymark {

// Languages of one group can mean each other's definitions by a name.
enum class NameGroup : std::uint8_t {
  kNone = 0,
#define WM_NAME_GROUP(id) id,
#include "graph/languages.def"
};

inline constexpr std::size_t kNameGroupCount = 1
#define WM_NAME_GROUP(id) +1
#include "graph/languages.def"
    ;

// What an import names.
enum class Imports : std::uint8_t {
  kModule,     // a module or a member of it, by a qualified name
  kPath,       // a file by its path, or a package
  kLoadPath,   // a file by the end of its path; names are found without an import
  kHeader,     // a file whose text is included
  kDirectory,  // all files of a directory
  kNamespace,  // a namespace, whose files most often lie in one directory
  kType,       // a type of a package, whose files lie in one directory
};

// Which symbols code of other repositories can use.
enum class ExternalUses : std::uint8_t {
  kAll,
  kLinked,    // functions that have external linkage or stand in a header, and all other symbols
  kExported,  // symbols that are marked as exported
};

// Where definitions of one name and scope stand of which one is built, or which are one to a user.
enum class Alternatives : std::uint8_t {
  kFile,       // in one file
  kDirectory,  // in one file, or in files of a directory, one a platform
  kAnywhere,   // wherever the scope goes on: a condition leaves out a whole module
  kBranches,   // in branches of `#if`
};

// How tests are written that are no symbols.
enum class TestBlocks : std::uint8_t {
  kNone,    // every test is a symbol
  kCalls,   // blocks that a call is given: `it "..." do`
  kMacros,  // blocks behind a macro: TEST_CASE("...") { ... }
};

struct TextMarks {
  std::string_view begin{};
  std::string_view end{};
};

// Lists of words are those of graph/ascii.h.
struct LanguageTraits {
  NameGroup name_group = NameGroup::kNone;
  bool is_code = true;  // false: documents, whose symbols are sections

  // Qualified names.
  std::string_view separator = ".";  // between scopes
  // In front of methods and fields of an instance, and of the type itself; empty: the separator.
  std::string_view instance_separator{};
  std::string_view static_separator{};

  // Comments.
  std::string_view line_comment{};         // begins one that ends with the line
  bool comments_follow_blanks = false;     // elsewhere the mark is a part of a word or a string
  bool has_block_comments = false;         // /* */
  std::string_view documentation_marks{};  // words: what line comments that document begin with
  std::array<TextMarks, 2> head_texts{};   // further texts at a file's head that speak of all of it
  char directive_mark = '\0';  // begins a line that is for the preprocessor or the compiler

  // Literals.
  std::string_view quotes{};            // that strings begin and end with
  std::string_view multiline_quotes{};  // the ones whose strings go on over line ends
  char lone_quote = '\0';       // closes a character, and begins a name where nothing closes it: 'a
  char raw_string_mark = '\0';  // in front of a string whose delimiter says where it ends: R"x()x"
  char digit_separator = '\0';  // a quote that stands between digits too: 1'000

  // Statements.
  bool lines_end_statements = false;  // outside of parentheses
  bool indentation_nests = false;
  std::array<std::string_view, 5> import_begins{};  // how statements begin that import

  // Modules.
  Imports imports = Imports::kModule;
  std::string_view manifest{};  // file that names the packages or the programs around it
  ExternalUses external_uses = ExternalUses::kAll;
  // Words: what extensions of files begin with that are compiled by themselves; others are
  // included.
  std::string_view unit_extensions{};

  // Definitions.
  Alternatives alternatives = Alternatives::kFile;
  bool parameters_distinguish = false;        // definitions of one name and scope
  bool enumerators_escape = false;            // they are names of the scope around their type
  bool runs_decorators = false;               // with what they decorate; elsewhere they are notes
  bool decorators_begin_definitions = false;  // they lie in the range of what they decorate
  char unnamed_type_mark = '\0';              // begins the name that is given to a type without one

  // Functions that run without a call by their name.
  std::string_view constructors{};    // words: found by the name of their type
  bool constructors_convert = false;  // they run where a value of another type is written
  std::string_view implicit_names{};  // words: run by the syntax of loops, conversions, operators
  std::string_view implicit_marks{};  // characters that names begin with which the syntax runs
  std::string_view operator_word{};   // begins the names of operators and conversions
  std::string_view special_affix{};   // around names that the syntax runs: __add__

  // Tests.
  TestBlocks test_blocks = TestBlocks::kNone;
  std::string_view test_bases{};  // words: bases of test classes, of the language's own framework
};

// One past the largest number of a language; the numbers have no gaps.
inline constexpr std::size_t kLanguageBound = 1
#define WM_LANGUAGE(id, number, name, ...) +1
#include "graph/languages.def"
    ;

// By number; the first row is that of no language.
inline constexpr auto kLanguageTraits = [] {
  std::array<LanguageTraits, kLanguageBound> table{};
#define WM_LANGUAGE(id, number, name, ...) table[number] = LanguageTraits{__VA_ARGS__};
#include "graph/languages.def"
  return table;
}();

// A number outside of the list has the traits of no language.
constexpr const LanguageTraits& TraitsOf(Language language) {
  const auto number = static_cast<std::size_t>(language);
  return kLanguageTraits[number < kLanguageBound ? number : 0];
}

constexpr NameGroup NameGroupOf(Language language) { return TraitsOf(language).name_group; }

// The group of documents.
inline constexpr NameGroup kDocumentGroup = [] {
  for (const LanguageTraits& traits : kLanguageTraits) {
    if (!traits.is_code) return traits.name_group;
  }
  return NameGroup::kNone;
}();

constexpr bool IsCode(Language language) { return TraitsOf(language).is_code; }

// Whether an import names a package: its files depend on each other freely.
constexpr bool ImportsPackages(Language language) {
  const Imports imports = TraitsOf(language).imports;
  return imports == Imports::kDirectory || imports == Imports::kNamespace ||
         imports == Imports::kType;
}

// Whether what an import names is a directory.
constexpr bool ImportsDirectories(Language language) {
  return ImportsPackages(language) && TraitsOf(language).imports != Imports::kType;
}

// Whether the file is compiled by itself: `a.c`, `a.cc`. Others are included, as headers and
// `a.inl` are; languages without inclusion have no translation units.
constexpr bool IsTranslationUnit(Language language, std::string_view path) {
  const std::size_t dot = path.rfind('.');
  bool is_unit = false;
  if (dot != std::string_view::npos) {
    VisitWords(TraitsOf(language).unit_extensions, [&](std::string_view begin) {
      is_unit = is_unit || path.substr(dot).starts_with(begin);
    });
  }
  return is_unit;
}

// Separator between the scopes of a qualified name: "." or "::".
constexpr std::string_view Separator(Language language) { return TraitsOf(language).separator; }

// What stands in front of a symbol's own name, where its scope has one: that of scopes, but for the
// methods, fields and constants of types in a language that marks them.
constexpr std::string_view Separator(Language language, SymbolKind kind, bool is_static) {
  const bool is_member = kind == SymbolKind::kMethod || kind == SymbolKind::kField ||
                         (kind == SymbolKind::kConst && is_static);
  const LanguageTraits& traits = TraitsOf(language);
  const std::string_view own = is_static ? traits.static_separator : traits.instance_separator;
  return is_member && !own.empty() ? own : traits.separator;
}

}  // namespace waymark
