// Documents, and files in languages that are not indexed, which only contribute words.
#include "languages/prose/prose_language.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kMarkdownExtensions[] = {".md", ".markdown"};
constexpr std::string_view kRestructuredTextExtensions[] = {".rst"};
constexpr std::string_view kCodeOwnersFileNames[] = {"CODEOWNERS"};
constexpr std::string_view kProseTestDirectories[] = {"test", "tests", "testing", "spec", "specs"};

constexpr GrammarDescriptor kProseGrammars[] = {
    {.row = {.grammar = Grammar::kMarkdown,
             .language = Language::kProse,
             .extractor_version = 2,
             .extensions = kMarkdownExtensions,
             .tests = {.directories = kProseTestDirectories}}},
    {.row = {.grammar = Grammar::kRestructuredText,
             .language = Language::kProse,
             .extractor_version = 2,
             .extensions = kRestructuredTextExtensions,
             .tests = {.directories = kProseTestDirectories}}},
    {.row = {.grammar = Grammar::kCodeOwners,
             .language = Language::kProse,
             .extractor_version = 2,
             .file_names = kCodeOwnersFileNames}},
    // documents/unindexed_source.cc lists their extensions.
    {.row = {.grammar = Grammar::kUnindexedSource,
             .language = Language::kProse,
             .extractor_version = 1}},
    {.row = {.grammar = Grammar::kTemplate, .language = Language::kProse, .extractor_version = 2}},
};

constexpr ResolutionRules kProseResolution = {.modules = &kProseModuleRule};

}  // namespace

constinit const LanguageDescriptor kProse = {.grammars = kProseGrammars,
                                             .resolution = &kProseResolution};

}  // namespace waymark::indexer
