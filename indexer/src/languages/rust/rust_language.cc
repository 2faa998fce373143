// Rust: files, grammar, tests.
#include "languages/rust/rust_language.h"

extern "C" {
const TSLanguage* tree_sitter_rust(void);
}

namespace waymark::indexer {
namespace {

constexpr std::string_view kRustExtensions[] = {".rs"};
constexpr std::string_view kRustTestDirectories[] = {"tests", "benches"};
constexpr std::string_view kRustTestSuffixes[] = {"_test.rs", "_tests.rs"};
constexpr std::string_view kRustTestNames[] = {"tests.rs", "test.rs"};

constexpr GrammarDescriptor kRustGrammars[] = {
    {.row = {.grammar = Grammar::kRust,
             .language = Language::kRust,
             .extractor_version = 29,
             .extensions = kRustExtensions,
             .tests = {.directories = kRustTestDirectories,
                       .file_prefixes = kRustTestNames,
                       .file_suffixes = kRustTestSuffixes}},
     .rules = CompiledRules<tree_sitter_rust, &kRustLanguageRules>},
};

}  // namespace

constinit const LanguageDescriptor kRust = {.grammars = kRustGrammars,
                                            .resolution = &kRustResolution};

}  // namespace waymark::indexer
