// Calls that declare, in languages whose definitions are messages: what a name does to the type
// around it, and what makes a type.
#pragma once

#include <cstdint>
#include <string_view>

namespace waymark::indexer {

// What a call without a receiver means that is part of the language in all but grammar.
enum class ClassMacroKind : std::uint8_t {
  kLoads,           // the file that its last argument names, on the search path
  kLoadsBeside,     // the same, from the directory of the own file
  kMixesIn,         // members of the arguments are members of the enclosing type
  kMixesInFirst,    // the same, before its own
  kExtendsItself,   // members of the arguments are those of the type itself; alone, its own are
  kOpensExtension,  // the block is that of a module whose name is ClassMacro::opens
  kReads,           // its arguments name properties
  kWrites,
  kReadsAndWrites,
  kHides,  // the members that its arguments name or define; alone, those that follow
  kShows,
  kAliases,    // its first argument is another name for the second
  kDefines,    // its block is the body of the method that its argument names
  kMemoizes,   // the same for the blocks around; without an argument, of its own name
  kDescribed,  // the type that the nearest block of a message called ClassMacro::opens is handed to
  kRaises,
  kDelegates,     // its arguments name methods, and first, or under the key `opens`, what has them
  kDelegatesOne,  // its arguments name what has a method, the method, and perhaps its name here
};

struct ClassMacro {
  std::string_view name;
  ClassMacroKind kind = ClassMacroKind::kLoads;
  std::string_view opens{};
  std::string_view prefixes{};  // of kDelegates: the key of what stands before the names, and `_`
};

// A call whose value is a new type: members in its block, properties and a base as arguments.
struct TypeMaker {
  std::string_view receiver;
  std::string_view message;
  bool derives = false;  // from its first argument, if that is a type
};

}  // namespace waymark::indexer
