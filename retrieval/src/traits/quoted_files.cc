#include "traits/quoted_files.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "graph/ascii.h"
#include "traits/edge_traits.h"

namespace waymark::retrieval {
namespace {

constexpr std::string_view kQuotedDirectories =
    "demo doc docs docs_src example examples playground sample snippet snippets tutorial";

// The path up to the first directory of such a name, its slash included; empty without one.
std::string_view QuotedDirectoryOf(std::string_view path) {
  for (std::size_t begin = 0;;) {
    const std::size_t slash = path.find('/', begin);
    if (slash == std::string_view::npos) return {};
    const std::string name = LowerCase(path.substr(begin, slash - begin));
    if (ListsWord(kQuotedDirectories, name)) return path.substr(0, slash + 1);
    begin = slash + 1;
  }
}

bool IsUsedFromElsewhere(const graph::ReadView& view, FileId file, std::string_view directory) {
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> edges;
  view.SymbolsOf(file, symbols);
  for (const SymbolId symbol : symbols) {
    view.In(symbol, edges);
    for (const Neighbor& edge : edges) {
      if (!TraitsOf(edge.type).carries_dependence) continue;
      if (!view.File(view.FileOf(edge.symbol)).path.starts_with(directory)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<bool> QuotedFiles(const graph::ReadView& view) {
  std::map<std::string_view, std::vector<FileId>> directories;
  for (const FileId file : view.Files()) {
    const std::string_view directory = QuotedDirectoryOf(view.File(file).path);
    if (!directory.empty()) directories[directory].push_back(file);
  }
  std::vector<bool> quoted(view.file_bound(), false);
  for (const auto& [directory, files] : directories) {
    const std::string_view prefix = directory;
    const bool is_used = std::any_of(files.begin(), files.end(), [&](FileId file) {
      return IsUsedFromElsewhere(view, file, prefix);
    });
    if (is_used) continue;
    for (const FileId file : files) quoted[ToIndex(file)] = true;
  }
  return quoted;
}

}  // namespace waymark::retrieval
