// Uses of a symbol in other repositories.
//
// A repository does not know the meaning of names that it imports from outside. It is assumed to
// use a symbol if one of its files both imports a module whose name leads to the symbol's
// repository and refers to the last part of the symbol's name, unless the reference is bound in the
// repository itself. A module name can be a qualified name (Python, Java, C#, Rust), the module's
// path in go.mod, the name of an npm package, a file's path (require), or the path of a header that
// declares the symbol or includes one that does (#include). In C and C++ a repository is also
// assumed to use a symbol that it declares, as in a copy of a header, but never defines. Both are
// only likely: two distributions may have a module of one name, and a member of another type may
// have the symbol's name. A name that is exported under another one is not found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/ids.h"
#include "graph/read_view.h"
#include "indexer/source_reader.h"
#include "retrieval/relations.h"

namespace waymark::services {

// Confidence of a use. The lower value applies if the file only imports the module and has the
// name, if the import does not identify the symbol, or if the symbol is a member: then the receiver
// is unknown, but the name of its owner is in the file.
inline constexpr float kSureOfImported = 0.7F;
inline constexpr float kSureOfLess = 0.4F;

// The relations to which other repositories can add.
constexpr bool IsAboutUses(retrieval::Relation relation) {
  return relation == retrieval::Relation::kUsages || relation == retrieval::Relation::kCallers;
}

// The text with which an import may name a symbol or its module.
struct SoughtModule {
  std::string name;
  bool tells = false;  // the name identifies the symbol
};

// The names under which a symbol can be reached from outside.
struct SoughtSymbol {
  Language language = Language::kNone;
  std::string name;       // last part
  std::string qualified;  // the whole of it
  std::string owner;      // of a member: the last part of its type's name; else ""
  bool is_file = false;
  std::vector<SoughtModule> modules;
};

// `sources` are those of `view`; go.mod and package.json are read from them.
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

// Finds uses in `view`, which belongs to another repository. Cost: a look at each module name, at
// each unresolved reference with the symbol's name, and at each declaration of it. With
// `only_calls`, only calls are returned.
CrossRepositoryUses FindCrossRepositoryUses(const graph::ReadView& view, const SoughtSymbol& sought,
                                            bool only_calls);

}  // namespace waymark::services
