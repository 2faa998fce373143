// Whether files whose facts are the same resolve to the same in two states.
#pragma once

#include <cstdint>
#include <vector>

#include "resolve/incremental/impact.h"
#include "resolve/program/program.h"
#include "resolve/program/resolved_file.h"

namespace waymark::indexer {

enum class Difference : std::uint8_t {
  kNone,
  kEdges,  // the same rows, other edges or unresolved references
  kRows,
};

// Which symbol of the new state a symbol of the old state is, by identity.
class SymbolMatch {
 public:
  SymbolMatch(const Program& before, const Program& after, const FileMatch& files)
      : before_(before), after_(after), files_(files), definitions_(before.files.size()) {}

  // Says how the rows of a file differ, where they do. Unless told so, they are the same.
  void AddFile(FileIndex old_file, const ResolvedFile& was, const ResolvedFile& is);

  // kNone when there is no such symbol any more.
  SymbolId NewIdOf(SymbolId old) const;

 private:
  const Program& before_;
  const Program& after_;
  const FileMatch& files_;
  // By old file, by old definition: the new definition. Empty where they are the same.
  std::vector<std::vector<DefinitionIndex>> definitions_;
};

// Of two resolutions of one file by its rows alone, parents left out.
bool SameRows(const ResolvedFile& was, const ResolvedFile& is);

// Of two resolutions of one file. Complete once all files whose rows differ are added to `symbols`.
Difference Compare(const ResolvedFile& was, const ResolvedFile& is, const SymbolMatch& symbols);

// The file of a symbol of the program, and its definition.
SymbolRef RefOf(const Program& program, SymbolId symbol);

}  // namespace waymark::indexer
