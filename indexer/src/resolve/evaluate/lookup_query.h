// What an Evaluator is asked: where, and for what kind of thing.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "resolve/evaluate/resolution.h"

namespace waymark::indexer {

inline constexpr int kUnknownArity = -1;

// Where an expression stands.
struct ScopeRef {
  FileIndex file = 0;
  ScopeIndex scope = 0;
  SubstitutionId substitution = kNoSubstitution;  // what the type parameters around it stand for
};

// A call, of whose arguments the type parameters of a function can be told.
struct Call {
  ScopeRef place = {};
  ExpressionIndex call = kNoIndex;
};

// Of a type with members of its own besides those of its instances, which are meant.
enum class Side : std::uint8_t { kEither, kInstance, kOwn, kConstants };

// What kind of thing is looked for; decides between definitions that share a name.
struct LookupKind {
  int arity = kUnknownArity;  // number of arguments of the call
  bool type = false;          // in a type's position
  bool constructor = false;   // of the type, which no name reaches by itself
  bool function = false;      // in the place of a function without being called
  SymbolRef overrider = {};   // that overrides what is looked for
  ScopeRef caller = {};       // where the arguments stand
  ExpressionIndex arguments = kNoIndex;
  Side side = Side::kEither;
  int type_arguments = 0;  // written behind the name, where types or functions differ by them
  ExpressionIndex applied = kNoIndex;  // the kIndex that has these, where the arguments stand
  bool written = false;                // of the accessors of a property, what an assignment runs
  bool constant = false;               // of a constant object
  bool temporary = false;              // of an object without a place

  bool IsFunction() const { return arity != kUnknownArity || constructor || function; }
};

// What is known of an object whose type nothing tells: the name of the variable or the property
// that holds it, and what is sent to those of that name, in the file and in the definition around
// alone.
struct Receiver {
  std::string_view name;
  std::span<const Name> sent_in_file;
  std::span<const Name> sent_here;
};

}  // namespace waymark::indexer
