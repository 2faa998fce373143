// The built-in types of a language that overloads by type.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "syntax/function_type.h"

namespace waymark::indexer {

inline constexpr std::string_view kArrayTypeName = "array";
inline constexpr std::string_view kNull = "null";

// A primitive value and its boxed type.
struct Box {
  std::string_view value;
  std::string_view type;
};

struct BuiltinTypes {
  std::span<const Box> values;                  // primitives
  std::span<const std::string_view> numbers;    // in widening order
  std::span<const std::string_view> roots;      // accept any object
  std::span<const std::string_view> of_number;  // accept any number
  std::string_view text;
  std::span<const std::string_view> of_text;  // accept a string
  std::string_view text_again{};              // another name of the string type
  std::string_view any{};                     // unchecked type: its objects are accepted everywhere
  std::span<const FunctionType> functions{};
  std::string_view function_wrapper{};  // wraps a function type with the same result
  std::string_view variable_prefix{};   // prefix of type parameter names, before a capital letter
};

// The boxed type of a primitive, and the primitive of a boxed type; empty if there is none.
std::string_view BoxOf(const BuiltinTypes& types, std::string_view value);
std::string_view Unboxed(const BuiltinTypes& types, std::string_view type);

// The position of `number` in BuiltinTypes::numbers; the size of that list for any other type.
std::size_t WidthOf(const BuiltinTypes& types, std::string_view number);

}  // namespace waymark::indexer
