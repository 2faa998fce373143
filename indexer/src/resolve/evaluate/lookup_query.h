// A query of an Evaluator: where it stands, and which kind of thing it looks for.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "resolve/evaluate/resolution.h"

namespace waymark::indexer {

inline constexpr int kUnknownArity = -1;

// The place of an expression.
struct ScopeRef {
  FileIndex file = 0;
  ScopeIndex scope = 0;
  SubstitutionId substitution = kNoSubstitution;  // type arguments of the scopes around it
};

// A call whose arguments determine the type parameters of the callee.
struct Call {
  ScopeRef place = {};
  ExpressionIndex call = kNoIndex;
};

// The wanted members of a type, where types have members of their own besides those of their
// instances.
enum class Side : std::uint8_t { kEither, kInstance, kOwn, kConstants };

// The kind of thing a lookup wants; decides between definitions that share a name.
struct LookupKind {
  int arity = kUnknownArity;  // number of arguments of the call
  bool type = false;          // in the position of a type
  bool constructor = false;   // a constructor, which no name reaches by itself
  bool function = false;      // in the position of a function, without a call
  SymbolRef overrider = {};   // the method that overrides the wanted one
  ScopeRef caller = {};       // place of the arguments
  ExpressionIndex arguments = kNoIndex;
  Side side = Side::kEither;
  int type_arguments =
      0;  // arguments written after the name, where types or functions differ by their number
  ExpressionIndex applied = kNoIndex;  // the kIndex with these arguments, at `caller`
  bool written = false;                // the setter of a property: an assignment runs it
  bool constant = false;               // the object is constant
  bool temporary = false;              // the object is a temporary (rvalue)

  bool IsFunction() const { return arity != kUnknownArity || constructor || function; }
};

// Facts about an object of unknown type: the name of the variable or property that holds it, and
// the messages sent to objects of that name, in the whole file and in the enclosing definition
// alone.
struct Receiver {
  std::string_view name;
  std::span<const Name> sent_in_file;
  std::span<const Name> sent_here;
};

}  // namespace waymark::indexer
