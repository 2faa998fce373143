// What an answer cannot have seen: references that no edge stands for, and files without facts.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "graph/read_view.h"
#include "retrieval/workspace.h"

namespace waymark::retrieval {

struct UnseenReferences {
  std::uint64_t unresolved = 0;     // references that may lead to a symbol of the answer
  std::uint64_t skipped_files = 0;  // CountUnreadFiles
  // CountSubmodules: of those. None where another repository can name no symbol of the answer: what
  // is local to a function, static in a file of C or C++, unexported in Go.
  std::uint64_t submodules = 0;
  std::uint64_t computed_names = 0;  // functions that may reach one by a name that they compute
  std::uint64_t address_taken = 0;   // CountAddressTaken, where calls alone are asked for
  bool run_by_syntax = false;        // operators and the like may run a symbol of the answer
  bool run_from_outside = false;     // one may override what a type outside the repository declares
  // Functions and macros of C and C++: the file defines one again, with the same parameters, as in
  // branches of #if, or another file does, and something uses that definition; or a branch of #if
  // defines what is also the name of something outside, and is used as that.
  // Elsewhere: the type, function or file that it is in has another definition of its name, which
  // is used: an accessor of the same property, a branch, in Go a file for another platform.
  bool defined_again = false;

  // Of all but the last three.
  std::uint64_t count() const {
    return unresolved + skipped_files + computed_names + address_taken;
  }

  bool none() const {
    return count() == 0 && !run_by_syntax && !run_from_outside && !defined_again;
  }

  // One clause for people; empty when there are none.
  std::string ToString() const;
};

// Files that were not indexed, binary ones apart, and files of which only a part was: what may hold
// symbols and references that nothing is known of. A submodule, none of whose files is indexed with
// the repository, counts as one. Cost: O(files).
std::uint64_t CountUnreadFiles(const graph::ReadView& view);
// Cost: O(skipped files).
std::uint64_t CountSubmodules(const graph::ReadView& view);

// References that lead nowhere known and may mean something of the repository: all but the external
// ones. Cost: O(unresolved references).
std::uint64_t CountUnresolved(const graph::ReadView& view);
// Those that stand in one of `sources`, each of which is there once. Cost: O(log references) a
// source, and once in a workspace as above.
std::uint64_t CountUnresolvedIn(const graph::ReadView& view, std::span<const SymbolId> sources,
                                Workspace& workspace);

// What may use one of `symbols` besides `users`, who are known to: references that look for its
// name, in a language that could mean it. External references lead out of the repository and do not
// count; an ambiguous one counts when one of `symbols` is among its candidates, or when the list of
// candidates is full.
UnseenReferences CountUnseenUsers(const graph::ReadView& view, std::span<const SymbolId> symbols,
                                  std::span<const SymbolId> users, Workspace& workspace);

// The functions and methods among `symbols` whose value is passed on: code names them other than to
// call, import or decorate with them, gives them to a decorator of the repository that is not known
// to call them, or to a router. What holds the value may call them, which no edge tells. Cost:
// O(their edges), and those of files that do no more than import one.
std::uint64_t CountAddressTaken(const graph::ReadView& view, std::span<const SymbolId> symbols);

}  // namespace waymark::retrieval
