// The shape of a function literal, where overloads are selected by it: its number of parameters and
// whether it returns a value, as the name of its type: "=>2v".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace waymark::indexer {

inline constexpr std::string_view kFunctionMark = "=>";

enum class FunctionResult : char {
  kNone = 'n',  // a block without a value
  kValue = 'v',
  kTask = 'k',    // a task without a value
  kTaskOf = 'K',  // a task with a value
  kOpen = '?',    // of a call, which may return a value
};

inline constexpr int kAnyParameters = -1;          // `delegate { }` of C# accepts any arguments
inline constexpr int kMaxFunctionParameters = 17;  // or more: no type of the library takes so many

struct FunctionParts {
  int parameters = 0;
  FunctionResult result = FunctionResult::kOpen;
};

// Parts of a function of C# or Java as written: `async (a, b) => a.Run(b)`, `a -> { return a; }`.
FunctionParts PartsInText(std::string_view function);

std::string NameOfFunction(FunctionParts parts);

// The result of a function by the name of its result type without arguments: kValue, kTask or
// kTaskOf.
FunctionResult ResultNamed(std::string_view type, bool is_generic);

// All names that NameOfFunction() can return.
std::vector<std::string> NamesOfFunctions();

// `action` of `x => action(x)`, if the body is only a call of an outer name; else empty.
std::string_view CalledIn(std::string_view function);

// REQUIRES: made by NameOfFunction().
FunctionParts PartsOfFunction(std::string_view name);

}  // namespace waymark::indexer
