// PHP: files, grammar, tests.
#include "languages/php/php_language.h"

extern "C" {
const TSLanguage* tree_sitter_php(void);
}

namespace waymark::indexer {
namespace {

constexpr std::string_view kPhpExtensions[] = {".php", ".phtml", ".inc", ".phpt"};
constexpr std::string_view kPhpInterpreters[] = {"php"};
constexpr std::string_view kPhpTestDirectories[] = {"test", "tests", "Test", "Tests"};
constexpr std::string_view kPhpTestSuffixes[] = {"Test.php", "TestCase.php"};
constexpr std::string_view kPhpTestFunctions[] = {"test"};

constexpr GrammarDescriptor kPhpGrammars[] = {
    {.row = {.grammar = Grammar::kPhp,
             .language = Language::kPhp,
             .extractor_version = 7,
             .extensions = kPhpExtensions,
             .interpreters = kPhpInterpreters,
             .tests = {.directories = kPhpTestDirectories,
                       .file_suffixes = kPhpTestSuffixes,
                       .function_prefixes = kPhpTestFunctions}},
     .rules = CompiledRules<tree_sitter_php, &kPhpLanguageRules>,
     .code_mark = "<?php"},
};

}  // namespace

constinit const LanguageDescriptor kPhp = {.grammars = kPhpGrammars, .resolution = &kPhpResolution};

}  // namespace waymark::indexer
