// Values of external generic types whose parts have different types: maps, tuples and functions.
#pragma once

#include "resolve/evaluate/evaluator.h"

namespace waymark::indexer {

// Whether the row says how the arguments of a call tell its result.
inline bool IsTold(const KnownMembers& row) { return row.gives[0] == '(' || row.gives[0] == '<'; }

class LibraryValues {
 public:
  explicit LibraryValues(Evaluator& evaluator);

  // A value of the written generic type. Empty if none of its arguments is of this repository.
  Resolution Of(ScopeRef place, const ModelExpression& generic, GenericUse use);

  // The member of a map, a tuple or a function; the value itself where members are read, else a
  // method that returns it.
  Resolution Member(const Entity& value, ScopeRef from, Name name);

  // The part of a map or tuple at a position; of a function, the parameter.
  Resolution Part(const Entity& value, int position);

  // The element of a container, or the value of a map, under some key.
  Resolution Indexed(const Resolution& containers);

  // The parts of values that destructuring gives to a key: kPartKey or kResultKey and what follows.
  Resolution Dealt(const Resolution& whole, std::string_view key);

  // The value that a method of a container sets its argument to: `map.TryGetValue(key, out value)`.
  Resolution PassedOut(ScopeRef place, const ModelExpression& parameter);

  // The result of a call of an external function, if its arguments tell it.
  Resolution Told(ScopeRef place, const ModelExpression& call);

  // The result of a function value.
  Resolution Result(const Entity& function);

  // The result of a call of an instance of the repository's type: of an object with an operator for
  // it, of a delegate, or of a value of a named function type.
  Resolution ResultOfInstance(const Entity& instance);

 private:
  Resolution MemberOfMap(const Entity& map, Name name);
  Resolution FirstIterated(const Resolution& container);
  Resolution FieldAt(const Entity& object, int position);
  Resolution PartOfTuple(const Entity& tuple, Name name);

  Evaluator& evaluator_;
  const Program& program_;
};

}  // namespace waymark::indexer
