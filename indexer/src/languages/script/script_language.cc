// TypeScript and JavaScript: files, grammars, tests.
#include "languages/script/script_language.h"

extern "C" {
const TSLanguage* tree_sitter_typescript(void);
const TSLanguage* tree_sitter_tsx(void);
const TSLanguage* tree_sitter_javascript(void);
}

namespace waymark::indexer {
namespace {

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

constexpr GrammarDescriptor kScriptGrammars[] = {
    {.row = {.grammar = Grammar::kTypeScript,
             .language = Language::kTypeScript,
             .extractor_version = 35,
             .extensions = kTypeScriptExtensions,
             .tests = {.directories = kScriptTestDirectories, .file_suffixes = kScriptTestSuffixes},
             .may_be_minified = true,
             .file_routes = &kScriptFileRoutes},
     .rules = CompiledRules<tree_sitter_typescript, &kTypeScriptLanguageRules>},
    {.row = {.grammar = Grammar::kTsx,
             .language = Language::kTypeScript,
             .extractor_version = 34,
             .extensions = kTsxExtensions,
             .tests = {.directories = kScriptTestDirectories, .file_suffixes = kScriptTestSuffixes},
             .may_be_minified = true,
             .file_routes = &kScriptFileRoutes},
     .rules = CompiledRules<tree_sitter_tsx, &kTsxLanguageRules>},
    {.row = {.grammar = Grammar::kJavaScript,
             .language = Language::kJavaScript,
             .extractor_version = 31,
             .extensions = kJavaScriptExtensions,
             .interpreters = kJavaScriptInterpreters,
             .tests = {.directories = kScriptTestDirectories, .file_suffixes = kScriptTestSuffixes},
             .minified_marks = kMinifiedMarks,
             .may_be_minified = true,
             .file_routes = &kScriptFileRoutes},
     .rules = CompiledRules<tree_sitter_javascript, &kJavaScriptLanguageRules>},
};

}  // namespace

constinit const LanguageDescriptor kScript = {.grammars = kScriptGrammars,
                                              .resolution = &kScriptResolution};

}  // namespace waymark::indexer
