// Maps of which the types of keys and values are written: dict[str, Job].
#pragma once

#include <string_view>

#include "resolve/evaluate/evaluator.h"

namespace waymark::indexer {

class MapValues {
 public:
  explicit MapValues(Evaluator& evaluator) : evaluator_(evaluator) {}

  Resolution KeyOf(const Entity& map);
  Resolution ValueOf(const Entity& map);
  // The values that the iteration over a map or a tuple gives.
  Resolution Iterated(const Entity& parted);
  // A method of the map by its name; of a use that the language's table lists (MemberUse).
  Resolution Member(const Entity& map, ScopeRef from, Name name) const;
  // The result of such a method, a kGivesOfMap.
  Resolution Called(const Entity& method);
  // The value at a position of a tuple, which counts from the end if it is negative; all of its
  // values for an empty text.
  Resolution PartOf(const Entity& tuple, std::string_view position);
  // A method of a container that holds the values of a tuple, or of the members of an object.
  Resolution MemberOfTuple(const Entity& tuple, ScopeRef from, Name name);
  // The field at a position of an object that is also a tuple of its fields.
  Resolution FieldAt(const Entity& object, std::string_view position);

 private:
  Resolution ArgumentAt(const Entity& types, int position);
  int CountOf(const Entity& types) const;

  Evaluator& evaluator_;
};

}  // namespace waymark::indexer
