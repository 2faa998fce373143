#include "file_places.h"

#include <optional>

#include "graph/outside.h"
#include "mentions.h"

namespace waymark::retrieval {

std::vector<FileId> FilesAt(const graph::ReadView& view, std::string_view path) {
  std::vector<FileId> files;
  if (path.empty()) return files;
  if (const std::optional<FileId> file = view.FindFile(path)) return {*file};
  for (const FileId file : view.Files()) {
    if (EndsWithPath(view.File(file).path, path)) files.push_back(file);
  }
  return files;
}

std::vector<SymbolId> DefinitionsIn(const graph::ReadView& view, FileId file) {
  std::vector<SymbolId> symbols;
  view.SymbolsOf(file, symbols);
  std::erase_if(symbols, [&](SymbolId symbol) {
    const SymbolKind kind = view.Kind(symbol);
    return kind == SymbolKind::kFile || IsOnlyMentioned(kind);
  });
  return symbols;
}

SymbolId InnermostAt(const graph::ReadView& view, std::span<const SymbolId> symbols,
                     std::uint32_t line) {
  SymbolId innermost = SymbolId::kNone;
  std::uint32_t fewest_lines = UINT32_MAX;
  for (const SymbolId symbol : symbols) {
    const SourceRange range = view.Symbol(symbol).range;
    if (line < range.begin.line || line > range.end.line) continue;
    const std::uint32_t lines = range.end.line - range.begin.line;
    if (lines > fewest_lines) continue;
    fewest_lines = lines;
    innermost = symbol;
  }
  return innermost;
}

}  // namespace waymark::retrieval
