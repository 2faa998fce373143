// C and C++, which share headers: files, grammars, tests.
#include "languages/c_family/c_family_language.h"

#include "languages/c_family/header_dialect.h"

extern "C" {
const TSLanguage* tree_sitter_c(void);
const TSLanguage* tree_sitter_cpp(void);
}

namespace waymark::indexer {
namespace {

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

Grammar GrammarOfHeader(std::string_view bytes) {
  return IsCppHeader(bytes) ? Grammar::kCpp : Grammar::kC;
}

constexpr SharedExtension kCSharedExtensions[] = {{kHeaderExtension, GrammarOfHeader}};

constexpr GrammarDescriptor kCGrammars[] = {
    {.row = {.grammar = Grammar::kC,
             .language = Language::kC,
             .extractor_version = 39,
             .extensions = kCExtensions,
             .tests = {.directories = kCTestDirectories,
                       .file_prefixes = kCTestPrefixes,
                       .file_suffixes = kCTestSuffixes}},
     .rules = CompiledRules<tree_sitter_c, &kCLanguageRules>},
};

constexpr GrammarDescriptor kCppGrammars[] = {
    {.row = {.grammar = Grammar::kCpp,
             .language = Language::kCpp,
             .extractor_version = 44,
             .extensions = kCppExtensions,
             .tests = {.directories = kCTestDirectories,
                       .file_prefixes = kCTestPrefixes,
                       .file_suffixes = kCppTestSuffixes}},
     .rules = CompiledRules<tree_sitter_cpp, &kCppLanguageRules>},
};

}  // namespace

constinit const LanguageDescriptor kC = {
    .grammars = kCGrammars, .shared_extensions = kCSharedExtensions, .resolution = &kCResolution};

constinit const LanguageDescriptor kCpp = {.grammars = kCppGrammars, .resolution = &kCppResolution};

}  // namespace waymark::indexer
