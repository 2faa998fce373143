// Python: files, grammar, tests.
#include "languages/python/python_language.h"

#include "languages/python/notebook_regions.h"

extern "C" {
const TSLanguage* tree_sitter_python(void);
}

namespace waymark::indexer {
namespace {

constexpr std::string_view kPythonExtensions[] = {".py", ".pyi", ".pyw"};
constexpr std::string_view kNotebookExtensions[] = {".ipynb"};
constexpr std::string_view kPythonInterpreters[] = {"python", "python2", "python3"};
constexpr std::string_view kPythonTestDirectories[] = {"test", "tests", "testing"};
constexpr std::string_view kPythonTestPrefixes[] = {"test_", "tests.", "conftest."};
constexpr std::string_view kPythonTestSuffixes[] = {"_test.py", "_tests.py"};
constexpr std::string_view kPythonTestFunctions[] = {"test"};
constexpr std::string_view kPythonTestTypes[] = {"Test"};

constexpr GrammarDescriptor kPythonGrammars[] = {
    {.row = {.grammar = Grammar::kPython,
             .language = Language::kPython,
             .extractor_version = 30,
             .extensions = kPythonExtensions,
             .interpreters = kPythonInterpreters,
             .tests = {.directories = kPythonTestDirectories,
                       .file_prefixes = kPythonTestPrefixes,
                       .file_suffixes = kPythonTestSuffixes,
                       .function_prefixes = kPythonTestFunctions,
                       .type_prefixes = kPythonTestTypes}},
     .rules = CompiledRules<tree_sitter_python, &kPythonLanguageRules>},
    {.row = {.grammar = Grammar::kNotebook,
             .language = Language::kPython,
             .extractor_version = 4,
             .extensions = kNotebookExtensions,
             .tests = {.directories = kPythonTestDirectories},
             .read_regions = ReadNotebook},
     .rules = CompiledRules<tree_sitter_python, &kPythonLanguageRules>},
};

}  // namespace

constinit const LanguageDescriptor kPython = {.grammars = kPythonGrammars,
                                              .resolution = &kPythonResolution};

}  // namespace waymark::indexer
