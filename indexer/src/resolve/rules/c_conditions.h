// Conditions of templates of C++, as `std::enable_if` and `requires` have them: what can be told of
// the traits of types.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace waymark::indexer {

enum class Truth : std::uint8_t { kUnknown, kFalse, kTrue };

// What is known of a type that a template is given.
struct GivenType {
  enum class Kind : std::uint8_t {
    kUnknown,
    kNumber,
    kClass,
    kEnumeration,
    kPointer,
    kVoid,
    kOther
  };
  Kind kind = Kind::kUnknown;
  std::string_view name = {};  // of a number as NumberNamed() has it; of a class or other, its own
};

// What the names of types in a condition stand for; kUnknown for what is no parameter.
using TypesGiven = std::function<GivenType(std::string_view parameter)>;

// Cost: linear in the text.
Truth Holds(std::string_view condition, const TypesGiven& given);

}  // namespace waymark::indexer
