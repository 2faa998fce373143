// Conditions of C++ templates, in `std::enable_if` and `requires`: evaluates the known traits of
// types.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace waymark::indexer {

enum class Truth : std::uint8_t { kUnknown, kFalse, kTrue };

// The known facts of a template's type argument.
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
  std::string_view name = {};  // of a number as NumberNamed() returns it; of other types their own
};

// The argument of a type parameter in a condition; kUnknown if the name is no parameter.
using TypesGiven = std::function<GivenType(std::string_view parameter)>;

// Cost: linear in the text.
Truth Holds(std::string_view condition, const TypesGiven& given);

}  // namespace waymark::indexer
