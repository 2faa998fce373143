// Uses of a symbol in other repositories.
//
// A repository does not know what the names that it imports from outside mean. One that imports a
// module whose name leads to the symbol here - by qualified name (Python, Java, C#, Rust), by the
// path of its directory behind the name of the repository (Go), or by its file's path (#include,
// require) - and in the same file refers to the last part of the symbol's name, without that being
// anything of its own, is taken to use it. That is no more than likely: two distributions may have
// a module of one name, and a member of another type the name of this one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/ids.h"
#include "graph/read_view.h"

namespace waymark::services {

// How sure a use is; less when the file imports it and has its name and no more is known, or the
// module's name has one part, or the symbol is a member: its receiver is not known, but that the
// name of its owner stands in the file.
inline constexpr float kSureOfImported = 0.7F;
inline constexpr float kSureOfLess = 0.4F;

// What leads to a symbol from outside.
struct SoughtSymbol {
  Language language = Language::kNone;
  std::string name;   // last part
  std::string owner;  // of a member: the last part of its type's name; else ""
  bool is_file = false;
  std::vector<std::string> modules;  // what an import of it, or of what has it, may read
};

SoughtSymbol Seek(const graph::ReadView& view, SymbolId symbol);

struct UseElsewhere {
  SymbolId source = SymbolId::kNone;
  EdgeType type = EdgeType::kCalls;
  float confidence = 0;
  std::vector<Position> sites;  // in the file of the source, ascending
};

struct UsesElsewhere {
  std::vector<UseElsewhere> uses;  // by source, then type
  std::uint64_t importers = 0;     // files that import what has it
};

// In `view`, of a repository that does not have it. Costs a look at each module name and at each
// unresolved reference of the symbol's name. With `only_calls`, calls alone.
UsesElsewhere FindUsesElsewhere(const graph::ReadView& view, const SoughtSymbol& sought,
                                bool only_calls);

}  // namespace waymark::services
