// Java: files, grammar, tests.
#include "languages/java/java_language.h"

extern "C" {
const TSLanguage* tree_sitter_java(void);
}

namespace waymark::indexer {
namespace {

constexpr std::string_view kJavaExtensions[] = {".java"};
constexpr std::string_view kJavaTestDirectories[] = {"test", "tests", "androidTest"};
// Files below src/main are no tests, whatever their names.
constexpr std::string_view kJavaProductionDirectories[] = {"main"};
constexpr std::string_view kJavaTestSuffixes[] = {"Test.java", "Tests.java", "TestCase.java",
                                                  "IT.java"};

constexpr GrammarDescriptor kJavaGrammars[] = {
    {.row = {.grammar = Grammar::kJava,
             .language = Language::kJava,
             .extractor_version = 21,
             .extensions = kJavaExtensions,
             .tests = {.directories = kJavaTestDirectories,
                       .production_directories = kJavaProductionDirectories,
                       .file_suffixes = kJavaTestSuffixes}},
     .rules = CompiledRules<tree_sitter_java, &kJavaLanguageRules>},
};

}  // namespace

constinit const LanguageDescriptor kJava = {.grammars = kJavaGrammars,
                                            .resolution = &kJavaResolution};

}  // namespace waymark::indexer
