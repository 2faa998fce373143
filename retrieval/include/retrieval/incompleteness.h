// What an answer may lack: references without an edge, and files without facts.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "graph/read_view.h"
#include "retrieval/workspace.h"

namespace waymark::retrieval {

struct Incompleteness {
  std::uint64_t unresolved = 0;     // references that may lead to a symbol of the answer
  std::uint64_t skipped_files = 0;  // CountUnreadFiles
  // CountSubmodules; they are part of `skipped_files`. 0 if another repository can name no symbol
  // of the answer, because all are local to a function, static in a file of C or C++, or unexported
  // in Go.
  std::uint64_t submodules = 0;
  std::uint64_t computed_names = 0;  // functions that may reach one by a computed name
  std::uint64_t address_taken = 0;   // CountAddressTaken, if only calls are asked for
  bool run_by_syntax = false;        // operators and the like may run a symbol of the answer
  bool run_from_outside = false;     // one may override a declaration outside the repository
  // C and C++ functions and macros: the file has a second definition with the same parameters, as
  // in branches of #if, or another file has one, and that definition is used; or a branch of #if
  // defines a name that is used as an external one. Other languages: the enclosing type, function
  // or file has a second definition of the name, and that is used: an accessor of the same
  // property, a branch, in Go a file for another platform.
  bool defined_again = false;

  // Sum of the counts; the last three members are no counts.
  std::uint64_t count() const {
    return unresolved + skipped_files + computed_names + address_taken;
  }

  bool none() const {
    return count() == 0 && !run_by_syntax && !run_from_outside && !defined_again;
  }

  // One clause for people; empty if none() is true.
  std::string ToString() const;
};

// Files that may hold unknown symbols and references: files that were not indexed, except binary
// ones, and files that were indexed in part. A submodule counts as one, because none of its files
// is indexed with the repository. Cost: O(files).
std::uint64_t CountUnreadFiles(const graph::ReadView& view);
// Submodules among the skipped files. Cost: O(skipped files).
std::uint64_t CountSubmodules(const graph::ReadView& view);

// Unresolved references that may mean a symbol of the repository, that is all except external ones.
// Cost: O(unresolved references).
std::uint64_t CountUnresolved(const graph::ReadView& view);
// The same for references in `sources`, which has no duplicates. Cost: O(log references) per
// source, and once per workspace as above.
std::uint64_t CountUnresolvedIn(const graph::ReadView& view, std::span<const SymbolId> sources,
                                Workspace& workspace);

// Counts what may use one of `symbols` besides the known `users`: unresolved references that look
// for its name in a language that could mean it. External references lead out of the repository and
// do not count. An ambiguous one counts if one of `symbols` is among its candidates, or if its list
// of candidates is full.
Incompleteness IncompletenessOfUsers(const graph::ReadView& view, std::span<const SymbolId> symbols,
                                     std::span<const SymbolId> users, Workspace& workspace);

// The address-taken functions and methods among `symbols`: code names them other than to call,
// import or decorate with them, passes them to a decorator of the repository that is not known to
// call them, or to a router. The holder of the value may call them without an edge. Cost: O(their
// edges), and the edges of files that only import one.
std::uint64_t CountAddressTaken(const graph::ReadView& view, std::span<const SymbolId> symbols);

}  // namespace waymark::retrieval
