// Class macros: calls that act as declarations, in languages whose definitions are calls. A macro
// changes the type around it, or makes a type.
#pragma once

#include <cstdint>
#include <string_view>

namespace waymark::indexer {

// The meaning of a call without a receiver that acts as a keyword of the language.
enum class ClassMacroKind : std::uint8_t {
  kLoads,           // loads the file that its last argument names, on the search path
  kLoadsBeside,     // likewise, from the directory of the own file
  kMixesIn,         // members of the arguments become members of the enclosing type
  kMixesInFirst,    // likewise, before the type's own members
  kExtendsItself,   // members of the arguments become those of the type itself; without arguments,
                    // its own do
  kOpensExtension,  // the block is that of a module named ClassMacro::opens
  kReads,           // its arguments name properties
  kWrites,
  kReadsAndWrites,
  kHides,  // hides the members that its arguments name or define; without arguments, those that
           // follow
  kShows,
  kAliases,    // its first argument is an alias of the second
  kDefines,    // its block is the body of the method that its argument names
  kMemoizes,   // likewise for the enclosing blocks; without an argument, under its own name
  kDescribed,  // the type that is the argument of the nearest enclosing call ClassMacro::opens
  kRaises,
  kDelegates,  // its arguments name methods, and first, or under the key `opens`, the object that
               // has them
  kDelegatesOne,  // its arguments name the object with a method, the method, and optionally its
                  // name here
};

struct ClassMacro {
  std::string_view name;
  ClassMacroKind kind = ClassMacroKind::kLoads;
  std::string_view opens{};
  std::string_view prefixes{};  // of kDelegates: the key of the names' prefix, which `_` follows
};

// A call whose value is a new type: members in its block, properties and a base as arguments.
struct TypeMaker {
  std::string_view receiver;
  std::string_view message;
  bool derives = false;  // from its first argument, if that is a type
  bool writes = true;    // the properties that its arguments name can be written
};

enum class Reflection : std::uint8_t {
  kCalls,   // calls the method that its argument names
  kNames,   // returns the named method as a value
  kRuns,    // runs a block for its receiver
  kMixes,   // runs a block for a type that mixes in the enclosing one
  kLabels,  // as an option: its text names something else than a method of the own type
};

// A method of all objects that works with names of methods or with blocks, or an option of a call
// in the body of a type.
struct ReflectiveMethod {
  std::string_view name;
  Reflection does = Reflection::kCalls;
};

}  // namespace waymark::indexer
