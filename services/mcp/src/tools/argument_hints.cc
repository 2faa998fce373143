#include "tools/argument_hints.h"

#include <algorithm>
#include <iterator>

namespace waymark::services {
namespace {

using Name = std::string_view;

constexpr Name kTaskNames[] = {"task",    "query", "question", "prompt",
                               "problem", "goal",  "text",     "description"};
constexpr Name kSymbolNames[] = {
    "name",  "symbol_name", "qualified_name", "query",         "symbols",       "names",
    "id",    "target",      "function",       "method",        "class",         "file",
    "files", "path",        "identifier",     "function_name", "symbol_or_file"};
constexpr Name kSymbolsNames[] = {"symbol", "name",   "names", "symbol_names", "ids",
                                  "id",     "target", "query", "targets",      "file",
                                  "files",  "path",   "paths"};
constexpr Name kFilesNames[] = {"file",       "path",      "paths",    "file_path",
                                "file_paths", "file_name", "filename", "symbol",
                                "symbols",    "name",      "names",    "filepath"};
constexpr Name kFileNames[] = {"path", "file_path", "filename", "file_name", "files", "filepath"};
constexpr Name kQueryNames[] = {"name",        "symbol",   "text",   "q",     "pattern",
                                "symbol_name", "search",   "term",   "names", "search_query",
                                "keyword",     "keywords", "symbols"};
constexpr Name kPrefixNames[] = {"query", "name", "package", "symbol", "path", "module"};
constexpr Name kBaseNames[] = {"diff", "since", "revision", "rev", "ref", "base_ref", "branch"};
constexpr Name kBudgetNames[] = {"max_tokens",  "budget",       "tokens",     "budget_tokens",
                                 "token_limit", "tokens_limit", "max_budget", "max_token"};
constexpr Name kLimitNames[] = {"max_results", "max",     "top_k", "max_symbols", "n",
                                "count",       "results", "top",   "page_size"};
constexpr Name kDepthNames[] = {"max_depth", "hops", "max_hops", "levels"};
constexpr Name kHopsNames[] = {"depth", "max_depth", "hops", "max_length"};
constexpr Name kFromNames[] = {"source", "start", "from_symbol", "source_symbol", "caller"};
constexpr Name kToNames[] = {"target",        "end",    "to_symbol",
                             "target_symbol", "callee", "destination"};
constexpr Name kCountNames[] = {"limit", "max_paths", "paths", "n"};
constexpr Name kRelationNames[] = {"relationship", "type", "direction", "kind", "edge_type"};
constexpr Name kRepoNames[] = {"repository", "project", "project_path", "root", "repo_path", "cwd"};
constexpr Name kFormatNames[] = {"output_format", "output", "response_format"};
constexpr Name kLinesNames[] = {"context", "lines"};
constexpr Name kSourceNames[] = {"include_source", "with_source", "include_code", "include_body"};
constexpr Name kIncludeNames[] = {"source", "with_source", "include_code", "include_body"};
constexpr Name kKindNames[] = {"analysis", "type", "name"};

constexpr ArgumentHint kHints[] = {
    {"task_description", R"("where is the session cookie signed?")", kTaskNames, "also"},
    {"symbol", R"("Cart.total")", kSymbolNames, "also"},
    {"symbols", R"(["Cart.total"])", kSymbolsNames},
    {"files", R"(["src/cart.py"])", kFilesNames},
    {"file", R"("src/cart.py")", kFileNames},
    {"query", R"("total")", kQueryNames},
    {"prefix", R"("shop.cart.")", kPrefixNames},
    {"base", R"("HEAD")", kBaseNames},
    {"from", R"("Cart.total")", kFromNames},
    {"to", R"("price_of")", kToNames},
    {"kind", R"("hotspots")", kKindNames},
    {"verdict", R"("useful")"},
    {"problem", R"("logins fail after a restart")"},
    {"token_budget", "5000", kBudgetNames},
    {"limit", "20", kLimitNames},
    {"depth", "2", kDepthNames},
    {"max_hops", "12", kHopsNames},
    {"count", "1", kCountNames},
    {"relation", R"("callers")", kRelationNames},
    {"repo", R"("NAME")", kRepoNames},
    {"format", R"("gcf")", kFormatNames},
    {"context_lines", "5", kLinesNames},
    {"source", "true", kSourceNames},
    {"include_source", "true", kIncludeNames},
};

struct WordHint {
  Name argument;
  Name given;
  Name meant;
};

constexpr WordHint kWords[] = {
    {"format", "text", "markdown"},
    {"format", "plain", "markdown"},
    {"format", "plaintext", "markdown"},
    {"format", "md", "markdown"},
    {"format", "human", "markdown"},
    {"format", "gcx1", "gcx"},
    {"format", "default", "gcf"},
    {"format", "compact", "gcf"},
    {"relation", "references", "usages"},
    {"relation", "uses", "dependencies"},
    {"relation", "used_by", "usages"},
    {"relation", "users", "usages"},
    {"relation", "all", "usages"},
    {"relation", "called_by", "callers"},
    {"relation", "incoming", "callers"},
    {"relation", "calls", "callees"},
    {"relation", "outgoing", "callees"},
    {"relation", "imports", "dependencies"},
    {"relation", "depends_on", "dependencies"},
    {"relation", "overrides", "implementations"},
    {"relation", "implements", "implementations"},
    {"relation", "subclasses", "implementations"},
    {"relation", "extends", "implementations"},
    {"relation", "tests", "co_tested"},
    {"kind", "unused", "dead_code"},
    {"kind", "hotspot", "hotspots"},
    {"kind", "circular", "cycles"},
    {"verdict", "good", "useful"},
    {"verdict", "helpful", "useful"},
    {"verdict", "bad", "noise"},
};

}  // namespace

const ArgumentHint* FindArgumentHint(std::string_view argument) {
  const auto* const hint =
      std::find_if(std::begin(kHints), std::end(kHints),
                   [&](const ArgumentHint& row) { return row.argument == argument; });
  return hint == std::end(kHints) ? nullptr : hint;
}

std::string_view MeantWord(std::string_view argument, std::string_view given) {
  const auto* const word = std::find_if(
      std::begin(kWords), std::end(kWords),
      [&](const WordHint& row) { return row.argument == argument && row.given == given; });
  return word == std::end(kWords) ? std::string_view() : word->meant;
}

}  // namespace waymark::services
