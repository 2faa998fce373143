#include "graph/read_view.h"

#include "graph/hash.h"
#include "graph/languages.h"

namespace waymark::graph {

std::string ReadView::QualifiedName(SymbolId symbol) const {
  const SymbolRow row = Symbol(symbol);
  if (row.kind == SymbolKind::kFile) return std::string(File(row.file).path);
  std::string name(row.scope);
  if (!name.empty()) {
    const bool is_static = (row.flags & kSymbolStatic) != 0;
    name.append(Separator(File(row.file).language, row.kind, is_static));
  }
  return name.append(row.name);
}

SymbolIdentity ReadView::Identity(SymbolId symbol) const {
  const SymbolRow row = Symbol(symbol);
  const FileRow file = File(row.file);
  return ComputeIdentity(IdentityFields{file.language, info().repository, file.path, row.scope,
                                        row.name, row.kind, row.discriminator, row.ordinal});
}

}  // namespace waymark::graph
