// Symbols that something finds without a call of their name that the repository writes: a runtime,
// a library or a tool by the name, a base by the name of a member, a framework by a decorator.
#pragma once

#include <cstdint>
#include <string_view>

#include "graph/kinds.h"

namespace waymark::retrieval {

// How types of one name, in whichever files, may be parts of one type.
enum class JoinedTypes : std::uint8_t {
  kNone,
  kByScope,     // of one scope: a type and its declaration
  kInterfaces,  // interfaces, also of different modules
};

// Lists are words (graph/ascii.h).
struct FoundNames {
  Language language = Language::kNone;
  std::string_view names{};            // that a runtime, the library or a tool calls
  std::string_view prefixes{};         // that further such names, or names of nothing, begin with
  std::string_view attributes{};       // in a signature: the loader runs or keeps the function
  std::string_view heir_hooks{};       // members that learn of the types derived from theirs
  std::string_view idle_decorators{};  // from outside, and without effect on who calls the symbol
  std::string_view idle_bases{};       // from outside; they neither call nor register what derives
  std::string_view directives{};       // in a documentation: what follows is given to others
  std::string_view outer_scopes{};     // what is declared in them belongs to something outside
  std::string_view hidden_prefix{};    // begins the names of members that are hidden from bases
  std::string_view hidden_word{};      // begins their signatures; all others are seen as their type
  JoinedTypes joined_types = JoinedTypes::kNone;
  bool bases_register = false;       // a framework finds types by a base
  bool bases_reach_private = false;  // a base may call a private member of a type derived from it
  bool adds_to_outside = false;      // methods can be added to a type from outside
  bool interfaces_declare = false;   // properties of interfaces are declarations
  bool strings_call = false;         // a string with the name of a function calls it
};

// The row of the language; the row of no language without one.
const FoundNames& FoundNamesOf(Language language);

// Whether something that does not write the name may call the symbol: its syntax, the runtime, the
// library or a tool.
bool IsCalledWithoutName(Language language, SymbolKind kind, std::string_view name);

// Whether an attribute in the signature tells that the loader or the linker finds the function.
bool HasFindingAttribute(Language language, std::string_view signature);

}  // namespace waymark::retrieval
