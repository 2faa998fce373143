// Ruby: files, grammar, tests.
#include "languages/ruby/ruby_language.h"

#include "languages/ruby/erb_regions.h"

extern "C" {
const TSLanguage* tree_sitter_ruby(void);
}

namespace waymark::indexer {
namespace {

constexpr std::string_view kRubyExtensions[] = {".rb", ".rake", ".gemspec", ".ru"};
constexpr std::string_view kErbExtensions[] = {".erb"};
constexpr std::string_view kRubyInterpreters[] = {"ruby"};
constexpr std::string_view kRubyFileNames[] = {"Rakefile", "Gemfile",     "Guardfile",  "Capfile",
                                               "Thorfile", "Vagrantfile", "Dangerfile", "Berksfile",
                                               "Podfile",  "Fastfile",    "Appraisals", "Steepfile",
                                               "Brewfile", "Puppetfile",  "rakefile"};
constexpr std::string_view kRubyTestDirectories[] = {"test", "tests", "spec", "specs", "features"};
constexpr std::string_view kRubyTestPrefixes[] = {"test_"};
constexpr std::string_view kRubyTestFunctions[] = {"test"};
constexpr std::string_view kRubyTestSuffixes[] = {"_test.rb", "_spec.rb"};

constexpr GrammarDescriptor kRubyGrammars[] = {
    {.row = {.grammar = Grammar::kRuby,
             .language = Language::kRuby,
             .extractor_version = 29,
             .extensions = kRubyExtensions,
             .interpreters = kRubyInterpreters,
             .file_names = kRubyFileNames,
             .tests = {.directories = kRubyTestDirectories,
                       .file_prefixes = kRubyTestPrefixes,
                       .file_suffixes = kRubyTestSuffixes,
                       .function_prefixes = kRubyTestFunctions}},
     .rules = CompiledRules<tree_sitter_ruby, &kRubyLanguageRules>},
    {.row = {.grammar = Grammar::kErb,
             .language = Language::kRuby,
             .extractor_version = 6,
             .extensions = kErbExtensions,
             .tests = {.directories = kRubyTestDirectories},
             .read_regions = ReadErb},
     .rules = CompiledRules<tree_sitter_ruby, &kRubyLanguageRules>},
};

}  // namespace

constinit const LanguageDescriptor kRuby = {.grammars = kRubyGrammars,
                                            .resolution = &kRubyResolution};

}  // namespace waymark::indexer
