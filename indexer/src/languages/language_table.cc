// One row a grammar. Adding a language is a row here, a rule table in languages/ and a line in
// cmake/grammars.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <utility>

#include "documents/unindexed_source.h"
#include "indexer/language.h"
#include "languages/c_family/header_dialect.h"
#include "languages/languages.h"
#include "resolve/program/path_index.h"
#include "syntax/rule_table.h"

extern "C" {
const TSLanguage* tree_sitter_c(void);
const TSLanguage* tree_sitter_c_sharp(void);
const TSLanguage* tree_sitter_cpp(void);
const TSLanguage* tree_sitter_go(void);
const TSLanguage* tree_sitter_java(void);
const TSLanguage* tree_sitter_javascript(void);
const TSLanguage* tree_sitter_python(void);
const TSLanguage* tree_sitter_ruby(void);
const TSLanguage* tree_sitter_rust(void);
const TSLanguage* tree_sitter_tsx(void);
const TSLanguage* tree_sitter_typescript(void);
}

namespace waymark::indexer {

namespace {

// Python.
constexpr std::string_view kPythonExtensions[] = {".py", ".pyi", ".pyw"};
constexpr std::string_view kPythonInterpreters[] = {"python", "python2", "python3"};
constexpr std::string_view kPythonTestDirectories[] = {"test", "tests", "testing"};
constexpr std::string_view kPythonTestPrefixes[] = {"test_", "tests.", "conftest."};
constexpr std::string_view kPythonTestSuffixes[] = {"_test.py", "_tests.py"};
constexpr std::string_view kPythonTestFunctions[] = {"test"};
constexpr std::string_view kPythonTestTypes[] = {"Test"};

// C and C++, which share the headers.
constexpr std::string_view kHeaderExtension = ".h";
constexpr std::string_view kCExtensions[] = {".c", kHeaderExtension};
constexpr std::string_view kCppExtensions[] = {".cc",  ".cpp", ".cxx", ".c++", ".C",
                                               ".hh",  ".hpp", ".hxx", ".h++", ".H",
                                               ".inl", ".ipp", ".tcc", ".cu",  ".cuh"};
constexpr std::string_view kCTestDirectories[] = {"test", "tests", "testing", "unittests"};
constexpr std::string_view kCTestPrefixes[] = {"test_"};
constexpr std::string_view kCTestSuffixes[] = {"_test.c", "_test.h", "-test.c", "_tests.c",
                                               "_unittest.c"};
constexpr std::string_view kCppTestSuffixes[] = {
    "_test.cc",      "_test.cpp", "_test.cxx", "_tests.cc", "_tests.cpp", "_unittest.cc",
    "_unittest.cpp", "-test.cpp", "Test.cpp",  "Tests.cpp", "_test.h"};

// Go.
constexpr std::string_view kGoExtensions[] = {".go"};
constexpr std::string_view kGoTestSuffixes[] = {"_test.go"};
constexpr std::string_view kGoExamplePrefixes[] = {"example_"};
constexpr std::string_view kGoTestFunctions[] = {"Test", "Benchmark", "Fuzz", "Example"};

// TypeScript and JavaScript.
constexpr std::string_view kTypeScriptExtensions[] = {".ts", ".mts", ".cts"};
constexpr std::string_view kTsxExtensions[] = {".tsx"};
constexpr std::string_view kJavaScriptExtensions[] = {".js", ".jsx", ".mjs", ".cjs"};
constexpr std::string_view kJavaScriptInterpreters[] = {"node"};
constexpr std::string_view kScriptTestDirectories[] = {"test", "tests", "__tests__", "__mocks__",
                                                       "e2e"};
constexpr std::string_view kScriptTestSuffixes[] = {
    ".test.ts",  ".test.tsx", ".test.mts", ".test.cts", ".test.js",  ".test.jsx",
    ".test.mjs", ".test.cjs", ".spec.ts",  ".spec.tsx", ".spec.mts", ".spec.cts",
    ".spec.js",  ".spec.jsx", ".spec.mjs", ".spec.cjs",
};

constexpr std::string_view kMinifiedMarks[] = {"-min.", ".bundle."};

// Java. What lies below src/main is no test, whatever it is called.
constexpr std::string_view kJavaExtensions[] = {".java"};
constexpr std::string_view kJavaTestDirectories[] = {"test", "tests", "androidTest"};
constexpr std::string_view kJavaProductionDirectories[] = {"main"};
constexpr std::string_view kJavaTestSuffixes[] = {"Test.java", "Tests.java", "TestCase.java",
                                                  "IT.java"};
// Ruby.
constexpr std::string_view kRubyExtensions[] = {".rb", ".rake", ".gemspec", ".ru"};
constexpr std::string_view kRubyInterpreters[] = {"ruby"};
constexpr std::string_view kRubyFileNames[] = {"Rakefile", "Gemfile",     "Guardfile",  "Capfile",
                                               "Thorfile", "Vagrantfile", "Dangerfile", "Berksfile",
                                               "Podfile",  "Fastfile",    "Appraisals", "Steepfile",
                                               "Brewfile", "Puppetfile",  "rakefile"};
constexpr std::string_view kRubyTestDirectories[] = {"test", "tests", "spec", "specs", "features"};
constexpr std::string_view kRubyTestPrefixes[] = {"test_"};
constexpr std::string_view kRubyTestFunctions[] = {"test"};
constexpr std::string_view kRubyTestSuffixes[] = {"_test.rb", "_spec.rb"};
// Rust.
constexpr std::string_view kRustExtensions[] = {".rs"};
constexpr std::string_view kRustTestDirectories[] = {"tests", "benches"};
constexpr std::string_view kRustTestSuffixes[] = {"_test.rs", "_tests.rs"};
constexpr std::string_view kRustTestNames[] = {"tests.rs", "test.rs"};

// C#.
constexpr std::string_view kCSharpExtensions[] = {".cs"};
constexpr std::string_view kCSharpTestDirectories[] = {"test", "tests", "Test"};
constexpr std::string_view kCSharpTestDirectorySuffixes[] = {"Tests", ".Test", ".tests", "Specs"};
constexpr std::string_view kCSharpTestSuffixes[] = {"Tests.cs", "Test.cs"};

// Documents.
constexpr std::string_view kMarkdownExtensions[] = {".md", ".markdown"};
constexpr std::string_view kRestructuredTextExtensions[] = {".rst"};
constexpr std::string_view kCodeOwnersFileNames[] = {"CODEOWNERS"};
constexpr std::string_view kProseTestDirectories[] = {"test", "tests", "testing", "spec", "specs"};

constexpr GrammarRow kGrammarRows[] = {
    {.grammar = Grammar::kPython,
     .language = Language::kPython,
     .extractor_version = 27,
     .extensions = kPythonExtensions,
     .interpreters = kPythonInterpreters,
     .tests = {.directories = kPythonTestDirectories,
               .file_prefixes = kPythonTestPrefixes,
               .file_suffixes = kPythonTestSuffixes,
               .function_prefixes = kPythonTestFunctions,
               .type_prefixes = kPythonTestTypes}},
    {.grammar = Grammar::kC,
     .language = Language::kC,
     .extractor_version = 36,
     .extensions = kCExtensions,
     .tests = {.directories = kCTestDirectories,
               .file_prefixes = kCTestPrefixes,
               .file_suffixes = kCTestSuffixes}},
    {.grammar = Grammar::kCpp,
     .language = Language::kCpp,
     .extractor_version = 39,
     .extensions = kCppExtensions,
     .tests = {.directories = kCTestDirectories,
               .file_prefixes = kCTestPrefixes,
               .file_suffixes = kCppTestSuffixes}},
    {.grammar = Grammar::kGo,
     .language = Language::kGo,
     .extractor_version = 20,
     .extensions = kGoExtensions,
     .tests = {.file_suffixes = kGoTestSuffixes, .function_prefixes = kGoTestFunctions},
     .example_prefixes = kGoExamplePrefixes},
    {.grammar = Grammar::kTypeScript,
     .language = Language::kTypeScript,
     .extractor_version = 30,
     .extensions = kTypeScriptExtensions,
     .tests = {.directories = kScriptTestDirectories, .file_suffixes = kScriptTestSuffixes},
     .may_be_minified = true,
     .file_routes = &kScriptFileRoutes},
    {.grammar = Grammar::kTsx,
     .language = Language::kTypeScript,
     .extractor_version = 30,
     .extensions = kTsxExtensions,
     .tests = {.directories = kScriptTestDirectories, .file_suffixes = kScriptTestSuffixes},
     .may_be_minified = true,
     .file_routes = &kScriptFileRoutes},
    {.grammar = Grammar::kJavaScript,
     .language = Language::kJavaScript,
     .extractor_version = 27,
     .extensions = kJavaScriptExtensions,
     .interpreters = kJavaScriptInterpreters,
     .tests = {.directories = kScriptTestDirectories, .file_suffixes = kScriptTestSuffixes},
     .minified_marks = kMinifiedMarks,
     .may_be_minified = true,
     .file_routes = &kScriptFileRoutes},
    {.grammar = Grammar::kRust,
     .language = Language::kRust,
     .extractor_version = 23,
     .extensions = kRustExtensions,
     .tests = {.directories = kRustTestDirectories,
               .file_prefixes = kRustTestNames,
               .file_suffixes = kRustTestSuffixes}},
    {.grammar = Grammar::kJava,
     .language = Language::kJava,
     .extractor_version = 18,
     .extensions = kJavaExtensions,
     .tests = {.directories = kJavaTestDirectories,
               .production_directories = kJavaProductionDirectories,
               .file_suffixes = kJavaTestSuffixes}},
    {.grammar = Grammar::kCSharp,
     .language = Language::kCSharp,
     .extractor_version = 19,
     .extensions = kCSharpExtensions,
     .tests = {.directories = kCSharpTestDirectories,
               .directory_suffixes = kCSharpTestDirectorySuffixes,
               .file_suffixes = kCSharpTestSuffixes}},
    {.grammar = Grammar::kRuby,
     .language = Language::kRuby,
     .extractor_version = 24,
     .extensions = kRubyExtensions,
     .interpreters = kRubyInterpreters,
     .file_names = kRubyFileNames,
     .tests = {.directories = kRubyTestDirectories,
               .file_prefixes = kRubyTestPrefixes,
               .file_suffixes = kRubyTestSuffixes,
               .function_prefixes = kRubyTestFunctions}},
    {.grammar = Grammar::kMarkdown,
     .language = Language::kProse,
     .extractor_version = 2,
     .extensions = kMarkdownExtensions,
     .tests = {.directories = kProseTestDirectories}},
    {.grammar = Grammar::kRestructuredText,
     .language = Language::kProse,
     .extractor_version = 2,
     .extensions = kRestructuredTextExtensions,
     .tests = {.directories = kProseTestDirectories}},
    {.grammar = Grammar::kCodeOwners,
     .language = Language::kProse,
     .extractor_version = 2,
     .file_names = kCodeOwnersFileNames},
    // Their extensions are in unindexed_source.cc.
    {.grammar = Grammar::kUnindexedSource, .language = Language::kProse, .extractor_version = 1},
    {.grammar = Grammar::kTemplate, .language = Language::kProse, .extractor_version = 2},
};

// Compiled at first use, by whichever thread comes first.
template <const TSLanguage* (*kGrammar)(), const LanguageRules* kLanguage>
const RuleTable& CompiledRules() {
  static const RuleTable table = [] {
    absl::StatusOr<RuleTable> compiled = RuleTable::Compile(kGrammar(), *kLanguage);
    if (!compiled.ok()) {
      std::fputs((std::string(compiled.status().message()) + "\n").c_str(), stderr);
      std::abort();
    }
    return *std::move(compiled);
  }();
  return table;
}

// In the order of kGrammarRows, whose last ones have none: they are read without a tree (prose.h,
// code_owners.h, unindexed_source.h).
constexpr const RuleTable& (*kRuleTables[])() = {
    CompiledRules<tree_sitter_python, &kPythonLanguageRules>,
    CompiledRules<tree_sitter_c, &kCLanguageRules>,
    CompiledRules<tree_sitter_cpp, &kCppLanguageRules>,
    CompiledRules<tree_sitter_go, &kGoLanguageRules>,
    CompiledRules<tree_sitter_typescript, &kTypeScriptLanguageRules>,
    CompiledRules<tree_sitter_tsx, &kTsxLanguageRules>,
    CompiledRules<tree_sitter_javascript, &kJavaScriptLanguageRules>,
    CompiledRules<tree_sitter_rust, &kRustLanguageRules>,
    CompiledRules<tree_sitter_java, &kJavaLanguageRules>,
    CompiledRules<tree_sitter_c_sharp, &kCSharpLanguageRules>,
    CompiledRules<tree_sitter_ruby, &kRubyLanguageRules>,
};
constexpr std::size_t kProseGrammars = 5;
static_assert(std::size(kRuleTables) + kProseGrammars == std::size(kGrammarRows));

bool AnyOf(std::span<const std::string_view> list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// The interpreter that the first line names: "#!/usr/bin/env python3" and "#!/usr/bin/python3" give
// "python3".
std::string_view InterpreterOf(std::string_view bytes) {
  if (!bytes.starts_with("#!")) return {};
  std::string_view line = bytes.substr(2, bytes.find('\n') - 2);
  const auto next_word = [&line] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
    line.remove_prefix(word.size());
    return FileNameOf(word);
  };
  const std::string_view program = next_word();
  return program == "env" ? next_word() : program;
}

}  // namespace

std::span<const GrammarRow> AllGrammars() { return kGrammarRows; }

const GrammarRow* FindGrammar(Grammar grammar) {
  const auto row = std::find_if(std::begin(kGrammarRows), std::end(kGrammarRows),
                                [grammar](const auto& entry) { return entry.grammar == grammar; });
  return row == std::end(kGrammarRows) ? nullptr : row;
}

const RuleTable& RulesOf(Grammar grammar) {
  return kRuleTables[FindGrammar(grammar) - std::begin(kGrammarRows)]();
}

const GrammarRow* DetectGrammar(std::string_view path, std::string_view bytes) {
  const std::string_view name = FileNameOf(path);
  for (const GrammarRow& row : kGrammarRows) {
    if (AnyOf(row.file_names, name)) return &row;
  }
  const std::size_t dot = name.find_last_of('.');
  const bool has_extension = dot != std::string_view::npos && dot > 0;
  const std::string_view key = has_extension ? name.substr(dot) : InterpreterOf(bytes);
  if (key.empty()) return nullptr;
  if (key == kHeaderExtension) {
    return FindGrammar(IsCppHeader(bytes) ? Grammar::kCpp : Grammar::kC);
  }
  for (const GrammarRow& row : kGrammarRows) {
    if (AnyOf(has_extension ? row.extensions : row.interpreters, key)) return &row;
  }
  const UnindexedSource* const foreign = FindUnindexedSource(path);
  return foreign == nullptr ? nullptr : FindGrammar(foreign->grammar);
}

bool IsTestPath(const GrammarRow& row, std::string_view path) {
  const TestConvention& tests = row.tests;
  const std::string_view name = FileNameOf(path);
  for (std::string_view rest = path; rest.find('/') != std::string_view::npos;) {
    if (AnyOf(tests.production_directories, rest.substr(0, rest.find('/')))) return false;
    rest.remove_prefix(rest.find('/') + 1);
  }
  const auto begins = [name](std::string_view prefix) { return name.starts_with(prefix); };
  const auto ends = [name](std::string_view suffix) { return name.ends_with(suffix); };
  if (std::any_of(tests.file_prefixes.begin(), tests.file_prefixes.end(), begins)) return true;
  if (std::any_of(tests.file_suffixes.begin(), tests.file_suffixes.end(), ends)) return true;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/')) {
    const std::string_view directory = path.substr(0, slash);
    const auto is_end = [directory](std::string_view suffix) {
      return directory.ends_with(suffix);
    };
    const auto& suffixes = tests.directory_suffixes;
    if (AnyOf(tests.directories, directory)) return true;
    if (std::any_of(suffixes.begin(), suffixes.end(), is_end)) return true;
    path.remove_prefix(slash + 1);
  }
  return false;
}

}  // namespace waymark::indexer
