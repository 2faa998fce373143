// Conditions of templates of C++, `std::enable_if<std::is_integral<T>::value && sizeof(T) != 1>`,
// as far as the names of types and the traits of the standard library tell ([meta.unary],
// [meta.rel], [meta.logical]).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace waymark::indexer {

enum class Truth : std::uint8_t { kFalse, kTrue, kUnknown };

// A type argument as it is written.
struct TypeGiven {
  std::string text{};   // without blanks around names: "int", "std::vector<int>"
  bool is_own = false;  // a class or an enumeration of the repository
};

// Names of class types of the library that are known to be no others, without their namespace.
std::span<const std::string_view> KnownClasses();

// `condition`: "T,U|condition", the names of the parameters in order and what is to hold. Arguments
// that are missing are not known; nor is anything that is not written as conditions mostly are, or
// nested deeper than 32 levels. Cost: linear in the condition, for each level.
Truth Holds(std::string_view condition, std::span<const TypeGiven> arguments);

}  // namespace waymark::indexer
