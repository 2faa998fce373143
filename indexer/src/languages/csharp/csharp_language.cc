// C#: files, grammar, tests.
#include "languages/csharp/csharp_language.h"

extern "C" {
const TSLanguage* tree_sitter_c_sharp(void);
}

namespace waymark::indexer {
namespace {

constexpr std::string_view kCSharpExtensions[] = {".cs"};
constexpr std::string_view kCSharpTestDirectories[] = {"test", "tests", "Test"};
constexpr std::string_view kCSharpTestDirectorySuffixes[] = {"Tests", ".Test", ".tests", "Specs"};
constexpr std::string_view kCSharpTestSuffixes[] = {"Tests.cs", "Test.cs"};

constexpr GrammarDescriptor kCSharpGrammars[] = {
    {.row = {.grammar = Grammar::kCSharp,
             .language = Language::kCSharp,
             .extractor_version = 24,
             .extensions = kCSharpExtensions,
             .tests = {.directories = kCSharpTestDirectories,
                       .directory_suffixes = kCSharpTestDirectorySuffixes,
                       .file_suffixes = kCSharpTestSuffixes}},
     .rules = CompiledRules<tree_sitter_c_sharp, &kCSharpLanguageRules>},
};

}  // namespace

constinit const LanguageDescriptor kCSharp = {.grammars = kCSharpGrammars,
                                              .resolution = &kCSharpResolution};

}  // namespace waymark::indexer
