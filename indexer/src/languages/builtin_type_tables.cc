#include <algorithm>

#include "languages/csharp/csharp_function_types.h"
#include "resolve/rules/builtin_types.h"

namespace waymark::indexer {
namespace {

constexpr Box kJavaValues[] = {{"boolean", "Boolean"}, {"byte", "Byte"},   {"char", "Character"},
                               {"double", "Double"},   {"float", "Float"}, {"int", "Integer"},
                               {"long", "Long"},       {"short", "Short"}};
constexpr std::string_view kJavaNumbers[] = {"byte", "short", "int", "long", "float", "double"};
constexpr std::string_view kJavaRoots[] = {"Object"};
constexpr std::string_view kJavaOfNumber[] = {"Number", "Comparable"};
constexpr std::string_view kJavaOfText[] = {"CharSequence", "Comparable", "Serializable"};
constexpr FunctionType kJavaFunctions[] = {
    {"BiConsumer", 2, false},         {"BiFunction", 2, true},      {"BiPredicate", 2, true},
    {"BinaryOperator", 2, true},      {"BooleanSupplier", 0, true}, {"Callable", 0, true},
    {"Comparator", 2, true},          {"Consumer", 1, false},       {"DoubleSupplier", 0, true},
    {"DoubleUnaryOperator", 1, true}, {"Function", 1, true},        {"IntConsumer", 1, false},
    {"IntFunction", 1, true},         {"IntPredicate", 1, true},    {"IntSupplier", 0, true},
    {"IntUnaryOperator", 1, true},    {"LongFunction", 1, true},    {"LongSupplier", 0, true},
    {"Predicate", 1, true},           {"Runnable", 0, false},       {"Supplier", 0, true},
    {"ToDoubleFunction", 1, true},    {"ToIntBiFunction", 2, true}, {"ToIntFunction", 1, true},
    {"ToLongFunction", 1, true},      {"UnaryOperator", 1, true}};
constexpr BuiltinTypes kJavaTypes = {.values = kJavaValues,
                                     .numbers = kJavaNumbers,
                                     .roots = kJavaRoots,
                                     .of_number = kJavaOfNumber,
                                     .text = "String",
                                     .of_text = kJavaOfText,
                                     .functions = kJavaFunctions};

constexpr Box kCSharpValues[] = {{"bool", "Boolean"},    {"byte", "Byte"},     {"char", "Char"},
                                 {"decimal", "Decimal"}, {"double", "Double"}, {"float", "Single"},
                                 {"int", "Int32"},       {"long", "Int64"},    {"sbyte", "SByte"},
                                 {"short", "Int16"},     {"uint", "UInt32"},   {"ulong", "UInt64"},
                                 {"ushort", "UInt16"}};
constexpr std::string_view kCSharpNumbers[] = {"sbyte", "byte", "short", "ushort", "int",
                                               "uint",  "long", "ulong", "float",  "double"};
constexpr std::string_view kCSharpRoots[] = {"object", "Object", "dynamic"};
constexpr std::string_view kCSharpOfNumber[] = {"ValueType", "IComparable", "IConvertible",
                                                "IFormattable"};
constexpr std::string_view kCSharpOfText[] = {"String", "IComparable", "IConvertible",
                                              "IEnumerable", "ReadOnlySpan"};
constexpr BuiltinTypes kCSharpTypes = {.values = kCSharpValues,
                                       .numbers = kCSharpNumbers,
                                       .roots = kCSharpRoots,
                                       .of_number = kCSharpOfNumber,
                                       .text = "string",
                                       .of_text = kCSharpOfText,
                                       .text_again = "String",
                                       .any = "dynamic",
                                       .functions = kCSharpFunctionTypes,
                                       .function_wrapper = "Expression",
                                       .variable_prefix = "T"};

}  // namespace

bool HasBuiltinTypes(Family family) { return family == Family::kJava || family == Family::kCSharp; }

const BuiltinTypes& BuiltinTypesOf(Family family) {
  return family == Family::kCSharp ? kCSharpTypes : kJavaTypes;
}

std::string_view BoxOf(const BuiltinTypes& types, std::string_view value) {
  for (const Box& box : types.values) {
    if (box.value == value) return box.type;
  }
  return {};
}

std::string_view Unboxed(const BuiltinTypes& types, std::string_view type) {
  for (const Box& box : types.values) {
    if (box.type == type) return box.value;
  }
  return {};
}

std::size_t WidthOf(const BuiltinTypes& types, std::string_view number) {
  if (number == "char") number = "short";
  const auto found = std::find(types.numbers.begin(), types.numbers.end(), number);
  return static_cast<std::size_t>(found - types.numbers.begin());
}

}  // namespace waymark::indexer
