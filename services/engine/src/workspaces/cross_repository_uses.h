// Uses of a symbol in other repositories.
//
// A repository does not know what the names that it imports from outside mean. One that imports a
// module whose name leads to the symbol here - by qualified name (Python, Java, C#, Rust), by the
// path of the module in go.mod, by the name of the package of npm, by a file's path (require), by
// that of a header that declares it or includes one that does (#include) - and in the same file
// refers to the last part of the symbol's name, without that being anything of its own, is taken to
// use it. In C and C++ so is one that declares it itself, as the copy of a header does, and defines
// it nowhere. That is no more than likely: two distributions may have a module of one name, and a
// member of another type the name of this one; and a name that is exported under another one is not
// found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/ids.h"
#include "graph/read_view.h"
#include "indexer/source_reader.h"
#include "retrieval/relations.h"

namespace waymark::services {

// How sure a use is; less when the file imports it and has its name and no more is known, or what
// it imports does not tell the symbol from others, or the symbol is a member: its receiver is not
// known, but that the name of its owner stands in the file.
inline constexpr float kSureOfImported = 0.7F;
inline constexpr float kSureOfLess = 0.4F;

// The relations that other repositories can add to.
constexpr bool IsAboutUses(retrieval::Relation relation) {
  return relation == retrieval::Relation::kUsages || relation == retrieval::Relation::kCallers;
}

// What an import of a symbol, or of what has it, may read.
struct SoughtModule {
  std::string name;
  bool tells = false;  // the symbol from those of other modules, and from others of its own
};

// What leads to a symbol from outside.
struct SoughtSymbol {
  Language language = Language::kNone;
  std::string name;       // last part
  std::string qualified;  // the whole of it
  std::string owner;      // of a member: the last part of its type's name; else ""
  bool is_file = false;
  std::vector<SoughtModule> modules;
};

// `sources` are those of `view`, where go.mod and package.json are read.
SoughtSymbol Seek(const graph::ReadView& view, const indexer::SourceReader& sources,
                  SymbolId symbol);

struct CrossRepositoryUse {
  SymbolId source = SymbolId::kNone;
  EdgeType type = EdgeType::kCalls;
  float confidence = 0;
  std::vector<Position> sites;  // in the file of the source, ascending
};

struct CrossRepositoryUses {
  std::vector<CrossRepositoryUse> uses;  // by source, then type
  std::uint64_t importers = 0;           // files that import what has it
};

// In `view`, of a repository that does not have it. Costs a look at each module name, at each
// unresolved reference of the symbol's name, and at each declaration of it. With `only_calls`,
// calls alone.
CrossRepositoryUses FindCrossRepositoryUses(const graph::ReadView& view, const SoughtSymbol& sought,
                                            bool only_calls);

}  // namespace waymark::services
