// Whether files with equal facts resolve equally in two states.
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

// Maps symbols of the old state to those of the new one, by identity.
class SymbolMatch {
 public:
  SymbolMatch(const Program& before, const Program& after, const FileMatch& files)
      : before_(before), after_(after), files_(files), definitions_(before.files.size()) {}

  // States how the rows of a file differ. Files that are not added have equal rows.
  void AddFile(FileIndex old_file, const ResolvedFile& was, const ResolvedFile& is);

  // kNone if the symbol is gone.
  SymbolId NewIdOf(SymbolId old) const;

 private:
  const Program& before_;
  const Program& after_;
  const FileMatch& files_;
  // New definition by old file and old definition. Empty for files with equal rows.
  std::vector<std::vector<DefinitionIndex>> definitions_;
};

// Compares two resolutions of one file by their rows alone, without parents.
bool SameRows(const ResolvedFile& was, const ResolvedFile& is);

// Compares two resolutions of one file. `symbols` must contain all files whose rows differ.
Difference Compare(const ResolvedFile& was, const ResolvedFile& is, const SymbolMatch& symbols);

// The file and definition of a symbol of the program.
SymbolRef RefOf(const Program& program, SymbolId symbol);

}  // namespace waymark::indexer
