// Go: files, grammar, tests.
#include "languages/go/go_language.h"

extern "C" {
const TSLanguage* tree_sitter_go(void);
}

namespace waymark::indexer {
namespace {

constexpr std::string_view kGoExtensions[] = {".go"};
constexpr std::string_view kGoTestSuffixes[] = {"_test.go"};
constexpr std::string_view kGoExamplePrefixes[] = {"example_"};
constexpr std::string_view kGoTestFunctions[] = {"Test", "Benchmark", "Fuzz", "Example"};

constexpr GrammarDescriptor kGoGrammars[] = {
    {.row = {.grammar = Grammar::kGo,
             .language = Language::kGo,
             .extractor_version = 24,
             .extensions = kGoExtensions,
             .tests = {.file_suffixes = kGoTestSuffixes, .function_prefixes = kGoTestFunctions},
             .example_prefixes = kGoExamplePrefixes},
     .rules = CompiledRules<tree_sitter_go, &kGoLanguageRules>},
};

}  // namespace

constinit const LanguageDescriptor kGo = {.grammars = kGoGrammars, .resolution = &kGoResolution};

}  // namespace waymark::indexer
