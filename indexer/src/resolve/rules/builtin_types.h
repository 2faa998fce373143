// What the names of a language's own types mean, in languages that overload by type.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "syntax/function_type.h"

namespace waymark::indexer {

inline constexpr std::string_view kArrayTypeName = "array";
inline constexpr std::string_view kNull = "null";

// A value and the type whose instances hold one.
struct Box {
  std::string_view value;
  std::string_view type;
};

struct BuiltinTypes {
  std::span<const Box> values;                  // that are no objects
  std::span<const std::string_view> numbers;    // in the order in which they widen
  std::span<const std::string_view> roots;      // take any object
  std::span<const std::string_view> of_number;  // take any number
  std::string_view text;
  std::span<const std::string_view> of_text;  // take a text
  std::string_view text_again{};              // another name of the type of texts
  std::string_view any{};  // of these objects the compiler knows nothing, and takes them anywhere
  std::span<const FunctionType> functions{};
  std::string_view function_wrapper{};  // around one of these, of the same values
  std::string_view variable_prefix{};   // before a capital letter, that of a parameter of a generic
};

// The type that holds such values, and the values that such a type holds; empty where there are
// none.
std::string_view BoxOf(const BuiltinTypes& types, std::string_view value);
std::string_view Unboxed(const BuiltinTypes& types, std::string_view type);

// The position of `number` in BuiltinTypes::numbers; the size of that list for any other type.
std::size_t WidthOf(const BuiltinTypes& types, std::string_view number);

}  // namespace waymark::indexer
